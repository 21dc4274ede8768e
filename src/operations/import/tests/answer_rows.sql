-- The rows of a made-up site of Apache Answer. Times are in UTC.
INSERT INTO site_info (type, content) VALUES ('general', '{"name":"Baking","site_url":"https://bake.example.org:8443/forum"}');
INSERT INTO config (id, key, value) VALUES (28, 'question.vote_up', '0'), (29, 'question.vote_down', '0'), (30, 'answer.vote_up', '0'), (31, 'comment.vote_up', '0'),
    (32, 'question.voted_up', '10'), (40, 'question.closed', '0'), (60, 'reason.a_duplicate', '{}');
INSERT INTO user (id, created_at, username, e_mail, status, display_name, avatar, bio, bio_html, website) VALUES
    (1, '2024-01-01 10:00:00', 'ann.lee', 'ann@example.org', 1, 'Ann Lee', '{"type":"gravatar"}', 'I **bake**.', '<p>I <strong>bake</strong>.</p>', 'https://ann.example'),
    (2, '2024-01-02 10:00:00', 'two words', 'ben@example.org', 9, 'Ben', '', '', '', ''),
    (3, '2024-01-03 10:00:00', 'cem', 'cem@example.org', 10, 'Cem Secret', '', 'gone', '<p>gone</p>', '');
INSERT INTO user_role_rel (user_id, role_id) VALUES (1, 2), (2, 1);
INSERT INTO tag (id, main_tag_id, main_tag_slug_name, slug_name, display_name, original_text, parsed_text, status) VALUES
    (10030000000000001, 0, '', 'sourdough', 'Sourdough', 'Bread with *wild* yeast', '', 1),
    (10030000000000002, 10030000000000001, 'sourdough', 'levain', 'Levain', '', '', 1),
    (10030000000000003, 0, '', 'crust', 'Crust', '', '', 1),
    (10030000000000004, 0, '', 'spam', 'Spam', '', '', 10);
INSERT INTO question (id, created_at, updated_at, post_update_time, user_id, last_edit_user_id, title, original_text, parsed_text, show, status, view_count, vote_count, accepted_answer_id) VALUES
    (10010000000000001, '2024-02-01 10:00:00', '2024-02-05 10:00:00', '2024-02-05 10:00:00', 1, 2, 'Why is my crust pale?', 'It is **pale**, see ![a](https://bake.example.org:8443/forum/uploads/post/pale.png) and [this](https://bake.example.org:8443/forum/questions/10010000000000002/how/10020000000000002).', '<p>It is <strong>pale</strong></p>', 1, 1, 42, 1, 10020000000000001),
    (10010000000000002, '2024-02-02 10:00:00', NULL, NULL, 2, 0, 'How hot?', '<b>How</b> hot?', '<p><b>How</b> hot?</p>', 1, 2, 7, 0, 0),
    (10010000000000003, '2024-02-03 10:00:00', NULL, NULL, 2, 0, 'Deleted?', 'x', '<p>x</p>', 1, 10, 0, 0, 0),
    (10010000000000004, '2024-02-03 10:00:00', NULL, NULL, 2, 0, 'Waiting?', 'x', '<p>x</p>', 1, 11, 0, 0, 0),
    (10010000000000005, '2024-02-03 10:00:00', NULL, NULL, 2, 0, 'Unlisted?', 'x', '<p>x</p>', 2, 1, 0, 0, 0);
INSERT INTO tag_rel (object_id, tag_id, status) VALUES (10010000000000001, 10030000000000002, 1), (10010000000000001, 10030000000000003, 1),
    (10010000000000001, 10030000000000004, 1), (10010000000000002, 10030000000000003, 10);
INSERT INTO answer (id, created_at, question_id, user_id, original_text, parsed_text, status, adopted, vote_count) VALUES
    (10020000000000001, '2024-02-01 11:00:00', 10010000000000001, 2, 'Bake it *hotter*', '<p>Bake it <em>hotter</em></p>', 1, 2, 2),
    (10020000000000002, '2024-02-02 11:00:00', 10010000000000002, 3, 'Very', '<p>Very</p>', 1, 1, 0),
    (10020000000000003, '2024-02-02 12:00:00', 10010000000000001, 1, 'Deleted', '<p>Deleted</p>', 10, 1, 0),
    (10020000000000004, '2024-02-02 12:00:00', 10010000000000005, 1, 'To an unlisted one', '<p>x</p>', 1, 1, 0);
INSERT INTO comment (id, created_at, user_id, object_id, question_id, status, original_text, parsed_text) VALUES
    (10070000000000001, '2024-02-01 12:00:00', 2, 10010000000000001, 10010000000000001, 1, 'Which oven, see [it](https://bake.example.org:8443/forum/questions/D1E1)?', ''),
    (10070000000000002, '2024-02-01 13:00:00', 1, 10020000000000001, 10010000000000001, 1, 'Thanks', ''),
    (10070000000000003, '2024-02-01 13:00:00', 1, 10020000000000001, 10010000000000001, 10, 'Deleted', '');
INSERT INTO activity (id, created_at, user_id, object_id, activity_type, cancelled) VALUES
    (1, '2024-02-01 10:10:00', 2, 10010000000000001, 28, 0), (2, '2024-02-01 10:10:00', 1, 10010000000000001, 32, 0),
    (3, '2024-02-01 10:10:00', 3, 10010000000000001, 29, 1), (4, '2024-02-01 10:10:00', 1, 10020000000000001, 30, 0),
    (5, '2024-02-01 10:10:00', 1, 10070000000000001, 31, 0), (6, '2024-02-04 10:00:00', 1, 10010000000000002, 40, 0);
INSERT INTO revision (id, created_at, user_id, object_type, object_id, content, status) VALUES
    (1, '2024-02-01 10:00:00', 1, 1, 10010000000000001, '{"ID":"10010000000000001","Title":"Pale","OriginalText":"It is pale","tags":[{"ID":"10030000000000003","SlugName":"crust"}]}', 0),
    (2, '2024-02-05 10:00:00', 2, 1, 10010000000000001, '{"Title":"Why is my crust pale?","OriginalText":"It is **pale**, see ![a](https://bake.example.org:8443/forum/uploads/post/pale.png) and [this](https://bake.example.org:8443/forum/questions/10010000000000002/how/10020000000000002).","tags":[{"SlugName":"levain"},{"SlugName":"crust"}]}', 2),
    (3, '2024-02-06 10:00:00', 3, 1, 10010000000000001, '{"Title":"Refused","OriginalText":"Refused","tags":[]}', 3),
    (4, '2024-02-01 11:00:00', 2, 2, 10020000000000001, '{"OriginalText":"Bake it hot"}', 0);
INSERT INTO meta (created_at, object_id, key, value) VALUES ('2024-02-04 10:00:00', 10010000000000002, 'question.close.reason', '{"close_type":60,"close_msg":"https://bake.example.org:8443/forum/questions/D1D1/why"}');
INSERT INTO question_link (created_at, from_question_id, to_question_id, status) VALUES ('2024-02-01 10:00:00', 10010000000000001, 10010000000000002, 1), ('2024-02-01 10:00:00', 10010000000000001, 10010000000000003, 2);
