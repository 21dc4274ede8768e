import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base } from '@playwright/test';
import { expectAccessible } from './axe';
import { ask, expect, newUser, promote, Site } from './site';

type Message = { headers: IncomingHttpHeaders; body: string };

/** A receiver of webhooks on this machine. */
class Receiver {
  readonly messages: Message[] = [];
  status = 200;
  private server: Server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      this.messages.push({ headers: request.headers, body });
      response.writeHead(this.status).end('seen');
    });
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  stop() {
    this.server.close();
  }
}

const test = base.extend<{ baseURL: string }, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures it depends on as a pattern
    async ({}, use) => {
      const site = new Site({ STOA_SERVER_BASE_URL: 'http://stoa.test', STOA_WEBHOOKS_NETWORKS: '127.0.0.1' });
      await site.start();
      await use(site);
      await site.remove();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(site.url),
});

test('an administrator adds a webhook, which gets signed messages', async ({ browser, site }) => {
  const receiver = new Receiver();
  const address = await receiver.start();
  const root = await newUser(browser, site, 'root1');
  promote(site, 'root1');
  await root.goto('/administration/webhooks');
  const section = root.getByRole('region', { name: 'Webhooks' });
  await section.getByLabel('Name').fill('archive');
  await section.getByLabel('Address').fill('http://192.168.1.20/hook');
  await section.getByRole('button', { name: 'Add' }).click();
  await expect(section.getByText(/Enter an https address on the internet/)).toBeVisible();
  await section.getByLabel('Address').fill(address);
  await section.getByRole('button', { name: 'Add' }).click();
  const secret = await section.getByLabel('Secret').inputValue();
  await expectAccessible(root, 'the page with a webhook');

  const ann = await newUser(browser, site, 'ann');
  const question = await ask(ann, 'Walnut ink', 'Which *one*?');
  await expect.poll(() => receiver.messages.length).toBe(1);
  const [message] = receiver.messages as [Message];
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = message.headers;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const mac = createHmac('sha256', key).update(`${id}.${time}.${message.body}`).digest('base64');
  expect(signature).toBe(`v1,${mac}`);
  expect(JSON.parse(message.body)).toMatchObject({
    type: 'question.created',
    data: { by: 'ann', link: `http://stoa.test/question/${question}`, post: { text: 'Which *one*?' } },
  });

  receiver.status = 400;
  await section.getByRole('button', { name: 'Actions: archive' }).click();
  await root.getByRole('button', { name: 'Send a test' }).click();
  await expect(section.getByText(/Test/).first()).toBeVisible();
  await expect(section.getByText(/reply 400/)).toBeVisible({ timeout: 15_000 });
  receiver.stop();
});
