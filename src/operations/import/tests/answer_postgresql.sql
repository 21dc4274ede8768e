--
-- PostgreSQL database dump
--

\restrict pGqyynC96SfBsntm9Q3KsLQ2n7muM6QYwAh4KQGFkwrcwGMdfphY8ZfG0p0MuMM

-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: activity; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.activity (
    id bigint NOT NULL,
    created_at timestamp without time zone,
    updated_at timestamp without time zone,
    cancelled_at timestamp without time zone,
    user_id bigint NOT NULL,
    trigger_user_id bigint NOT NULL,
    object_id bigint NOT NULL,
    original_object_id bigint NOT NULL,
    activity_type integer NOT NULL,
    cancelled integer NOT NULL,
    rank integer NOT NULL,
    has_rank integer NOT NULL,
    revision_id bigint NOT NULL
);


ALTER TABLE public.activity OWNER TO postgres;

--
-- Name: answer; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.answer (
    id bigint NOT NULL,
    created_at timestamp without time zone,
    updated_at timestamp without time zone,
    question_id bigint NOT NULL,
    user_id bigint NOT NULL,
    last_edit_user_id bigint NOT NULL,
    original_text text NOT NULL,
    parsed_text text NOT NULL,
    status integer NOT NULL,
    adopted integer NOT NULL,
    comment_count integer NOT NULL,
    vote_count integer NOT NULL,
    revision_id bigint NOT NULL
);


ALTER TABLE public.answer OWNER TO postgres;

--
-- Name: comment; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.comment (
    id bigint NOT NULL,
    created_at timestamp without time zone,
    updated_at timestamp without time zone,
    user_id bigint NOT NULL,
    reply_user_id bigint,
    reply_comment_id bigint,
    object_id bigint NOT NULL,
    question_id bigint NOT NULL,
    vote_count integer NOT NULL,
    status integer NOT NULL,
    original_text text NOT NULL,
    parsed_text text NOT NULL
);


ALTER TABLE public.comment OWNER TO postgres;

--
-- Name: config; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.config (
    id bigint NOT NULL,
    key character varying(150),
    value text
);


ALTER TABLE public.config OWNER TO postgres;

--
-- Name: meta; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.meta (
    id bigint NOT NULL,
    created_at timestamp without time zone,
    updated_at timestamp without time zone,
    object_id bigint NOT NULL,
    key character varying(150) NOT NULL,
    value text NOT NULL
);


ALTER TABLE public.meta OWNER TO postgres;

--
-- Name: question; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.question (
    id bigint NOT NULL,
    created_at timestamp without time zone,
    updated_at timestamp without time zone,
    user_id bigint NOT NULL,
    invite_user_id text,
    last_edit_user_id bigint NOT NULL,
    title text NOT NULL,
    original_text text NOT NULL,
    parsed_text text NOT NULL,
    pin integer NOT NULL,
    show integer NOT NULL,
    status integer NOT NULL,
    view_count integer NOT NULL,
    vote_count integer NOT NULL,
    answer_count integer NOT NULL,
    accepted_answer_id bigint NOT NULL,
    last_answer_id bigint NOT NULL,
    post_update_time timestamp without time zone,
    revision_id bigint NOT NULL
);


ALTER TABLE public.question OWNER TO postgres;

--
-- Name: question_link; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.question_link (
    id bigint NOT NULL,
    created_at timestamp without time zone,
    updated_at timestamp without time zone,
    from_question_id bigint NOT NULL,
    from_answer_id bigint,
    to_question_id bigint NOT NULL,
    to_answer_id bigint,
    status integer NOT NULL
);


ALTER TABLE public.question_link OWNER TO postgres;

--
-- Name: revision; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.revision (
    id bigint NOT NULL,
    created_at timestamp without time zone,
    updated_at timestamp without time zone,
    user_id bigint NOT NULL,
    object_type integer NOT NULL,
    object_id bigint NOT NULL,
    title text NOT NULL,
    content text NOT NULL,
    log text,
    status integer NOT NULL,
    review_user_id bigint NOT NULL
);


ALTER TABLE public.revision OWNER TO postgres;

