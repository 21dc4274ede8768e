import { expectAccessible } from './axe';
import { expect, newName, newUser, promote, test } from './site';

test('a member is told by the bell why a post of theirs was removed, and members read the public log', async ({
  browser,
  site,
}) => {
  const rootName = newName('root');
  const [ann, root] = [await newUser(browser, site), await newUser(browser, site, rootName)];
  promote(site, rootName);
  const title = newName('Zebra');
  const asked = await ann.request.post('/question/addQuestion', {
    data: { title, text: 'Text', tags: [{ name: 'log' }] },
  });
  const { _id: qid } = await asked.json();
  await ann.goto('/home');
  await root.request.post('/administration/removePost', { data: { id: qid, reason: 'off topic' } });
  await expect(ann.getByText('1 unread notification').first()).toBeAttached();
  await ann.getByRole('button', { name: /^Notifications/ }).click();
  await expect(ann.locator(':popover-open').getByRole('listitem')).toContainText('Reason: off topic');
  await ann.locator(':popover-open').getByRole('link', { name: 'All actions' }).click();
  await expect(ann).toHaveURL('/settings/moderation');
  await expect(ann.locator(':popover-open')).toHaveCount(0);
  await expect(ann.getByRole('listitem').filter({ hasText: `Your question ${title} was removed` })).toBeVisible();
  await expectAccessible(ann, 'the log of a member', ['dark', 'light']);
  await expect(ann.getByText('1 unread notification')).toHaveCount(0);

  // The public log is shown as soon as the site wants it, and names nobody.
  await expect(ann.getByRole('link', { name: 'Moderation log' })).toHaveCount(0);
  const change = { key: 'publicLog', before: false, value: true };
  await root.request.patch('/administration/setSettings', { data: { changes: [change] } });
  await ann.getByRole('link', { name: 'Moderation log' }).first().click();
  await expect(ann).toHaveURL('/log');
  await expect(ann.getByRole('listitem').filter({ hasText: 'A question was removed' }).first()).toBeVisible();
  await expect(ann.locator('#content')).not.toContainText(rootName);
  await root.request.patch('/administration/setSettings', {
    data: { changes: [{ key: 'publicLog', before: true, value: false }] },
  });
});

test('an accepted answer gives reputation and badges, which profiles show', { tag: '@full' }, async ({
  browser,
  site,
}) => {
  const [annsName, bobsName] = [newName('ann'), newName('bob')];
  const [ann, bob] = [await newUser(browser, site, annsName), await newUser(browser, site, bobsName)];
  const asked = await ann.request.post('/question/addQuestion', {
    data: { title: newName('Zebra'), text: 'Text', tags: [{ name: 'log' }] },
  });
  const { _id: qid } = await asked.json();
  const answered = await bob.request.post('/answer/addAnswer', { data: { qid, ans: { text: 'Stripes' } } });
  const { _id: aid } = await answered.json();
  await bob.goto('/home');
  await ann.request.post('/question/acceptAnswer', { data: { qid, aid } });
  await expect(bob.getByText('2 unread notifications').first()).toBeAttached();
  await ann.goto(`/user/${bobsName}`);
  await expect(ann.getByText('15 reputation')).toBeVisible();
  await expect(ann.getByRole('region', { name: 'Badges' })).toContainText('Helped');
  await expectAccessible(ann, 'a profile with badges', ['dark', 'light']);
});
