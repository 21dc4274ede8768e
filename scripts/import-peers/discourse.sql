-- Tables of Discourse 2026.7 with the columns that matter to an import and some that must not be read (the comments at the end of the
-- files in app/models and plugins of its source), and made-up rows with an example of everything that is imported or counted.
CREATE FUNCTION raise_topics_excerpt_readonly() RETURNS trigger LANGUAGE plpgsql AS $rcr$
BEGIN
  RAISE EXCEPTION 'Discourse: ; ( $$ "excerpt" in topics is read only';
END $rcr$;
CREATE TABLE users (id integer PRIMARY KEY, username varchar(60) NOT NULL, created_at timestamp NOT NULL, name varchar, active boolean DEFAULT false NOT NULL,
    username_lower varchar(60) NOT NULL, admin boolean DEFAULT false NOT NULL, suspended_till timestamp, silenced_till timestamp, ip_address inet, registration_ip_address inet,
    moderator boolean DEFAULT false, uploaded_avatar_id integer, staged boolean DEFAULT false NOT NULL);
INSERT INTO users (id, username, created_at, name, active, username_lower, admin, suspended_till, ip_address, moderator, uploaded_avatar_id, staged) VALUES
    (-1, 'system', '2024-01-01 09:00:00.123456', 'system', true, 'system', true, NULL, NULL, true, NULL, false),
    (1, 'ada', '2024-01-01 10:00:00', 'Ada Löw', true, 'ada', true, NULL, '192.0.2.7', false, 5, false),
    (2, 'two_words', '2024-01-02 10:00:00', '', true, 'two_words', false, '2999-01-01 00:00:00', '192.0.2.8', true, NULL, false),
    (3, 'mailer', '2024-01-03 10:00:00', 'By Mail', false, 'mailer', false, NULL, NULL, false, NULL, true),
    (4, 'never', '2024-01-04 10:00:00', 'Never Confirmed', false, 'never', false, NULL, NULL, false, NULL, false),
    (5, 'Łuk', '2024-01-05 10:00:00', NULL, true, 'łuk', false, NULL, NULL, false, NULL, false);
CREATE TABLE user_emails (id integer PRIMARY KEY, user_id integer NOT NULL, email varchar(513) NOT NULL);
INSERT INTO user_emails VALUES (1, 1, 'ada@example.org'), (2, 2, 'ben@example.org');
CREATE TABLE user_passwords (id integer PRIMARY KEY, user_id integer NOT NULL, password_hash varchar(64) NOT NULL, password_salt varchar(32) NOT NULL);
INSERT INTO user_passwords VALUES (1, 1, 'secret-hash-1', 'secret-salt-1');
CREATE TABLE user_profiles (user_id integer PRIMARY KEY, location varchar(3000), website varchar(3000), bio_raw text, bio_cooked text);
INSERT INTO user_profiles VALUES (1, 'Here', NULL, 'I **bake**, see [this](/t/why-is-my-crust-pale/10).', '<p>x</p>'), (2, NULL, NULL, 'Hidden bio', '<p>x</p>'), (5, NULL, NULL, NULL, NULL);
CREATE TABLE user_options (user_id integer PRIMARY KEY, hide_profile boolean DEFAULT false NOT NULL, hide_presence boolean DEFAULT false NOT NULL);
INSERT INTO user_options VALUES (1, false, false), (2, true, false);
CREATE TABLE categories (id integer PRIMARY KEY, name varchar(50) NOT NULL, topic_id integer, slug varchar NOT NULL, description text, parent_category_id integer, read_restricted boolean DEFAULT false NOT NULL,
    email_in varchar);
INSERT INTO categories VALUES (1, 'Uncategorized', NULL, 'uncategorized', '', NULL, false, NULL), (2, 'Bread', 90, 'bread', 'All about <b>bread</b>', NULL, false, 'secret-in@example.org'),
    (3, 'Rye bread', NULL, 'rye', NULL, 2, false, NULL), (4, 'Staff', NULL, 'staff', 'For the staff', NULL, true, NULL), (5, '日本語', NULL, '', NULL, NULL, false, NULL);
CREATE TABLE topics (id integer PRIMARY KEY, title varchar NOT NULL, created_at timestamp NOT NULL, updated_at timestamp NOT NULL, views integer DEFAULT 0 NOT NULL, user_id integer, deleted_at timestamp,
    category_id integer, visible boolean DEFAULT true NOT NULL, closed boolean DEFAULT false NOT NULL, archived boolean DEFAULT false NOT NULL, archetype varchar DEFAULT 'regular' NOT NULL, subtype varchar, slug varchar);
