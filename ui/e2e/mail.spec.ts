import { request } from 'node:http';
import { test as base, type Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { type Mail, MailServer } from './mailServer';
import { ask, expect, newName, newUser, password, promote, Site, signUp } from './site';

/** What links in mails begin with. The browser of the test finds the site elsewhere. */
const address = 'http://stoa.test';

type Fixtures = { site: Site; mailServer: MailServer };

const test = base.extend<{ baseURL: string }, Fixtures>({
  mailServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures it depends on as a pattern
    async ({}, use) => {
      const server = new MailServer();
      await use(server);
      server.stop();
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ mailServer }, use) => {
      const port = await mailServer.start();
      const site = new Site({
        STOA_SERVER_BASE_URL: address,
        STOA_MAIL_HOST: '127.0.0.1',
        STOA_MAIL_PORT: `${port}`,
        STOA_MAIL_TLS: 'none',
        STOA_MAIL_FROM: 'Stoa <stoa@stoa.test>',
        STOA_MAIL_PER_MINUTE: '6000',
      });
      await site.start();
      await use(site);
      await site.remove();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(site.url),
});

/** Waits for a mail to an address about something, and takes it out of the server. */
async function mailTo(server: MailServer, to: string, subject: string): Promise<Mail> {
  const isIt = (mail: Mail) => mail.to === to && mail.subject.includes(subject);
  await expect.poll(() => server.mails.some(isIt), `a mail to ${to} about ${subject}`).toBe(true);
  const [mail] = server.mails.splice(server.mails.findIndex(isIt), 1);
  if (!mail) throw new Error('no mail');
  return mail;
}

/** Returns the path of the link in a mail that contains a text. */
function linkIn({ text }: Mail, part: string): string {
  const link = text.split(/\s/).find((word) => word.startsWith(address) && word.includes(part));
  expect(link, text).toBeDefined();
  return (link ?? '').slice(address.length);
}

/** Sets the address of the signed-in user, and confirms it. */
async function setAddress(page: Page, server: MailServer, name: string): Promise<string> {
  const to = `${name}@example.org`;
  await page.goto('/settings/account');
  await page.getByLabel('E-mail address').fill(to);
  await page.getByRole('button', { name: 'Send the Link' }).click();
  await expect(page.getByText(`${to} is not confirmed yet`)).toBeVisible();
  const link = linkIn(await mailTo(server, to, 'Confirm your address'), '/mail/verify');
  // A program that checks mails opens it first.
  for (let time = 0; time < 3; time += 1) await page.request.get(link);
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(`${to} is confirmed.`)).toBeVisible();
  return to;
}

test('an address is set, confirmed and removed', { tag: '@full' }, async ({ page, mailServer }) => {
  const name = newName('ann');
  await signUp(page, name);
  const to = await setAddress(page, mailServer, name);
  await expectAccessible(page, 'confirming');
  await page.goto('/settings/account');
  const section = page.getByRole('region', { name: 'E-mail' });
  await expect(section.getByText(to)).toBeVisible();
  await section.getByRole('button', { name: 'Remove' }).click();
  await expect(section.getByText('Your address is removed.')).toBeVisible();
  await mailTo(mailServer, to, 'was changed');
});

