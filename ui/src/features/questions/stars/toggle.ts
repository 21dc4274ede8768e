import type { Page } from '../../../api/client';
import { isSignedOut } from '../../../api/client';
import type { QuestionCard, StarReply } from '../../../api/generated';
import * as sentences from '../../../api/sentences';
import type { CacheEditor, Refetch } from '../../../lib/useCacheEditor';
import { changeCards } from '../cache';
import { addStar, isStars, removeStar, starPath } from './api';

/** Tells the other tabs of this browser: the server pushes nothing about stars. */
const otherTabs = new BroadcastChannel('stars');

/** Shows that a question has a star, or none, wherever it is shown. */
function show(edit: CacheEditor, { qid, starred }: StarReply) {
  changeCards(edit, qid, (card) => (card.starred === starred ? card : { ...card, starred }));
  edit<StarReply>(
    (path) => path === starPath(qid),
    (known) => (known.starred === starred ? known : { ...known, starred }),
    'reload',
  );
}

/** Shows it in the list of starred questions too: there one comes or goes. */
async function showSaved(edit: CacheEditor, mutate: Refetch, state: StarReply) {
  show(edit, state);
  if (!state.starred) {
    edit<Page<QuestionCard>>(isStars, (page) => {
      const items = page.items.filter((card) => card._id !== state.qid);
      return items.length === page.items.length ? page : { ...page, items, total: page.total - 1 };
    });
  }
  await mutate(isStars);
}

/** One call after the other: what was pressed last holds. */
let calls: Promise<unknown> = Promise.resolve();

/** Gives a question a star or takes it away, which shows at once. If that fails it is as before, and says why. */
export async function toggle(edit: CacheEditor, mutate: Refetch, state: StarReply): Promise<string | null> {
  const { qid, starred } = state;
  show(edit, state);
  const call = calls.then(() => (starred ? addStar : removeStar)(qid));
  calls = call.catch(() => undefined);
  try {
    const saved = await call;
    otherTabs.postMessage(saved);
    // What else is fetched now may fail: the star is there.
    await showSaved(edit, mutate, saved).catch(() => undefined);
    return null;
  } catch (error) {
    show(edit, { qid, starred: !starred });
    if (isSignedOut(error)) {
      return starred ? sentences.notSignedInToStar : sentences.notSignedInToUnstar;
    }
    return `Error while ${starred ? 'adding' : 'removing'} a star`;
  }
}

/** Shows the stars that are given and taken in other tabs, until the returned function is called. */
export function hearOtherTabs(edit: CacheEditor, mutate: Refetch): () => void {
  const hear = ({ data }: MessageEvent<StarReply>) => void showSaved(edit, mutate, data);
  otherTabs.addEventListener('message', hear);
  return () => otherTabs.removeEventListener('message', hear);
}
