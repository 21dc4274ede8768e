import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { ask, expect, newName, newUser, openLive, openQuestions, signUp, test } from './site';

/** A word that no other test uses, of letters alone. */
const newWord = () =>
  `columbarium${[...`${Date.now()}${Math.floor(Math.random() * 1000)}`].map((digit) => 'klmnopqrst'[Number(digit)]).join('')}`;

const answer = async (page: Page, qid: string, text: string) => {
  const reply = await page.request.post('/answer/addAnswer', { data: { qid, ans: { text } } });
  return ((await reply.json()) as { _id: string })._id;
};

const box = (page: Page) => page.getByRole('combobox', { name: 'Search Questions' });
const options = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
const filters = (page: Page) => page.getByRole('list', { name: 'Filters' }).getByRole('link');

test('suggestions show answers and passages, and lead to the answer and to all results', async ({ page }) => {
  await signUp(page, newName());
  const word = newWord();
  const title = newName('Which drawer');
  const qid = await ask(page, title, 'Silence\n\n'.repeat(30));
  await answer(page, qid, 'Another answer\n\n'.repeat(30));
  const found = await answer(page, qid, `The **${word}** is in the left one.`);
  await page.request.post('/question/acceptAnswer', { data: { qid, aid: found } });
  await ask(page, `About ${word}`, 'text');
  await page.goto('/tags');
  await box(page).fill(word);
  const option = options(page).filter({ hasText: title });
  await expect(option).toContainText('2 answers, one accepted');
  await expect(option.locator('strong > mark')).toHaveText(word);
  await expectAccessible(page, 'suggestions with passages', ['dark', 'light']);
  await option.click();
  await expect(page).toHaveURL(`/question/${qid}#${found}`);
  await expect(page.getByRole('article').filter({ hasText: word })).toBeInViewport();

  await box(page).fill(word);
  await options(page).filter({ hasText: 'All 2 results' }).click();
  await expect(page).toHaveURL(`/questionPage?search=${word}`);
  await page.getByRole('link', { name: title }).first().click();
  await expect(page, 'a result opens at the answer').toHaveURL(`/question/${qid}#${found}`);
});

test('on a narrow screen the passage of a result begins near what was found', async ({ page, browser, site }) => {
  const word = newWord().slice(-14);
  const before = 'What is said in front of it fills at least a line: it is in the ';
  const name = newName('a-long-name');
  const other = await newUser(browser, site, name);
  await signUp(page, newName());
  await ask(page, newName('Which drawer'), `${before}${word}. ${'More words. '.repeat(20)}`);
  const qid = await ask(page, newName('Which shelf'), 'text');
  await answer(other, qid, `${before}\`${word}\`. ${'More words. '.repeat(20)}`);
  await page.goto(`/questionPage?search=${word}`);
  const marks = page.getByRole('article').locator('mark');
  await expect(marks).toHaveCount(2);
  await expect(page.getByRole('article').filter({ hasText: `Answer by ${name}: … ` })).toBeVisible();
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 1000 });
    for (const mark of await marks.all()) await expect(mark, `${width} pixels`).toBeInViewport();
  }
  await expect(page.getByRole('article').filter({ hasText: `Answer: … ${word}` })).toBeVisible();
  await page.goto('/tags');
  await box(page).fill(word);
  await expect(options(page).locator('mark')).toHaveCount(2);
  for (const mark of await options(page).locator('mark').all()) await expect(mark).toBeInViewport();
});

