import { expectAccessible } from './axe';
import { appOf, expect, newName, signUp, test } from './site';

test('a token is created, read once, used and revoked', async ({ page, request, baseURL }) => {
  const name = newName();
  await signUp(page, name);
  await page.goto('/settings/account');
  await appOf(page);
  const tokens = page.getByRole('region', { name: 'API tokens' });
  await tokens.getByLabel('Name').fill('nightly report');
  await tokens.getByRole('button', { name: 'Create a token' }).click();
  const token = await tokens.getByLabel('New token').inputValue();
  expect(token).toMatch(/^stoa_[A-Za-z0-9]{42}$/);
  await expect(tokens.getByRole('listitem')).toContainText('nightly report');
  await expectAccessible(page, 'the page with a token');

  // Playwright's `request` has no cookies of the page.
  const me = () => request.get(`${baseURL}/user/me`, { headers: { authorization: `Bearer ${token}` } });
  const user = await me();
  expect(user.status(), await user.text()).toBe(200);
  expect((await user.json()).username).toBe(name);

  await page.reload();
  await appOf(page);
  await expect(tokens.getByRole('listitem')).toContainText('last used');
  await expect(page.getByText(token)).toHaveCount(0);
  await tokens.getByRole('button', { name: 'Revoke: nightly report' }).click();
  await expect(tokens.getByText('The token was revoked.')).toBeVisible();
  expect((await me()).status()).toBe(401);
});
