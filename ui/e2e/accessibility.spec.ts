import type { Page } from '@playwright/test';
import { expectAccessible, themes } from './axe';
import { ask, expect, newName, newUser, password, signUp, test } from './site';

/** Checks the main pages, or all pages if it is in all themes. */
async function expectPagesAccessible(page: Page, inThemes: string[]) {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/signup');
  await expectAccessible(page, 'sign-up', inThemes);
  const name = newName();
  await signUp(page, name);
  const id = await ask(
    page,
    `Accessible ${name}`,
    '![plan](https://x.y/plan.png)\n\nText, `code`, a [link](https://x.y), $x^2$\n\n$$\\sum_i i$$\n\n```js\nlet x = 1; // one\n```\n\n|a|\n|-|\n|b|\n\n> quote',
  );
  await page.request.post('/answer/addAnswer', { data: { qid: id, ans: { text: 'An answer' } } });
  await page.request.post('/comment/addComment', { data: { id, type: 'question', comment: { text: 'A comment' } } });
  const community = await page.request.post('/community/addCommunity', {
    data: { name: `Accessible ${name}`, description: 'For *all*', visibility: 'private' },
  });
  const { _id: communityId } = (await community.json()) as { _id: string };
  const others = [
    '/questionPage?search=accessible+text',
    '/home',
    '/help/formatting',
    `/edit/question/${id}`,
    `/new/answer/${id}`,
    '/tags?search=t',
    '/users',
    `/communities/all?search=${name}`,
    `/communities/${communityId}`,
    `/new/question?communityId=${communityId}`,
    '/messaging',
    '/messaging/direct-message',
    '/games',
  ];
  for (const path of [
    '/questionPage?showStreakPopup=true',
    `/question/${id}`,
    '/new/question',
    `/user/${name}`,
    '/settings/account',
    ...(inThemes === themes ? others : []),
  ]) {
    await page.goto(path);
    await expect(page.getByRole('main')).not.toBeEmpty();
    await page.waitForLoadState('networkidle');
    if (path.startsWith('/question/'))
      await page
        .getByRole('button', { name: /Show Comments/ })
        .first()
        .click();
    for (const help of await page.getByText(/^(Search|Formatting) help$/).all()) await help.click();
    if (path === '/new/question') {
      await page.getByRole('button', { name: 'Post Question' }).click();
      await page.getByLabel('Question Title').fill(`Accessible ${name}?`);
      await page.getByLabel('Tags').pressSequentially('tes');
      await expect(page.getByRole('listbox', { name: 'Suggestions' })).toBeVisible();
      await page.keyboard.press('ArrowDown');
    }
    await expectAccessible(page, path, inThemes);
  }
}

test('the main pages have no accessibility violations', async ({ page }) => {
  test.setTimeout(300_000);
  await expectPagesAccessible(page, ['dark', 'light']);
});

test('no page has accessibility violations in any theme', { tag: '@full' }, async ({ page }) => {
  test.setTimeout(300_000);
  await expectPagesAccessible(page, themes);
});

