--
-- PostgreSQL database dump
--

\restrict NjjiucDxWBgjRGJoxy2jFtkVr8LBrsdfQc0hdEYaYJNoBRt2fNG1H098q7SqKaP

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
-- Name: legacy_hash; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.legacy_hash (
    _key text NOT NULL,
    data jsonb NOT NULL,
    type public.legacy_object_type DEFAULT 'hash'::public.legacy_object_type NOT NULL,
    CONSTRAINT legacy_hash_type_check CHECK ((type = 'hash'::public.legacy_object_type))
);


--
-- Name: legacy_object; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.legacy_object (
    _key text NOT NULL,
    type public.legacy_object_type NOT NULL,
    "expireAt" timestamp with time zone
);


--
-- Name: legacy_set; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.legacy_set (
    _key text NOT NULL,
    member text NOT NULL,
    type public.legacy_object_type DEFAULT 'set'::public.legacy_object_type NOT NULL,
    CONSTRAINT legacy_set_type_check CHECK ((type = 'set'::public.legacy_object_type))
);


--
-- Name: legacy_zset; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.legacy_zset (
    _key text NOT NULL,
    value text NOT NULL,
    score numeric NOT NULL,
    type public.legacy_object_type DEFAULT 'zset'::public.legacy_object_type NOT NULL,
    CONSTRAINT legacy_zset_type_check CHECK ((type = 'zset'::public.legacy_object_type))
);


