import { Suspense } from 'react';
import type { InboxEntry } from '../api/generated';
import { inboxKey } from '../components/inbox/keys';
import { lazyWithRetry } from '../components/lazyWithRetry';
import { usePage } from '../components/usePage';
import { questionOf } from '../features/inbox/entries';
import ForYou from '../features/questions/forYou/ForYou';
import { useForYou } from '../features/questions/forYou/useForYou';

const NewcomerHome = lazyWithRetry(() => import('./NewcomerHome'), { isOptional: true });

/** Shows the questions for the user that their inbox does not show, and what is on the site if they have no tags yet. */
export default function HomeNews() {
  const { page } = usePage<InboxEntry>(inboxKey());
  const { data } = useForYou();
  const shownAbove = (page?.items ?? []).flatMap((entry) => questionOf(entry) ?? []);
  return (
    <>
      <ForYou shownAbove={shownAbove} />
      <Suspense>{data?.tags.length === 0 && <NewcomerHome shownAbove={shownAbove} />}</Suspense>
    </>
  );
}
