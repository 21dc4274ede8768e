import { expectAccessible } from './axe';
import { expect, newName, newUser, test } from './site';

test('one inbox tells of answers, votes, acceptance and requests, in all tabs, and is read with one button', async ({
  browser,
  site,
}) => {
  const [annsName, bobsName] = [newName('ann'), newName('bob')];
  const [ann, bob] = [await newUser(browser, site, annsName), await newUser(browser, site, bobsName)];
  const post = async (page: typeof ann, path: string, data: object) => {
    const response = await page.request.post(path, { data });
    expect(response.status(), await response.text()).toBe(200);
    return (await response.json()) as { _id: string };
  };
  const title = newName('Which columns');
  const { _id: qid } = await post(ann, '/question/addQuestion', { title, text: 'Text', tags: [{ name: 'inbox' }] });
  const name = newName('Columns');
  const { _id: community } = await post(ann, '/community/addCommunity', { name, visibility: 'private' });

  await ann.goto('/home');
  const tab = await ann.context().newPage();
  await tab.goto('/questionPage');
  const bell = tab.getByRole('button', { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName('Notifications');
  const box = ann.getByRole('region', { name: 'Notification Catch-up' });
  await expect(box.getByText('No notifications yet!')).toBeVisible();

  await post(bob, '/question/upvoteQuestion', { qid });
  await post(bob, `/community/addMemberRequest/${community}`, {});
  await post(bob, '/answer/addAnswer', { qid, ans: { text: 'Doric ones' } });
  const entries = box.getByRole('listitem');
  await expect(entries).toHaveCount(3);
  await expect(entries.nth(0)).toContainText(`New answer from ${bobsName} on ${title}`);
  await expect(entries.nth(0)).toContainText('because you asked this question');
  await expect(entries.nth(1)).toContainText('Your question has 1 vote');
  await expect(entries.nth(1)).not.toContainText(bobsName);
  await expect(entries.nth(2)).toContainText(`${bobsName} asks to join ${name}`);
  await expect(bell).toHaveAccessibleName('Notifications 3 unread notifications');
  for (const width of [1440, 390, 360, 320]) {
    await ann.setViewportSize({ width, height: 844 });
    const dots = await box.locator('time').evaluateAll((times) =>
      times.filter((time) => {
        const isFirst = time.getBoundingClientRect().left < (time.closest('p')?.getBoundingClientRect().left ?? 0) + 1;
        return isFirst && getComputedStyle(time, '::before').content !== 'none';
      }),
    );
    expect(dots, `lines that begin with a dot at ${width} pixels`).toHaveLength(0);
  }
  await bell.click();
  await expectAccessible(tab, 'the inbox', ['dark', 'light']);
  await tab.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(bell).toHaveAccessibleName('Notifications');
  await expect(entries).toHaveCount(3);
  await expect(box.getByText('Unread:')).toHaveCount(0);

  // What waits is told to the one who waits.
  await bob.goto('/home');
  await post(ann, `/community/approveMemberRequest/${community}`, { userId: bobsName });
  const bobsEntries = bob.getByRole('region', { name: 'Notification Catch-up' }).getByRole('listitem');
  await expect(bobsEntries.first()).toContainText(`You are a member of ${name} now`);
  await expect(entries).toHaveCount(2);
});
