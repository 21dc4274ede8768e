import type { Page } from '../../../api/client';
import { isSignedOut } from '../../../api/client';
import type { QuestionCard, StarReply } from '../../../api/generated';
import * as sentences from '../../../api/sentences';
import { keyEquals } from '../../../lib/cacheKeys';
import { type Failure, failureOf } from '../../../lib/failure';
import type { CacheEditor, Refetch } from '../../../lib/useCacheEditor';
import { changeCards } from '../cache';
import { isStarredList, starKey } from '../keys';
import { addStar, removeStar, starError } from './api';

/** Informs the other tabs of this browser: the server pushes no event about stars. */
const otherTabs = new BroadcastChannel('stars');

/** Shows the state of a question's star everywhere. */
function show(edit: CacheEditor, { qid, starred }: StarReply) {
  changeCards(edit, qid, (card) => (card.starred === starred ? card : { ...card, starred }));
  edit<StarReply>(
    keyEquals(starKey(qid)),
    (known) => (known.starred === starred ? known : { ...known, starred }),
    'reload',
  );
}

/** Updates the list of starred questions too. */
async function showSaved(edit: CacheEditor, mutate: Refetch, state: StarReply) {
  show(edit, state);
  if (!state.starred) {
    edit<Page<QuestionCard>>(isStarredList, (page) => {
      const items = page.items.filter((card) => card._id !== state.qid);
      return items.length === page.items.length ? page : { ...page, items, total: page.total - 1 };
    });
  }
  await mutate(isStarredList);
}

/** Calls run one after the other: the last press wins. */
let calls: Promise<unknown> = Promise.resolve();

/**
 * Stars or unstars a question, which shows immediately. A failure reverts it and is returned.
 */
export async function toggleStar(edit: CacheEditor, mutate: Refetch, state: StarReply): Promise<Failure | null> {
  const { qid, starred } = state;
  show(edit, state);
  const call = calls.then(() => (starred ? addStar : removeStar)(qid));
  calls = call.catch(() => undefined);
  try {
    const saved = await call;
    otherTabs.postMessage(saved);
    // The star is saved, even if the following fetches fail.
    await showSaved(edit, mutate, saved).catch(() => undefined);
    return null;
  } catch (error) {
    show(edit, { qid, starred: !starred });
    if (!isSignedOut(error)) return failureOf(starError, error);
    return { text: starred ? sentences.notSignedInToStar : sentences.notSignedInToUnstar, detail: null };
  }
}

/** Applies stars of other tabs until the returned function is called. */
export function syncTabs(edit: CacheEditor, mutate: Refetch): () => void {
  const hear = ({ data }: MessageEvent<StarReply>) => void showSaved(edit, mutate, data);
  otherTabs.addEventListener('message', hear);
  return () => otherTabs.removeEventListener('message', hear);
}
