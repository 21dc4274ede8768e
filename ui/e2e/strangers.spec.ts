import { test as base, type Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { ask, expect, newName, newUser, password, Site } from './site';

const test = base.extend<{ baseURL: string }, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures it depends on as a pattern
    async ({}, use) => {
      const site = new Site({ STOA_SITE_READING: 'everyone' });
      await site.start();
      await use(site);
      await site.remove();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(site.url),
});

/** Collects the calls that the server refuses. */
function refusedCalls(page: Page): string[] {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
  });
  return refused;
}

for (const [device, viewport] of [
  ['a desktop', { width: 1280, height: 850 }],
  ['a phone', { width: 390, height: 844 }],
] as const)
  test(`on ${device} a reader without an account reads everything public, and logs in to answer`, async ({
    page,
    browser,
    site,
  }) => {
    const name = newName();
    const author = await newUser(browser, site, name);
    const title = `Walnut ink ${name}`;
    const id = await ask(author, title, 'Which one? $x^2$');
    await author.request.post('/answer/addAnswer', { data: { qid: id, ans: { text: 'The dark one' } } });
    await author.request.post('/comment/addComment', {
      data: { id, type: 'question', comment: { text: 'From which tree?' } },
    });
    const created = await author.request.post('/community/addCommunity', { data: { name: `Scribes ${name}` } });
    const { _id: community } = (await created.json()) as { _id: string };

    const refused = refusedCalls(page);
    page.on('pageerror', (error) => expect(error, 'no script fails').toBeNull());
    await page.setViewportSize(viewport);
    await page.goto(`/question/${id}`);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByText('The dark one')).toBeVisible();
    await page.getByRole('button', { name: 'Show Comments' }).first().click();
    await expect(page.getByText('From which tree?')).toBeVisible();
    await expect(page.getByRole('textbox', { name: /Answer Text|Comment/ })).toBeHidden();
    await expect(page.getByRole('button', { name: /^Report|^Star|duplicate/ })).toHaveCount(0);
    await expectAccessible(page, 'a question for a stranger', ['dark', 'light']);
    // What others write meanwhile arrives.
    await author.request.post('/answer/addAnswer', { data: { qid: id, ans: { text: 'Or the light one' } } });
    await expect(page.getByText('Or the light one')).toBeVisible();

    await page.getByRole('main').getByRole('link', { name: 'test', exact: true }).first().click();
    await expect(page).toHaveURL(/\/questionPage\?tag=test/);
    await expect(page.getByRole('link', { name: title })).toBeVisible();
    await expectAccessible(page, 'a list for a stranger', ['dark', 'light']);
    for (const [path, text] of [
      ['/home', title],
      ['/tags', 'test'],
      ['/tagPage?tag=test', 'Top questions'],
      ['/users', name],
      [`/users?search=${name}`, name],
      [`/user/${name}`, 'General information'],
      ['/communities/all', `Scribes ${name}`],
      [`/communities/${community}`, 'Members'],
      ['/questionPage?search=walnut', title],
      ['/help/formatting', 'Formatting'],
    ]) {
      await page.goto(path as string);
      await expect(
        page
          .getByRole('main')
          .getByText(text as string)
          .first(),
      ).toBeVisible();
      await page.waitForLoadState('networkidle');
    }
    expect(refused).toEqual([]);

    await page.goto(`/question/${id}`);
    await page.getByRole('button', { name: 'Log in to answer' }).click();
    await page.getByLabel('Username').fill(name);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page).toHaveURL(new RegExp(`/question/${id}$`));
    await expect(page.getByRole('textbox', { name: /Answer Text/ })).toBeVisible();
  });

test('pages of members lead a reader without an account to the login, and back', async ({ page, browser, site }) => {
  const name = newName();
  await newUser(browser, site, name);
  for (const path of ['/new/question', '/messaging', '/communities/my']) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
  }
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
});

test('the owner of a community keeps it for members, and opens it again', async ({ page, browser, site }) => {
  const name = newName();
  const owner = await newUser(browser, site, name);
  const created = await owner.request.post('/community/addCommunity', { data: { name: `Turners ${name}` } });
  const { _id: community } = (await created.json()) as { _id: string };
  const title = `Green wood ${name}`;
  const asked = await owner.request.post('/question/addQuestion', {
    data: { title, text: 'How wet?', tags: [{ name: `lathe-${name}` }], communityId: community },
  });
  const { _id: id } = (await asked.json()) as { _id: string };

  await page.goto('/questionPage');
  await expect(page.getByRole('link', { name: title })).toBeVisible();

  await owner.goto(`/communities/${community}`);
  const box = owner.getByRole('checkbox', { name: 'Reading needs an account' });
  await box.click();
  await expect(box).toBeChecked();
  await expect(owner.getByText('Only members of this site can read')).toBeVisible();
  await expect(owner.getByRole('link', { name: title })).toBeVisible();
  await expectAccessible(owner, 'a community that needs an account', ['dark', 'light']);

  const closed = await page.goto(`/question/${id}`);
  expect(closed?.status()).toBe(404);
  await page.goto('/questionPage');
  await expect(page.getByRole('heading', { name: 'All Questions' })).toBeVisible();
  await expect(page.getByRole('link', { name: title })).toHaveCount(0);
  await page.goto(`/communities/${community}`);
  await expect(page.getByRole('heading', { name: `Turners ${name}` })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Log in to read' })).toBeVisible();
  await expect(page.getByText(title)).toHaveCount(0);

  await box.click();
  await expect(owner.getByText('1 post of 1 person with their comments')).toBeVisible();
  await owner.getByRole('button', { name: 'Continue…' }).click();
  await owner.getByRole('button', { name: 'Let everyone read' }).click();
  await expect(box).not.toBeChecked();
  await expect(owner.getByText('everyone can read what is written here')).toBeVisible();
  // The open page of the reader follows.
  await expect(page.getByRole('link', { name: title })).toBeVisible();
  const open = await page.goto(`/question/${id}`);
  expect(open?.status()).toBe(200);
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
});
