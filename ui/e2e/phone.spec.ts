import type { Locator } from '@playwright/test';
import { ask, expect, hold, newName, password, signUp, test } from './site';

test('on a phone a community is within the screen, and its people open when asked for', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signUp(page, newName());
  const long = 'averyveryverylongwordwithoutanyspaces'.repeat(2);
  const name = `Phone ${newName()} ${long}`.slice(0, 100);
  const made = await page.request.post('/community/addCommunity', {
    data: { name, description: `${long} ${long}`, visibility: 'private' },
  });
  const { _id: id } = (await made.json()) as { _id: string };
  const asked = await page.request.post('/question/addQuestion', {
    data: {
      title: `Inside ${long}`.slice(0, 100),
      text: long,
      tags: [{ name: 'a-tag-of-20-charactr' }],
      communityId: id,
    },
  });
  const { _id: qid } = (await asked.json()) as { _id: string };
  const isWithin = async (what: string) =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth), what).toBeLessThanOrEqual(360);
  for (const path of [
    '/communities/my',
    '/communities/all',
    `/communities/${id}`,
    `/question/${qid}`,
    `/new/question?communityId=${id}`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole('main')).not.toBeEmpty();
    await page.waitForLoadState('networkidle');
    await isWithin(path);
  }
  await page.goto('/communities/my');
  await page.getByRole('button', { name: 'Create Community' }).tap();
  await expect(page.getByLabel('Name*')).toBeFocused();
  await isWithin('the form');
  await page.goto(`/communities/${id}`);
  await expect(page.getByText('No pending requests')).toBeVisible();
  await expect(page.getByRole('tablist')).toBeHidden();
  await page.getByRole('button', { name: 'Members and moderators' }).tap();
  await expect(page.getByRole('tab', { name: 'Members (1)' })).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).tap();
  await expect(page.getByRole('button', { name: 'Archive community' })).toBeInViewport();
  await isWithin('a community with its people and its menu open');
});

test('on a phone the navigation folds away and no page is wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const name = newName();
  await signUp(page, name);
  const long = 'averyveryverylongwordwithoutanyspaces'.repeat(2);
  const text = `${long.repeat(5)}\n\n| a | b | c | d | e | f | g |\n|---|---|---|---|---|---|---|\n| ${long} | 1 | 2 | 3 | 4 | 5 | 6 |\n\n\`\`\`\n${long.repeat(4)}\n\`\`\``;
  const id = await ask(page, `Phone ${long}`.slice(0, 100), text, ['a-tag-of-20-charactr', 'b', 'c']);
  const asked = await page.request.post('/answer/addAnswer', { data: { qid: id, ans: { text } } });
  const { _id: aid } = (await asked.json()) as { _id: string };
  await page.request.patch('/answer/editAnswer', { data: { aid, text: `${text}${long}` } });
  await page.request.post('/comment/addComment', { data: { id: aid, type: 'answer', comment: { text } } });
  const other = await ask(page, `Other ${long}`.slice(0, 100));
  await page.request.post('/question/addDuplicate', { data: { qid: id, duplicateOf: other } });
  await page.request.delete('/question/deleteQuestion', { data: { qid: await ask(page, 'Gone', text) } });
  const isWithin = async (what: string) =>
    // The layout viewport grows with what overflows, so the width to compare with is the device's.
    expect(await page.evaluate(() => document.documentElement.scrollWidth), what).toBeLessThanOrEqual(360);
  for (const path of [
    '/questionPage',
    `/question/${id}`,
    '/new/question',
    `/new/answer/${id}`,
    `/question/${id}/history/${aid}`,
    '/deleted',
    '/tags',
    '/users',
    '/home',
    '/home?tag=b',
    `/user/${name}`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole('main')).not.toBeEmpty();
    await page.waitForLoadState('networkidle');
    await isWithin(path);
  }
  await page.goto(`/question/${id}`);
  await page.getByRole('button', { name: 'Mark as duplicate' }).tap();
  await page.getByLabel('Which question was asked before?').fill('other');
  await page.getByRole('button', { name: 'Close', exact: true }).tap();
  await page.getByRole('article').getByRole('button', { name: 'Show Comments' }).tap();
  await page.getByRole('article').getByRole('button', { name: 'Edit comment' }).tap();
  await page.getByRole('article').getByRole('button', { name: 'Delete', exact: true }).tap();
  await isWithin('a question with its forms open');
  await page.getByRole('article').getByRole('button', { name: 'Edit', exact: true }).tap();
  await expect(page.getByLabel('Answer Text')).toBeFocused();
  await isWithin('an answer that is edited');
  await expect(page.getByRole('link', { name: 'Users' })).toBeHidden();
  const come = await hold(page, '**/assets/LobbyPage*');
  await page.goto('/tags');
  const follow = async (name: string) => {
    await page.getByRole('button', { name: 'Open navigation' }).tap();
    await expect(page.getByRole('dialog').getByLabel('Theme'), 'at its end').toBeInViewport({ ratio: 1 });
    await page.getByRole('dialog').getByRole('link', { name }).tap();
  };
  await follow('Games');
  await expect(page.getByRole('dialog'), 'however long the page takes').toBeHidden();
  await isWithin('a page that is on its way');
  come();
  await expect(page.getByRole('heading', { name: 'Games', level: 1 })).toBeVisible();
  await follow('Games');
  await expect(page.getByRole('dialog'), 'of the page that one is on').toBeHidden();
  await follow('Communities');
  await follow('My Communities');
  await expect(page).toHaveURL('/communities/my');
});

test('on a phone the longest names, and a chat of many who have them, leave room for what is said', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const names = Array.from({ length: 16 }, () => newName('w'.repeat(20)).padEnd(32, 'w'));
  for (const username of names) await page.request.post('/user/signup', { data: { username, password } });
  const name = newName().padEnd(32, 'w');
  await signUp(page, name);
  const made = await page.request.post('/chat/createChat', { data: { participants: [name, ...names] } });
  const { _id: chat } = (await made.json()) as { _id: string };
  const created = await page.request.post('/games/create', { data: { gameType: 'Nim' } });
  const gameID = (await created.json()) as string;
  await page.request.post('/games/join', { data: { gameID } });

  const shows = async (path: string, text: string) => {
    await page.goto(path);
    await expect(page.getByRole('main')).toContainText(text);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360);
  };
  const height = async (what: Locator) => (await what.boundingBox())?.height;
  await shows(`/user/${name}`, name);
  await shows(`/games/${gameID}`, name);
  await shows('/messaging/direct-message', 'Chat with');
  expect(await height(page.getByRole('link', { name: 'Chat with' }))).toBeLessThan(100);
  await shows(`/messaging/direct-message?chat=${chat}`, 'Chat Participants');
  expect(await height(page.getByRole('region', { name: 'Messages' }))).toBeGreaterThan(300);
  const heading = page.getByRole('heading', { name: 'Chat Participants' });
  await heading.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  expect(await heading.evaluate(({ scrollTop }) => scrollTop), 'all of them can be read').toBeGreaterThan(0);
});
