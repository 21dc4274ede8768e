import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { findUnsafeMarkup, recordIncidents } from './incidentRecorder';
import { png } from './pictureFiles';
import { ask, expect, holdRequests, newName, newUser, promote, signUp, test } from './site';

type Given = { name: string; mimeType: string; buffer: Buffer };

const picture = (name: string, seed = 1, width = 320, height = 200): Given => ({
  name,
  mimeType: 'image/png',
  buffer: png(width, height, { seed }),
});

/** Pastes files into a field, or drops them on it. */
const give = (field: Locator, how: 'paste' | 'drop', files: Given[]) =>
  field.evaluate(
    (element, { how, files }) => {
      const transfer = new DataTransfer();
      for (const { name, mimeType, bytes } of files) {
        const data = Uint8Array.from(atob(bytes), (char) => char.charCodeAt(0));
        transfer.items.add(new File([data], name, { type: mimeType }));
      }
      const init = { bubbles: true, cancelable: true };
      (element as HTMLElement).focus();
      element.dispatchEvent(
        how === 'paste'
          ? new ClipboardEvent('paste', { ...init, clipboardData: transfer })
          : new DragEvent('drop', { ...init, dataTransfer: transfer }),
      );
    },
    { how, files: files.map(({ buffer, ...file }) => ({ ...file, bytes: buffer.toString('base64') })) },
  );

/** Uploads a picture through the API and returns its path in texts. */
async function upload(page: Page, seed = 1, width = 320, height = 200): Promise<string> {
  const response = await page.request.post('/picture/upload', {
    data: png(width, height, { seed }),
    headers: { 'content-type': 'image/png' },
  });
  expect(response.status(), await response.text()).toBe(200);
  return `/media/${((await response.json()) as { _id: string })._id}`;
}

/** Posts an answer through the API. */
async function answer(page: Page, qid: string, ansBy: string, text: string): Promise<void> {
  const response = await page.request.post('/answer/addAnswer', { data: { qid, ans: { text, ansBy } } });
  expect(response.status(), await response.text()).toBe(200);
}

/** Expects that the browser has loaded and decoded a picture. */
const expectShown = (image: Locator) =>
  expect
    .poll(() => image.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeGreaterThan(0);

const pathOf = /\/media\/[0-9a-z]{13}/;

test('pictures are pasted, dropped and chosen, and posted with the question', async ({ page }) => {
  await signUp(page, newName());
  await page.goto('/new/question');
  const text = page.getByLabel('Question Text');
  await text.fill('Look:\n\n');
  await give(text, 'paste', [picture('pasted.png', 1)]);
  await expect(text).toHaveValue(/^Look:\n\n!\[pasted\]\(\/media\/\w{13}\)$/);
  // The suggested description is selected: typing replaces it.
  await page.keyboard.type('A leak');
  await expect(text).toHaveValue(/!\[A leak\]\(\/media/);
  await text.press('Control+End');
  await page.keyboard.type('\n\n');
  await give(text, 'drop', [picture('one.png', 2), picture('two.png', 3)]);
  await expect(text).toHaveValue(/!\[one\]\(\/media\/\w{13}\)\n\n!\[two\]\(\/media\/\w{13}\)$/);
  await text.press('Control+End');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Picture', exact: true }).click(),
  ]);
  expect(chooser.isMultiple()).toBe(true);
  await chooser.setFiles(picture('chosen.png', 4));
  await expect(text).toHaveValue(/!\[chosen\]\(\/media\/\w{13}\)$/);

  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('img')).toHaveCount(4);
  await expectShown(preview.getByRole('img', { name: 'A leak' }));
  await expectAccessible(page, 'a question with pictures');
  await page.getByLabel('Question Title').fill('Where does it leak?');
  await page.getByLabel('Tags').fill('leak');
  await page.getByRole('button', { name: 'Post Question' }).click();
  // The form may offer the question as a similar one until the list is there.
  await page.getByRole('heading', { name: 'All Questions' }).waitFor();
  await page.getByRole('link', { name: 'Where does it leak?' }).click();
  const main = page.getByRole('main');
  await expect(main.getByRole('img', { name: 'two' })).toHaveAttribute('width', '320');
  await expectShown(main.getByRole('img', { name: 'A leak' }));
});