--
-- Data for Name: legacy_hash; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.legacy_hash (_key, data, type) FROM stdin;
category:1	{"cid": 1, "icon": "fa-bullhorn", "link": "", "name": "Announcements", "slug": "1/announcements", "class": "col-md-3 col-6", "color": "#ffffff", "order": 1, "handle": "announcements", "bgColor": "#fda34b", "disabled": 0, "isSection": 0, "parentCid": 0, "imageClass": "cover", "post_count": 0, "description": "Announcements regarding our community", "topic_count": 0, "numRecentReplies": 1, "subCategoriesPerPage": 10}	hash
category:3	{"cid": 3, "icon": "fa-newspaper-o", "link": "", "name": "Blogs", "slug": "3/blogs", "class": "col-md-3 col-6", "color": "#ffffff", "order": 4, "handle": "blogs", "bgColor": "#86ba4b", "disabled": 0, "isSection": 0, "parentCid": 0, "imageClass": "cover", "post_count": 0, "description": "Blog posts from individual members", "topic_count": 0, "numRecentReplies": 1, "subCategoriesPerPage": 10}	hash
category:2	{"cid": 2, "icon": "fa-comments-o", "link": "", "name": "General Discussion", "slug": "2/general-discussion", "class": "col-md-3 col-6", "color": "#ffffff", "order": 2, "handle": "general-discussion", "bgColor": "#59b3d0", "disabled": 0, "isSection": 0, "parentCid": 0, "imageClass": "cover", "post_count": 0, "description": "A place to talk about whatever you want", "topic_count": 0, "numRecentReplies": 1, "subCategoriesPerPage": 10}	hash
config	{"email:smtpTransport:pass": "smtp-password-1"}	hash
topic:7	{"cid": 5, "tid": 7, "uid": 4, "slug": "7/which-oven-do-you-sell", "tags": "ovens", "title": "Which oven do you sell?", "locked": 1, "mainPid": 14, "isSolved": 0, "postcount": 1, "timestamp": 1771840813123, "viewcount": 0, "isQuestion": 1, "postercount": 1, "lastposttime": 1771840813123, "followercount": 1}	hash
post:queue:topic-1796073405574	{"id": "topic-1796073405574", "uid": 5, "data": "{\\"uid\\":5,\\"cid\\":5,\\"title\\":\\"Waiting question?\\",\\"content\\":\\"A waiting question\\",\\"tags\\":[]}", "type": "topic"}	hash
category:4	{"cid": 4, "icon": "fa-question", "link": "", "name": "Comments & Feedback", "slug": "4/comments-feedback", "class": "col-md-3 col-6", "color": "#ffffff", "order": 3, "handle": "comments-feedback", "bgColor": "#e95c5a", "disabled": 0, "isSection": 0, "parentCid": 0, "imageClass": "cover", "post_count": 0, "description": "Got a question? Ask away!", "topic_count": 0, "numRecentReplies": 1, "subCategoriesPerPage": 10}	hash
post:1	{"pid": 1, "tid": 1, "uid": 1, "content": "### Welcome to your brand new NodeBB forum!\\n\\nThis is what a topic and post looks like. As an administrator, you can edit the post\\\\'s title and content.\\nTo customise your forum, go to the [Administrator Control Panel](../../admin). You can modify all aspects of your forum there, including installation of third-party plugins.\\n\\n#### Additional Resources\\n\\n* [NodeBB Documentation](https://docs.nodebb.org)\\n* [Community Support Forum](https://community.nodebb.org)\\n* [Project repository](https://github.com/nodebb/nodebb)", "timestamp": 1796073392525}	hash
user:1	{"uid": 1, "email": "user0@example.com", "status": "online", "aboutme": "I bake **at night**, see https://bread.example.org/a_b_c.", "website": "https://ada.example.org", "fullname": "Ada Secret", "joindate": 1768471199123, "location": "Secretville", "password": "a-secret-hash", "username": "ada", "userslug": "ada", "postcount": 5, "signature": "A signature", "groupTitle": "[\\"administrators\\"]", "lastonline": 1796073404990, "reputation": 2, "topiccount": 1, "lastposttime": 1773396019123, "email:confirmed": 1, "password:shaWrapped": 1}	hash
user:3	{"uid": 3, "status": "online", "joindate": 1768474800123, "password": "a-secret-hash", "username": "Löw Ärger", "userslug": "löw-ärger", "postcount": 2, "lastonline": 1796073402137, "reputation": -1, "topiccount": 1, "lastposttime": 1770285607123, "password:shaWrapped": 1}	hash
post:2	{"pid": 2, "tid": 2, "uid": 1, "content": "It is **pale** and *soft*:\\n\\n![A loaf](/assets/uploads/files/1769000000123-loaf.png)\\n\\n- one\\n- two `a*b*`\\n\\n> said Ann\\n\\nSee [this](https://bread.example.org/x?a=1&b=2). https://bread.example.org/a_b_c in words.\\n\\n| Heat | Time |\\n|---|---|\\n| 200 | 1 |\\n\\n```python\\nif hot:\\n    bake()\\n```\\n\\n    indented <code>\\n\\nIt costs $5.", "replies": 1, "uploads": "[\\"/files/1769000000123-loaf.png\\"]", "upvotes": 2, "downvotes": 1, "timestamp": 1768730401123}	hash
topic:10	{"cid": 5, "tid": 10, "uid": 4, "slug": "10/deleted-question", "tags": "secret-tag", "title": "Deleted question?", "deleted": 1, "mainPid": 17, "isSolved": 0, "postcount": 2, "teaserPid": "18", "timestamp": 1772618416123, "viewcount": 0, "deleterUid": 1, "isQuestion": 1, "postercount": 2, "lastposttime": 1772877617123, "followercount": 1, "deletedTimestamp": 1796073404667}	hash
topic:9	{"cid": 5, "tid": 9, "uid": 4, "slug": "9/good-morning", "tags": "chat", "title": "Good morning", "mainPid": 16, "postcount": 1, "timestamp": 1772359215123, "viewcount": 0, "postercount": 1, "lastposttime": 1772359215123, "followercount": 1}	hash
topicEvent:1	{"id": 1, "uid": 1, "type": "lock"}	hash
post:12	{"pid": 12, "tid": 5, "uid": 0, "handle": "A guest", "content": "Very late.", "timestamp": 1771322411123}	hash
post:22	{"pid": 22, "tid": 12, "uid": 2, "content": "A question in a disabled category", "timestamp": 1773914421123}	hash
topic:8	{"cid": 5, "tid": 8, "uid": 7, "slug": "8/why-soft", "tags": "crust", "title": "Why soft?", "deleted": 1, "mainPid": 0, "isSolved": 0, "mergerUid": 1, "postcount": 0, "timestamp": 1772100014123, "viewcount": 0, "deleterUid": 1, "isQuestion": 1, "postercount": 0, "lastposttime": 1772100014123, "mergeIntoTid": 4, "followercount": 1, "mergedTimestamp": 1796073404018, "deletedTimestamp": 1796073403987}	hash
post:20	{"pid": 20, "tid": 3, "uid": 1, "toPid": 19, "content": "Below a deleted answer", "timestamp": 1773396019123}	hash
post:14	{"pid": 14, "tid": 7, "uid": 4, "content": "I want one.", "timestamp": 1771840813123}	hash
post:5	{"pid": 5, "tid": 5, "uid": 0, "handle": "A guest", "content": "It has a name.", "timestamp": 1769508004123}	hash
category:6	{"cid": 6, "icon": "", "link": "", "name": "Rye bread", "slug": "6/rye-bread", "class": "col-md-3 col-6", "color": "#ffffff", "order": 1, "handle": "rye-bread", "bgColor": "#A1B56C", "disabled": 0, "isSection": 0, "parentCid": 5, "imageClass": "cover", "post_count": 9, "description": "Made of rye", "topic_count": 3, "numRecentReplies": 1, "subCategoriesPerPage": 10}	hash
post:18	{"pid": 18, "tid": 10, "uid": 1, "content": "Below a deleted question", "timestamp": 1772877617123}	hash
topicEvent:2	{"id": 2, "uid": 1, "type": "delete"}	hash
category:8	{"cid": 8, "icon": "", "link": "", "name": "Disabled", "slug": "8/disabled", "class": "col-md-3 col-6", "color": "#333333", "order": -2, "handle": "disabled", "bgColor": "#F7CA88", "disabled": 1, "isSection": 0, "parentCid": 0, "imageClass": "cover", "post_count": 1, "description": "", "topic_count": 1, "numRecentReplies": 1, "subCategoriesPerPage": 10}	hash
category:7	{"cid": 7, "icon": "", "link": "", "name": "Bakers only", "slug": "7/bakers-only", "class": "col-md-3 col-6", "color": "#ffffff", "order": -1, "handle": "bakers-only", "bgColor": "#AB4642", "disabled": 0, "isSection": 0, "parentCid": 0, "imageClass": "cover", "post_count": 1, "description": "", "topic_count": 1, "numRecentReplies": 1, "subCategoriesPerPage": 10}	hash
post:4	{"pid": 4, "tid": 4, "uid": 3, "content": "Any, see [that one](/topic/2/why) or https://old.example.com/post/3", "timestamp": 1769248803123}	hash
post:3	{"pid": 3, "tid": 3, "uid": 2, "edited": 1796073402740, "editor": 1, "content": "Is < b > 200 * 2 enough? <b>Bold</b> Or *more*?", "timestamp": 1768989602123}	hash
topic:3	{"cid": 5, "tid": 3, "uid": 2, "slug": "3/how-hot-is-it", "tags": "crust,heat", "title": "How hot is it?", "mainPid": 3, "isSolved": 0, "postcount": 4, "teaserPid": "20", "timestamp": 1768989602123, "viewcount": 0, "isQuestion": 1, "postercount": 4, "lastposttime": 1773396019123, "followercount": 1}	hash
post:6	{"pid": 6, "tid": 6, "uid": 0, "content": "It has none.", "timestamp": 1769767205123}	hash
topic:5	{"cid": 6, "tid": 5, "uid": 0, "slug": "5/asked-by-a-guest", "tags": "guests", "title": "Asked by a guest?", "mainPid": 5, "isSolved": 0, "postcount": 2, "teaserPid": "12", "timestamp": 1769508004123, "viewcount": 0, "isQuestion": 1, "postercount": 1, "lastposttime": 1771322411123}	hash
topic:6	{"cid": 6, "tid": 6, "uid": 0, "slug": "6/asked-by-nobody", "title": "Asked by nobody?", "mainPid": 6, "isSolved": 0, "postcount": 1, "timestamp": 1769767205123, "viewcount": 0, "isQuestion": 1, "postercount": 1, "lastposttime": 1769767205123}	hash
post:11	{"pid": 11, "tid": 2, "uid": 4, "toPid": 2, "content": "A reply to the question", "timestamp": 1771063210123}	hash
post:8	{"pid": 8, "tid": 2, "uid": 3, "content": "Or [as they said](https://old.example.com/post/7), @ada.", "upvotes": 0, "downvotes": 1, "timestamp": 1770285607123}	hash
post:10	{"pid": 10, "tid": 2, "uid": 2, "toPid": 9, "content": "You are *welcome*", "timestamp": 1770804009123}	hash
post:7	{"pid": 7, "tid": 2, "uid": 2, "content": "Bake it *hotter*, as in [the other](/topic/3/how-hot).", "replies": 1, "upvotes": 1, "downvotes": 0, "timestamp": 1770026406123}	hash
user:0	{"topiccount": 2, "lastposttime": 1771322411123}	hash
post:13	{"pid": 13, "tid": 3, "uid": 6, "content": "By someone who left", "timestamp": 1771581612123}	hash
diff:3.1796073402740	{"pid": 3, "uid": 1, "tags": "crust", "patch": "Index: \\n===================================================================\\n--- \\n+++ \\n@@ -1,1 +1,1 @@\\n-Is < b > 200 * 2 enough? <b>Bold</b> Or *more*?\\n\\\\ No newline at end of file\\n+Is < b > 200 * 2 enough? <b>Bold</b>\\n\\\\ No newline at end of file\\n", "title": "How hot?"}	hash
post:21	{"pid": 21, "tid": 11, "uid": 2, "content": "A private question", "timestamp": 1773655220123}	hash
post:9	{"pid": 9, "tid": 2, "uid": 1, "toPid": 7, "content": "Thanks, all of you", "replies": 1, "upvotes": 1, "downvotes": 0, "timestamp": 1770544808123}	hash
post:19	{"pid": 19, "tid": 3, "uid": 4, "content": "A deleted answer", "deleted": 1, "replies": 1, "timestamp": 1773136818123, "deleterUid": 1}	hash
category:5	{"cid": 5, "icon": "", "link": "", "name": "Bread", "slug": "5/bread", "class": "col-md-3 col-6", "color": "#ffffff", "order": 0, "handle": "bread", "bgColor": "#BA8BAF", "disabled": 0, "isSection": 0, "parentCid": 0, "imageClass": "cover", "post_count": 10, "description": "Of flour and water", "topic_count": 6, "numRecentReplies": 1, "subCategoriesPerPage": 10}	hash
post:15	{"pid": 15, "tid": "4", "uid": 7, "content": "It is soft, too.", "timestamp": 1772100014123}	hash
topic:4	{"cid": 5, "tid": 4, "uid": 3, "slug": "4/which-flour-is-it", "tags": "äö.x", "title": "Which flour is it?", "mainPid": 4, "isSolved": 0, "postcount": 2, "teaserPid": "15", "timestamp": 1769248803123, "viewcount": 0, "isQuestion": 1, "postercount": 2, "lastposttime": 1772100014123, "followercount": 1}	hash
post:16	{"pid": 16, "tid": 9, "uid": 4, "content": "No question", "timestamp": 1772359215123}	hash
post:17	{"pid": 17, "tid": 10, "uid": 4, "content": "A deleted question", "timestamp": 1772618416123}	hash
topic:12	{"cid": 8, "tid": 12, "uid": 2, "slug": "12/disabled-question", "tags": "secret-tag", "title": "Disabled question?", "mainPid": 22, "isSolved": 0, "postcount": 1, "timestamp": 1773914421123, "viewcount": 0, "isQuestion": 1, "postercount": 1, "lastposttime": 1773914421123, "followercount": 1}	hash
topic:2	{"cid": 6, "tid": 2, "uid": 1, "slug": "2/why-is-my-crust-pale-soft", "tags": "crust,two words,c++", "title": "Why is my 'crust' pale & <soft>?", "mainPid": 2, "upvotes": 2, "isSolved": 1, "downvotes": 1, "postcount": 6, "solvedPid": 7, "teaserPid": "11", "timestamp": 1768730401123, "viewcount": 41, "isQuestion": 1, "postercount": 4, "lastposttime": 1771063210123, "followercount": 1}	hash
topic:11	{"cid": 7, "tid": 11, "uid": 2, "slug": "11/private-question", "tags": "secret-tag", "title": "Private question?", "mainPid": 21, "isSolved": 0, "postcount": 1, "timestamp": 1773655220123, "viewcount": 0, "isQuestion": 1, "postercount": 1, "lastposttime": 1773655220123, "followercount": 1}	hash
user:7	{"uid": 7, "status": "online", "joindate": 1768489200123, "password": "a-secret-hash", "username": "x_y", "userslug": "x_y", "postcount": 1, "lastonline": 1796073403672, "topiccount": 1, "lastposttime": 1772100014123, "password:shaWrapped": 1}	hash
user:4	{"uid": 4, "status": "online", "joindate": 1768478400123, "password": "a-secret-hash", "username": "j.r.dots", "userslug": "j.r.dots", "postcount": 5, "lastonline": 1796073404858, "topiccount": 3, "lastposttime": 1773136818123, "password:shaWrapped": 1}	hash
user:5	{"uid": 5, "status": "online", "joindate": 1768482000123, "password": "a-secret-hash", "username": "newcomer", "userslug": "newcomer", "lastonline": 1768482000123, "lastqueuetime": 1796073405574, "password:shaWrapped": 1}	hash
user:2	{"uid": 2, "status": "online", "joindate": 1768471200123, "password": "a-secret-hash", "username": "two words", "userslug": "two-words", "postcount": 5, "groupTitle": "[\\"bakers\\"]", "lastonline": 1796073402402, "reputation": 1, "topiccount": 3, "lastposttime": 1773914421123, "password:shaWrapped": 1}	hash
\.


