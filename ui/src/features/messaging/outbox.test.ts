import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as sentences from '../../api/sentences';
import { chatRoom, globalRoom } from './api';

/** Who is signed in in this browser; null if the server is not there. */
let signedIn: string | null;
/** What was sent, without nonces. */
let sent: unknown[];

beforeEach(() => {
  [signedIn, sent] = ['a', []];
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    if (!signedIn) throw new TypeError('no network');
    const data = JSON.parse(String(body));
    const { nonce, ...message } = data.messageToAdd ?? data;
    sent.push(message);
    if (message.msgFrom && message.msgFrom !== signedIn) return new Response(sentences.notYou, { status: 403 });
    return new Response(JSON.stringify(path === '/messaging/addMessage' ? { nonce } : { messages: [] }));
  });
});
afterEach(() => {
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Opens a user's outbox in a page that was just loaded. */
async function open(username: string) {
  vi.resetModules();
  const { openOutbox, send } = await import('./outbox');
  const edit = vi.fn();
  openOutbox(edit, username);
  return (room: typeof globalRoom, text: string) => send(edit, { author: 'a', room, text });
}

const stored = (username: string) => sessionStorage.getItem(`outbox ${username}`);
const isLost = () => vi.waitFor(() => expect(stored('ann')).toContain('"state":"lost"'));
const isEmpty = () => vi.waitFor(() => expect(sessionStorage).toHaveLength(0));

it('says who wrote a message, in every room and after a reload too', async () => {
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

it('sends what an earlier version has stored, which does not say who wrote it', async () => {
  const message = { nonce: '1', room: globalRoom, text: 'before', state: 'lost' };
  sessionStorage.setItem('outbox ann', JSON.stringify([message]));
  await open('ann');
  await isEmpty();
  expect(sent).toEqual([{ msg: 'before' }]);
});
