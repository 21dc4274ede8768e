import { ask, expect, newName, newUser, promote, signUp, test } from './site';

test('a moderator vouches for a member and protects a question', { tag: '@full' }, async ({ page, browser, site }) => {
  const root = newName('root');
  await signUp(page, root);
  promote(site, root);
  const name = newName();
  const member = await newUser(browser, site, name);
  await page.goto(`/user/${name}`);
  await expect(page.getByText(/^Trust level/)).toBeVisible();
  await page.getByRole('button', { name: 'Vouch' }).click();
  await page.getByLabel('Reason (the member sees it)').fill('I know them');
  await page.getByRole('dialog').getByRole('button', { name: 'Vouch' }).click();
  await expect(page.getByText('vouched for them')).toBeVisible();
  await member.goto(`/user/${name}`);
  await expect(member.getByRole('heading', { name: 'Trust' })).toHaveCount(0);

  const question = await ask(member, 'How is this protected?');
  await page.goto(`/question/${question}`);
  await page.getByRole('button', { name: 'Moderate question' }).click();
  await page.getByRole('button', { name: 'Protect…' }).click();
  await page.getByLabel('Reason (the asker sees it)').fill('Only advertising');
  await page.getByRole('dialog').getByRole('button', { name: 'Protect' }).click();
  await expect(page.getByText('protected: new members cannot answer it yet')).toBeVisible();
});
