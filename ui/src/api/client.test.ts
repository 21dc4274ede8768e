import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { installFakeServer, rejection } from '../testing/fakeServer';
import { ApiError, ForeignResponse, get, patch } from './client';

const fakeServer = installFakeServer();

beforeEach(() => {
  vi.stubGlobal('document', { cookie: '' });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const refuse = (status: number) => fakeServer.on('* /user/x', () => rejection(status, 'The site is busy'));

it.each([
  201, 204, 304, 400, 401, 404, 500, 503,
])('an answer other than 200 (%i) is logged and raised', async (status) => {
  const headers = new Headers({ 'content-type': 'text/plain; charset=utf-8' });
  fakeServer.on('GET /tag/x', () => ({ status, headers, text: async () => 'The site is busy' }));
  const failure = await get('/tag/x').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApiError);
  expect(failure).toMatchObject({ status, message: 'The site is busy' });
  expect(console.error).toHaveBeenCalledExactlyOnceWith('GET /tag/x', failure);
});

it('no answer is logged and raised as it is', async () => {
  const lost = new TypeError('Failed to fetch');
  fakeServer.on('PATCH /user/x', () => {
    throw lost;
  });
  await expect(patch('/user/x', {})).rejects.toBe(lost);
  expect(console.error).toHaveBeenCalledExactlyOnceWith('PATCH /user/x', lost);
});

it.each([
  ['text/html', '<html><h1>502 Bad Gateway</h1></html>'],
  ['', ''],
])('what a proxy says in place of the server (%s) is no sentence', async (type, body) => {
  const headers = new Headers({ 'content-type': type });
  fakeServer.on('GET /tag/x', () => ({ status: 502, headers, text: async () => body }));
  const failure = await get('/tag/x').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(TypeError);
  expect(failure).toEqual(new ForeignResponse(502, body));
  expect(console.error).toHaveBeenCalledExactlyOnceWith('GET /tag/x', failure);
});

it('a call with a sentence for its failure logs that', async () => {
  refuse(503);
  await expect(patch('/user/x', {}, 'Error when updating biography')).rejects.toThrow('The site is busy');
  await expect(get('/user/x', 'Error when fetching user')).rejects.toThrow('The site is busy');
  expect(vi.mocked(console.error).mock.calls.map(([said]) => said)).toEqual([
    'Error when updating biography',
    'Error when fetching user',
  ]);
});
