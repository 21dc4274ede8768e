import { expect, it } from 'vitest';
import { installFakeServer } from './fakeServer';

const fakeServer = installFakeServer();

it('routes by method and path, and prefers later routes', async () => {
  fakeServer.on('* /user/*', () => 'any');
  fakeServer.on('POST /user/login', ({ body }) => body);
  expect(await (await fetch('/user/me?x=1')).json()).toBe('any');
  expect(await (await fetch('/user/login', { method: 'POST', body: '1' })).json()).toBe('1');
  expect(fakeServer.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /user/me?x=1',
    'POST /user/login',
  ]);
});

it.fails('fails a test with an unexpected request', async () => {
  fakeServer.on('GET /user/me', () => ({}));
  await fetch('/user/mee');
});