INSERT INTO topics (id, title, created_at, updated_at, views, user_id, deleted_at, category_id, visible, closed, archetype, subtype, slug) VALUES
    (10, E'Why is my ''crust'' pale? \\ a', '2024-02-01 10:00:00', '2024-02-05 10:00:00', 42, 1, NULL, 3, true, false, 'regular', 'question_answer', 'why-is-my-crust-pale'),
    (11, 'How hot?', '2024-02-02 10:00:00', '2024-02-09 10:00:00', 7, 2, NULL, 2, true, true, 'regular', NULL, 'how-hot'),
    (12, 'Unlisted?', '2024-02-03 10:00:00', '2024-02-03 10:00:00', 0, 1, NULL, 2, false, false, 'regular', NULL, 'unlisted'),
    (13, 'Deleted?', '2024-02-03 10:00:00', '2024-02-03 10:00:00', 0, 1, '2024-02-04 10:00:00', 2, true, false, 'regular', NULL, 'deleted'),
    (14, 'A personal message', '2024-02-03 10:00:00', '2024-02-03 10:00:00', 0, 1, NULL, NULL, true, false, 'private_message', 'user_to_user', 'a-personal-message'),
    (15, 'Only for the staff', '2024-02-03 10:00:00', '2024-02-03 10:00:00', 0, 1, NULL, 4, true, false, 'regular', NULL, 'only-for-the-staff'),
    (16, 'Which flour?', '2024-02-06 10:00:00', '2024-02-06 10:00:00', 3, 3, NULL, 1, true, false, 'regular', NULL, 'which-flour'),
    (17, 'Hidden?', '2024-02-07 10:00:00', '2024-02-07 10:00:00', 0, 5, NULL, 2, true, false, 'regular', NULL, 'hidden'),
    (90, 'About the Bread category', '2024-01-01 10:00:00', '2024-01-01 10:00:00', 0, -1, NULL, 2, true, false, 'regular', NULL, 'about-the-bread-category');
CREATE TABLE posts (id integer PRIMARY KEY, user_id integer, topic_id integer NOT NULL, post_number integer NOT NULL, raw text NOT NULL, cooked text NOT NULL, created_at timestamp NOT NULL, updated_at timestamp NOT NULL,
    reply_to_post_number integer, deleted_at timestamp, like_count integer DEFAULT 0 NOT NULL, post_type integer DEFAULT 1 NOT NULL, hidden boolean DEFAULT false NOT NULL, last_version_at timestamp NOT NULL,
    user_deleted boolean DEFAULT false NOT NULL, version integer DEFAULT 1 NOT NULL, cook_method integer DEFAULT 1 NOT NULL, raw_email text, action_code varchar, wiki boolean DEFAULT false NOT NULL);
