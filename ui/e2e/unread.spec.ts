import { ask, expect, newName, newUser, test } from './site';

test('a new answer is marked in the list, and the mark leads to a line above it', async ({ browser, site }) => {
  const [ada, bob] = [await newUser(browser, site, newName('ada')), await newUser(browser, site, newName('bob'))];
  const title = newName('What is new');
  const qid = await ask(ada, title);
  const answer = async (text: string) => {
    const response = await bob.request.post('/answer/addAnswer', { data: { qid, ans: { text } } });
    expect(response.status(), await response.text()).toBe(200);
  };
  await answer('An answer that is seen');
  const seen = ada.waitForResponse((response) => response.url().includes('markSeen') && response.ok());
  await ada.goto(`/question/${qid}`);
  await ada.getByText('An answer that is seen').scrollIntoViewIfNeeded();
  await seen;

  await ada.goto('/questionPage');
  const row = ada.getByRole('article').filter({ hasText: title });
  await expect(row).toBeVisible();
  const mark = row.getByRole('link', { name: '1 new answer' });
  await expect(mark).toBeHidden();
  const height = (await row.boundingBox())?.height;
  await answer('An answer that is new');
  await expect(mark).toBeVisible();
  expect((await row.boundingBox())?.height, 'nothing moves').toBe(height);

  await mark.click();
  const line = ada.getByText('new since your last visit');
  await expect(line).toBeInViewport();
  const below = ada.locator('article', { hasText: 'An answer that is new' });
  await expect(below).toBeInViewport();
  const [lineBox, newBox, oldBox] = await Promise.all([
    line.boundingBox(),
    below.boundingBox(),
    ada.locator('article', { hasText: 'An answer that is seen' }).boundingBox(),
  ]);
  expect(lineBox?.y).toBeGreaterThan(oldBox?.y ?? Number.NaN);
  expect(lineBox?.y).toBeLessThan(newBox?.y ?? Number.NaN);

  await ada.goBack();
  await expect(row).toBeVisible();
  await expect(mark).toBeHidden();
  const news = ada.waitForResponse((response) => response.url().includes('getNews'));
  await ada.reload();
  await news;
  await expect(row).toBeVisible();
  await expect(mark).toBeHidden();
});
