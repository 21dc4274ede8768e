import type { Page } from '@playwright/test';
import { ask, expect, newName, newUser, openLive, openQuestions, signUp, test } from './site';

/** Sends a request as the page's user that must succeed, and returns the id in its response. */
async function call(page: Page, method: string, path: string, data: unknown): Promise<string> {
  const response = await page.request.fetch(path, { method, data });
  expect(response.status(), await response.text()).toBe(200);
  return ((await response.json()) as { _id: string })._id;
}

const answer = (page: Page, qid: string, text: string) =>
  call(page, 'POST', '/answer/addAnswer', { qid, ans: { text } });

/** The answer with this text. */
const post = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

test('votes and the accepted answer appear live without reordering the answers', async ({ browser, site }) => {
  const [ann, ben] = [await newUser(browser, site), await newUser(browser, site)];
  const id = await ask(ann, `Votes ${newName()}`);
  // The answers of others would be new to the asker, and below the line.
  for (const text of ['The first', 'The second']) await answer(ann, id, text);
  for (const page of [ann, ben]) {
    await page.goto(`/question/${id}`);
    // Events that arrive before the answers are shown would sort them.
    await expect(page.getByRole('article')).toHaveCount(2);
  }

  // An author's own vote does not rank.
  await ben.getByRole('article').nth(1).getByRole('button', { name: 'Upvote' }).click();
  await expect(post(ann, 'The second').getByLabel('Score')).toHaveText('1');
  await expect(post(ben, 'The second').getByLabel('Score')).toHaveText('1');
  await expect(ben.getByRole('button', { name: 'Accept this answer' })).toHaveCount(0);
  await post(ann, 'The first').getByRole('button', { name: 'Accept this answer' }).click();
  await expect(post(ben, 'The first').getByText('Accepted answer')).toBeVisible();
  await answer(ben, id, 'The third');
  await expect(ann.getByRole('article')).toHaveText([/The first/, /The second/, /The third/]);

  await post(ann, 'The third').getByRole('button', { name: 'Accept this answer' }).click();
  await expect(post(ben, 'The third').getByText('Accepted answer')).toBeVisible();
  await expect(post(ben, 'The first').getByText('Accepted answer')).toBeHidden();
  await expect(ben.getByRole('article')).toHaveText([/The first/, /The second/, /The third/]);
  await ben.getByLabel('Sort answers').selectOption('Newest');
  await expect(ben.getByRole('article')).toHaveText([/The third/, /The second/, /The first/]);
  await expect(ben).toHaveURL(`/question/${id}?answers=newest`);
  await ben.goto(`/question/${id}`);
  await expect(ben.getByRole('article')).toHaveText([/The third/, /The second/, /The first/]);
  await post(ann, 'The third').getByRole('button', { name: 'Accept this answer' }).click();
  await expect(ben.getByText('Accepted answer')).toHaveCount(0);
});

test('a failed vote on an answer is rolled back with an error', { tag: '@full' }, async ({ browser, site }) => {
  const ann = await newUser(browser, site);
  const id = await ask(ann, `Votes ${newName()}`);
  const aid = await answer(ann, id, 'The second');
  await call(ann, 'POST', '/answer/upvoteAnswer', { aid });
  await ann.goto(`/question/${id}`);
  await ann.route('**/answer/downvoteAnswer', (route) => route.abort());
  await post(ann, 'The second').getByRole('button', { name: 'Downvote' }).click();
  await expect(post(ann, 'The second').getByRole('alert')).toContainText('Error while downvoting the answer');
  await expect(post(ann, 'The second').getByLabel('Score')).toHaveText('1');
});

