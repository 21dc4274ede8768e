/** The questions that the user opened last, for reading without a network. Only their user's session can read them. */
import { base } from '../api/base';
import { xsrfToken } from '../api/client';
import type { Question } from '../api/generated';
import { booleanPreference, isOn } from './preference';
import { site } from './site';

/** Whether this browser stores the questions that are opened. */
export const offlineReading = booleanPreference('offlineReading', true);

/** A stored question, and when it was opened in milliseconds. */
export type OfflineQuestion = { question: Question; openedAt: number };

/** The largest number of stored questions. */
const most = 20;

/** The longest question that is stored, in characters of its JSON. */
const maxLength = 1_000_000;

/** A session ends if it is not used for this long, in milliseconds. */
const idleMs = 14 * 24 * 3600 * 1000;

const openedAtHeader = 'x-opened-at';
const prefix = `stoa${base}-read-`;

/** Returns the end of the names of this session's caches; undefined without a session. */
function nameEnd(): string | undefined {
  const token = xsrfToken();
  return token && `-${token.slice(0, 8)}-${site.version}`;
}

/** Returns the caches of this session, and deletes those of others. */
async function openCaches(): Promise<Cache[]> {
  const end = nameEnd();
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
  const own = names.filter((name) => end && name.endsWith(end));
  for (const name of names) if (!own.includes(name)) await caches.delete(name);
  return Promise.all(own.map((name) => caches.open(name)));
}

const address = (qid: string) => `${base}/question/${encodeURIComponent(qid)}`;

/** Returns the stored responses, the one that was opened last first. */
async function entries(cache: Cache): Promise<{ request: Request; response: Response; openedAt: number }[]> {
  const found = [];
  for (const request of await cache.keys()) {
    const response = await cache.match(request);
    if (response) found.push({ request, response, openedAt: Number(response.headers.get(openedAtHeader)) });
  }
  return found.sort((one, other) => other.openedAt - one.openedAt);
}

/** Stores a question that a user has opened, in place of the one that was opened longest ago. */
export async function storeQuestion(userId: string, question: Question): Promise<void> {
  const end = nameEnd();
  const body = JSON.stringify(question);
  if (!end || !isOn(offlineReading) || body.length > maxLength) return;
  await openCaches();
  const cache = await caches.open(prefix + userId + end);
  await cache.put(address(question._id), new Response(body, { headers: { [openedAtHeader]: String(Date.now()) } }));
  for (const { request } of (await entries(cache)).slice(most)) await cache.delete(request);
  // Another tab may have logged out or turned this off in the meantime.
  if (nameEnd() !== end || !isOn(offlineReading)) await deleteOfflineQuestions();
}

/** Removes a question that the user may no longer read. */
export async function removeQuestion(qid: string): Promise<void> {
  for (const cache of await openCaches()) await cache.delete(address(qid));
}

/** Returns the stored questions of this session, the one that was opened last first. */
export async function offlineQuestions(): Promise<OfflineQuestion[]> {
  const found = (await Promise.all((await openCaches()).map(entries))).flat();
  const newest = found[0];
  if (newest && newest.openedAt < Date.now() - idleMs) {
    await deleteOfflineQuestions();
    return [];
  }
  return Promise.all(
    found.map(async ({ response, openedAt }) => ({ question: (await response.json()) as Question, openedAt })),
  );
}

/** Deletes all stored questions, of whichever user. */
export async function deleteOfflineQuestions(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(prefix)) await caches.delete(name);
}