--
-- Name: site_info; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.site_info (
    id bigint NOT NULL,
    created_at timestamp without time zone,
    updated_at timestamp without time zone,
    type text NOT NULL,
    content text NOT NULL,
    status integer NOT NULL
);


ALTER TABLE public.site_info OWNER TO postgres;

--
-- Name: tag; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.tag (
    id bigint NOT NULL,
    created_at timestamp without time zone,
    updated_at timestamp without time zone,
    main_tag_id bigint NOT NULL,
    main_tag_slug_name text NOT NULL,
    slug_name character varying(150) NOT NULL,
    display_name text NOT NULL,
    original_text text NOT NULL,
    parsed_text text NOT NULL,
    status integer NOT NULL
);


ALTER TABLE public.tag OWNER TO postgres;

--
-- Name: tag_rel; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.tag_rel (
    id bigint NOT NULL,
    created_at timestamp without time zone,
    updated_at timestamp without time zone,
    object_id bigint NOT NULL,
    tag_id bigint NOT NULL,
    status integer NOT NULL
);


ALTER TABLE public.tag_rel OWNER TO postgres;

--
-- Name: user; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public."user" (
    id bigint NOT NULL,
    created_at timestamp without time zone,
    updated_at timestamp without time zone,
    suspended_at timestamp without time zone,
    suspended_until timestamp without time zone,
    deleted_at timestamp without time zone,
    last_login_date timestamp without time zone,
    username character varying(150) NOT NULL,
    pass text NOT NULL,
    e_mail character varying(150) NOT NULL,
    mail_status integer NOT NULL,
    rank integer NOT NULL,
    status integer NOT NULL,
    display_name character varying(150) NOT NULL,
    avatar text NOT NULL,
    bio text NOT NULL,
    bio_html text NOT NULL,
    website text NOT NULL,
    location text NOT NULL
);


ALTER TABLE public."user" OWNER TO postgres;

--
-- Name: user_role_rel; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.user_role_rel (
    id bigint NOT NULL,
    created_at timestamp without time zone,
    updated_at timestamp without time zone,
    user_id bigint NOT NULL,
    role_id bigint NOT NULL
);


ALTER TABLE public.user_role_rel OWNER TO postgres;

--
-- Data for Name: activity; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.activity (id, created_at, updated_at, cancelled_at, user_id, trigger_user_id, object_id, original_object_id, activity_type, cancelled, rank, has_rank, revision_id) FROM stdin;
1	2024-02-01 18:10:00	\N	\N	2	0	10010000000000001	0	28	0	0	0	0
2	2024-02-01 18:10:00	\N	\N	1	0	10010000000000001	0	32	0	0	0	0
3	2024-02-01 18:10:00	\N	\N	3	0	10010000000000001	0	29	1	0	0	0
4	2024-02-01 18:10:00	\N	\N	1	0	10020000000000001	0	30	0	0	0	0
5	2024-02-01 18:10:00	\N	\N	1	0	10070000000000001	0	31	0	0	0	0
6	2024-02-04 18:00:00	\N	\N	1	0	10010000000000002	0	40	0	0	0	0
\.


--
-- Data for Name: answer; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.answer (id, created_at, updated_at, question_id, user_id, last_edit_user_id, original_text, parsed_text, status, adopted, comment_count, vote_count, revision_id) FROM stdin;
10020000000000001	2024-02-01 19:00:00	\N	10010000000000001	2	0	Bake it *hotter*	<p>Bake it <em>hotter</em></p>	1	2	0	2	0
10020000000000002	2024-02-02 19:00:00	\N	10010000000000002	3	0	Very	<p>Very</p>	1	1	0	0	0
10020000000000003	2024-02-02 20:00:00	\N	10010000000000001	1	0	Deleted	<p>Deleted</p>	10	1	0	0	0
10020000000000004	2024-02-02 20:00:00	\N	10010000000000005	1	0	To an unlisted one	<p>x</p>	1	1	0	0	0
\.