CREATE FUNCTION post(id integer, author integer, topic integer, number integer, at text, raw text, kind integer DEFAULT 1) RETURNS void LANGUAGE sql AS
    'INSERT INTO posts (id, user_id, topic_id, post_number, raw, cooked, created_at, updated_at, last_version_at, post_type) VALUES ($1, $2, $3, $4, $6, '''', $5::timestamp, $5::timestamp, $5::timestamp, $7)';
DO $do$ BEGIN
    PERFORM post(100, 1, 10, 1, '2024-02-01 10:00:00', E'It is **pale**, see ![a loaf|690x400](upload://1C.png) and [this](https://bake.example.org/t/how-hot/11/2).\n\n\tcode\\n\n\nAlso https://bake.example.org/p/101 and [recipe.pdf|attachment](upload://2B.pdf) (1 KB), by @two_words.');
    PERFORM post(101, 2, 10, 2, '2024-02-01 11:00:00', E'[quote="ada, post:1, topic:10"]\nIt is **pale**\n[/quote]\nBake it *hotter*');
    PERFORM post(102, 3, 10, 3, '2024-02-01 12:00:00', 'Or longer');
    PERFORM post(103, 1, 10, 4, '2024-02-01 13:00:00', 'A whisper', 4);
    PERFORM post(104, 1, 11, 3, '2024-02-04 10:00:00', '', 3);
    PERFORM post(105, 5, 10, 5, '2024-02-01 14:00:00', 'A hidden post');
    PERFORM post(106, 5, 10, 6, '2024-02-01 14:00:00', 'A deleted post');
    PERFORM post(107, 5, 10, 7, '2024-02-01 14:00:00', '(post deleted by author)');
    PERFORM post(108, 2, 11, 4, '2024-02-05 10:00:00', 'As the staff: ask a miller', 2);
    PERFORM post(109, -1, 11, 5, '2024-02-05 11:00:00', '2 posts were moved', 2);
    PERFORM post(110, 2, 11, 1, '2024-02-02 10:00:00', E'[details="What I tried"]\n200 degrees\n[/details]\n\n[poll type=regular]\n* yes\n* no\n[/poll]\n\nIs it [spoiler]250[/spoiler]?');
    PERFORM post(111, NULL, 11, 2, '2024-02-02 11:00:00', 'Very, as ![old|10x10](/uploads/default/original/1X/0000000000000000000000000000000000000064.png) shows');
    PERFORM post(120, 1, 12, 1, '2024-02-03 10:00:00', 'An unlisted post');
    PERFORM post(130, 1, 13, 1, '2024-02-03 10:00:00', 'A post of a deleted topic');
    PERFORM post(140, 1, 14, 1, '2024-02-03 10:00:00', 'A private text');
    PERFORM post(150, 1, 15, 1, '2024-02-03 10:00:00', 'A text for the staff');
    PERFORM post(160, 3, 16, 1, '2024-02-06 10:00:00', '<p>Which <b>flour</b>?</p>');
    PERFORM post(161, 5, 16, 2, '2024-02-06 11:00:00', E'Rye & 2 < 3\nby mail *as is*');
    PERFORM post(170, 5, 17, 1, '2024-02-07 10:00:00', 'Spam');
    PERFORM post(171, 1, 17, 2, '2024-02-07 11:00:00', 'Below a hidden post');
    PERFORM post(190, -1, 90, 1, '2024-01-01 10:00:00', 'Replace this');
END $do$;
DROP FUNCTION post;
UPDATE posts SET version = 3, last_version_at = '2024-02-05 10:00:00' WHERE id = 100;
UPDATE posts SET action_code = 'closed.enabled' WHERE id = 104;
UPDATE posts SET action_code = 'split_topic' WHERE id = 109;
UPDATE posts SET hidden = true WHERE id IN (105, 170);
UPDATE posts SET deleted_at = '2024-02-02 10:00:00' WHERE id = 106;
UPDATE posts SET user_deleted = true WHERE id = 107;
UPDATE posts SET reply_to_post_number = 2, wiki = true WHERE id = 102;
UPDATE posts SET cook_method = 2 WHERE id = 160;
UPDATE posts SET cook_method = 3, raw_email = 'From: luk@example.org' WHERE id = 161;
CREATE TABLE post_actions (id integer PRIMARY KEY, post_id integer NOT NULL, user_id integer NOT NULL, post_action_type_id integer NOT NULL, deleted_at timestamp);
INSERT INTO post_actions VALUES (1, 110, 1, 2, NULL), (2, 110, 5, 2, NULL), (3, 110, 3, 2, '2024-02-03 10:00:00'), (4, 101, 1, 2, NULL), (5, 170, 1, 8, NULL);
CREATE TABLE post_voting_votes (id bigint PRIMARY KEY, user_id integer NOT NULL, created_at timestamp NOT NULL, direction varchar NOT NULL, votable_type varchar NOT NULL, votable_id bigint NOT NULL);
INSERT INTO post_voting_votes VALUES (1, 1, '2024-02-01 12:00:00', 'up', 'Post', 101), (2, 5, '2024-02-01 12:00:00', 'up', 'Post', 101), (3, 2, '2024-02-01 12:00:00', 'down', 'Post', 100),
    (4, 1, '2024-02-01 12:00:00', 'up', 'PostVotingComment', 1);
CREATE TABLE post_voting_comments (id bigint PRIMARY KEY, post_id integer NOT NULL, user_id integer NOT NULL, raw text NOT NULL, cooked text NOT NULL, deleted_at timestamp, created_at timestamp NOT NULL);
INSERT INTO post_voting_comments VALUES (1, 101, 1, 'Thanks, see [it](/t/how-hot/11)', '', NULL, '2024-02-01 15:00:00'), (2, 100, 5, 'Which oven?', '', NULL, '2024-02-01 16:00:00'),
    (3, 100, 5, 'A deleted comment', '', '2024-02-02 10:00:00', '2024-02-01 16:00:00'), (4, 105, 1, 'Below a hidden post', '', NULL, '2024-02-01 16:00:00');
CREATE TABLE discourse_solved_solved_topics (id bigint PRIMARY KEY, topic_id integer NOT NULL, answer_post_id integer NOT NULL, accepter_user_id integer NOT NULL);
INSERT INTO discourse_solved_solved_topics VALUES (1, 10, 101, -1);
CREATE TABLE topic_custom_fields (id integer PRIMARY KEY, topic_id integer NOT NULL, name varchar(256) NOT NULL, value text);
INSERT INTO topic_custom_fields VALUES (1, 10, 'accepted_answer_post_id', '102'), (2, 11, 'accepted_answer_post_id', '111'), (3, 11, 'secret_field', 'secret-field-1');
CREATE TABLE post_custom_fields (id integer PRIMARY KEY, post_id integer NOT NULL, name varchar(256) NOT NULL, value text);
INSERT INTO post_custom_fields VALUES (1, 161, 'is_accepted_answer', 'true');
CREATE TABLE tags (id integer PRIMARY KEY, name varchar NOT NULL, target_tag_id integer, description varchar(1000));
INSERT INTO tags VALUES (1, 'crust', NULL, 'The outer part'), (2, 'kruste', 1, NULL), (3, 'staff-only', NULL, NULL), (4, 'oven', NULL, NULL);
CREATE TABLE topic_tags (id integer PRIMARY KEY, topic_id integer NOT NULL, tag_id integer NOT NULL);
INSERT INTO topic_tags VALUES (1, 10, 4), (2, 10, 1), (3, 10, 3), (4, 11, 1);
CREATE TABLE tag_group_memberships (id integer PRIMARY KEY, tag_id integer NOT NULL, tag_group_id integer NOT NULL);
INSERT INTO tag_group_memberships VALUES (1, 3, 1), (2, 4, 2);
CREATE TABLE tag_group_permissions (id bigint PRIMARY KEY, tag_group_id integer NOT NULL, group_id integer NOT NULL, permission_type integer NOT NULL);
INSERT INTO tag_group_permissions VALUES (1, 1, 3, 1), (2, 2, 0, 1), (3, 2, 3, 1);
CREATE TABLE uploads (id integer PRIMARY KEY, user_id integer NOT NULL, original_filename varchar NOT NULL, url varchar NOT NULL, sha1 varchar(40), original_sha1 varchar);
INSERT INTO uploads VALUES (1, 1, 'loaf.png', '/uploads/default/original/1X/0000000000000000000000000000000000000064.png', '0000000000000000000000000000000000000064', NULL),
    (2, 1, 'recipe.pdf', '/uploads/default/original/1X/00000000000000000000000000000000000000a1.pdf', '00000000000000000000000000000000000000a1', NULL),
    (5, 1, 'face.png', '/uploads/default/original/1X/0000000000000000000000000000000000000065.png', '0000000000000000000000000000000000000065', NULL);
CREATE TABLE topic_links (id integer PRIMARY KEY, topic_id integer NOT NULL, post_id integer, link_topic_id integer, internal boolean DEFAULT false NOT NULL, reflection boolean DEFAULT false);
INSERT INTO topic_links VALUES (1, 10, 100, 11, true, false), (2, 11, NULL, 10, true, true), (3, 10, 105, 16, true, false);
CREATE TABLE reviewables (id bigint PRIMARY KEY, type varchar NOT NULL, status integer DEFAULT 0 NOT NULL, payload json);
INSERT INTO reviewables VALUES (1, 'ReviewableQueuedPost', 0, '{"raw":"Waiting"}'), (2, 'ReviewableQueuedPost', 1, '{}'), (3, 'ReviewableUser', 0, NULL);
CREATE TABLE post_revisions (id integer PRIMARY KEY, post_id integer, modifications text, number integer);
INSERT INTO post_revisions VALUES (1, 100, E'---\nraw:\n- It is pale\n- It is **pale**\n', 2);
CREATE TABLE polls (id bigint PRIMARY KEY, post_id bigint);
INSERT INTO polls VALUES (1, 110);
CREATE TABLE bookmarks (id bigint PRIMARY KEY, user_id bigint NOT NULL, name varchar(100));
INSERT INTO bookmarks VALUES (1, 1, NULL);
CREATE TABLE user_badges (id integer PRIMARY KEY, badge_id integer NOT NULL, user_id integer NOT NULL);
INSERT INTO user_badges VALUES (1, 1, 1), (2, 2, 1);
CREATE TABLE chat_messages (id bigint PRIMARY KEY, user_id integer, message text);
INSERT INTO chat_messages VALUES (1, 1, 'A private chat');
CREATE TABLE site_settings (id integer PRIMARY KEY, name varchar NOT NULL, data_type integer NOT NULL, value text);
INSERT INTO site_settings VALUES (1, 'uncategorized_category_id', 3, '1'), (2, 'smtp_secret', 1, 'smtp-password-1');
CREATE TABLE backup_metadata (id bigint PRIMARY KEY, name varchar NOT NULL, value varchar);
INSERT INTO backup_metadata VALUES (1, 'base_url', 'https://bake.example.org'), (2, 'db_name', 'default');
