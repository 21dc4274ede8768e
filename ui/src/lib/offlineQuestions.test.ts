import { beforeEach, expect, it, vi } from 'vitest';
import type { Question } from '../api/generated';
import { installFakeCaches } from '../testing/fakeCaches';
import {
  deleteOfflineQuestions,
  offlineQuestions,
  offlineReading,
  removeQuestion,
  storeQuestion,
} from './offlineQuestions';

const names = installFakeCaches();

const logIn = (token: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = `XSRF-TOKEN=${token}`;
};
const logOut = () => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = 'XSRF-TOKEN=; max-age=0';
};
const question = (_id: string, text = '') => ({ _id, text }) as Question;
const stored = async () => (await offlineQuestions()).map(({ question }) => question._id);

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] });
  offlineReading.set('true');
  logIn('first-session');
});

/** Stores questions, each a second after the one before. */
async function store(...ids: string[]) {
  for (const id of ids) {
    await storeQuestion('ann', question(id));
    vi.setSystemTime(Date.now() + 1000);
  }
}

it('keeps the questions that were opened last', async () => {
  await store(...Array.from({ length: 21 }, (_, number) => `q${number}`), 'q5');
  const ids = await stored();
  expect(ids).toHaveLength(20);
  expect(ids.slice(0, 2)).toEqual(['q5', 'q20']);
  expect(ids).not.toContain('q0');
});

it('keeps the newest text of a question', async () => {
  await store('q');
  await storeQuestion('ann', question('q', 'edited'));
  expect((await offlineQuestions()).map(({ question }) => question.text)).toEqual(['edited']);
});

it('removes one question', async () => {
  await store('q', 'r');
  await removeQuestion('q');
  expect(await stored()).toEqual(['r']);
});

it('keeps nothing for another session, also of the same user', async () => {
  await store('q');
  logIn('second-session');
  expect(await stored()).toEqual([]);
  expect(await names()).toEqual([]);
});

it('keeps nothing without a session', async () => {
  await store('q');
  logOut();
  expect(await stored()).toEqual([]);
  await store('r');
  expect(await names()).toEqual([]);
});

it('keeps nothing that was stored while another tab logged out', async () => {
  const put = storeQuestion('ann', question('q'));
  logOut();
  await put;
  expect(await names()).toEqual([]);
});

it('keeps nothing of a session that has not been used for 14 days', async () => {
  await store('q');
  vi.setSystemTime(Date.now() + 15 * 24 * 3600 * 1000);
  expect(await stored()).toEqual([]);
  expect(await names()).toEqual([]);
});

it('stores nothing while it is off, and no question of an enormous size', async () => {
  offlineReading.set('false');
  await store('q');
  offlineReading.set('true');
  await storeQuestion('ann', question('r', 'x'.repeat(1_000_000)));
  expect(await stored()).toEqual([]);
});

it('deletes its own caches only', async () => {
  await store('q');
  await caches.open('stoa-shell-1');
  await caches.open('stoa/forum-read-u-1');
  await deleteOfflineQuestions();
  expect(await names()).toEqual(['stoa-shell-1', 'stoa/forum-read-u-1']);
});
