import { expectAccessible } from './axe';
import { expect, newName, newUser, password, promote, test } from './site';

test('a new account solves a task, waits for approval, and all new accounts are removed and restored', async ({
  browser,
  site,
}) => {
  const name = newName('root');
  const root = await newUser(browser, site, name);
  promote(site, name);
  const visitor = await (await browser.newContext({ baseURL: site.url })).newPage();
  const newcomer = newName('newcomer');
  const logIn = async () => {
    await visitor.goto('/');
    await visitor.getByLabel('Username').fill(newcomer);
    await visitor.getByLabel('Password', { exact: true }).fill(password);
    await visitor.getByRole('button', { name: 'Submit' }).click();
  };
  await test.step('an administrator turns approval and proof on', async () => {
    await root.goto('/administration/settings');
    await root.getByLabel('Sign-up', { exact: true }).selectOption('approval');
    await root.getByLabel('Proof of work at sign-up').click();
    await expect(root.getByLabel('Proof of work at sign-up')).toBeChecked();
  });
  await test.step('a visitor signs up and waits', async () => {
    await visitor.goto('/signup');
    await visitor.getByLabel('Username').fill(newcomer);
    await visitor.getByLabel('Password', { exact: true }).fill(password);
    await visitor.getByLabel('Confirm Password').fill(password);
    await visitor.getByRole('button', { name: 'Submit' }).click();
    await expect(visitor.getByText('waits for approval by a moderator')).toBeVisible({ timeout: 30_000 });
    await expectAccessible(visitor, 'a sign-up that waits');
    await logIn();
    await expect(visitor.getByRole('alert')).toHaveText(
      'Error while logging in: Your account waits for approval by a moderator',
    );
  });
  await test.step('it is approved in the queue', async () => {
    await root.goto('/queue');
    const item = root.getByRole('listitem').filter({ hasText: newcomer });
    await item.getByRole('button', { name: 'Approve' }).click();
    await item.getByRole('button', { name: 'Approve' }).click();
    await expect(item).toHaveCount(0);
    await logIn();
    await expect(visitor).toHaveURL('/home');
  });
  await test.step('three clicks remove all new accounts', async () => {
    await root.goto('/administration');
    await root.getByLabel('Show').selectOption('hour');
    await expect(root.getByRole('link', { name: newcomer })).toBeVisible();
    await root.getByRole('button', { name: /^Remove all \d+$/ }).click();
    await expectAccessible(root, 'the removal of new accounts');
    await root.getByRole('button', { name: 'Remove all', exact: true }).click();
    await expect(root.getByRole('heading', { name: 'Removed new accounts' })).toBeVisible();
    await expect(visitor.getByLabel('Username')).toBeVisible();
    await expect(visitor).toHaveURL('/');
  });
  await test.step('they are restored', async () => {
    await root.getByRole('button', { name: /^Actions for the removal/ }).click();
    await root.getByRole('button', { name: 'Undo', exact: true }).click();
    await root.getByRole('button', { name: 'Restore all' }).click();
    await expect(root.getByText('· undone')).toBeVisible();
    // The accounts come back one after the other.
    const login = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const body = JSON.stringify({ username: newcomer, password });
    await expect.poll(async () => (await fetch(`${site.url}/user/login`, { ...login, body })).status).toBe(200);
    await logIn();
    await expect(visitor).toHaveURL('/home');
  });
  await test.step('the door is open again', async () => {
    const changes = [
      { key: 'signup', before: 'approval', value: 'open' },
      { key: 'signupProof', before: true, value: false },
    ];
    const changed = await root.request.patch('/administration/setSettings', { data: { changes } });
    expect(changed.status()).toBe(200);
  });
});
