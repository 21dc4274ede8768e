import { expect, newName, newUser, test } from './site';

test('a note stays with its star, and a reminder appears when it is due', async ({ browser, site }) => {
  const [ann, bob] = [await newUser(browser, site, newName('ann')), await newUser(browser, site, newName('bob'))];
  const title = newName('How do I read this again');
  const asked = await bob.request.post('/question/addQuestion', {
    data: { title, text: 'Text', tags: [{ name: 'a' }] },
  });
  const { _id: qid } = await asked.json();

  await ann.goto(`/question/${qid}`);
  const button = ann.getByRole('button', { name: `Note and reminder: ${title}` });
  await expect(ann.getByRole('button', { name: `Star: ${title}` })).toBeEnabled();
  await expect(button).toHaveCount(0);
  await ann.getByRole('button', { name: `Star: ${title}` }).click();
  await button.click();
  const dialog = ann.getByRole('dialog', { name: 'Note and reminder' });
  await dialog.getByLabel('Private note').fill('Try it at home');
  await dialog.getByLabel('Remind me').selectOption('Tomorrow');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(ann.getByText('Try it at home')).toBeVisible();
  await expect(ann.getByText(/^Reminder:/)).toBeVisible();

  await ann.goto('/home');
  const starred = ann.getByRole('region', { name: 'Starred Posts' });
  await expect(starred.getByText('Try it at home')).toBeVisible();

  // The page shows the reminder at its time, without a reload.
  const bell = ann.getByRole('button', { name: /^Notifications/ });
  let wait = 2_000;
  await expect(async () => {
    // A slow machine gets more time to open the page before.
    wait *= 2;
    const remindAt = new Date(Date.now() + wait).toISOString();
    const set = await ann.request.patch('/star/setStarNote', { data: { qid, remindAt } });
    expect(set.status(), await set.text()).toBe(200);
    await ann.goto('/questionPage');
    const data = JSON.parse((await ann.locator('#first-data').textContent()) ?? '');
    const before = data.around['/inbox/getUnreadCounts'].body;
    expect(before, 'the page knows of it before its time').toMatchObject({ reminders: 0 });
  }).toPass();
  await expect(bell).toHaveAccessibleName('Notifications 1 unread notification');
  await bell.click();
  const reminders = ann.locator(':popover-open').getByRole('listitem');
  await expect(reminders).toContainText('because you asked to be reminded');
  await expect(reminders.getByText('Try it at home')).toBeVisible();
  await reminders.getByRole('button', { name: `Done: ${title}` }).click();
  await expect(reminders).toHaveCount(0);
  await expect(bell).toHaveAccessibleName('Notifications');

  // Without the star the note is hidden, and it comes back with it.
  await ann.goto(`/question/${qid}`);
  await expect(ann.getByText('Try it at home')).toBeVisible();
  await ann.getByRole('button', { name: `Star: ${title}` }).click();
  await expect(ann.getByText('Try it at home')).toBeHidden();
  await ann.getByRole('button', { name: `Star: ${title}` }).click();
  await expect(ann.getByText('Try it at home')).toBeVisible();
});
