import type { Page } from '@playwright/test';
import { ask, expect, holdRequests, newName, newUser, openLive, password, signUp, test } from './site';

const answer = async (page: Page, qid: string, text: string) => {
  const response = await page.request.post('/answer/addAnswer', { data: { qid, ans: { text } } });
  expect(response.status(), await response.text()).toBe(200);
};

/** Notes each visible text of the page that looks like source, in every frame from the start of the next page on. */
async function watchForSource(page: Page) {
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    const look = () => {
      const texts = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { parentElement, textContent } = texts.currentNode;
        if (!/\*\*|\$|^##|```/m.test(textContent ?? '')) continue;
        // The server draws a formula as TeX.
        const isMeant = parentElement?.closest('title, script, #page .math');
        if (parentElement?.checkVisibility({ visibilityProperty: true }) && !isMeant) seen.add(textContent ?? '');
      }
      requestAnimationFrame(look);
    };
    look();
  });
}

const seenSource = (page: Page) => page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);

test('a cold question page never shows the source of its texts', async ({ browser, site }) => {
  const [author, reader] = [await newUser(browser, site), await newUser(browser, site)];
  const qid = await ask(author, 'Is $x^2$ **odd**?', '## Heading\n\nA **bold** $y_1$ word.\n\n```js\nlet x;\n```');
  await answer(author, qid, 'Some **more** and $z$.');
  await watchForSource(reader);
  const releases = [await holdRequests(reader, '**/assets/engine-*'), await holdRequests(reader, '**/assets/math-*')];
  await reader.goto(`/question/${qid}`, { waitUntil: 'commit' });
  // The rest of the page is ready long before.
  await reader.waitForTimeout(1_500);
  releases[0]?.();
  await expect(reader.locator('strong', { hasText: 'bold' })).toBeVisible();
  await reader.waitForTimeout(300);
  releases[1]?.();
  await expect(reader.locator('h1 .katex, .markdown .katex')).toHaveCount(3);
  // The title contains two stars, which are no formatting there.
  expect((await seenSource(reader)).filter((text) => !text.includes(' **odd**?'))).toEqual([]);
});

test('a text whose formulas cannot be loaded shows their source', { tag: '@full' }, async ({ browser, site }) => {
  const [author, reader] = [await newUser(browser, site), await newUser(browser, site)];
  const qid = await ask(author, 'Sources', 'The sum $a+b$.');
  await reader.route('**/assets/math-*', (route) => route.abort());
  await reader.goto(`/question/${qid}`);
  await expect(reader.getByText('$a+b$')).toBeVisible();
});

test('an answer is written at the end of the thread', async ({ browser, site }) => {
  const [ann, ben] = [await newUser(browser, site), await newUser(browser, site)];
  const qid = await ask(ann, `Inline ${newName()}`);
  for (const page of [ann, ben]) await page.goto(`/question/${qid}`);
  await expect(ben.getByText('No answers yet.')).toBeVisible();
  const field = ben.getByLabel('Answer Text');
  await field.focus();
  await field.press('Control+Enter');
  await expect(ben.getByText('Answer text cannot be empty')).toBeVisible();
  await field.fill('It is **inline**.');
  await expect(ben.getByRole('region', { name: 'Preview' }).locator('strong')).toHaveText('inline');
  await ben.getByRole('button', { name: 'Post Answer' }).click();
  const post = ben.getByRole('article').filter({ hasText: 'It is inline.' });
  await expect(post).toBeFocused();
  await expect(ben).toHaveURL(new RegExp(`/question/${qid}#.`));
  await expect(field).toHaveValue('');
  await expect(ann.getByRole('article')).toContainText('It is inline.');
  await ben.reload();
  await expect(ben.getByRole('article')).toHaveCount(1);
  await expect(field).toHaveValue('');
});

test('the form in the thread and the one on its own page share a draft', { tag: '@full' }, async ({ page }) => {
  await signUp(page, newName());
  const qid = await ask(page, `Draft ${newName()}`);
  const field = page.getByLabel('Answer Text');
  await page.goto(`/question/${qid}`);
  await field.pressSequentially('Half an answer');
  await page.getByRole('link', { name: 'Answer Question' }).click();
  await expect(page.getByText('Show the question')).toBeVisible();
  await expect(field).toHaveValue('Half an answer');
  await field.press('End');
  await field.pressSequentially(', and more');
  await page.goBack();
  await expect(field).toHaveValue('Half an answer, and more');
  await page.getByRole('button', { name: 'Post Answer' }).click();
  await expect(page.getByRole('heading', { name: '1 answer' })).toBeVisible();
  await page.goto(`/new/answer/${qid}`);
  await expect(field).toHaveValue('');
});

test('an answer keeps its text while its question is closed or deleted', { tag: '@full' }, async ({
  browser,
  site,
}) => {
  const [ann, ben] = [await newUser(browser, site), await newUser(browser, site)];
  const qid = await ask(ann, `Gone ${newName()}`);
  await openLive(ben, `/question/${qid}`);
  await ben.getByLabel('Answer Text').fill('Nearly done');
  const response = await ann.request.delete('/question/deleteQuestion', { data: { qid } });
  expect(response.status()).toBe(200);
  await expect(ben.getByRole('heading', { name: 'This question was deleted.' })).toBeVisible();
  await expect(ben.getByLabel('You were writing:')).toHaveValue('Nearly done');
});