test('an upload shows its progress, can be retried and cancelled, and holds the form back', { tag: '@full' }, async ({
  page,
}) => {
  await signUp(page, newName());
  const qid = await ask(page, 'Where?');
  await page.goto(`/question/${qid}`);
  const text = page.getByLabel('Answer Text');
  const release = await holdRequests(page, '**/picture/upload');
  await give(text, 'paste', [picture('held.png', 1), picture('other.png', 2)]);
  const rows = page.getByRole('list', { name: 'Uploads' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first().getByRole('progressbar', { name: 'held.png' })).toBeVisible();
  await expectAccessible(page, 'uploads', ['dark', 'light']);
  await page.getByRole('button', { name: 'Post Answer' }).click();
  await expect(page.getByRole('alert')).toHaveText('Wait until every picture is in the text, or cancel it.');
  await page.getByRole('button', { name: 'Cancel other.png' }).click();
  await expect(text).toHaveValue(/^!\[Uploading held\.png…\]\(\)\s*$/);
  release();
  await expect(text).toHaveValue(/^!\[held\]\(\/media\/\w{13}\)\s*$/);
  await page.unroute('**/picture/upload');

  await text.fill('');
  await page.route('**/picture/upload', (route) => route.abort());
  await give(text, 'paste', [picture('lost.png', 3)]);
  await expect(rows).toContainText(['The site cannot be reached']);
  await page.getByRole('button', { name: 'Post Answer' }).click();
  await expect(page.getByRole('alert')).toHaveText('A picture could not be uploaded: try it again, or remove it.');
  await page.unroute('**/picture/upload');
  await page.getByRole('button', { name: 'Try lost.png again' }).click();
  await expect(text).toHaveValue(/^!\[lost\]\(\/media\/\w{13}\)$/);
  await give(text, 'drop', [{ name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }]);
  await expect(rows).toContainText(['Not a picture']);
  await page.getByRole('button', { name: 'Remove no.png' }).click();
  await page.getByRole('button', { name: 'Post Answer' }).click();
  await expect(page.getByRole('heading', { name: '1 answer' })).toBeVisible();
});

test('undoing takes a picture back, and a draft keeps none that was not uploaded', { tag: '@full' }, async ({
  page,
}) => {
  await signUp(page, newName());
  await page.goto('/new/question');
  const text = page.getByLabel('Question Text');
  await text.pressSequentially('Look: ');
  await give(text, 'paste', [picture('cat.png')]);
  await expect(text).toHaveValue(/^Look: !\[cat\]\(\/media/);
  await page.keyboard.press('Control+z');
  await expect(text).toHaveValue('Look: ![Uploading cat.png…]()');
  await page.keyboard.press('Control+z');
  await expect(text).toHaveValue(/^Look: ?$/);
  await page.keyboard.press('Control+Shift+z');
  await page.keyboard.press('Control+Shift+z');
  await expect(text).toHaveValue(/^Look: !\[cat\]\(\/media/);

  await holdRequests(page, '**/picture/upload');
  await text.press('Control+End');
  await give(text, 'paste', [picture('late.png')]);
  await expect(text).toHaveValue(/late\.png/);
  await page.goto('/questionPage');
  await page.goto('/new/question');
  await expect(text).toHaveValue(/^Look: !\[cat\]\(\/media\/\w{13}\)$/);
});

test('a picture appears for other members at once, in its place', { tag: '@full' }, async ({ page, browser, site }) => {
  const ann = newName('ann');
  await signUp(page, ann);
  const path = await upload(page, 5, 1200, 800);
  const qid = await ask(page, 'Which part?', `This one: ![A part](${path})`);
  const reader = await newUser(browser, site);
  await reader.goto(`/question/${qid}`);
  const part = reader.getByRole('img', { name: 'A part' });
  await expectShown(part);
  // Its place is reserved before it arrives.
  expect(await part.getAttribute('width')).toBe('960');
  await answer(page, qid, ann, `![The spare part](${await upload(page, 6)})`);
  await expectShown(reader.getByRole('img', { name: 'The spare part' }));

  await reader.getByRole('button', { name: 'Show Comments' }).first().click();
  const comment = reader.getByLabel('Comment', { exact: true }).first();
  await give(comment, 'paste', [picture('mine.png', 7, 900, 600)]);
  await expect(comment).toHaveValue(/\/media\//);
  await reader.getByRole('button', { name: 'Add Comment' }).first().click();
  await page.goto(`/question/${qid}`);
  await page.getByRole('button', { name: 'Show Comments' }).first().click();
  await expect(page.getByRole('img', { name: 'mine' })).toHaveAttribute('src', /\?size=thumbnail$/);
  await expectShown(page.getByRole('img', { name: 'mine' }));
});

test('a message shows its picture as a thumbnail', { tag: '@full' }, async ({ page, browser, site }) => {
  await signUp(page, newName());
  const reader = await newUser(browser, site);
  await reader.goto('/messaging');
  await page.goto('/messaging');
  const message = page.getByLabel('Message', { exact: true });
  const name = newName('kettle');
  await give(message, 'paste', [picture(`${name}.png`)]);
  await expect(message).toHaveValue(/\/media\//);
  await message.press('Control+End');
  await message.press('Enter');
  await expectShown(reader.getByRole('img', { name }));
  await expect(reader.getByRole('img', { name })).toHaveAttribute('src', /\?size=thumbnail$/);
});

test('a picture of a private community is absent for everybody else', { tag: '@full' }, async ({
  page,
  browser,
  site,
}) => {
  await signUp(page, newName());
  const made = await page.request.post('/community/addCommunity', {
    data: { name: newName('Private'), description: 'x', visibility: 'private' },
  });
  const { _id: communityId } = (await made.json()) as { _id: string };
  const path = await upload(page);
  const data = { title: 'Secret', text: `![secret](${path})`, tags: [{ name: 'test' }], communityId };
  expect((await page.request.post('/question/addQuestion', { data })).status()).toBe(200);
  expect((await page.request.get(path)).status()).toBe(200);
  const stranger = await newUser(browser, site);
  for (const address of [path, `${path}?size=thumbnail`, '/media/0000000000011'])
    expect((await stranger.request.get(address)).status(), address).toBe(404);
  // Naming it in a text of their own gives no right to it.
  const qid = await ask(stranger, 'Whose?', `![not mine](${path})`);
  expect((await stranger.request.get(path)).status()).toBe(404);
  await stranger.goto(`/question/${qid}`);
  await expect(stranger.getByRole('main')).toContainText('Picture removed: not mine');
});

test('a picture opens and closes by keyboard', { tag: '@full' }, async ({ page }) => {
  const name = newName();
  await signUp(page, name);
  const paths = [await upload(page, 1, 1600, 1000), await upload(page, 2), await upload(page, 3)];
  const qid = await ask(page, 'Open', `![one](${paths[0]})\n\n![two](${paths[1]})`);
  await answer(page, qid, name, `![another text](${paths[2]})`);
  await page.goto(`/question/${qid}`);
  const link = page.getByRole('link', { name: 'one' });
  await expectShown(link.getByRole('img'));
  await link.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Picture' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText('1 of 2')).toBeVisible();
  await expectShown(dialog.getByRole('img', { name: 'one' }));
  await expectAccessible(page, 'an opened picture', ['dark', 'light']);
  const box = await dialog.getByRole('img').boundingBox();
  const viewport = page.viewportSize();
  expect(box && viewport && box.width <= viewport.width && box.height <= viewport.height).toBe(true);
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('img', { name: 'two' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByText('2 of 2')).toBeVisible();
  await expect(dialog.getByRole('link', { name: /Open original/ })).toHaveAttribute('href', pathOf);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(link).toBeFocused();
});

test('a member sees and deletes their files', { tag: '@full' }, async ({ page, browser, site }) => {
  await signUp(page, newName());
  await page.goto('/settings/files');
  await expect(page.getByRole('heading', { name: 'No pictures yet' })).toBeVisible();
  const path = await upload(page);
  await upload(page, 2);
  const qid = await ask(page, 'With a picture', `![A lid](${path})`);
  await page.reload();
  const rows = page.getByRole('region', { name: 'Pictures' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('Not used');
  await expect(rows.last()).toContainText('With a picture');
  await expect(page.getByText(/^[\d.]+ \w+ of 500 MB in 2 pictures$/)).toBeVisible();
  await expectAccessible(page, 'my files', ['dark', 'light']);
  await rows
    .last()
    .getByRole('button', { name: /^Delete/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Delete this picture?' });
  await expect(dialog.getByRole('link', { name: 'With a picture' })).toBeVisible();
  await expectAccessible(page, 'deleting a file');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(rows).toHaveCount(1);
  const reader = await newUser(browser, site);
  await reader.goto(`/question/${qid}`);
  await expect(reader.getByRole('main')).toContainText('Picture removed: A lid');
});

test('a member downloads their pictures', { tag: '@full' }, async ({ page }) => {
  const name = newName();
  await signUp(page, name);
  const path = await upload(page);
  await page.goto('/settings/privacy');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download your pictures' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${path.slice('/media/'.length)}.png`);
  await expect(page.getByText('1 of 1 pictures')).toBeVisible();
});

test('an administrator removes the picture of a member', { tag: '@full' }, async ({ page, browser, site }) => {
  const [admin, ann] = [newName('admin'), newName('ann')];
  await signUp(page, admin);
  promote(site, admin);
  const member = await newUser(browser, site, ann);
  const path = await upload(member, 9, 900, 600);
  const qid = await ask(member, 'Rude', `![rude](${path})`);
  await page.goto('/administration/pictures');
  await expect(page.getByRole('link', { name: ann })).toBeVisible();
  await page.getByLabel('Pictures of a user').fill(ann);
  await expect(page).toHaveURL(new RegExp(`search=${ann}`));
  const row = page.getByRole('listitem').filter({ hasText: 'Rude' });
  await expect(row).toBeVisible();
  await expectAccessible(page, 'the administration of pictures', ['dark', 'light']);
  await row.getByRole('button', { name: /^Remove/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove this picture?' });
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Reason cannot be empty');
  await dialog.getByLabel('Reason').fill('Rude');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('heading', { name: 'No pictures' })).toBeVisible();
  expect((await member.request.get(path)).status()).toBe(404);
  await member.goto(`/question/${qid}`);
  await expect(member.getByRole('main')).toContainText('Picture removed: rude');
  await page.goto('/administration/log');
  await expect(page.getByRole('main')).toContainText('Rude');
});

test('neither the name of a file nor a description runs a script', async ({ page }) => {
  await recordIncidents(page);
  await signUp(page, newName());
  await page.goto('/new/question');
  const text = page.getByLabel('Question Text');
  const names = [
    '"><img src=x onerror=pwn()>.png',
    '](javascript:pwn())![.png',
    "' onload='pwn()' x='.png",
    '`$x$` $(pwn()) <svg onload=pwn()>.png',
    '&quot; onerror=&quot;pwn().png',
    '\u202egnp.)(nwp',
  ];
  for (const [index, name] of names.entries()) {
    await text.press('Control+End');
    await give(text, 'paste', [picture(name)]);
    await expect.poll(async () => (await text.inputValue()).split('](/media/').length).toBe(index + 2);
  }
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('img')).toHaveCount(names.length);
  const path = pathOf.exec(await text.inputValue())?.[0] ?? '';
  const alts = ['"><img src=x onerror=pwn()>', '" onload="pwn()', '&quot; onerror=&quot;pwn()', '<svg onload=pwn()>'];
  const qid = await ask(page, 'Alt', alts.map((alt) => `![${alt}](${path})`).join('\n\n'));
  await page.goto(`/question/${qid}`);
  const images = page.locator('.markdown img');
  await expect(images).toHaveCount(alts.length);
  const attributes = await images.evaluateAll((all) => [...new Set(all.flatMap((image) => image.getAttributeNames()))]);
  expect(attributes.toSorted()).toEqual(['alt', 'decoding', 'height', 'loading', 'src', 'width']);
  await images.first().click();
  await expect(page.getByRole('dialog', { name: 'Picture' })).toBeVisible();
  expect(await findUnsafeMarkup(page)).toEqual([]);
  expect(await page.evaluate(() => window.incidents)).toEqual([]);
});