test('an edited answer updates live and shows its history', async ({ browser, site }) => {
  const [ann, ben] = [await newUser(browser, site), await newUser(browser, site)];
  const id = await ask(ben, `Edit ${newName()}`);
  const aid = await answer(ann, id, 'The capital carries the **old** beam.');
  for (const page of [ann, ben]) await page.goto(`/question/${id}`);
  await expect(ben.getByRole('article').getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await ann.getByRole('article').getByRole('button', { name: 'Edit' }).click();
  const field = ann.getByLabel('Edit answer');
  await expect(field).toBeFocused();
  await field.fill('The capital carries the **new** beam.');
  // Live updates do not affect the open form.
  await ben.getByRole('article').getByRole('button', { name: 'Upvote' }).click();
  await expect(ann.getByRole('article').getByLabel('Score')).toHaveText('1');
  await expect(field).toHaveValue('The capital carries the **new** beam.');
  await field.press('Control+Enter');
  await expect(field).toBeHidden();
  await expect(ann.getByRole('article').getByRole('button', { name: 'Edit' })).toBeFocused();
  await expect(ben.locator('strong', { hasText: 'new' })).toBeVisible();
  await ben.getByRole('link', { name: /^edited/ }).click();
  await expect(ben).toHaveURL(`/question/${id}/history/${aid}`);
  await expect(ben.locator('del')).toHaveText('old');
  await expect(ben.locator('ins')).toHaveText('new');
  await expect(ben.getByText('Current version')).toHaveCount(1);
  await ben.getByRole('link', { name: 'Back to the question' }).click();
  await expect(ben).toHaveURL(`/question/${id}#${aid}`);
  await expect(ben.getByRole('article')).toBeFocused();
});

test('an edit conflict is reported in both tabs', { tag: '@full' }, async ({ page, context }) => {
  await signUp(page, newName());
  const id = await ask(page, `Two places ${newName()}`);
  const aid = await answer(page, id, 'As it began');
  const other = await context.newPage();
  const note = 'This was changed elsewhere since you began.';
  await page.goto(`/question/${id}`);
  await page.getByRole('article').getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Edit answer').fill('As it ended here');
  await other.goto(`/edit/question/${id}`);
  await other.getByLabel('Question Title').fill('Another title');
  await expect(other.getByText(note)).toBeHidden();

  await call(page, 'PATCH', '/answer/editAnswer', { aid, text: 'As it ended there' });
  await expect(page.getByText(note)).toBeVisible();
  await call(page, 'PATCH', '/question/editQuestion', { qid: id, title: 'T', text: 'T', tags: [{ name: 'two' }] });
  await expect(other.getByText(note)).toBeVisible();

  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('article')).toContainText('As it ended here');
  await page.goto(`/question/${id}/history/${aid}`);
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3);
});

test('a long history is paginated', { tag: '@full' }, async ({ page }) => {
  await signUp(page, newName());
  const id = await ask(page, `History ${newName()}`);
  for (let version = 1; version <= 24; version += 1) {
    await call(page, 'PATCH', '/question/editQuestion', {
      qid: id,
      title: `Version ${version}`,
      text: `Some text, ${version} times`,
      tags: [{ name: version < 20 ? 'early' : 'late' }],
    });
  }
  await page.goto(`/question/${id}/history/${id}`);
  const versions = page.getByRole('main').getByRole('listitem');
  // The last version of a page is shown once its predecessor has loaded, because it is a diff.
  await expect(versions).toHaveCount(19);
  await expect(versions.first().locator('del')).toHaveText(['23', '23']);
  await expect(versions.first().locator('ins')).toHaveText(['24', '24']);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(versions).toHaveCount(25);
  await expect(versions.last()).toContainText('wrote this');
  await expect(versions.last().locator('ins, del')).toHaveCount(0);
  await page.goto(`/question/${id}/history/0000000000000`);
  await expect(page.getByRole('heading', { name: 'Post not found' })).toBeVisible();
});

