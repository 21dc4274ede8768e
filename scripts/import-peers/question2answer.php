<?php
// Installs Question2Answer in an empty database, and writes made-up content of every kind through its own functions. Prints
// what it wrote as JSON. Run in the folder of Question2Answer with its address: php question2answer.php http://127.0.0.1:8080/

$_SERVER += ['REMOTE_ADDR' => '192.0.2.7', 'HTTP_HOST' => 'localhost'];
define('QA_BASE_DIR', getcwd() . '/');
require QA_BASE_DIR . 'qa-include/qa-base.php';
foreach (['db/install', 'db/admin', 'db/users', 'db/metas', 'app/users-edit', 'app/posts', 'app/votes', 'app/blobs', 'app/options', 'app/post-update', 'app/format'] as $part)
	require_once QA_INCLUDE_DIR . $part . '.php';

$address = $argv[1];
qa_initialize_postdb_plugins();
foreach (['site_url' => $address, 'neat_urls' => QA_URL_FORMAT_NEAT, 'tags_or_categories' => 'tc', 'tag_separator_comma' => 1, 'do_close_on_select' => 0,
	'voting_on_cs' => 1, 'allow_close_own_questions' => 1, 'follow_on_as' => 1, 'from_email' => 'nobody@example.org', 'site_title' => 'Baking'] as $name => $value)
	qa_set_option($name, $value);

$users = [];
foreach (['ada', 'two words', 'Löw', 'admin', 'x', 'dropped'] as $level => $handle)
	$users[$handle] = qa_create_new_user("user$level@example.org", 'a long password', $handle, $handle == 'ada' ? QA_USER_LEVEL_SUPER : QA_USER_LEVEL_BASIC);
qa_db_user_profile_set($users['ada'], 'about', "I bake\nat night, see https://bread.example.org/a_b_c.");
qa_db_user_profile_set($users['ada'], 'name', 'Ada Example');
['ada' => $ada, 'two words' => $two, 'Löw' => $low, 'x' => $x] = $users;

$bread = qa_db_category_create(null, 'Bread', 'bread');
$rye = qa_db_category_create($bread, 'Rye bread', 'rye');
qa_db_category_set_content($rye, 'Made of rye');
qa_db_categories_recalc_backpaths($bread, $rye);
qa_db_tagmeta_set('crust', 'description', 'The outer part of a loaf');

$image = imagecreatetruecolor(40, 30);
imagefill($image, 0, 0, imagecolorallocate($image, 200, 120, 40));
ob_start();
imagepng($image);
$picture = qa_create_blob(ob_get_clean(), 'png', 'loaf.png', $ada);
$file = qa_create_blob('%PDF-1.4', 'pdf', 'recipe.pdf', $ada);
$picture_url = qa_get_blob_url($picture, true);
$file_url = qa_get_blob_url($file, true);

$winter = strtotime('2026-01-15 10:00:00 UTC');
$number = 0;
function write($type, $parent, $title, $content, $format, $user, $tags = null, $category = null, $name = null)
{
	global $winter, $number;
	$id = qa_post_create($type, $parent, $title, $content, $format, $category, $tags, $user, null, null, null, $name);
	// Days between winter and summer.
	qa_post_set_created($id, $winter + 86400 * 9 * $number++);
	return $id;
}
function vote($post, $user, $value)
{
	qa_vote_set(qa_post_get_full($post), $user, qa_userid_to_handle($user), null, $value);
}

