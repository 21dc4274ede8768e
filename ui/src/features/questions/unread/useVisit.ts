import { useEffect, useState } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import type { News, Question } from '../../../api/generated';
import { questionSeen } from '../../../components/following/questionSeen';
import { type Seen, seenTabs } from '../../../lib/seenTabs';
import { useUser } from '../../../lib/session';
import { useCacheEditor } from '../../../lib/useCacheEditor';
import { newsKey } from '../keys';
import { fetchNews, markSeen } from './news';

/** What was new when a question was opened. */
export type Visit = {
  /** Whether it is known what was new. */
  isKnown: boolean;
  /** The oldest of the answers that were new. */
  firstNew: string | undefined;
};

/**
 * Returns what was new when the question was opened, which stays the same while it is open, and records what the viewer
 * sees. New answers count as seen when one of them is in the viewport, and without new ones the question when it is open
 * in a visible tab. Answers that arrive meanwhile are new until one of them is in the viewport. Without a session nothing is new.
 */
export function useVisit({ _id: qid, answers }: Question): Visit {
  const { username } = useUser();
  const { data: news, error, isValidating, mutate } = useSWR<News | null, unknown>(newsKey(qid), fetchNews);
  const { mutate: refetch } = useSWRConfig();
  const edit = useCacheEditor();
  const [visit, setVisit] = useState<Visit>({ isKnown: false, firstNew: undefined });
  if (
    !visit.isKnown &&
    (!username || news?.firstNewAnswer || (!isValidating && (news !== undefined || error !== undefined)))
  )
    setVisit({ isKnown: true, firstNew: news?.firstNewAnswer });

  /** The newest answer that has been reported, or the question. */
  const [seen, setSeen] = useState<string | null>(null);
  const { isKnown, firstNew } = visit;
  const isUnseen = (id: string) => (seen === null ? firstNew !== undefined && id >= firstNew : id > seen);
  const unseen = answers.filter(({ _id, ansBy }) => ansBy !== username && isUnseen(_id)).map(({ _id }) => _id);
  const last = answers.reduce((last, { _id }) => (_id > last ? _id : last), qid);
  const isReported = seen !== null && unseen.length === 0;
  const watched = unseen.join();
  useEffect(() => {
    if (!isKnown || isReported || !username) return;
    // A hidden tab observes nothing.
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      setSeen(last);
      // What could not be recorded stays new, and is recorded with the next answer or visit.
      markSeen(qid, last).then(
        (news) => {
          void mutate(news, { revalidate: false });
          questionSeen(edit, refetch);
          seenTabs.postMessage(news satisfies Seen);
        },
        () => undefined,
      );
    });
    const elements = watched ? watched.split(',').map((id) => document.getElementById(id)) : [document.body];
    for (const element of elements) if (element) observer.observe(element);
    return () => observer.disconnect();
  }, [qid, isKnown, isReported, username, watched, last, mutate, edit, refetch]);
  return visit;
}
