import { ask, expect, newName, openQuestions, password, signUp, test } from './site';

test('a visitor signs up, logs out and logs in again', async ({ page }) => {
  const name = newName();
  await test.step('sign up, with invalid input first', async () => {
    await page.goto('/login');
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { name: 'Welcome to Stoa!' })).toBeVisible();
    await expect(page.getByText('Please login to continue.')).toBeVisible();
    await page.getByRole('link', { name: "Don't have an account? Sign up here." }).click();
    await expect(page).toHaveURL('/signup');

    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('alert')).toHaveText('Please enter a username and password');
    await page.getByLabel('Username').fill(` ${name} `);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm Password').fill('something else');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('alert')).toHaveText('Passwords do not match');
    await page.getByLabel('Show Password').check();
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
    await page.getByLabel('Confirm Password').fill(password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/home');
  });
  await test.step('log out', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Log out' }).click();
    // The URL changes before the page reloads.
    await expect(page.getByText('Please login to continue.')).toBeVisible();
    await expect(page).toHaveURL('/');
    await page.goto('/questionPage');
    await expect(page).toHaveURL('/');
  });
  await test.step('log in, with a wrong password first', async () => {
    await page.getByLabel('Username').fill(name);
    await page.getByLabel('Password', { exact: true }).fill('wrong password');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('alert')).toHaveText('Error while logging in: Invalid username or password');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page).toHaveURL('/home');
    await page.reload();
    await expect(page.getByRole('link', { name: 'View Profile' })).toHaveAttribute('href', `/user/${name}`);
  });
});

test('the landing page redirects logged-in users to their home until they log out', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await signUp(page, newName());
  for (const path of ['/', '/signup', '/login']) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/home');
    await expect(page.getByRole('heading', { name: /'s Home$/ })).toBeVisible();
  }
  await page.route('**/user/logout', (route) => route.abort());
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('alert')).toHaveText('You could not be logged out. Please try again.');
  await page.route('**/user/logout', (route) => route.fulfill({ json: {} }));
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByText('Please login to continue.')).toBeVisible();
  await page.goto('/tags');
  await expect(page.getByRole('heading', { name: /Tags$/ })).toBeVisible();
  // The XSRF-TOKEN cookie of an ended session remains in the browser.
  const token = (await context.cookies()).filter(({ name }) => name === 'XSRF-TOKEN');
  await context.clearCookies();
  await context.addCookies(token);
  await page.goto('/');
  await expect(page.getByText('Please login to continue.')).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('a login after the app has preloaded leads to the home page', { tag: '@full' }, async ({ page, context }) => {
  const name = newName();
  await signUp(page, name);
  await context.clearCookies();
  const loaded = page.waitForResponse(/app-.*\.js$/);
  await page.goto('/');
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  // The rest of the app loads in the meantime.
  await loaded;
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { name: `${name}'s Home` })).toBeVisible();
  await expect(page).toHaveURL('/home');
});

test('a failed logout shows an error and does not move the button', { tag: '@full' }, async ({ page }) => {
  await signUp(page, newName());
  await openQuestions(page);
  await page.route('**/user/logout', (route) => route.abort());
  const button = page.getByRole('button', { name: 'Log out' });
  const place = await button.boundingBox();
  await button.click();
  await expect(page.getByRole('alert')).toHaveText('You could not be logged out. Please try again.');
  expect(await button.boundingBox()).toEqual(place);
});

test("the sign-up form shows the server's error messages", { tag: '@full' }, async ({ page, context }) => {
  const name = newName();
  await signUp(page, name);
  await context.clearCookies();
  await page.goto('/signup');
  for (const [username, secret, line] of [
    [name, password, 'Error while signing up: Username already taken'],
    ['-', password, 'Error while signing up: Usernames are 2 to 32 characters long'],
    [newName(), 'short', 'Error while signing up: Password must be at least 8 characters long'],
    [newName(), 'password1', 'Error while signing up: This password is too common'],
  ] as const) {
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(secret);
    await page.getByLabel('Confirm Password').fill(secret);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('alert')).toContainText(line);
  }
  await page.route('**/user/signup', (route) => route.abort());
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('alert')).toHaveText('Error while signing up');
});

test('users edit their biography, reset their password and delete their account', async ({ page }) => {
  const name = newName();
  await signUp(page, name);
  await openQuestions(page);
  await test.step('edit the biography', async () => {
    await page.getByRole('link', { name: 'View Profile' }).click();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Biography').fill('I like **columns**.');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Biography updated!')).toBeVisible();
    await expect(page.locator('strong', { hasText: 'columns' })).toBeVisible();
  });
  await test.step('reset the password', async () => {
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expect(page.getByText('Please enter and confirm your new password.')).toBeVisible();
    await page.getByLabel('New Password', { exact: true }).fill('another stoa 1');
    await page.getByLabel('Confirm New Password').fill('another stoa 2');
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expect(page.getByText('Passwords do not match.')).toBeVisible();
    await page.getByLabel('Confirm New Password').fill('another stoa 1');
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expect(page.getByText('Password reset successful!')).toBeVisible();
  });
  await test.step('delete the account', async () => {
    await page.getByRole('button', { name: 'Delete This User' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Delete This User' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(`User "${name}" deleted successfully.`)).toBeVisible();
    await expect(page).toHaveURL('/');
  });
});

test('the profile of an unknown user shows a not-found message', { tag: '@full' }, async ({ page }) => {
  await signUp(page, newName());
  await page.goto('/user/nobody-at-all');
  await expect(page.getByText('No user data found. Make sure the username parameter is correct.')).toBeVisible();
});

test('a session that ends while writing keeps the text and the page', async ({ page }) => {
  const name = newName();
  await signUp(page, name);
  const id = await ask(page, newName('ends'));
  await page.goto(`/new/answer/${id}`);
  await page.getByLabel('Answer Text').fill('What I know of it');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Post Answer' }).click();
  await expect(page.getByText('Your session has ended. Your drafts are kept.')).toBeVisible();
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page).toHaveURL(`/new/answer/${id}`);
  await expect(page.getByLabel('Answer Text')).toHaveValue('What I know of it');
});
