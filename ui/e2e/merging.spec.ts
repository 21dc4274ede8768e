// A moderator merges a question into another one: readers of both see it without a reload, and it can be undone.
import { ask, expect, newName, newUser, promote, test } from './site';

test('the answers of a merged question move before the eyes of its readers, and back', { tag: '@full' }, async ({
  browser,
  site,
}) => {
  const [root, ann, ben] = [newName(), newName(), newName()];
  const [moderator, author, reader] = [
    await newUser(browser, site, root),
    await newUser(browser, site, ann),
    await newUser(browser, site, ben),
  ];
  promote(site, root);
  const [horse, zebra] = [`Horse ${ben}`, `Zebra ${ann}`];
  const [original, copy] = [await ask(reader, horse), await ask(author, zebra)];
  const data = { qid: copy, ans: { text: 'An answer about stripes' } };
  expect((await reader.request.post('/answer/addAnswer', { data })).status()).toBe(200);
  await Promise.all([moderator, author].map((page) => page.goto(`/question/${copy}`)));
  await reader.goto(`/question/${original}`);

  const act = async (label: string, confirm: string, fill: [string | RegExp, string][]) => {
    await moderator.getByRole('button', { name: 'Moderate question' }).click();
    await moderator.getByRole('button', { name: label, exact: true }).click();
    const dialog = moderator.getByRole('dialog');
    for (const [name, text] of fill) await dialog.getByRole('textbox', { name }).fill(text);
    if (label === 'Merge into…')
      await expect(dialog.getByRole('status')).toContainText(`“${zebra}” move to “${horse}”`);
    await dialog.getByRole('button', { name: confirm, exact: true }).click();
    await expect(dialog).toBeHidden();
  };
  const address = new URL(`/question/${original}`, moderator.url()).href;
  await act('Merge into…', 'Merge', [
    ['Into', address],
    [/^Reason/, 'It was asked before'],
  ]);
  await expect(reader.getByText('An answer about stripes')).toBeVisible();
  await expect(reader.getByRole('link', { name: zebra })).toBeVisible();
  await expect(author.getByText('It was asked before')).toBeVisible();
  await expect(author.getByText('An answer about stripes')).toBeHidden();
  await expect(author.getByRole('link', { name: horse })).toBeVisible();

  await act('Undo the merge…', 'Undo the merge', [[/^Reason/, 'It was another question']]);
  await expect(author.getByText('An answer about stripes')).toBeVisible();
  await expect(author.getByText('It was asked before')).toBeHidden();
  await expect(reader.getByText('An answer about stripes')).toBeHidden();
});
