'use strict';
// Writes made-up content of every kind into an empty site of NodeBB 4, with the functions that its own pages call, and prints as
// JSON what it wrote and what guests see of it. `nodebb` runs it: node nodebb.js FOLDER_OF_NODEBB

const fs = require('fs');
const path = require('path');

const root = path.resolve(process.argv[2]);
process.chdir(root);
const load = name => require(path.join(root, name));
load('nodebb-global');
load('node_modules/nconf').argv().env({ separator: '__' });
load('src/prestart').setupWinston();
load('src/prestart').loadConfig(path.join(root, 'config.json'));

const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAACgAAAAeCAIAAADRv8uKAAAALklEQVR4nO3NMQEAMAgAoLk0RjSisazg5wMFiK58F/7JKhaLxWKxWCwWi8XilQGnTQGkJGweaQAAAABJRU5ErkJggg==';
const START = Date.UTC(2026, 0, 15, 10, 0, 0, 123);
let steps = 0;
const later = () => START + 3 * 86400000 * ++steps + 1000 * steps;

async function main() {
	const db = load('src/database');
	await db.init();
	const meta = load('src/meta');
	await meta.configs.init();
	await load('src/plugins').init(null, null);
	// The plug-in of Markdown starts with the server and only needs a place for its pages.
	const anything = new Proxy(() => anything, { get: (_, name) => (name === 'then' ? undefined : anything) });
	await load('src/plugins').hooks.fire('static:app.load', { router: anything, middleware: anything, app: anything });
	const [user, topics, posts, categories, privileges, groups] = ['user', 'topics', 'posts', 'categories', 'privileges', 'groups'].map(name => load(`src/${name}`));
	await meta.configs.setMultiple({ allowGuestHandles: 1, postQueue: 0, newbiePostDelay: 0, postDelay: 0, initialPostDelay: 0, newbieReputationThreshold: 0, 'min:rep:post-links': 0, 'min:rep:downvote': 0, 'min:rep:upvote': 0, minimumPostLength: 0, minimumTitleLength: 0, maximumTagsPerTopic: 9, enablePostHistory: 1, sendEmailConfirmation: 0 });
	await topics.purge(1, 1);

	const ada = 1;
	const users = { ada };
	for (const [number, username] of ['two words', 'Löw Ärger', 'j.r.dots', 'newcomer', 'dropped', 'x_y'].entries()) {
		users[username] = await user.create({ username, password: 'a-long-password-1', email: `user${number + 1}@example.com`, timestamp: START + 3600000 * number }, { emailVerification: 'skip' });
	}
	const { 'two words': two, 'Löw Ärger': low, 'j.r.dots': dots, newcomer, dropped, 'x_y': xy } = users;
	await user.setUserFields(ada, { aboutme: 'I bake **at night**, see https://bread.example.org/a_b_c.', fullname: 'Ada Secret', location: 'Secretville', website: 'https://ada.example.org', signature: 'A signature', joindate: START - 1000 });

	const bread = await categories.create({ name: 'Bread', description: 'Of flour and water' });
	const rye = await categories.create({ name: 'Rye bread', parentCid: bread.cid, description: 'Made of rye' });
	const closed = await categories.create({ name: 'Bakers only' });
	const disabled = await categories.create({ name: 'Disabled' });
	await groups.create({ name: 'bakers', hidden: 0 });
	await groups.join('bakers', two);
	await privileges.categories.rescind(['groups:find', 'groups:read', 'groups:topics:read'], closed.cid, ['guests', 'registered-users', 'fediverse', 'spiders']);
	await privileges.categories.give(['groups:find', 'groups:read', 'groups:topics:read'], closed.cid, ['bakers']);
	await privileges.categories.give(['groups:topics:create', 'groups:topics:reply', 'groups:topics:tag'], rye.cid, ['guests']);

	const files = path.join(root, 'public/uploads/files');
	fs.mkdirSync(files, { recursive: true });
	fs.writeFileSync(path.join(files, '1769000000123-loaf.png'), Buffer.from(PICTURE, 'base64'));

	const ask = async (uid, cid, title, content, tags, more) => (await topics.post({ uid, cid, title, content, tags, timestamp: later(), ip: '192.0.2.7', ...more })).postData;
	const reply = (uid, to, content, more) => topics.reply({ uid, tid: to.tid, content, timestamp: later(), ip: '192.0.2.8', ...more });
	const nobody = { ip: '192.0.2.9' };

	const first = await ask(ada, rye.cid, "Why is my 'crust' pale & <soft>?", 'It is **pale** and *soft*:\n\n![A loaf](/assets/uploads/files/1769000000123-loaf.png)\n\n- one\n- two `a*b*`\n\n> said Ann\n\nSee [this](https://bread.example.org/x?a=1&b=2). https://bread.example.org/a_b_c in words.\n\n| Heat | Time |\n|---|---|\n| 200 | 1 |\n\n```python\nif hot:\n    bake()\n```\n\n    indented <code>\n\nIt costs $5.', ['crust', 'two words', 'c++']);
	const second = await ask(two, bread.cid, 'How hot?', 'Is < b > 200 * 2 enough? <b>Bold</b>', ['crust']);
	const third = await ask(low, bread.cid, 'Which flour is it?', `Any, see [that one](/topic/${first.tid}/why) or https://old.example.com/post/${second.pid}`, ['ÄÖ.x']);
	const guest = await ask(0, rye.cid, 'Asked by a guest?', 'It has a name.', ['guests'], { handle: 'A guest' });
	const nameless = await ask(0, rye.cid, 'Asked by nobody?', 'It has none.', [], nobody);
	const good = await reply(two, first, `Bake it *hotter*, as in [the other](/topic/${second.tid}/how-hot).`);
	const other = await reply(low, first, `Or [as they said](https://old.example.com/post/${good.pid}), @ada.`);
	const thanks = await reply(ada, first, 'Thanks, all of you', { toPid: good.pid });
	const deeper = await reply(two, first, 'You are *welcome*', { toPid: thanks.pid });
	const direct = await reply(dots, first, 'A reply to the question', { toPid: first.pid });
	const late = await reply(0, guest, 'Very late.', { handle: 'A guest' });
	const of_dropped = await reply(dropped, second, 'By someone who left');

	await posts.edit({ pid: second.pid, uid: ada, content: 'Is < b > 200 * 2 enough? <b>Bold</b> Or *more*?', title: 'How hot is it?', tags: ['crust', 'heat'], req: { ip: '192.0.2.7', uid: ada } });
	for (const [pid, uid, up] of [[first.pid, two, 1], [first.pid, low, 1], [first.pid, dots, 0], [good.pid, ada, 1], [other.pid, dots, 0], [thanks.pid, two, 1]]) {
		await (up ? posts.upvote(pid, uid) : posts.downvote(pid, uid));
	}
	// As the plug-in question-and-answer marks questions and the answer that solved one.
	for (const post of [first, second, third, guest, nameless]) {
		await topics.setTopicFields(post.tid, { isQuestion: 1, isSolved: 0 });
	}
	await topics.setTopicFields(first.tid, { isSolved: 1, solvedPid: good.pid });
	const locked = await ask(dots, bread.cid, 'Which oven do you sell?', 'I want one.', ['ovens']);
	await topics.setTopicFields(locked.tid, { isQuestion: 1, isSolved: 0 });
	await topics.tools.lock(locked.tid, ada);
	const merged = await ask(xy, bread.cid, 'Why soft?', 'It is soft, too.', ['crust']);
	await topics.setTopicFields(merged.tid, { isQuestion: 1, isSolved: 0 });
	await topics.merge([third.tid, merged.tid], ada, { mainTid: third.tid });
	const chat = await ask(dots, bread.cid, 'Good morning', 'No question', ['chat']);

	const deleted = await ask(dots, bread.cid, 'Deleted question?', 'A deleted question', ['secret-tag']);
	const below = await reply(ada, deleted, 'Below a deleted question');
	await topics.tools.delete(deleted.tid, ada);
	const gone_answer = await reply(dots, second, 'A deleted answer');
	const below_answer = await reply(ada, second, 'Below a deleted answer', { toPid: gone_answer.pid });
	await posts.tools.delete(ada, gone_answer.pid);
	const hidden = await ask(two, closed.cid, 'Private question?', 'A private question', ['secret-tag']);
	const off = await ask(two, disabled.cid, 'Disabled question?', 'A question in a disabled category', ['secret-tag']);
	await categories.setCategoryField(disabled.cid, 'disabled', 1);
	for (const post of [deleted, hidden, off]) {
		await topics.setTopicFields(post.tid, { isQuestion: 1, isSolved: 0 });
	}
	await meta.configs.set('postQueue', 1);
	await posts.addToQueue({ uid: newcomer, cid: bread.cid, title: 'Waiting question?', content: 'A waiting question', tags: [], req: { ip: '192.0.2.7' } });
	await user.deleteAccount(dropped);
	await topics.setTopicField(first.tid, 'viewcount', 41);

	const questions = [];
	for (const { tid } of [first, second, third, guest, nameless, locked]) {
		const topic = await topics.getTopicData(tid);
		const { posts: shown } = await topics.getTopicWithPosts(topic, `tid:${tid}:posts`, 0, 0, -1, false);
		questions.push({ tid, title: await db.getObjectField(`topic:${tid}`, 'title'), tags: topic.tags.map(tag => tag.value), views: topic.viewcount, locked: topic.locked, slug: topic.slug,
			posts: shown.filter(post => !post.deleted).map(post => ({ pid: post.pid, html: post.content, score: post.votes, timestamp: post.timestamp, uid: post.uid, toPid: post.toPid })) });
	}
	const slugs = {};
	for (const name of Object.keys(users).filter(name => name !== 'dropped')) {
		slugs[users[name]] = await user.getUserField(users[name], 'userslug');
	}
	const names = { first, second, third, guest, nameless, good, other, thanks, deeper, direct, late, of_dropped, locked, merged, chat, deleted, below, gone_answer, below_answer, hidden, off };
	const written = { questions, slugs, posts: Object.fromEntries(Object.entries(names).map(([name, { pid, tid }]) => [name, { pid, tid }])) };
	fs.writeFileSync(path.join(root, 'written.json'), JSON.stringify(written));
	process.exit(0);
}

main().catch((error) => {
	console.error(error);
	process.exit(1);
});