--
-- Data for Name: comment; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.comment (id, created_at, updated_at, user_id, reply_user_id, reply_comment_id, object_id, question_id, vote_count, status, original_text, parsed_text) FROM stdin;
10070000000000001	2024-02-01 20:00:00	\N	2	\N	\N	10010000000000001	10010000000000001	0	1	Which oven, see [it](https://bake.example.org:8443/forum/questions/D1E1)?	
10070000000000002	2024-02-01 21:00:00	\N	1	\N	\N	10020000000000001	10010000000000001	0	1	Thanks	
10070000000000003	2024-02-01 21:00:00	\N	1	\N	\N	10020000000000001	10010000000000001	0	10	Deleted	
\.


--
-- Data for Name: config; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.config (id, key, value) FROM stdin;
28	question.vote_up	0
29	question.vote_down	0
30	answer.vote_up	0
31	comment.vote_up	0
32	question.voted_up	10
40	question.closed	0
60	reason.a_duplicate	{}
\.


--
-- Data for Name: meta; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.meta (id, created_at, updated_at, object_id, key, value) FROM stdin;
1	2024-02-04 18:00:00	2026-12-01 04:28:28	10010000000000002	question.close.reason	{"close_type":60,"close_msg":"https://bake.example.org:8443/forum/questions/D1D1/why"}
\.


--
-- Data for Name: question; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.question (id, created_at, updated_at, user_id, invite_user_id, last_edit_user_id, title, original_text, parsed_text, pin, show, status, view_count, vote_count, answer_count, accepted_answer_id, last_answer_id, post_update_time, revision_id) FROM stdin;
10010000000000001	2024-02-01 18:00:00	2024-02-05 18:00:00	1	\N	2	Why is my crust pale?	It is **pale**, see ![a](https://bake.example.org:8443/forum/uploads/post/pale.png) and [this](https://bake.example.org:8443/forum/questions/10010000000000002/how/10020000000000002).	<p>It is <strong>pale</strong></p>	1	1	1	42	1	0	10020000000000001	0	2024-02-05 18:00:00	0
10010000000000002	2024-02-02 18:00:00	\N	2	\N	0	How hot?	<b>How</b> hot?	<p><b>How</b> hot?</p>	1	1	2	7	0	0	0	0	\N	0
10010000000000003	2024-02-03 18:00:00	\N	2	\N	0	Deleted?	x	<p>x</p>	1	1	10	0	0	0	0	0	\N	0
10010000000000004	2024-02-03 18:00:00	\N	2	\N	0	Waiting?	x	<p>x</p>	1	1	11	0	0	0	0	0	\N	0
10010000000000005	2024-02-03 18:00:00	\N	2	\N	0	Unlisted?	x	<p>x</p>	1	2	1	0	0	0	0	0	\N	0
\.


--
-- Data for Name: question_link; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.question_link (id, created_at, updated_at, from_question_id, from_answer_id, to_question_id, to_answer_id, status) FROM stdin;
1	2024-02-01 18:00:00	\N	10010000000000001	\N	10010000000000002	\N	1
2	2024-02-01 18:00:00	\N	10010000000000001	\N	10010000000000003	\N	2
\.


--
-- Data for Name: revision; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.revision (id, created_at, updated_at, user_id, object_type, object_id, title, content, log, status, review_user_id) FROM stdin;
1	2024-02-01 18:00:00	\N	1	1	10010000000000001		{"ID":"10010000000000001","Title":"Pale","OriginalText":"It is pale","tags":[{"ID":"10030000000000003","SlugName":"crust"}]}	\N	0	0
2	2024-02-05 18:00:00	\N	2	1	10010000000000001		{"Title":"Why is my crust pale?","OriginalText":"It is **pale**, see ![a](https://bake.example.org:8443/forum/uploads/post/pale.png) and [this](https://bake.example.org:8443/forum/questions/10010000000000002/how/10020000000000002).","tags":[{"SlugName":"levain"},{"SlugName":"crust"}]}	\N	2	0
3	2024-02-06 18:00:00	\N	3	1	10010000000000001		{"Title":"Refused","OriginalText":"Refused","tags":[]}	\N	3	0
4	2024-02-01 19:00:00	\N	2	2	10020000000000001		{"OriginalText":"Bake it hot"}	\N	0	0
\.


--
-- Data for Name: site_info; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.site_info (id, created_at, updated_at, type, content, status) FROM stdin;
1	\N	\N	general	{"name":"Baking","site_url":"https://bake.example.org:8443/forum"}	1
\.


--
-- Data for Name: tag; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.tag (id, created_at, updated_at, main_tag_id, main_tag_slug_name, slug_name, display_name, original_text, parsed_text, status) FROM stdin;
10030000000000001	\N	\N	0		sourdough	Sourdough	Bread with *wild* yeast		1
10030000000000002	\N	\N	10030000000000001	sourdough	levain	Levain			1
10030000000000003	\N	\N	0		crust	Crust			1
10030000000000004	\N	\N	0		spam	Spam			10
\.


--
-- Data for Name: tag_rel; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.tag_rel (id, created_at, updated_at, object_id, tag_id, status) FROM stdin;
1	\N	\N	10010000000000001	10030000000000002	1
2	\N	\N	10010000000000001	10030000000000003	1
3	\N	\N	10010000000000001	10030000000000004	1
4	\N	\N	10010000000000002	10030000000000003	10
\.


--
-- Data for Name: user; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public."user" (id, created_at, updated_at, suspended_at, suspended_until, deleted_at, last_login_date, username, pass, e_mail, mail_status, rank, status, display_name, avatar, bio, bio_html, website, location) FROM stdin;
1	2024-01-01 18:00:00	\N	\N	\N	\N	\N	ann.lee		ann@example.org	2	0	1	Ann Lee	{"type":"gravatar"}	I **bake**.	<p>I <strong>bake</strong>.</p>	https://ann.example	
2	2024-01-02 18:00:00	\N	\N	\N	\N	\N	two words		ben@example.org	2	0	9	Ben					
3	2024-01-03 18:00:00	\N	\N	\N	\N	\N	cem		cem@example.org	2	0	10	Cem Secret		gone	<p>gone</p>		
\.


--
-- Data for Name: user_role_rel; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.user_role_rel (id, created_at, updated_at, user_id, role_id) FROM stdin;
1	\N	\N	1	2
2	\N	\N	2	1
\.


--
-- Name: activity activity_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.activity
    ADD CONSTRAINT activity_pkey PRIMARY KEY (id);


--
-- Name: answer answer_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.answer
    ADD CONSTRAINT answer_pkey PRIMARY KEY (id);


--
-- Name: comment comment_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.comment
    ADD CONSTRAINT comment_pkey PRIMARY KEY (id);


--
-- Name: config config_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.config
    ADD CONSTRAINT config_pkey PRIMARY KEY (id);


--
-- Name: meta meta_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.meta
    ADD CONSTRAINT meta_pkey PRIMARY KEY (id);


--
-- Name: question_link question_link_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.question_link
    ADD CONSTRAINT question_link_pkey PRIMARY KEY (id);


--
-- Name: question question_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.question
    ADD CONSTRAINT question_pkey PRIMARY KEY (id);


--
-- Name: revision revision_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.revision
    ADD CONSTRAINT revision_pkey PRIMARY KEY (id);


--
-- Name: site_info site_info_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.site_info
    ADD CONSTRAINT site_info_pkey PRIMARY KEY (id);


--
-- Name: tag tag_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.tag
    ADD CONSTRAINT tag_pkey PRIMARY KEY (id);


--
-- Name: tag_rel tag_rel_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.tag_rel
    ADD CONSTRAINT tag_rel_pkey PRIMARY KEY (id);


--
-- Name: user user_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public."user"
    ADD CONSTRAINT user_pkey PRIMARY KEY (id);


--
-- Name: user_role_rel user_role_rel_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.user_role_rel
    ADD CONSTRAINT user_role_rel_pkey PRIMARY KEY (id);


--
-- PostgreSQL database dump complete
--

\unrestrict pGqyynC96SfBsntm9Q3KsLQ2n7muM6QYwAh4KQGFkwrcwGMdfphY8ZfG0p0MuMM