test('a deleted answer disappears live and can be restored with Undo', async ({ browser, site }) => {
  const [ann, ben] = [await newUser(browser, site), await newUser(browser, site)];
  const title = `Delete ${newName()}`;
  const id = await ask(ann, title);
  await answer(ann, id, 'My answer');
  await answer(ben, id, 'Ben’s answer');
  // A post that is deleted before a page receives events would just be missing there.
  for (const page of [ann, ben]) await openLive(page, `/question/${id}`);

  await post(ann, 'My answer').getByRole('button', { name: 'Delete' }).click();
  await ann.getByRole('group', { name: 'Delete this answer?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(ann.getByText('You deleted this answer.')).toBeVisible();
  await expect(ann.getByRole('button', { name: 'Undo' })).toBeFocused();
  await expect(ben.getByText('This answer is no longer here.')).toBeVisible();
  await expect(ben.getByRole('heading', { name: '1 answer' })).toBeVisible();
  await ann.keyboard.press('Enter');
  await expect(ann.getByText('My answer')).toBeVisible();
  await expect(ben.getByText('My answer')).toBeVisible();
  await expect(ben.getByRole('article')).toHaveText([/My answer/, /Ben’s answer/]);
});

test('deleted posts can be restored after a reload and from the page of deleted posts', { tag: '@full' }, async ({
  browser,
  site,
}) => {
  const [ann, ben] = [await newUser(browser, site), await newUser(browser, site)];
  const title = `Delete ${newName()}`;
  const id = await ask(ann, title);
  await answer(ann, id, 'My answer');
  await answer(ben, id, 'Ben’s answer');
  await call(ann, 'POST', '/comment/addComment', { id, type: 'question', comment: { text: 'My comment' } });
  for (const page of [ann, ben]) await openLive(page, `/question/${id}`);
  await post(ann, 'My answer').getByRole('button', { name: 'Delete' }).click();
  await ann.getByRole('group', { name: 'Delete this answer?' }).getByRole('button', { name: 'Delete' }).click();
  const question = ann.getByRole('region', { name: 'Question' });
  await question.getByRole('button', { name: 'Show Comments' }).click();
  await question.getByRole('button', { name: 'Delete comment' }).click();
  await expect(question.getByText('You deleted this comment.')).toBeVisible();
  await ann.reload();
  await ann.getByText('You deleted 2 posts here').click();
  await ann.getByRole('article', { name: 'Deleted answer' }).getByRole('button', { name: 'Undelete' }).click();
  await expect(ann.getByRole('article', { name: 'Answer by' }).filter({ hasText: 'My answer' })).toBeVisible();
  await expect(ben.getByText('My answer')).toBeVisible();

  await ann.goto('/deleted');
  const comment = ann.getByRole('article', { name: 'Deleted comment' });
  await expect(comment.getByRole('link', { name: title })).toBeVisible();
  await comment.getByRole('button', { name: 'Undelete' }).click();
  await expect(comment.getByText('The post is restored.')).toBeVisible();
  await comment.getByRole('link', { name: 'Show it' }).click();
  await ann.getByRole('region', { name: 'Question' }).getByRole('button', { name: 'Show Comments' }).click();
  await expect(ann.getByText('My comment')).toBeVisible();
});

test('an unanswered question can be deleted and restored', { tag: '@full' }, async ({ browser, site }) => {
  const [ann, ben] = [await newUser(browser, site), await newUser(browser, site)];
  const title = `Gone ${newName()}`;
  const id = await ask(ann, title);
  await openLive(ben, `/question/${id}`);
  await ann.goto(`/question/${id}`);
  await ann.getByRole('button', { name: 'Delete' }).click();
  await ann.getByRole('group', { name: 'Delete this question?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(ann.getByRole('heading', { name: 'You deleted this question.' })).toBeVisible();
  await expect(ben.getByRole('heading', { name: 'This question was deleted.' })).toBeVisible();
  await ben.reload();
  await expect(ben.getByRole('heading', { name: 'Question not found' })).toBeVisible();
  await ben.goto('/questionPage');
  await expect(ben.getByRole('link', { name: title })).toHaveCount(0);
  await ann.reload();
  await expect(ann.getByRole('heading', { name: 'You deleted this question.' })).toBeVisible();
  await ann.getByRole('button', { name: 'Undelete' }).click();
  await expect(ann.getByRole('heading', { name: title })).toBeFocused();
});

test('a question with answers is closed instead of deleted and can be reopened', { tag: '@full' }, async ({
  browser,
  site,
}) => {
  const [ann, ben] = [await newUser(browser, site), await newUser(browser, site)];
  const title = `Closed ${newName()}`;
  const id = await ask(ann, title);
  await ann.goto(`/question/${id}`);
  await ben.goto(`/question/${id}`);
  await answer(ben, id, 'An answer');
  await ann.getByRole('button', { name: 'Close', exact: true }).click();
  await ann
    .getByRole('group', { name: /takes no new answers/ })
    .getByRole('button', { name: 'Close' })
    .click();
  for (const page of [ann, ben]) {
    await expect(page.getByText('This question is closed: it takes no new answers.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Answer Question' })).toBeHidden();
  }
  await expect(ann.getByRole('heading', { name: title })).toBeFocused();
  await expect(ben.getByRole('button', { name: 'Reopen' })).toHaveCount(0);
  await ann.getByRole('button', { name: 'Reopen' }).click();
  await expect(ann.getByRole('button', { name: 'Reopen' })).toHaveCount(0);
  await expect(ann.getByRole('heading', { name: title })).toBeFocused();
  await expect(ben.getByRole('link', { name: 'Answer Question' })).toBeVisible();
});

test('an answer has a permalink that can be copied and opened', async ({ page, context, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
  await signUp(page, newName());
  const id = await ask(page, `Address ${newName()}`, 'A paragraph.\n\n'.repeat(60));
  await answer(page, id, 'A paragraph.\n\n'.repeat(60));
  await page.goto(`/new/answer/${id}`);
  await page.getByLabel('Answer Text').fill('The one');
  await page.getByRole('button', { name: 'Post Answer' }).click();
  await expect(page).toHaveURL(new RegExp(`/question/${id}#.`));
  const one = post(page, 'The one');
  await expect(one).toBeInViewport();
  await expect(one).toBeFocused();
  const address = page.url();
  await page.goto(`/question/${id}`);
  await one.getByRole('link', { name: 'Link' }).click();
  await expect(one.getByRole('link', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await page.goto('/tags');
  await page.goto(address);
  await expect(one).toBeInViewport();
  await expect(one).toHaveClass(/highlighted/);
  await expect(one).not.toHaveClass(/highlighted/);
});

test('a code block is copied exactly as written', { tag: '@full' }, async ({ page, context, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
  await signUp(page, newName());
  const code = 'if (a < b && c) {\n\treturn "x";  \n}\n\n// ende';
  const id = await ask(page, `Links ${newName()}`, `\`\`\`js\n${code}\n\`\`\``);
  await page.goto(`/question/${id}`);
  await expect(page.locator('.hljs-keyword').first()).toBeVisible();
  const copy = page.getByRole('button', { name: 'Copy' });
  await copy.click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
});

test('a link to this site opens without a reload', { tag: '@full' }, async ({ page, context }) => {
  await signUp(page, newName());
  const title = `Target ${newName()}`;
  const target = await ask(page, title);
  const id = await ask(page, `Links ${newName()}`);
  const comment = { text: `[here](/question/${target})` };
  await call(page, 'POST', '/comment/addComment', { id, type: 'question', comment });
  await page.goto(`/question/${id}`);
  await page.getByRole('button', { name: 'Show Comments' }).click();
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  const link = page.getByRole('link', { name: 'here' });
  const [tab] = await Promise.all([context.waitForEvent('page'), link.click({ modifiers: ['Control'] })]);
  // Locators and `toHaveURL` can wait forever here: Playwright takes the tab's first navigation for unfinished.
  await expect.poll(() => tab.url()).toContain(`/question/${target}`);
  await link.click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
});

test('duplicate questions are linked and unlinked live', { tag: '@full' }, async ({ browser, site }) => {
  const [ann, ben] = [await newUser(browser, site), await newUser(browser, site)];
  const word = `qzx${Date.now()}`;
  const [first, again] = [await ask(ann, `First ${word}`), await ask(ben, `Again ${word}`)];
  for (const page of [ann, ben]) await page.goto(`/question/${again}`);
  await ann.getByRole('button', { name: 'Mark as duplicate' }).click();
  await ann.getByLabel('Which question is the original?').fill(word);
  await expect(ann.getByText('1 question found')).toBeVisible();
  await ann.getByRole('button', { name: `First ${word}` }).click();
  for (const page of [ann, ben]) {
    await expect(page.getByText('Possible duplicate of:')).toBeVisible();
    await expect(page.getByRole('link', { name: `First ${word}` })).toBeVisible();
  }
  await expect(ann.getByRole('button', { name: 'Mark as duplicate' })).toBeFocused();
  await ben.getByRole('link', { name: `First ${word}` }).click();
  await expect(ben.getByText('Duplicates of this question:')).toBeVisible();
  await ben.getByRole('button', { name: /^Remove the link/ }).click();
  await expect(ben.getByText('Duplicates of this question:')).toBeHidden();
  await expect(ann.getByText('Possible duplicate of:')).toBeHidden();

  await ann.getByRole('button', { name: 'Mark as duplicate' }).click();
  await ann.getByLabel('Which question is the original?').fill(`${site.url}/question/${again}`);
  await ann.getByRole('button', { name: 'Link to this question' }).click();
  await expect(ann.getByText('A question cannot be a duplicate of itself')).toBeVisible();
  await ann.getByLabel('Which question is the original?').fill(`${site.url}/question/${first}`);
  await ann.getByRole('button', { name: 'Link to this question' }).click();
  await expect(ann.getByRole('link', { name: `First ${word}` })).toBeVisible();
});

test('a question that failed to load is retried with the keyboard and receives focus', { tag: '@full' }, async ({
  browser,
  site,
}) => {
  const [ann, ben] = [await newUser(browser, site), await newUser(browser, site)];
  const title = `Slow ${newName()}`;
  await ask(ben, title);
  await openQuestions(ann);
  const fetched = '**/question/getQuestionById/*';
  let isBusy = true;
  await ann.route(fetched, (route) =>
    isBusy ? route.fulfill({ status: 503, contentType: 'text/plain', body: 'busy' }) : route.continue(),
  );
  // Opened from the list: the page of a question contains it.
  await ann.getByRole('link', { name: title }).click();
  await expect(ann.getByText('Error when fetching question by id')).toBeVisible();
  await ann.getByRole('button', { name: 'Try again' }).focus();
  // The page also retries automatically, which must not succeed before the key press.
  isBusy = false;
  await ann.keyboard.press('Enter');
  await expect(ann.getByRole('heading', { name: title })).toBeFocused();
});

test('votes in flight do not affect one another', { tag: '@full' }, async ({ browser, site }) => {
  const [ann, ben] = [await newUser(browser, site), await newUser(browser, site)];
  const id = await ask(ben, `Slow ${newName()}`);
  await answer(ben, id, 'The answer');
  await ann.goto(`/question/${id}`);
  const votes: (() => void)[] = [];
  await ann.route('**/*/upvote*', async (route) => {
    const response = await route.fetch();
    await new Promise<void>((resolve) => votes.push(resolve));
    await route.fulfill({ response });
  });
  const asked = ann.getByRole('region', { name: 'Question' });
  await asked.getByRole('button', { name: 'Upvote' }).click();
  await post(ann, 'The answer').getByRole('button', { name: 'Upvote' }).dblclick();
  await expect.poll(() => votes.length).toBe(2);
  for (const place of [asked, post(ann, 'The answer')]) {
    await expect(place.getByLabel('Score')).toHaveText('1');
    await expect(place.getByRole('button', { name: 'Upvote' })).toHaveAttribute('aria-pressed', 'true');
  }
  for (const finish of votes) finish();
  // The page shows the server's scores.
  await post(ann, 'The answer').getByRole('button', { name: 'Downvote' }).click();
  await expect(post(ann, 'The answer').getByLabel('Score')).toHaveText('-1');
  await expect(asked.getByLabel('Score')).toHaveText('1');
  await ann.reload();
  await expect(asked.getByLabel('Score')).toHaveText('1');
  await expect(post(ann, 'The answer').getByLabel('Score')).toHaveText('-1');
});
