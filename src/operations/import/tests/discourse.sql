--
-- PostgreSQL database dump
--

\restrict Vscxc9PdsL5U3UwtpiByBLLE9yDsdkcWeWjbZ8iyJnclrEa3j7HeeI7WVObsQ8e

-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

-- Started on 2026-11-30 21:17:26 UTC

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

--
-- TOC entry 4 (class 2615 OID 2200)
-- Name: public; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA public;


--
-- TOC entry 3558 (class 0 OID 0)
-- Dependencies: 4
-- Name: SCHEMA public; Type: COMMENT; Schema: -; Owner: -
--

COMMENT ON SCHEMA public IS 'standard public schema';


--
-- TOC entry 242 (class 1255 OID 16384)
-- Name: raise_topics_excerpt_readonly(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.raise_topics_excerpt_readonly() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
BEGIN
  RAISE EXCEPTION 'Discourse: ; ( $$ "excerpt" in topics is read only';
END $_$;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- TOC entry 241 (class 1259 OID 16575)
-- Name: backup_metadata; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.backup_metadata (
    id bigint NOT NULL,
    name character varying NOT NULL,
    value character varying
);


--
-- TOC entry 237 (class 1259 OID 16551)
-- Name: bookmarks; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.bookmarks (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    name character varying(100)
);


--
-- TOC entry 219 (class 1259 OID 16422)
-- Name: categories; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.categories (
    id integer NOT NULL,
    name character varying(50) NOT NULL,
    topic_id integer,
    slug character varying NOT NULL,
    description text,
    parent_category_id integer,
    read_restricted boolean DEFAULT false NOT NULL,
    email_in character varying
);


--
-- TOC entry 239 (class 1259 OID 16561)
-- Name: chat_messages; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.chat_messages (
    id bigint NOT NULL,
    user_id integer,
    message text
);


--
-- TOC entry 225 (class 1259 OID 16476)
-- Name: discourse_solved_solved_topics; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.discourse_solved_solved_topics (
    id bigint NOT NULL,
    topic_id integer NOT NULL,
    answer_post_id integer NOT NULL,
    accepter_user_id integer NOT NULL
);


--
-- TOC entry 236 (class 1259 OID 16546)
-- Name: polls; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.polls (
    id bigint NOT NULL,
    post_id bigint
);


--
-- TOC entry 222 (class 1259 OID 16457)
-- Name: post_actions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.post_actions (
    id integer NOT NULL,
    post_id integer NOT NULL,
    user_id integer NOT NULL,
    post_action_type_id integer NOT NULL,
    deleted_at timestamp without time zone
);


--
-- TOC entry 227 (class 1259 OID 16488)
-- Name: post_custom_fields; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.post_custom_fields (
    id integer NOT NULL,
    post_id integer NOT NULL,
    name character varying(256) NOT NULL,
    value text
);


--
-- TOC entry 235 (class 1259 OID 16539)
-- Name: post_revisions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.post_revisions (
    id integer NOT NULL,
    post_id integer,
    modifications text,
    number integer
);


--
-- TOC entry 224 (class 1259 OID 16469)
-- Name: post_voting_comments; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.post_voting_comments (
    id bigint NOT NULL,
    post_id integer NOT NULL,
    user_id integer NOT NULL,
    raw text NOT NULL,
    cooked text NOT NULL,
    deleted_at timestamp without time zone,
    created_at timestamp without time zone NOT NULL
);


--
-- TOC entry 223 (class 1259 OID 16462)
-- Name: post_voting_votes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.post_voting_votes (
    id bigint NOT NULL,
    user_id integer NOT NULL,
    created_at timestamp without time zone NOT NULL,
    direction character varying NOT NULL,
    votable_type character varying NOT NULL,
    votable_id bigint NOT NULL
);


--
-- TOC entry 221 (class 1259 OID 16442)
-- Name: posts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.posts (
    id integer NOT NULL,
    user_id integer,
    topic_id integer NOT NULL,
    post_number integer NOT NULL,
    raw text NOT NULL,
    cooked text NOT NULL,
    created_at timestamp without time zone NOT NULL,
    updated_at timestamp without time zone NOT NULL,
    reply_to_post_number integer,
    deleted_at timestamp without time zone,
    like_count integer DEFAULT 0 NOT NULL,
    post_type integer DEFAULT 1 NOT NULL,
    hidden boolean DEFAULT false NOT NULL,
    last_version_at timestamp without time zone NOT NULL,
    user_deleted boolean DEFAULT false NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    cook_method integer DEFAULT 1 NOT NULL,
    raw_email text,
    action_code character varying,
    wiki boolean DEFAULT false NOT NULL
);


--
-- TOC entry 234 (class 1259 OID 16531)
-- Name: reviewables; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.reviewables (
    id bigint NOT NULL,
    type character varying NOT NULL,
    status integer DEFAULT 0 NOT NULL,
    payload json
);


--
-- TOC entry 240 (class 1259 OID 16568)
-- Name: site_settings; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.site_settings (
    id integer NOT NULL,
    name character varying NOT NULL,
    data_type integer NOT NULL,
    value text
);


--
-- TOC entry 230 (class 1259 OID 16507)
-- Name: tag_group_memberships; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.tag_group_memberships (
    id integer NOT NULL,
    tag_id integer NOT NULL,
    tag_group_id integer NOT NULL
);


--
-- TOC entry 231 (class 1259 OID 16512)
-- Name: tag_group_permissions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.tag_group_permissions (
    id bigint NOT NULL,
    tag_group_id integer NOT NULL,
    group_id integer NOT NULL,
    permission_type integer NOT NULL
);


--
-- TOC entry 228 (class 1259 OID 16495)
-- Name: tags; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.tags (
    id integer NOT NULL,
    name character varying NOT NULL,
    target_tag_id integer,
    description character varying(1000)
);


--
-- TOC entry 226 (class 1259 OID 16481)
-- Name: topic_custom_fields; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.topic_custom_fields (
    id integer NOT NULL,
    topic_id integer NOT NULL,
    name character varying(256) NOT NULL,
    value text
);


--
-- TOC entry 233 (class 1259 OID 16524)
-- Name: topic_links; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.topic_links (
    id integer NOT NULL,
    topic_id integer NOT NULL,
    post_id integer,
    link_topic_id integer,
    internal boolean DEFAULT false NOT NULL,
    reflection boolean DEFAULT false
);


--
-- TOC entry 229 (class 1259 OID 16502)
-- Name: topic_tags; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.topic_tags (
    id integer NOT NULL,
    topic_id integer NOT NULL,
    tag_id integer NOT NULL
);


--
-- TOC entry 220 (class 1259 OID 16430)
-- Name: topics; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.topics (
    id integer NOT NULL,
    title character varying NOT NULL,
    created_at timestamp without time zone NOT NULL,
    updated_at timestamp without time zone NOT NULL,
    views integer DEFAULT 0 NOT NULL,
    user_id integer,
    deleted_at timestamp without time zone,
    category_id integer,
    visible boolean DEFAULT true NOT NULL,
    closed boolean DEFAULT false NOT NULL,
    archived boolean DEFAULT false NOT NULL,
    archetype character varying DEFAULT 'regular'::character varying NOT NULL,
    subtype character varying,
    slug character varying
);


--
-- TOC entry 232 (class 1259 OID 16517)
-- Name: uploads; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.uploads (
    id integer NOT NULL,
    user_id integer NOT NULL,
    original_filename character varying NOT NULL,
    url character varying NOT NULL,
    sha1 character varying(40),
    original_sha1 character varying
);


--
-- TOC entry 238 (class 1259 OID 16556)
-- Name: user_badges; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.user_badges (
    id integer NOT NULL,
    badge_id integer NOT NULL,
    user_id integer NOT NULL
);


--
-- TOC entry 215 (class 1259 OID 16396)
-- Name: user_emails; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.user_emails (
    id integer NOT NULL,
    user_id integer NOT NULL,
    email character varying(513) NOT NULL
);


--
-- TOC entry 218 (class 1259 OID 16415)
-- Name: user_options; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.user_options (
    user_id integer NOT NULL,
    hide_profile boolean DEFAULT false NOT NULL,
    hide_presence boolean DEFAULT false NOT NULL
);


--
-- TOC entry 216 (class 1259 OID 16403)
-- Name: user_passwords; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.user_passwords (
    id integer NOT NULL,
    user_id integer NOT NULL,
    password_hash character varying(64) NOT NULL,
    password_salt character varying(32) NOT NULL
);


--
-- TOC entry 217 (class 1259 OID 16408)
-- Name: user_profiles; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.user_profiles (
    user_id integer NOT NULL,
    location character varying(3000),
    website character varying(3000),
    bio_raw text,
    bio_cooked text
);


--
-- TOC entry 214 (class 1259 OID 16385)
-- Name: users; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.users (
    id integer NOT NULL,
    username character varying(60) NOT NULL,
    created_at timestamp without time zone NOT NULL,
    name character varying,
    active boolean DEFAULT false NOT NULL,
    username_lower character varying(60) NOT NULL,
    admin boolean DEFAULT false NOT NULL,
    suspended_till timestamp without time zone,
    silenced_till timestamp without time zone,
    ip_address inet,
    registration_ip_address inet,
    moderator boolean DEFAULT false,
    uploaded_avatar_id integer,
    staged boolean DEFAULT false NOT NULL
);


--
-- TOC entry 3552 (class 0 OID 16575)
-- Dependencies: 241
-- Data for Name: backup_metadata; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.backup_metadata (id, name, value) FROM stdin;
1	base_url	https://bake.example.org
2	db_name	default
\.


--
-- TOC entry 3548 (class 0 OID 16551)
-- Dependencies: 237
-- Data for Name: bookmarks; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.bookmarks (id, user_id, name) FROM stdin;
1	1	\N
\.


--
-- TOC entry 3530 (class 0 OID 16422)
-- Dependencies: 219
-- Data for Name: categories; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.categories (id, name, topic_id, slug, description, parent_category_id, read_restricted, email_in) FROM stdin;
1	Uncategorized	\N	uncategorized		\N	f	\N
2	Bread	90	bread	All about <b>bread</b>	\N	f	secret-in@example.org
3	Rye bread	\N	rye	\N	2	f	\N
4	Staff	\N	staff	For the staff	\N	t	\N
5	日本語	\N		\N	\N	f	\N
\.


--
-- TOC entry 3550 (class 0 OID 16561)
-- Dependencies: 239
-- Data for Name: chat_messages; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.chat_messages (id, user_id, message) FROM stdin;
1	1	A private chat
\.


--
-- TOC entry 3536 (class 0 OID 16476)
-- Dependencies: 225
-- Data for Name: discourse_solved_solved_topics; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.discourse_solved_solved_topics (id, topic_id, answer_post_id, accepter_user_id) FROM stdin;
1	10	101	-1
\.


--
-- TOC entry 3547 (class 0 OID 16546)
-- Dependencies: 236
-- Data for Name: polls; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.polls (id, post_id) FROM stdin;
1	110
\.


--
-- TOC entry 3533 (class 0 OID 16457)
-- Dependencies: 222
-- Data for Name: post_actions; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.post_actions (id, post_id, user_id, post_action_type_id, deleted_at) FROM stdin;
1	110	1	2	\N
2	110	5	2	\N
3	110	3	2	2024-02-03 10:00:00
4	101	1	2	\N
5	170	1	8	\N
\.


--
-- TOC entry 3538 (class 0 OID 16488)
-- Dependencies: 227
-- Data for Name: post_custom_fields; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.post_custom_fields (id, post_id, name, value) FROM stdin;
1	161	is_accepted_answer	true
\.


--
-- TOC entry 3546 (class 0 OID 16539)
-- Dependencies: 235
-- Data for Name: post_revisions; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.post_revisions (id, post_id, modifications, number) FROM stdin;
1	100	---\nraw:\n- It is pale\n- It is **pale**\n	2
\.


--
-- TOC entry 3535 (class 0 OID 16469)
-- Dependencies: 224
-- Data for Name: post_voting_comments; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.post_voting_comments (id, post_id, user_id, raw, cooked, deleted_at, created_at) FROM stdin;
1	101	1	Thanks, see [it](/t/how-hot/11)		\N	2024-02-01 15:00:00
2	100	5	Which oven?		\N	2024-02-01 16:00:00
3	100	5	A deleted comment		2024-02-02 10:00:00	2024-02-01 16:00:00
4	105	1	Below a hidden post		\N	2024-02-01 16:00:00
\.


--
-- TOC entry 3534 (class 0 OID 16462)
-- Dependencies: 223
-- Data for Name: post_voting_votes; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.post_voting_votes (id, user_id, created_at, direction, votable_type, votable_id) FROM stdin;
1	1	2024-02-01 12:00:00	up	Post	101
2	5	2024-02-01 12:00:00	up	Post	101
3	2	2024-02-01 12:00:00	down	Post	100
4	1	2024-02-01 12:00:00	up	PostVotingComment	1
\.


--
-- TOC entry 3532 (class 0 OID 16442)
-- Dependencies: 221
-- Data for Name: posts; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.posts (id, user_id, topic_id, post_number, raw, cooked, created_at, updated_at, reply_to_post_number, deleted_at, like_count, post_type, hidden, last_version_at, user_deleted, version, cook_method, raw_email, action_code, wiki) FROM stdin;
101	2	10	2	[quote="ada, post:1, topic:10"]\nIt is **pale**\n[/quote]\nBake it *hotter*		2024-02-01 11:00:00	2024-02-01 11:00:00	\N	\N	0	1	f	2024-02-01 11:00:00	f	1	1	\N	\N	f
103	1	10	4	A whisper		2024-02-01 13:00:00	2024-02-01 13:00:00	\N	\N	0	4	f	2024-02-01 13:00:00	f	1	1	\N	\N	f
108	2	11	4	As the staff: ask a miller		2024-02-05 10:00:00	2024-02-05 10:00:00	\N	\N	0	2	f	2024-02-05 10:00:00	f	1	1	\N	\N	f
110	2	11	1	[details="What I tried"]\n200 degrees\n[/details]\n\n[poll type=regular]\n* yes\n* no\n[/poll]\n\nIs it [spoiler]250[/spoiler]?		2024-02-02 10:00:00	2024-02-02 10:00:00	\N	\N	0	1	f	2024-02-02 10:00:00	f	1	1	\N	\N	f
111	\N	11	2	Very, as ![old|10x10](/uploads/default/original/1X/0000000000000000000000000000000000000064.png) shows		2024-02-02 11:00:00	2024-02-02 11:00:00	\N	\N	0	1	f	2024-02-02 11:00:00	f	1	1	\N	\N	f
120	1	12	1	An unlisted post		2024-02-03 10:00:00	2024-02-03 10:00:00	\N	\N	0	1	f	2024-02-03 10:00:00	f	1	1	\N	\N	f
130	1	13	1	A post of a deleted topic		2024-02-03 10:00:00	2024-02-03 10:00:00	\N	\N	0	1	f	2024-02-03 10:00:00	f	1	1	\N	\N	f
140	1	14	1	A private text		2024-02-03 10:00:00	2024-02-03 10:00:00	\N	\N	0	1	f	2024-02-03 10:00:00	f	1	1	\N	\N	f
150	1	15	1	A text for the staff		2024-02-03 10:00:00	2024-02-03 10:00:00	\N	\N	0	1	f	2024-02-03 10:00:00	f	1	1	\N	\N	f
171	1	17	2	Below a hidden post		2024-02-07 11:00:00	2024-02-07 11:00:00	\N	\N	0	1	f	2024-02-07 11:00:00	f	1	1	\N	\N	f
190	-1	90	1	Replace this		2024-01-01 10:00:00	2024-01-01 10:00:00	\N	\N	0	1	f	2024-01-01 10:00:00	f	1	1	\N	\N	f
100	1	10	1	It is **pale**, see ![a loaf|690x400](upload://1C.png) and [this](https://bake.example.org/t/how-hot/11/2).\n\n\tcode\\n\n\nAlso https://bake.example.org/p/101 and [recipe.pdf|attachment](upload://2B.pdf) (1 KB), by @two_words.		2024-02-01 10:00:00	2024-02-01 10:00:00	\N	\N	0	1	f	2024-02-05 10:00:00	f	3	1	\N	\N	f
104	1	11	3			2024-02-04 10:00:00	2024-02-04 10:00:00	\N	\N	0	3	f	2024-02-04 10:00:00	f	1	1	\N	closed.enabled	f
109	-1	11	5	2 posts were moved		2024-02-05 11:00:00	2024-02-05 11:00:00	\N	\N	0	2	f	2024-02-05 11:00:00	f	1	1	\N	split_topic	f
105	5	10	5	A hidden post		2024-02-01 14:00:00	2024-02-01 14:00:00	\N	\N	0	1	t	2024-02-01 14:00:00	f	1	1	\N	\N	f
170	5	17	1	Spam		2024-02-07 10:00:00	2024-02-07 10:00:00	\N	\N	0	1	t	2024-02-07 10:00:00	f	1	1	\N	\N	f
106	5	10	6	A deleted post		2024-02-01 14:00:00	2024-02-01 14:00:00	\N	2024-02-02 10:00:00	0	1	f	2024-02-01 14:00:00	f	1	1	\N	\N	f
107	5	10	7	(post deleted by author)		2024-02-01 14:00:00	2024-02-01 14:00:00	\N	\N	0	1	f	2024-02-01 14:00:00	t	1	1	\N	\N	f
102	3	10	3	Or longer		2024-02-01 12:00:00	2024-02-01 12:00:00	2	\N	0	1	f	2024-02-01 12:00:00	f	1	1	\N	\N	t
160	3	16	1	<p>Which <b>flour</b>?</p>		2024-02-06 10:00:00	2024-02-06 10:00:00	\N	\N	0	1	f	2024-02-06 10:00:00	f	1	2	\N	\N	f
161	5	16	2	Rye & 2 < 3\nby mail *as is*		2024-02-06 11:00:00	2024-02-06 11:00:00	\N	\N	0	1	f	2024-02-06 11:00:00	f	1	3	From: luk@example.org	\N	f
\.


--
-- TOC entry 3545 (class 0 OID 16531)
-- Dependencies: 234
-- Data for Name: reviewables; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.reviewables (id, type, status, payload) FROM stdin;
1	ReviewableQueuedPost	0	{"raw":"Waiting"}
2	ReviewableQueuedPost	1	{}
3	ReviewableUser	0	\N
\.


--
-- TOC entry 3551 (class 0 OID 16568)
-- Dependencies: 240
-- Data for Name: site_settings; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.site_settings (id, name, data_type, value) FROM stdin;
1	uncategorized_category_id	3	1
2	smtp_secret	1	smtp-password-1
\.


--
-- TOC entry 3541 (class 0 OID 16507)
-- Dependencies: 230
-- Data for Name: tag_group_memberships; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.tag_group_memberships (id, tag_id, tag_group_id) FROM stdin;
1	3	1
2	4	2
\.


--
-- TOC entry 3542 (class 0 OID 16512)
-- Dependencies: 231
-- Data for Name: tag_group_permissions; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.tag_group_permissions (id, tag_group_id, group_id, permission_type) FROM stdin;
1	1	3	1
2	2	0	1
3	2	3	1
\.


--
-- TOC entry 3539 (class 0 OID 16495)
-- Dependencies: 228
-- Data for Name: tags; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.tags (id, name, target_tag_id, description) FROM stdin;
1	crust	\N	The outer part
2	kruste	1	\N
3	staff-only	\N	\N
4	oven	\N	\N
\.


--
-- TOC entry 3537 (class 0 OID 16481)
-- Dependencies: 226
-- Data for Name: topic_custom_fields; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.topic_custom_fields (id, topic_id, name, value) FROM stdin;
1	10	accepted_answer_post_id	102
2	11	accepted_answer_post_id	111
3	11	secret_field	secret-field-1
\.


--
-- TOC entry 3544 (class 0 OID 16524)
-- Dependencies: 233
-- Data for Name: topic_links; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.topic_links (id, topic_id, post_id, link_topic_id, internal, reflection) FROM stdin;
1	10	100	11	t	f
2	11	\N	10	t	t
3	10	105	16	t	f
\.


--
-- TOC entry 3540 (class 0 OID 16502)
-- Dependencies: 229
-- Data for Name: topic_tags; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.topic_tags (id, topic_id, tag_id) FROM stdin;
1	10	4
2	10	1
3	10	3
4	11	1
\.


--
-- TOC entry 3531 (class 0 OID 16430)
-- Dependencies: 220
-- Data for Name: topics; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.topics (id, title, created_at, updated_at, views, user_id, deleted_at, category_id, visible, closed, archived, archetype, subtype, slug) FROM stdin;
10	Why is my 'crust' pale? \\ a	2024-02-01 10:00:00	2024-02-05 10:00:00	42	1	\N	3	t	f	f	regular	question_answer	why-is-my-crust-pale
11	How hot?	2024-02-02 10:00:00	2024-02-09 10:00:00	7	2	\N	2	t	t	f	regular	\N	how-hot
12	Unlisted?	2024-02-03 10:00:00	2024-02-03 10:00:00	0	1	\N	2	f	f	f	regular	\N	unlisted
13	Deleted?	2024-02-03 10:00:00	2024-02-03 10:00:00	0	1	2024-02-04 10:00:00	2	t	f	f	regular	\N	deleted
14	A personal message	2024-02-03 10:00:00	2024-02-03 10:00:00	0	1	\N	\N	t	f	f	private_message	user_to_user	a-personal-message
15	Only for the staff	2024-02-03 10:00:00	2024-02-03 10:00:00	0	1	\N	4	t	f	f	regular	\N	only-for-the-staff
16	Which flour?	2024-02-06 10:00:00	2024-02-06 10:00:00	3	3	\N	1	t	f	f	regular	\N	which-flour
17	Hidden?	2024-02-07 10:00:00	2024-02-07 10:00:00	0	5	\N	2	t	f	f	regular	\N	hidden
90	About the Bread category	2024-01-01 10:00:00	2024-01-01 10:00:00	0	-1	\N	2	t	f	f	regular	\N	about-the-bread-category
\.


--
-- TOC entry 3543 (class 0 OID 16517)
-- Dependencies: 232
-- Data for Name: uploads; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.uploads (id, user_id, original_filename, url, sha1, original_sha1) FROM stdin;
1	1	loaf.png	/uploads/default/original/1X/0000000000000000000000000000000000000064.png	0000000000000000000000000000000000000064	\N
2	1	recipe.pdf	/uploads/default/original/1X/00000000000000000000000000000000000000a1.pdf	00000000000000000000000000000000000000a1	\N
5	1	face.png	/uploads/default/original/1X/0000000000000000000000000000000000000065.png	0000000000000000000000000000000000000065	\N
\.


--
-- TOC entry 3549 (class 0 OID 16556)
-- Dependencies: 238
-- Data for Name: user_badges; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.user_badges (id, badge_id, user_id) FROM stdin;
1	1	1
2	2	1
\.


--
-- TOC entry 3526 (class 0 OID 16396)
-- Dependencies: 215
-- Data for Name: user_emails; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.user_emails (id, user_id, email) FROM stdin;
1	1	ada@example.org
2	2	ben@example.org
\.


--
-- TOC entry 3529 (class 0 OID 16415)
-- Dependencies: 218
-- Data for Name: user_options; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.user_options (user_id, hide_profile, hide_presence) FROM stdin;
1	f	f
2	t	f
\.


--
-- TOC entry 3527 (class 0 OID 16403)
-- Dependencies: 216
-- Data for Name: user_passwords; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.user_passwords (id, user_id, password_hash, password_salt) FROM stdin;
1	1	secret-hash-1	secret-salt-1
\.


--
-- TOC entry 3528 (class 0 OID 16408)
-- Dependencies: 217
-- Data for Name: user_profiles; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.user_profiles (user_id, location, website, bio_raw, bio_cooked) FROM stdin;
1	Here	\N	I **bake**, see [this](/t/why-is-my-crust-pale/10).	<p>x</p>
2	\N	\N	Hidden bio	<p>x</p>
5	\N	\N	\N	\N
\.


--
-- TOC entry 3525 (class 0 OID 16385)
-- Dependencies: 214
-- Data for Name: users; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.users (id, username, created_at, name, active, username_lower, admin, suspended_till, silenced_till, ip_address, registration_ip_address, moderator, uploaded_avatar_id, staged) FROM stdin;
-1	system	2024-01-01 09:00:00.123456	system	t	system	t	\N	\N	\N	\N	t	\N	f
1	ada	2024-01-01 10:00:00	Ada Löw	t	ada	t	\N	\N	192.0.2.7	\N	f	5	f
2	two_words	2024-01-02 10:00:00		t	two_words	f	2999-01-01 00:00:00	\N	192.0.2.8	\N	t	\N	f
3	mailer	2024-01-03 10:00:00	By Mail	f	mailer	f	\N	\N	\N	\N	f	\N	t
4	never	2024-01-04 10:00:00	Never Confirmed	f	never	f	\N	\N	\N	\N	f	\N	f
5	Łuk	2024-01-05 10:00:00	\N	t	łuk	f	\N	\N	\N	\N	f	\N	f
\.


--
-- TOC entry 3382 (class 2606 OID 16581)
-- Name: backup_metadata backup_metadata_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.backup_metadata
    ADD CONSTRAINT backup_metadata_pkey PRIMARY KEY (id);


--
-- TOC entry 3374 (class 2606 OID 16555)
-- Name: bookmarks bookmarks_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.bookmarks
    ADD CONSTRAINT bookmarks_pkey PRIMARY KEY (id);


--
-- TOC entry 3338 (class 2606 OID 16429)
-- Name: categories categories_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.categories
    ADD CONSTRAINT categories_pkey PRIMARY KEY (id);


--
-- TOC entry 3378 (class 2606 OID 16567)
-- Name: chat_messages chat_messages_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chat_messages
    ADD CONSTRAINT chat_messages_pkey PRIMARY KEY (id);


--
-- TOC entry 3350 (class 2606 OID 16480)
-- Name: discourse_solved_solved_topics discourse_solved_solved_topics_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.discourse_solved_solved_topics
    ADD CONSTRAINT discourse_solved_solved_topics_pkey PRIMARY KEY (id);


--
-- TOC entry 3372 (class 2606 OID 16550)
-- Name: polls polls_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.polls
    ADD CONSTRAINT polls_pkey PRIMARY KEY (id);


--
-- TOC entry 3344 (class 2606 OID 16461)
-- Name: post_actions post_actions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.post_actions
    ADD CONSTRAINT post_actions_pkey PRIMARY KEY (id);


--
-- TOC entry 3354 (class 2606 OID 16494)
-- Name: post_custom_fields post_custom_fields_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.post_custom_fields
    ADD CONSTRAINT post_custom_fields_pkey PRIMARY KEY (id);


--
-- TOC entry 3370 (class 2606 OID 16545)
-- Name: post_revisions post_revisions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.post_revisions
    ADD CONSTRAINT post_revisions_pkey PRIMARY KEY (id);


--
-- TOC entry 3348 (class 2606 OID 16475)
-- Name: post_voting_comments post_voting_comments_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.post_voting_comments
    ADD CONSTRAINT post_voting_comments_pkey PRIMARY KEY (id);


--
-- TOC entry 3346 (class 2606 OID 16468)
-- Name: post_voting_votes post_voting_votes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.post_voting_votes
    ADD CONSTRAINT post_voting_votes_pkey PRIMARY KEY (id);


--
-- TOC entry 3342 (class 2606 OID 16455)
-- Name: posts posts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.posts
    ADD CONSTRAINT posts_pkey PRIMARY KEY (id);


--
-- TOC entry 3368 (class 2606 OID 16538)
-- Name: reviewables reviewables_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.reviewables
    ADD CONSTRAINT reviewables_pkey PRIMARY KEY (id);


--
-- TOC entry 3380 (class 2606 OID 16574)
-- Name: site_settings site_settings_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.site_settings
    ADD CONSTRAINT site_settings_pkey PRIMARY KEY (id);


--
-- TOC entry 3360 (class 2606 OID 16511)
-- Name: tag_group_memberships tag_group_memberships_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.tag_group_memberships
    ADD CONSTRAINT tag_group_memberships_pkey PRIMARY KEY (id);


--
-- TOC entry 3362 (class 2606 OID 16516)
-- Name: tag_group_permissions tag_group_permissions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.tag_group_permissions
    ADD CONSTRAINT tag_group_permissions_pkey PRIMARY KEY (id);


--
-- TOC entry 3356 (class 2606 OID 16501)
-- Name: tags tags_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.tags
    ADD CONSTRAINT tags_pkey PRIMARY KEY (id);


--
-- TOC entry 3352 (class 2606 OID 16487)
-- Name: topic_custom_fields topic_custom_fields_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.topic_custom_fields
    ADD CONSTRAINT topic_custom_fields_pkey PRIMARY KEY (id);


--
-- TOC entry 3366 (class 2606 OID 16530)
-- Name: topic_links topic_links_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.topic_links
    ADD CONSTRAINT topic_links_pkey PRIMARY KEY (id);


--
-- TOC entry 3358 (class 2606 OID 16506)
-- Name: topic_tags topic_tags_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.topic_tags
    ADD CONSTRAINT topic_tags_pkey PRIMARY KEY (id);


--
-- TOC entry 3340 (class 2606 OID 16441)
-- Name: topics topics_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.topics
    ADD CONSTRAINT topics_pkey PRIMARY KEY (id);


--
-- TOC entry 3364 (class 2606 OID 16523)
-- Name: uploads uploads_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.uploads
    ADD CONSTRAINT uploads_pkey PRIMARY KEY (id);


--
-- TOC entry 3376 (class 2606 OID 16560)
-- Name: user_badges user_badges_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.user_badges
    ADD CONSTRAINT user_badges_pkey PRIMARY KEY (id);


--
-- TOC entry 3330 (class 2606 OID 16402)
-- Name: user_emails user_emails_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.user_emails
    ADD CONSTRAINT user_emails_pkey PRIMARY KEY (id);


--
-- TOC entry 3336 (class 2606 OID 16421)
-- Name: user_options user_options_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.user_options
    ADD CONSTRAINT user_options_pkey PRIMARY KEY (user_id);


--
-- TOC entry 3332 (class 2606 OID 16407)
-- Name: user_passwords user_passwords_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.user_passwords
    ADD CONSTRAINT user_passwords_pkey PRIMARY KEY (id);


--
-- TOC entry 3334 (class 2606 OID 16414)
-- Name: user_profiles user_profiles_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.user_profiles
    ADD CONSTRAINT user_profiles_pkey PRIMARY KEY (user_id);


--
-- TOC entry 3328 (class 2606 OID 16395)
-- Name: users users_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);


-- Completed on 2026-11-30 21:17:26 UTC

--
-- PostgreSQL database dump complete
--

\unrestrict Vscxc9PdsL5U3UwtpiByBLLE9yDsdkcWeWjbZ8iyJnclrEa3j7HeeI7WVObsQ8e