test('a forgotten password is replaced with a link by mail', async ({ page, browser, site, mailServer }) => {
  const name = newName('ann');
  const other = await newUser(browser, site, name);
  const to = await setAddress(other, mailServer, name);
  await page.goto('/');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await expectAccessible(page, 'forgotten password');
  await page.getByLabel('E-mail address of your account').fill('nobody@example.org');
  await page.getByRole('button', { name: 'Send the Link' }).click();
  await expect(page.getByText('If an account has the address nobody@example.org')).toBeVisible();
  await page.getByLabel('E-mail address of your account').fill(to);
  await page.getByRole('button', { name: 'Send the Link' }).click();
  await expect(page.getByText(`If an account has the address ${to}`)).toBeVisible();
  await page.goto(linkIn(await mailTo(mailServer, to, 'Choose another password'), '/reset'));
  await page.getByLabel('New Password', { exact: true }).fill(`${password} again`);
  await page.getByLabel('Confirm New Password').fill(`${password} again`);
  await page.getByRole('button', { name: 'Set Password and Log In' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await mailTo(mailServer, to, 'Your password');
  // The other session has ended.
  await other.goto('/home');
  await expect(other.getByRole('heading', { name: /Welcome to/ })).toBeVisible();
});

test('one click in another program ends the mails of a kind', async ({ page, browser, site, mailServer }) => {
  const name = newName('ann');
  await signUp(page, name);
  const to = await setAddress(page, mailServer, name);
  await page.goto('/settings/account');
  await page.getByRole('link', { name: 'Choose what you are told' }).click();
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible();
  // The page that confirms an address has chosen it, unless the member declined.
  const answers = page.getByLabel('An answer to a question of yours, by mail at once');
  await expect(answers).toBeChecked();
  await expectAccessible(page, 'what the user is told');
  const title = newName('Which columns');
  const question = await ask(page, title);
  const ben = await newUser(browser, site);
  const answer = (text: string) => ben.request.post('/answer/addAnswer', { data: { qid: question, ans: { text } } });
  await answer('the first answer');
  const mail = await mailTo(mailServer, to, title);
  expect(mail.text).toContain('the first answer');
  // The link works in a browser that comes from another site.
  await page.goto(linkIn(mail, '/question/'));
  await expect(page.getByText('the first answer')).toBeVisible();

  const path = /^List-Unsubscribe: <http:\/\/stoa\.test(.*)>\r?$/m.exec(mail.header)?.[1] ?? '';
  const click = () =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = {
        host: 'stoa.test',
        origin: 'https://mail.example.net',
        'content-type': 'application/x-www-form-urlencoded',
      };
      const sent = request(new URL(path, site.url), { method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on('error', reject);
      sent.end('List-Unsubscribe=One-Click');
    });
  expect([await click(), await click()]).toEqual([200, 200]);
  await page.goto('/settings/notifications');
  await expect(answers).not.toBeChecked();
  // A person who follows the link in the text has a button.
  const saved = page.waitForResponse(/chooseDelivery/);
  await answers.check();
  await saved;
  await page.goto(path);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByText('You get no more mails about answers.')).toBeVisible();
  await expectAccessible(page, 'unsubscribing');
});

test('a digest and quiet hours are chosen, and kept', { tag: '@full' }, async ({ page, mailServer }) => {
  const name = newName('ann');
  await signUp(page, name);
  await page.goto('/settings/notifications');
  await expect(page.getByRole('link', { name: 'confirm an e-mail address' })).toBeVisible();
  await setAddress(page, mailServer, name);
  await page.goto('/settings/notifications');
  const mentions = page.getByLabel('A text that names you, in the digest');
  await expect(mentions).toBeDisabled();
  await page.getByLabel('Every week').click();
  await expect(mentions).toBeChecked();
  await mentions.uncheck();
  await page.getByLabel('From').fill('23:30');
  await page.getByRole('button', { name: 'Turn On' }).click();
  await expect(page.getByText(/^On, from 23:30 to 07:00/)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Every week')).toBeChecked();
  await expect(mentions).not.toBeChecked();
  await expect(page.getByText(/^On, from 23:30 to 07:00/)).toBeVisible();
  await page.getByLabel('No digest').click();
  await expect(mentions).toBeDisabled();
  await page.getByRole('button', { name: 'Turn Off' }).click();
  await expect(page.getByText(/^Off\./)).toBeVisible();
  await expectAccessible(page, 'what the user is told');
});

test('an administrator sees how many mails were sent', { tag: '@full' }, async ({ page, site }) => {
  const name = newName('root');
  await signUp(page, name);
  promote(site, name);
  await page.goto('/administration/deliveries');
  await expect(page.getByText('Nothing has failed')).toBeVisible();
  await expectAccessible(page, 'deliveries');
});

test('the buttons for invitations are in one row at every width', async ({ page, site }) => {
  const name = newName('root');
  await signUp(page, name);
  promote(site, name);
  await page.goto('/administration');
  const buttons = page.getByRole('button', { name: /^Invite/ });
  await expect(buttons).toHaveText(['Invite', 'Invite by e-mail', 'Invite several']);
  for (const width of [1440, 1180, 768, 390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    const tops = await buttons.evaluateAll((all) => all.map((button) => button.getBoundingClientRect().top));
    expect(new Set(tops).size, `rows at ${width} pixels`).toBe(1);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `${width} pixels`).toBeLessThanOrEqual(0);
  }
});
