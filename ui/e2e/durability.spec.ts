import { ask, expect, newName, openQuestions, Site, signUp, test } from './site';

test('acknowledged writes survive kill -9 and the open page reconnects and refreshes', async ({ browser }) => {
  const site = new Site();
  try {
    await site.start();
    const page = await (await browser.newContext({ baseURL: site.url })).newPage();
    await signUp(page, newName());
    await openQuestions(page);
    const titles: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const title = `Round ${round} ${newName()}`;
      await ask(page, title);
      titles.push(title);
      await site.stop('SIGKILL');
      await expect(page.getByText('The connection is lost.')).toBeVisible({ timeout: 30_000 });
      await site.start();
      await expect(page.getByText('The connection is lost.')).toBeHidden({ timeout: 30_000 });
      // The page refetched its data without a reload.
      for (const known of titles) await expect(page.getByRole('link', { name: known })).toBeVisible();
    }
  } finally {
    await site.remove();
  }
});

test('SIGTERM stops the server cleanly while a page is open', async ({ browser }) => {
  const site = new Site();
  try {
    await site.start();
    const page = await (await browser.newContext({ baseURL: site.url })).newPage();
    await signUp(page, newName());
    await openQuestions(page);
    expect(await site.stop('SIGTERM')).toBe(0);
  } finally {
    await site.remove();
  }
});