--
-- Data for Name: legacy_object; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.legacy_object (_key, type, "expireAt") FROM stdin;
category:2	hash	\N
category:1	hash	\N
group:cid:1:privileges:groups:read:members	zset	\N
group:cid:1:privileges:groups:topics:read:members	zset	\N
group:cid:2:privileges:groups:read:members	zset	\N
group:cid:2:privileges:groups:topics:read:members	zset	\N
config	hash	\N
group:cid:3:privileges:groups:read:members	zset	\N
group:cid:3:privileges:groups:topics:read:members	zset	\N
category:3	hash	\N
user:1	hash	\N
category:4	hash	\N
email:uid	zset	\N
user:2	hash	\N
group:cid:4:privileges:groups:read:members	zset	\N
group:cid:4:privileges:groups:topics:read:members	zset	\N
post:1	hash	\N
category:7	hash	\N
category:6	hash	\N
group:cid:5:privileges:groups:read:members	zset	\N
group:cid:5:privileges:groups:topics:read:members	zset	\N
group:cid:7:privileges:groups:read:members	zset	\N
group:cid:8:privileges:groups:read:members	zset	\N
group:cid:8:privileges:groups:topics:read:members	zset	\N
group:cid:7:privileges:groups:topics:read:members	zset	\N
user:7	hash	\N
user:3	hash	\N
user:5	hash	\N
topic:10	hash	\N
topic:9	hash	\N
pid:9:upvote	set	\N
group:cid:6:privileges:groups:read:members	zset	\N
group:cid:6:privileges:groups:topics:read:members	zset	\N
post:22	hash	\N
post:12	hash	\N
pid:2:upvote	set	\N
topicEvent:1	hash	\N
topic:8	hash	\N
post:20	hash	\N
post:11	hash	\N
post:3	hash	\N
category:8	hash	\N
topic:2	hash	\N
post:6	hash	\N
post:5	hash	\N
post:14	hash	\N
post:18	hash	\N
topicEvent:2	hash	\N
user:0	hash	\N
topic:3	hash	\N
post:4	hash	\N
post:15	hash	\N
post:13	hash	\N
topic:4	hash	\N
topic:7	hash	\N
topic:7:events	zset	\N
post:3:diffs	list	\N
diff:3.1796073402740	hash	\N
post:10	hash	\N
pid:2:downvote	set	\N
post:2	hash	\N
pid:7:upvote	set	\N
post:7	hash	\N
pid:8:downvote	set	\N
post:8	hash	\N
post:9	hash	\N
topic:5	hash	\N
topic:6	hash	\N
post:17	hash	\N
post:19	hash	\N
user:4	hash	\N
post:21	hash	\N
topic:10:events	zset	\N
post:16	hash	\N
category:5	hash	\N
topic:12	hash	\N
topic:11	hash	\N
post:queue:topic-1796073405574	hash	\N
\.


