import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as sentences from '../../api/sentences';
import { installFakeServer } from '../../testing/fakeServer';
import { chatRoom, globalRoom } from './api';
import type { Replied } from './outbox';

const fakeServer = installFakeServer();

/** The user of this browser's session; null if the server is down. */
let signedIn: string | null;
/** A response that replaces the server's. */
let instead: { status: number; text: string; type?: string } | null;
/** The sent messages, without nonces. */
let sent: unknown[];
let stop: () => void;

beforeEach(() => {
  [signedIn, instead, sent] = ['a', null, []];
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  fakeServer.on(['POST /messaging/addMessage', 'POST /chat/*/addMessage'], async ({ url: path, body }) => {
    if (!signedIn) throw new TypeError('no network');
    const data = JSON.parse(String(body));
    const { nonce, ...message } = data.messageToAdd ?? data;
    sent.push(message);
    if (instead) {
      const { status, text, type = 'text/plain' } = instead;
      return new Response(text, { status, headers: { 'content-type': type } });
    }
    if (message.msgFrom && message.msgFrom !== signedIn) return new Response(sentences.notYou, { status: 403 });
    return new Response(JSON.stringify(path === '/messaging/addMessage' ? { nonce } : { messages: [] }));
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  sessionStorage.clear();
  vi.restoreAllMocks();
});

/** Opens a user's outbox on a newly loaded page. */
async function open(username: string) {
  vi.resetModules();
  const { openOutbox, send } = await import('./outbox');
  const edit = vi.fn();
  stop = openOutbox(edit, username);
  return (room: typeof globalRoom, text: string, replyTo?: Replied) =>
    send(edit, { author: 'a', room, text, ...(replyTo && { replyTo }) });
}

const stored = (username: string) => sessionStorage.getItem(`outbox ${username}`);
const isLost = () => vi.waitFor(() => expect(stored('ann')).toContain('"state":"lost"'));
const isEmpty = () => vi.waitFor(() => expect(sessionStorage).toHaveLength(0));

it('sends the author of a message, in every room and after a reload', async () => {
  const send = await open('ann');
  send(globalRoom, 'to all');
  send(chatRoom('c'), 'to some');
  await isEmpty();
  signedIn = null;
  send(globalRoom, 'later');
  await isLost();
  signedIn = 'a';
  await open('ann');
  await isEmpty();
  expect(sent).toEqual(['to all', 'to some', 'later'].map((msg) => ({ msg, msgFrom: 'a' })));
});

it('keeps a message for its author while another user is signed in', async () => {
  const send = await open('ann');
  signedIn = 'b';
  send(globalRoom, 'mine');
  await isLost();
  await open('ben');
  expect(stored('ben')).toBeNull();
  signedIn = 'a';
  await open('ann');
  await isEmpty();
  expect(sent).toEqual(Array(2).fill({ msg: 'mine', msgFrom: 'a' }));
});

it('sends messages stored by an earlier version, without an author', async () => {
  const message = { nonce: '1', room: globalRoom, text: 'before', state: 'lost' };
  sessionStorage.setItem('outbox ann', JSON.stringify([message]));
  await open('ann');
  await isEmpty();
  expect(sent).toEqual([{ msg: 'before' }]);
});

const texts = (author: string, ...all: string[]) => all.map((msg) => ({ msg, msgFrom: author }));

it.each([
  { status: 502, text: '<html>Bad Gateway</html>', type: 'text/html' },
  { status: 500, text: sentences.internal },
  { status: 503, text: 'The site is busy' },
  { status: 429, text: 'Too many requests' },
])('sends again after a while what the server could not take (%j), although the connection stood', async (answer) => {
  vi.useFakeTimers();
  const send = await open('ann');
  instead = answer;
  send(globalRoom, 'patient');
  await isLost();
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent).toHaveLength(1);
  instead = null;
  await vi.advanceTimersByTimeAsync(30_000);
  await isEmpty();
  expect(sent).toEqual(texts('a', 'patient', 'patient'));
  await vi.advanceTimersByTimeAsync(300_000);
  expect(sent).toHaveLength(2);
});

it('does not retry a rejected message', async () => {
  vi.useFakeTimers();
  const send = await open('ann');
  instead = { status: 400, text: 'Message is too long' };
  send(globalRoom, 'long');
  await vi.waitFor(() => expect(stored('ann')).toContain('{"refusal":"Message is too long"}'));
  await vi.advanceTimersByTimeAsync(300_000);
  expect(sent).toHaveLength(1);
});

it('keeps the order of messages after a lost one', async () => {
  const send = await open('ann');
  signedIn = null;
  send(globalRoom, 'one');
  send(globalRoom, 'two');
  send(chatRoom('c'), 'elsewhere');
  await vi.waitFor(() => expect(stored('ann')?.match(/"lost"/g)).toHaveLength(3));
  signedIn = 'a';
  send(globalRoom, 'three');
  await vi.waitFor(() => expect(sent).toHaveLength(3));
  expect(sent).toEqual(texts('a', 'one', 'two', 'three'));
});

it('sends a reply to a removed message again as no reply', async () => {
  const send = await open('ann');
  instead = { status: 404, text: sentences.messageNotFound };
  send(globalRoom, 'indeed', { _id: 'm', msgFrom: 'ben', msg: 'so?' });
  await vi.waitFor(() => expect(stored('ann')).toContain(sentences.messageNotFound));
  const { retry } = await import('./outbox');
  instead = null;
  retry(vi.fn(), JSON.parse(stored('ann') ?? '')[0]);
  await isEmpty();
  expect(sent).toEqual([
    { msg: 'indeed', msgFrom: 'a', replyTo: 'm' },
    { msg: 'indeed', msgFrom: 'a' },
  ]);
});
