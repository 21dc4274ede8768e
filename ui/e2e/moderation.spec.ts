// What moderators do with questions: a pinned one stands above the list, a closed one says why.
import { expectAccessible } from './axe';
import { ask, expect, newName, newUser, promote, test } from './site';

test('a moderator closes, locks and pins a question', async ({ browser, site }) => {
  const [root, ann] = [newName(), newName()];
  const [moderator, author] = [await newUser(browser, site, root), await newUser(browser, site, ann)];
  promote(site, root);
  const title = `Which is best? ${ann}`;
  const qid = await ask(author, title);
  await Promise.all([author, moderator].map((page) => page.goto(`/question/${qid}`)));

  const act = async (label: string, confirm: string, text: string) => {
    await moderator.getByRole('button', { name: 'Moderate question' }).click();
    await moderator.getByRole('button', { name: label, exact: true }).click();
    const dialog = moderator.getByRole('dialog');
    if (label === 'Close…') await dialog.getByRole('radio', { name: 'Answers would be opinions' }).check();
    await dialog.getByRole('textbox').fill(text);
    await dialog.getByRole('button', { name: confirm, exact: true }).click();
    await expect(dialog).toBeHidden();
  };
  await act('Close…', 'Close', 'Ask for facts.');
  // The author sees it at once.
  await expect(author.getByText('Ask for facts.')).toBeVisible();
  await expect(author.getByText(/answers would be opinions/)).toBeVisible();
  await expect(author.getByRole('button', { name: 'Reopen' })).toBeHidden();
  await act('Reopen…', 'Reopen', 'It asks for facts now');
  await expect(author.getByText('Ask for facts.')).toBeHidden();
  await act('Lock…', 'Lock', 'A quarrel');
  await expect(author.getByText(/This question is locked/)).toBeVisible();
  // What is refused now is offered only to the moderator.
  await expect(author.getByRole('button', { name: 'Post Answer' })).toBeHidden();
  await expect(author.getByRole('link', { name: 'Edit', exact: true })).toBeHidden();
  await expect(author.getByRole('button', { name: 'Upvote' })).toBeDisabled();
  await expect(moderator.getByRole('button', { name: 'Post Answer' })).toBeVisible();
  await expectAccessible(author, 'a locked question', ['dark', 'light']);
  await act('Unlock…', 'Unlock', 'It is over');
  await expect(author.getByRole('button', { name: 'Post Answer' })).toBeVisible();
  const items = moderator.getByRole('button', { name: /^(Unpin|Undo)/, includeHidden: true });
  await expect(items).toHaveCount(0);
  await act('Pin…', 'Pin', 'Useful');
  await expect(items).toHaveText(['Unpin…']);

  await author.goto('/questionPage');
  await expect(author.getByText('pinned', { exact: true })).toBeVisible();
  await expect(author.getByText(title)).toHaveCount(1);
  await author.goto('/questionPage?order=unanswered&tag=nothing-has-this');
  await expect(author.getByText(title)).toHaveCount(0);
});