$first = write('Q', null, "Why is my 'crust' pale & <soft>?", "<p>It is <strong>pale</strong> and <em>soft</em>:</p><p><img alt=\"A loaf\" src=\"$picture_url\"></p><ul><li>one</li><li>two <code>a*b*</code></li></ul><blockquote><p>said she</p></blockquote><p>See <a href=\"https://bread.example.org/x?a=1&amp;b=2\">this</a> and the <a href=\"$file_url\">file</a>. https://bread.example.org/a_b_c in words.</p><table><tbody><tr><th>Heat</th><th>Time</th></tr><tr><td>200</td><td>1 | 2</td></tr></tbody></table><pre>if hot:\n    bake()</pre>", 'html', $ada, ['crust', 'two words', 'c++'], $rye);
$second = write('Q', null, 'How hot?', "Is <b> 200 * 2 enough?\r\n\r\nif hot:\n    bake_it(1)\n\tdone\n- one\n1. two\n# three\nsee https://bread.example.org/x_(y)?a=1&b=_2_. And \$5 or \$6.", '', $two, ['crust'], $bread);
$third = write('Q', null, 'Which flour is it?', 'Any, `or` *none*, see ' . qa_q_path($first, 'x', true), '', $low, [], null);
$anonymous = write('Q', null, 'Asked by a guest?', 'It has a name.', '', null, ['guests'], null, 'A guest');
$nameless = write('Q', null, 'Asked by nobody?', 'It has none.', '', null, ['guests']);
$empty = write('Q', null, 'Nothing but a title?', '', '', $ada, ['crust']);
$answer = write('A', $first, null, 'Bake it *hotter*, as in ' . qa_q_path($second, 'x', true), '', $two);
$other = write('A', $first, null, '<p>Or <a href="' . htmlspecialchars(qa_q_path($first, 'x', true, 'A', $answer)) . '">as they said</a>.</p>', 'html', $low);
$late = write('A', $second, null, 'Very.', '', null, null, null, 'A guest');
$comment = write('C', $first, null, 'Which <em>oven</em>?', 'html', $low);
$reply = write('C', $answer, null, "Thanks,\nall of you & https://bread.example.org/_x_", '', $ada);
$followon = write('Q', $answer, 'And the crumb?', 'It follows from that answer.', '', $low, ['crumb'], $rye);
$original = $first;
$duplicate = write('Q', null, 'Why so pale?', 'My crust is pale.', '', $x, ['crust'], $rye);
$noted = write('Q', null, 'Which oven do you sell?', 'I want one.', '', $x, ['ovens']);
$selected = write('Q', null, 'Is it done?', 'It sounds hollow.', '', $low, ['crust']);
$right = write('A', $selected, null, 'Yes.', '', $ada);
$hidden = write('Q', null, 'Hidden question?', 'A hidden question', '', $x, ['secret tag']);
$below = write('A', $hidden, null, 'Below a hidden question', '', $ada);
$hidden_answer = write('A', $second, null, 'A hidden answer', '', $x);
$below_answer = write('C', $hidden_answer, null, 'Below a hidden answer', '', $ada);
$hidden_comment = write('C', $first, null, 'A hidden comment', '', $x);
$queued = write('Q_QUEUED', null, 'Queued question?', 'A queued question', '', $x, []);
$dropped = write('C', $second, null, 'By someone who left', '', $users['dropped']);

foreach ([[$first, $two, 1], [$first, $low, 1], [$first, $x, -1], [$second, $ada, 1], [$second, $ada, 0], [$answer, $ada, 1], [$late, $ada, -1], [$comment, $ada, 1]] as [$post, $user, $value])
	vote($post, $user, $value);
qa_post_set_content($second, 'How hot is it?', null, null, null, null, null, $ada);
qa_post_set_selchildid($first, $answer, $ada);
qa_post_set_selchildid($selected, $right, $low);
qa_post_set_closed($duplicate, true, $original, null, $ada);
qa_post_set_closed($noted, true, null, 'Ask a shop, such as https://ovens.example.org', $ada);
foreach ([$hidden, $hidden_answer, $hidden_comment] as $post)
	qa_post_set_hidden($post, true, $ada);
qa_delete_user($users['dropped']);

$titles = qa_db_read_all_assoc(qa_db_query_sub("SELECT postid, title FROM ^posts WHERE type = 'Q' ORDER BY postid"));
$addresses = [];
foreach ($titles as ['postid' => $id, 'title' => $title])
	foreach ([QA_URL_FORMAT_NEAT, QA_URL_FORMAT_INDEX, QA_URL_FORMAT_PARAM, QA_URL_FORMAT_PARAMS, QA_URL_FORMAT_SAFEST] as $form)
		$addresses[] = ['question', (int)$id, qa_path(qa_q_request($id, $title), null, '/', $form)];
foreach ([[$first, $answer, 'A'], [$first, $other, 'A'], [$second, $late, 'A']] as [$question, $id, $kind])
	$addresses[] = ['answer', $id, strtok(qa_path(qa_q_request($question, 'x'), ['show' => $id], '/', QA_URL_FORMAT_NEAT), '#')];
foreach ([[$first, $comment], [$first, $reply]] as [$question, $id])
	$addresses[] = ['question', $question, qa_path(qa_q_request($question, 'x'), ['show' => $id], '/', QA_URL_FORMAT_NEAT)];
foreach (array_diff(array_keys($users), ['dropped']) as $handle)
	foreach ([QA_URL_FORMAT_NEAT, QA_URL_FORMAT_SAFEST] as $form)
		$addresses[] = ['user', $handle, qa_path('user/' . $handle, null, '/', $form)];
foreach (['crust', 'two words', 'c++', 'guests'] as $tag)
	foreach ([QA_URL_FORMAT_NEAT, QA_URL_FORMAT_INDEX, QA_URL_FORMAT_PARAM] as $form)
		$addresses[] = ['tag', $tag, qa_path('tag/' . $tag, null, '/', $form)];
$gone = [];
foreach ([$hidden, $below, $hidden_answer, $queued, 99999] as $id)
	$gone[] = "/$id/x";
$gone[] = '/tag/secret%20tag';
echo json_encode(['questions' => array_map('intval', array_column($titles, 'postid')), 'addresses' => $addresses, 'gone' => $gone, 'picture' => $first]), "\n";
