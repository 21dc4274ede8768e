import { expectAccessible } from './axe';
import { expect, newName, newUser, test } from './site';

test('a member who is named in a comment sees it in the bell at once, once, and until they open it', async ({
  browser,
  site,
}) => {
  const [ann, bob] = [await newUser(browser, site, newName('ann')), await newUser(browser, site, newName('bob'))];
  const nameOf = async (page: typeof ann) => {
    const user = await (await page.request.get('/user/me')).json();
    return user.username as string;
  };
  const [annsName, bobsName] = [await nameOf(ann), await nameOf(bob)];
  const title = newName('Who knows');
  const asked = await ann.request.post('/question/addQuestion', {
    data: { title, text: 'Text', tags: [{ name: 'mentions' }] },
  });
  const { _id: qid } = await asked.json();
  await bob.goto('/home');
  await expect(bob.getByRole('heading', { name: `${bobsName}'s Home` })).toBeVisible();

  // Ann writes Bob's name with the list, which the keyboard alone can use.
  await ann.goto(`/question/${qid}`);
  await ann.getByRole('button', { name: 'Show Comments' }).click();
  const field = ann.getByRole('textbox', { name: 'Comment' });
  await field.click();
  await field.pressSequentially(`Ask @${bobsName.slice(0, -1)}`);
  const list = ann.getByRole('listbox', { name: 'Members' });
  await expect(list.getByRole('option', { name: bobsName })).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(ann, 'the list of names', ['dark', 'light']);
  await ann.keyboard.press('Enter');
  await expect(field).toHaveValue(`Ask @${bobsName} `);
  await expect(list).toBeHidden();
  await ann.keyboard.press('Control+Enter');
  const comment = ann.getByRole('listitem').filter({ hasText: `Ask @${bobsName}` });
  await expect(comment.getByRole('link', { name: bobsName })).toHaveAttribute('href', `/user/${bobsName}`);

  // Bob sees it without a reload.
  await expect(bob.getByText('1 unread notification').first()).toBeAttached();
  await bob.getByRole('button', { name: /^Notifications/ }).click();
  const bell = bob.locator(':popover-open');
  const mention = bell.getByRole('listitem');
  await expect(mention).toContainText(title);
  await expect(mention).toContainText('because you were mentioned in a comment');
  await mention.getByRole('link', { name: `${annsName} mentioned you` }).click();
  await expect(bob).toHaveURL(new RegExp(`/question/${qid}#`));
  await expect(
    bob
      .locator('#content')
      .getByRole('listitem')
      .filter({ hasText: `Ask @${bobsName}` }),
  ).toBeFocused();
  await expect(bob.getByText('1 unread notification')).toHaveCount(0);
  await bob.goto('/home');
  const catchUp = bob.getByRole('region', { name: 'Notification Catch-up' });
  await expect(catchUp.getByRole('listitem')).toContainText(`${annsName} mentioned you`);
  await expect(catchUp.getByText('Unread:')).toHaveCount(0);
});

test('a message that names a member leads to itself', { tag: '@full' }, async ({ browser, site }) => {
  const [ann, bob] = [await newUser(browser, site, newName('ann')), await newUser(browser, site, newName('bob'))];
  const bobsName = (await (await bob.request.get('/user/me')).json()).username as string;
  await bob.goto('/home');
  await ann.goto('/messaging');
  const message = newName('Hello');
  await ann.getByRole('textbox', { name: 'Message' }).fill(`${message} @${bobsName}`);
  await ann.getByRole('button', { name: 'Send' }).click();
  const home = bob.getByRole('region', { name: 'Notification Catch-up' });
  await expect(home.getByRole('listitem')).toContainText('Global chat');
  await home.getByRole('link', { name: /mentioned you$/ }).click();
  await expect(bob).toHaveURL(/\/messaging#/);
  const shown = bob.getByRole('listitem').filter({ hasText: message });
  await expect(shown.getByRole('link', { name: bobsName })).toBeVisible();
  await bob.goto('/home');
  await expect(home.getByRole('listitem')).toHaveCount(1);
  await expect(home.getByText('Unread:')).toHaveCount(0);
});

test('a mention that is seen in one tab leaves the bell of all', async ({ browser, site }) => {
  const [ann, bob] = [await newUser(browser, site, newName('ann')), await newUser(browser, site, newName('bob'))];
  const { username } = (await (await bob.request.get('/user/me')).json()) as { username: string };
  await bob.goto('/questionPage');
  const bell = bob.getByRole('button', { name: /^Notifications/ });
  await expect(bell).toBeVisible();
  const { _id: qid } = (await (
    await ann.request.post('/question/addQuestion', {
      data: { title: newName('Named'), text: `hi @${username}`, tags: [{ name: 'mentions' }] },
    })
  ).json()) as { _id: string };
  await expect(bell).toHaveAccessibleName(/1 unread notification/);
  const tab = await bob.context().newPage();
  await tab.goto(`/question/${qid}`);
  await expect(bell).toHaveAccessibleName('Notifications');
});
