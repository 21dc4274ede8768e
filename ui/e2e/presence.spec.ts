import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { expect, newUser, Site, test } from './site';

/** Opens a chat in the browsers of ann and ben. */
async function openBoth(pages: Page[], path: string) {
  for (const page of pages) {
    await page.goto(path);
    await expect(field(page)).toBeVisible();
  }
}

const field = (page: Page) => page.getByRole('textbox', { name: 'Message' });

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });

/** The top of the message field, in pixels. */
const top = async (page: Page) => (await field(page).boundingBox())?.y;

test('two browsers see in each other that their users are here, write and have read', async ({ browser }) => {
  const site = new Site();
  await site.start();
  try {
    const ann = await newUser(browser, site, 'ann');
    const ben = await newUser(browser, site, 'ben');
    const created = await ann.request.post('/chat/createChat', {
      data: { participants: ['ann', 'ben'], messages: [] },
    });
    const { _id } = (await created.json()) as { _id: string };
    const path = `/messaging/direct-message?chat=${_id}`;

    await test.step('in a direct chat', async () => {
      await ann.goto(path);
      await expect(field(ann)).toBeVisible();
      const place = await top(ann);
      await ben.goto(path);
      await expect(ann.getByText('ben is here')).toBeVisible();
      await expect(ben.getByText('ann is here')).toBeVisible();
      await field(ann).pressSequentially('Hello ');
      await expect(ben.getByText('ann is typing…')).toBeVisible();
      await field(ann).press('Enter');
      await expect(messages(ben).getByText('Hello')).toBeVisible();
      await expect(ben.getByText('ann is here')).toBeVisible();
      await expect(ann.getByText('Read', { exact: true })).toBeVisible();
      expect(await top(ann), 'the line of states has kept its room').toBe(place);
      await expectAccessible(ann, 'a direct chat with states', ['dark', 'light']);
    });
    await test.step('not once the page is left', async () => {
      await ben.goto('/home');
      await expect(ann.getByText('ben is here')).toHaveCount(0);
      await field(ann).fill('Are you there?');
      await field(ann).press('Enter');
      await expect(messages(ann).getByText('Are you there?')).toBeVisible();
      await expect(ann.getByText('Read', { exact: true })).toHaveCount(0);
    });
    await test.step('in the global chat', async () => {
      await openBoth([ann, ben], '/messaging');
      await expect(ann.getByText('1 other here')).toBeVisible();
      await field(ben).pressSequentially('Hi');
      await expect(ann.getByText('ben is typing…')).toBeVisible();
      await expect(ben.getByText('is typing…')).toHaveCount(0);
    });
  } finally {
    await site.remove();
  }
});