test('post actions and their forms have no accessibility violations', { tag: '@full' }, async ({ page }) => {
  test.setTimeout(300_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const name = newName();
  await signUp(page, name);
  const send = async (method: string, path: string, data: unknown) => {
    const response = await page.request.fetch(path, { method, data });
    expect(response.status(), await response.text()).toBe(200);
    return ((await response.json()) as { _id: string })._id;
  };
  const answer = (text: string) => send('POST', '/answer/addAnswer', { qid, ans: { text } });
  const [qid, other] = [await ask(page, `Asked ${name}`, '```rust\nlet x = 1;\n```'), await ask(page, `Other ${name}`)];
  const [accepted, edited, deleted] = [await answer('Accepted'), await answer('Edited'), await answer('Deleted')];
  await send('POST', '/question/acceptAnswer', { qid, aid: accepted });
  await send('POST', '/answer/upvoteAnswer', { aid: accepted });
  await send('PATCH', '/answer/editAnswer', { aid: edited, text: 'Edited, and more' });
  await send('DELETE', '/answer/deleteAnswer', { aid: deleted });
  await send('POST', '/comment/addComment', { id: qid, type: 'question', comment: { text: 'A comment' } });
  await send('POST', '/question/addDuplicate', { qid, duplicateOf: other });
  const again = await ask(page, `Asked again ${name}`, 'Once more');
  await send('POST', '/question/addDuplicate', { qid: again, duplicateOf: qid });

  await page.goto(`/question/${qid}#${edited}`);
  await page.getByText('You deleted 1 post here').click();
  await page.locator('pre').hover();
  await expectAccessible(page, 'a question', themes);

  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('button', { name: 'Mark as duplicate' }).click();
  await page.getByLabel('Which question is the original?').fill(`Other ${name}`);
  await page
    .getByRole('button', { name: `Other ${name}`, exact: false })
    .last()
    .click({ trial: true });
  await page.getByRole('article', { name: 'Answer by' }).last().getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Show Comments' }).first().click();
  await page.getByRole('button', { name: 'Edit comment' }).click();
  await page.getByLabel('Edit comment').fill('');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect(page.getByText('Comment text cannot be empty')).toBeVisible();
  await expectAccessible(page, 'a question with all its forms open', themes);

  await page.goto(`/question/${qid}`);
  await page.getByRole('article', { name: 'Answer by' }).last().getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('group').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await send('DELETE', '/question/deleteQuestion', { qid });
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible();
  // What the header happens to cover is no target.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page, 'a closed question', themes);

  await page.goto(`/question/${qid}/history/${edited}`);
  await expect(page.getByText('Post not found')).toBeVisible();
  await send('POST', '/answer/undeleteAnswer', { aid: edited });
  await page.reload();
  await expect(page.locator('ins')).toHaveText(', and more');
  await expectAccessible(page, 'a history', themes);

  await page.goto('/deleted');
  await page.getByRole('button', { name: 'Undelete' }).click();
  await expect(page.getByRole('link', { name: 'Show it' })).toBeFocused();
  await expectAccessible(page, 'deleted posts', themes);
  await send('DELETE', '/question/deleteQuestion', { qid: other });
  await page.goto(`/question/${other}`);
  await expect(page.getByRole('button', { name: 'Undelete' })).toBeVisible();
  await expectAccessible(page, 'a deleted question', themes);
});

test('the home page and a profile have no accessibility violations', { tag: '@full' }, async ({
  page,
  browser,
  site,
}) => {
  test.setTimeout(300_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const name = newName();
  await signUp(page, name);
  const tag = newName('tag');
  const qid = await ask(page, `Told of ${name}`, 'Some text', [tag]);
  await page.request.post('/star/addStar', { data: { qid } });
  const other = await newUser(browser, site);
  for (const text of ['New', 'Viewed, with a [link](https://x.y)']) {
    await other.request.post('/answer/addAnswer', { data: { qid, ans: { text } } });
  }
  await page.goto(`/home?tag=${tag}`);
  await expect(page.getByRole('region', { name: 'Starred Posts' }).getByRole('listitem')).toHaveCount(1);
  await page
    .getByRole('link', { name: /^New answer/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: `Told of ${name}`, level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Unread:')).toHaveCount(1);
  await expectAccessible(page, 'the home page', themes);
  await page.route('**/star/*', (route) =>
    route.fulfill({ status: 503, contentType: 'text/plain', body: 'The site is busy' }),
  );
  await page
    .getByRole('button', { name: `Star: Told of ${name}` })
    .first()
    .click();
  await expect(page.getByText('Error while adding / removing a star')).toBeVisible();
  await expectAccessible(page, 'a star that was refused', themes);

  await page.goto(`/user/${name}`);
  await expect(page.locator('[aria-current=date]')).toContainText('1 contribution: 1 question');
  // The colors of all levels, which a single day's work does not bring.
  await page.route('**/contributions/*', (route) => {
    const from = new URL(route.request().url()).searchParams.get('from') ?? '';
    const json = [1, 3, 5, 6].map((questions, index) => {
      const date = new Date(Date.parse(from) + (index + 7) * 86_400_000).toISOString().slice(0, 10);
      return { date, questions, comments: 0, answers: 0 };
    });
    return route.fulfill({ json });
  });
  await page.reload();
  await expect(page.getByRole('gridcell', { name: /contributions?: / })).toHaveCount(4);
  await expectAccessible(page, 'a profile', themes);
  await page.getByRole('button', { name: 'Show as list' }).click();
  await page.getByRole('button', { name: 'Delete This User' }).click();
  await expectAccessible(page, 'a profile with its list and its question', themes);
});

test('a chosen theme applies to all tabs and to newly opened ones', { tag: '@full' }, async ({ page, context }) => {
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByLabel('Theme').selectOption('Minty');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'minty');
  const other = await context.newPage();
  await other.goto('/');
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'minty');
  await page.getByLabel('Theme').selectOption('Quartz');
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'quartz');
});

test('pages make no cross-origin requests and cause no CSP violations', async ({ page, site }) => {
  const foreign: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(site.url) && !request.url().startsWith('data:')) foreign.push(request.url());
  });
  page.on('console', (message) => {
    // A live connection that a busy machine has lost is opened again.
    const isLost = message.location().url.includes('/socket.io/');
    if (message.type() === 'error' && !isLost) complaints.push(message.text());
  });
  await page.goto('/signup');
  const name = newName();
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page).toHaveURL('/home');
  const id = await ask(
    page,
    `Policy ${name}`,
    '![image](https://example.org/a.png) $\\frac{1}{2}$ \n\n```rust\nfn main() {}\n```',
  );
  for (const path of ['/questionPage', `/question/${id}`, '/new/question', '/tags', '/users', `/user/${name}`]) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
  }
  await page.goto('/communities/all');
  await page.getByRole('button', { name: 'Create Community' }).click();
  await page.getByLabel('Name*').fill(`Policy ${name}`);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('link', { name: 'Go there' }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Archive community' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('This community is archived')).toBeVisible();
  await page.goto(`/question/${id}`);
  await expect(page.locator('.katex').first()).toBeVisible();
  await expect(page.locator('.hljs-keyword').first()).toBeVisible();
  expect({ foreign, complaints }).toEqual({ foreign: [], complaints: [] });
});