test('filters are completed by keyboard, shown and removed, and an order does not stick', async ({ page }) => {
  const name = newName();
  await signUp(page, name);
  const [word, tag] = [newWord(), newName('fil')];
  await ask(page, `Tagged ${word}`, 'text', [tag]);
  await ask(page, `Other ${word}`, 'text', ['other']);
  await openQuestions(page);
  await box(page).fill(`${word} tag:${tag.slice(0, -1)}`);
  await expect(options(page).first()).toContainText(`[${tag}]`);
  await box(page).press('ArrowDown');
  await expectAccessible(page, 'completions');
  await box(page).press('Enter');
  await expect(box(page)).toHaveValue(`${word} [${tag}] `);
  await expect(filters(page)).toHaveText([`tag ${tag} ×`]);
  await expect(page.getByRole('article')).toHaveCount(1);
  await box(page).press('ArrowDown');
  await expect(options(page)).toHaveCount(10);
  await box(page).press('Escape');
  await page.getByRole('button', { name: 'Most Votes' }).click();
  await expect(page).toHaveURL(/order=votes/);
  await filters(page).first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page, 'the same search without a filter keeps it').toHaveURL(/order=votes/);
  await expect(box(page)).toHaveValue(word);
  await box(page).fill(`${word} is:unanswered`);
  await expect(page).toHaveURL(`/questionPage?search=${word}+is%3Aunanswered`);

  await page.getByRole('navigation', { name: 'Search in' }).getByRole('link', { name: 'My posts' }).click();
  await expect(filters(page)).toHaveText(['unanswered ×', `asked or answered by ${name} ×`]);
  await expect(page.getByRole('article')).toHaveCount(2);
  await expectAccessible(page, 'filters', ['dark', 'light']);
});

test('“My posts” finds what the viewer answered, in a community too', async ({ page, browser, site }) => {
  const name = newName();
  await signUp(page, name);
  const other = await newUser(browser, site);
  const word = newWord();
  const created = await page.request.post('/community/addCommunity', {
    data: { name: newName('Desk'), description: 'x', visibility: 'public' },
  });
  const community = ((await created.json()) as { _id: string })._id;
  const asked = await ask(other, `Answered ${word}`);
  await ask(other, `Not answered ${word}`);
  await answer(page, asked, 'y');
  const data = { title: `In it ${word}`, text: 'x', tags: [{ name: 'test' }], communityId: community };
  await page.request.post('/question/addQuestion', { data });
  await page.goto(`/communities/${community}`);
  await box(page).fill(word);
  await options(page).filter({ hasText: 'In Desk' }).click();
  await expect(page).toHaveURL(`/communities/${community}?search=${word}`);
  await expect(page.getByRole('article')).toHaveCount(1);
  const scopes = page.getByRole('navigation', { name: 'Search in' });
  await scopes.getByRole('link', { name: 'Everywhere' }).click();
  await expect(page.getByRole('article')).toHaveCount(3);
  await scopes.getByRole('link', { name: 'My posts' }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page.getByText(`Not answered ${word}`)).toBeHidden();
});

test('a search without results leads to others and to asking', async ({ page }) => {
  await signUp(page, newName());
  const word = newWord();
  await ask(page, `About ${word}`, 'text', ['test']);
  await page.goto(`/questionPage?search=${word}+[absent]+is:accepted`);
  await expect(page.getByText('Nothing matches')).toContainText(`“${word}” with: tag absent, accepted answer`);
  await expectAccessible(page, 'no results', ['dark', 'light']);
  await page.getByRole('link', { name: 'Search without any filter' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.goBack();
  await page.getByRole('link', { name: 'Ask this question', exact: true }).click();
  await expect(page.getByLabel('Question Title')).toHaveValue(word);
});

test('new results of a watched search come to the inbox', async ({ page, browser, site }) => {
  await signUp(page, newName());
  const other = await newUser(browser, site);
  const word = newWord();
  await openLive(page, `/questionPage?search=${word}`);
  await page.getByRole('button', { name: `Save and watch it: ${word}` }).click();
  await expect(page.getByText('Watched in your searches')).toBeVisible();
  await page.goto('/home');
  await ask(other, `News of ${word}`);
  const entry = page.getByRole('link', { name: `New result for “${word}”` });
  await expect(entry).toBeVisible();
  await entry.click();
  await expect(page).toHaveURL(`/questionPage?search=${word}&order=newest`);
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('link', { name: 'your searches' }).click();
  await expect(page).toHaveURL('/settings/watched');
  await expectAccessible(page, 'saved searches', ['dark', 'light']);
  await page.getByRole('button', { name: `Remove: ${word}` }).click();
  await expect(page.getByText('You have saved none yet.')).toBeVisible();
});