--
-- Data for Name: legacy_set; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.legacy_set (_key, member, type) FROM stdin;
pid:2:upvote	2	set
pid:2:upvote	3	set
pid:2:downvote	4	set
pid:7:upvote	1	set
pid:8:downvote	4	set
pid:9:upvote	2	set
\.


--
-- Data for Name: legacy_zset; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.legacy_zset (_key, value, score, type) FROM stdin;
group:cid:1:privileges:groups:read:members	registered-users	1796073389167	zset
group:cid:1:privileges:groups:topics:read:members	registered-users	1796073389167	zset
group:cid:1:privileges:groups:read:members	fediverse	1796073389173	zset
group:cid:1:privileges:groups:topics:read:members	fediverse	1796073389173	zset
group:cid:1:privileges:groups:read:members	administrators	1796073389225	zset
group:cid:1:privileges:groups:topics:read:members	administrators	1796073389225	zset
group:cid:1:privileges:groups:read:members	Global Moderators	1796073389236	zset
group:cid:1:privileges:groups:topics:read:members	Global Moderators	1796073389236	zset
group:cid:2:privileges:groups:read:members	administrators	1796073389613	zset
group:cid:2:privileges:groups:topics:read:members	administrators	1796073389613	zset
group:cid:2:privileges:groups:read:members	spiders	1796073389680	zset
group:cid:2:privileges:groups:topics:read:members	spiders	1796073389680	zset
group:cid:3:privileges:groups:read:members	Global Moderators	1796073390090	zset
group:cid:3:privileges:groups:topics:read:members	Global Moderators	1796073390090	zset
group:cid:3:privileges:groups:read:members	spiders	1796073390112	zset
group:cid:3:privileges:groups:topics:read:members	spiders	1796073390112	zset
group:cid:4:privileges:groups:read:members	fediverse	1796073390419	zset
group:cid:4:privileges:groups:topics:read:members	fediverse	1796073390419	zset
group:cid:4:privileges:groups:read:members	administrators	1796073390490	zset
group:cid:4:privileges:groups:topics:read:members	administrators	1796073390490	zset
group:cid:1:privileges:groups:read:members	guests	1796073389253	zset
group:cid:1:privileges:groups:topics:read:members	guests	1796073389253	zset
group:cid:1:privileges:groups:read:members	spiders	1796073389266	zset
group:cid:1:privileges:groups:topics:read:members	spiders	1796073389266	zset
group:cid:4:privileges:groups:read:members	Global Moderators	1796073390505	zset
group:cid:4:privileges:groups:topics:read:members	Global Moderators	1796073390505	zset
group:cid:4:privileges:groups:read:members	guests	1796073390520	zset
group:cid:4:privileges:groups:topics:read:members	guests	1796073390520	zset
group:cid:2:privileges:groups:read:members	registered-users	1796073389499	zset
group:cid:2:privileges:groups:topics:read:members	registered-users	1796073389499	zset
group:cid:3:privileges:groups:read:members	registered-users	1796073389976	zset
group:cid:3:privileges:groups:topics:read:members	registered-users	1796073389976	zset
group:cid:3:privileges:groups:read:members	fediverse	1796073389991	zset
group:cid:3:privileges:groups:topics:read:members	fediverse	1796073389991	zset
group:cid:3:privileges:groups:read:members	administrators	1796073390069	zset
group:cid:3:privileges:groups:topics:read:members	administrators	1796073390069	zset
group:cid:3:privileges:groups:read:members	guests	1796073390101	zset
group:cid:3:privileges:groups:topics:read:members	guests	1796073390101	zset
group:cid:2:privileges:groups:read:members	fediverse	1796073389515	zset
group:cid:2:privileges:groups:topics:read:members	fediverse	1796073389515	zset
group:cid:2:privileges:groups:read:members	Global Moderators	1796073389638	zset
group:cid:2:privileges:groups:topics:read:members	Global Moderators	1796073389638	zset
group:cid:2:privileges:groups:read:members	guests	1796073389663	zset
group:cid:2:privileges:groups:topics:read:members	guests	1796073389663	zset
group:cid:4:privileges:groups:read:members	registered-users	1796073390411	zset
group:cid:4:privileges:groups:topics:read:members	registered-users	1796073390411	zset
group:cid:4:privileges:groups:read:members	spiders	1796073390537	zset
group:cid:4:privileges:groups:topics:read:members	spiders	1796073390537	zset
email:uid	user0@example.com	1	zset
group:cid:5:privileges:groups:read:members	registered-users	1796073399247	zset
group:cid:5:privileges:groups:topics:read:members	registered-users	1796073399247	zset
group:cid:5:privileges:groups:read:members	fediverse	1796073399260	zset
group:cid:5:privileges:groups:topics:read:members	fediverse	1796073399260	zset
group:cid:5:privileges:groups:read:members	guests	1796073399373	zset
group:cid:5:privileges:groups:topics:read:members	guests	1796073399373	zset
group:cid:6:privileges:groups:read:members	registered-users	1796073399661	zset
group:cid:6:privileges:groups:topics:read:members	registered-users	1796073399661	zset
group:cid:6:privileges:groups:read:members	fediverse	1796073399677	zset
group:cid:6:privileges:groups:topics:read:members	fediverse	1796073399677	zset
group:cid:5:privileges:groups:read:members	administrators	1796073399335	zset
group:cid:5:privileges:groups:topics:read:members	administrators	1796073399335	zset
group:cid:7:privileges:groups:read:members	Global Moderators	1796073400167	zset
group:cid:7:privileges:groups:topics:read:members	Global Moderators	1796073400167	zset
group:cid:8:privileges:groups:read:members	fediverse	1796073400460	zset
group:cid:8:privileges:groups:topics:read:members	fediverse	1796073400460	zset
group:cid:6:privileges:groups:read:members	administrators	1796073399742	zset
group:cid:6:privileges:groups:topics:read:members	administrators	1796073399742	zset
group:cid:6:privileges:groups:read:members	Global Moderators	1796073399760	zset
group:cid:6:privileges:groups:topics:read:members	Global Moderators	1796073399760	zset
group:cid:7:privileges:groups:read:members	administrators	1796073400158	zset
group:cid:7:privileges:groups:topics:read:members	administrators	1796073400158	zset
group:cid:8:privileges:groups:read:members	registered-users	1796073400446	zset
group:cid:8:privileges:groups:topics:read:members	registered-users	1796073400446	zset
group:cid:5:privileges:groups:read:members	Global Moderators	1796073399347	zset
group:cid:5:privileges:groups:topics:read:members	Global Moderators	1796073399347	zset
group:cid:5:privileges:groups:read:members	spiders	1796073399382	zset
group:cid:5:privileges:groups:topics:read:members	spiders	1796073399382	zset
group:cid:6:privileges:groups:read:members	guests	1796073399768	zset
group:cid:6:privileges:groups:topics:read:members	guests	1796073399768	zset
group:cid:6:privileges:groups:read:members	spiders	1796073399777	zset
group:cid:6:privileges:groups:topics:read:members	spiders	1796073399777	zset
group:cid:8:privileges:groups:read:members	administrators	1796073400532	zset
group:cid:8:privileges:groups:topics:read:members	administrators	1796073400532	zset
group:cid:8:privileges:groups:read:members	Global Moderators	1796073400547	zset
group:cid:8:privileges:groups:topics:read:members	Global Moderators	1796073400547	zset
group:cid:8:privileges:groups:read:members	guests	1796073400559	zset
group:cid:8:privileges:groups:topics:read:members	guests	1796073400559	zset
group:cid:8:privileges:groups:read:members	spiders	1796073400569	zset
group:cid:8:privileges:groups:topics:read:members	spiders	1796073400569	zset
group:cid:7:privileges:groups:read:members	bakers	1796073400672	zset
group:cid:7:privileges:groups:topics:read:members	bakers	1796073400672	zset
topic:7:events	1	1796073403563	zset
topic:10:events	2	1796073404683	zset
\.


--
-- PostgreSQL database dump complete
--

\unrestrict NjjiucDxWBgjRGJoxy2jFtkVr8LBrsdfQc0hdEYaYJNoBRt2fNG1H098q7SqKaP

