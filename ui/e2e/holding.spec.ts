import { ask, expect, newName, newUser, promote, signUp, test } from './site';

test('a first post waits for approval, which a moderator gives by keys', async ({ page, browser, site }) => {
  const root = newName('root');
  await signUp(page, root);
  promote(site, root);
  await page.goto('/home');
  const change = { key: 'holdFirst', before: '0', value: '1' };
  const changed = await page.request.patch('/administration/setSettings', { data: { changes: [change] } });
  expect(changed.status()).toBe(200);
  const title = `Quagga ${newName()}`;
  const newcomer = await newUser(browser, site);
  const address = `/question/${await ask(newcomer, title)}`;
  await newcomer.goto(address);
  await expect(newcomer.getByText('Waits for approval')).toBeVisible();
  await page.goto(address);
  await expect(page.getByText('Waits for approval')).toHaveCount(0);
  await page.goto('/queue');
  const waiting = page.getByRole('listitem', { name: 'Waiting question' }).filter({ hasText: title });
  await waiting.focus();
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await expect(waiting).toHaveCount(0);
  await page.goto(address);
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  const back = { key: 'holdFirst', before: '1', value: '0' };
  await page.request.patch('/administration/setSettings', { data: { changes: [back] } });
});
