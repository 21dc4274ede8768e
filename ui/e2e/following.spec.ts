import { expect, newName, newUser, test } from './site';

test('a watched tag brings its questions with the reason, and a muted question is silent', async ({
  browser,
  site,
}) => {
  const [ann, bob] = [await newUser(browser, site, newName('ann')), await newUser(browser, site, newName('bob'))];
  const tag = newName('plu').slice(0, 20).toLowerCase();
  const post = async (path: string, data: object) => {
    const response = await bob.request.post(path, { data });
    expect(response.status(), await response.text()).toBe(200);
  };
  const askTagged = (title: string) => post('/question/addQuestion', { title, text: 'Text', tags: [{ name: tag }] });
  await askTagged(newName('Before'));

  await ann.goto(`/questionPage?tag=${tag}`);
  await ann.getByRole('button', { name: 'Watch this tag: 0 watchers' }).click();
  await ann.getByRole('button', { name: 'Watch: show me what is new' }).click();
  await expect(ann.getByRole('button', { name: 'Watching this tag: 1 watcher' })).toBeVisible();
  const rail = ann.getByRole('region', { name: 'Watched tags' });
  await expect(rail.getByRole('link', { name: tag })).toBeVisible();

  const title = newName('Asked while ann watches');
  await askTagged(title);
  await expect(ann.getByText('News in what you watch')).toBeAttached();
  await ann.getByRole('button', { name: /^Notifications/ }).click();
  const watched = ann.locator(':popover-open').getByRole('listitem');
  await expect(watched).toContainText(`because you watch ${tag}`);
  await expect(watched).toContainText(title);

  await ann.goto('/home');
  const home = ann.getByRole('region', { name: 'Notification Catch-up' });
  await expect(home.getByRole('listitem')).toContainText(title);
  await home.getByRole('link', { name: /^New question from/ }).click();
  await expect(ann).toHaveURL(/\/question\//);
  const qid = new URL(ann.url()).pathname.split('/').pop() ?? '';
  await ann.getByRole('button', { name: /^Watch this question/ }).click();
  await ann.getByRole('button', { name: 'Watch: show me what is new' }).click();
  await expect(ann.getByRole('button', { name: /^Watching this question/ })).toBeVisible();
  await ann.goto('/home');
  await post('/answer/addAnswer', { qid, ans: { text: 'An answer' } });
  await expect(home.getByRole('listitem')).toContainText('because you watch this question');

  await home.getByRole('button', { name: `Unwatch: ${title}` }).click();
  await expect(home.getByText('No notifications yet!')).toBeVisible();
  await ann.request.patch('/following/setFollow', { data: { kind: 'question', object: qid, state: 'muted' } });
  await post('/answer/addAnswer', { qid, ans: { text: 'A silent answer' } });
  const other = newName('Asked later');
  await askTagged(other);
  await expect(home.getByRole('listitem')).toContainText(other);
  await expect(home.getByRole('listitem')).toHaveCount(1);
});

test('a member who wants it watches what they answer', { tag: '@full' }, async ({ browser, site }) => {
  const [ann, bob] = [await newUser(browser, site, newName('ann')), await newUser(browser, site, newName('bob'))];
  const asked = await bob.request.post('/question/addQuestion', {
    data: { title: newName('Which answer?'), text: 'Text', tags: [{ name: 'watched' }] },
  });
  const { _id: qid } = await asked.json();
  await ann.goto('/home');
  await ann.goto('/settings/watched');
  const box = ann.getByRole('checkbox', { name: 'Watch the questions that I answer from now on' });
  await box.check();
  await ann.reload();
  await expect(box).toBeChecked();
  await ann.goto(`/question/${qid}`);
  await ann.getByRole('textbox', { name: /Answer Text/ }).fill('An answer');
  await ann.getByRole('button', { name: 'Post Answer' }).click();
  await expect(ann.getByRole('button', { name: /^Watching this question/ })).toBeVisible();
});
