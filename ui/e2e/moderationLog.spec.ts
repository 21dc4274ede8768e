import { expectAccessible } from './axe';
import { expect, newName, newUser, test } from './site';

test('an accepted answer gives reputation and badges, which profiles show', async ({ browser, site }) => {
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
  await expect(bob.getByText('1 notice')).toBeAttached();
  await ann.goto(`/user/${bobsName}`);
  await expect(ann.getByText('15 reputation')).toBeVisible();
  await expect(ann.getByRole('region', { name: 'Badges' })).toContainText('Helped');
  await expectAccessible(ann, 'a profile with badges', ['dark', 'light']);
});