test('the answer form takes no shortcut and no focus', { tag: '@full' }, async ({ page }) => {
  await signUp(page, newName());
  const qid = await ask(page, `Keys ${newName()}`);
  await page.goto(`/question/${qid}`);
  await expect(page.getByLabel('Answer Text')).not.toBeFocused();
  // Shortcuts load after the page, so a key is pressed until the list of them opens.
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(list).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('Escape');
  await page.getByLabel('Answer Text').press('Control+q');
  await expect(page).toHaveURL(`/question/${qid}`);
  await page.getByRole('heading', { level: 1 }).click();
  await page.getByLabel('Answer Text').blur();
  await page.keyboard.press('Control+q');
  await expect(page).toHaveURL('/questionPage');
});

test('the form for a comment is above a long list', { tag: '@full' }, async ({ page }) => {
  await signUp(page, newName());
  const qid = await ask(page, `Comments ${newName()}`);
  for (let number = 1; number <= 6; number += 1) {
    const data = { id: qid, type: 'question', comment: { text: `Comment number ${number}` } };
    await page.request.post('/comment/addComment', { data });
  }
  await page.goto(`/question/${qid}`);
  const question = page.getByRole('region', { name: 'Question', exact: true });
  await expect(question.getByRole('button', { name: 'Show Comments', exact: true })).toBeVisible();
  await expect(question.getByText('6', { exact: true })).toBeVisible();
  await question.getByRole('button', { name: 'Show Comments' }).click();
  const top = async (text: string) => (await question.getByText(text).boundingBox())?.y ?? 0;
  expect((await question.getByRole('textbox', { name: 'Comment' }).boundingBox())?.y).toBeLessThan(
    await top('Comment number 1'),
  );
  await question.getByRole('textbox', { name: 'Comment' }).fill('Comment number 7');
  await question.getByRole('button', { name: 'Add Comment' }).click();
  await expect(question.getByText('Your comment is at the end of the list.')).toBeVisible();
  expect(await top('Comment number 7')).toBeGreaterThan(await top('Comment number 6'));
});

test('a wide window has a rail with star and address, which a narrow one has in the post', {
  tag: '@full',
}, async ({ page }) => {
  await signUp(page, newName());
  const tag = newName('tag');
  const qid = await ask(page, `Rail ${newName()}`, 'Some text', [tag]);
  await page.goto(`/question/${qid}`);
  const post = page.getByRole('region', { name: 'Question', exact: true });
  const places = { tag: page.getByRole('link', { name: tag }), star: page.getByRole('button', { name: /^Star:/ }) };
  for (const [width, inPost] of [
    [1440, 0],
    [1180, 0],
    [1179, 1],
    [390, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect(places.tag).toHaveCount(1);
    await expect(places.star).toHaveCount(1);
    await expect(post.getByRole('link', { name: tag })).toHaveCount(1);
    await expect(post.getByRole('button', { name: /^Star:/ })).toHaveCount(inPost);
    await expect(page.getByRole('link', { name: 'Copy link' })).toHaveCount(1 - inPost);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  const width = await post.locator('.markdown').evaluate((text) => {
    const ruler = document.createElement('div');
    ruler.style.width = '72ch';
    text.append(ruler);
    const most = ruler.offsetWidth;
    ruler.remove();
    return text.clientWidth / most;
  });
  expect(width).toBeLessThanOrEqual(1.01);
});

test.describe('the page that a visitor opened before the login', () => {
  const continuation = (page: Page) => page.getByRole('link', { name: 'Continue to the page you opened' });

  const logIn = async (page: Page, name: string) => {
    await page.getByLabel('Username').fill(name);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page).toHaveURL('/home');
  };

  test('is offered at home, until it is followed', async ({ page, browser, site }) => {
    const name = newName();
    const author = await newUser(browser, site, name);
    const title = `Opened ${name}`;
    const qid = await ask(author, title);
    await page.goto(`/question/${qid}?answers=newest`);
    // The address changes before the page is left.
    await expect(page.getByLabel('Username')).toBeVisible();
    await expect(page).toHaveURL('/');
    await page.reload();
    await logIn(page, name);
    await expect(continuation(page)).toBeVisible();
    await page.reload();
    await continuation(page).click();
    await expect(page).toHaveURL(`/question/${qid}?answers=newest`);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await page.goto('/home');
    await expect(page.getByRole('heading', { name: `${name}'s Home` })).toBeVisible();
    await expect(continuation(page)).toBeHidden();
  });

  test('is offered after a sign-up too', { tag: '@full' }, async ({ page }) => {
    await page.goto('/tags');
    await page.getByRole('link', { name: "Don't have an account? Sign up here." }).click();
    await page.getByLabel('Username').fill(newName());
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm Password').fill(password);
    await page.getByRole('button', { name: 'Submit' }).click();
    await continuation(page).click();
    await expect(page).toHaveURL('/tags');
  });

  test('is not kept for the next user of the tab', { tag: '@full' }, async ({ page, browser, site }) => {
    const [one, other] = [newName(), newName()];
    for (const name of [one, other]) await newUser(browser, site, name);
    await page.goto('/tags');
    await logIn(page, one);
    await expect(continuation(page)).toBeVisible();
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL('/');
    await logIn(page, other);
    await expect(page.getByRole('heading', { name: `${other}'s Home` })).toBeVisible();
    await expect(continuation(page)).toBeHidden();
  });
});
