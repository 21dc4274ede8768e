import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { WaitingEdit } from '../../api/generated';
import { AuthorLink } from '../../components/AuthorLink';
import { PagedList } from '../../components/PagedList';
import { RelativeTime } from '../../components/RelativeTime';
import { RowList } from '../../components/RowList';
import { TitleText } from '../../components/TitleText';
import { usePage } from '../../components/usePage';
import type { PageKey } from '../../lib/cacheKeys';
import { routes } from '../../lib/routes';
import styles from './Queue.module.css';

type Props = {
  listKey: PageKey<'flags'>;
  /** Shown if there are none. */
  empty: ReactNode;
};

/** Lists the open suggested edits that wait for the viewer. Their pages show what changes, and decide about them. */
export function QueuedEdits({ listKey, empty }: Props) {
  const { page } = usePage<WaitingEdit>(listKey);
  if (page?.items.length === 0) return empty;
  return (
    <section aria-labelledby="suggested-edits" className="mt-4">
      <h2 id="suggested-edits">Suggested edits</h2>
      <PagedList<WaitingEdit>
        listKey={listKey}
        errorText="Error when fetching the suggested edits"
        empty={null}
        isLoadedOnDemand
        revalidateOnFocus
      >
        {(edits) => (
          <RowList>
            {edits.map(({ _id, qid, postId, title, suggestedBy, suggestedAt, reason }) => (
              <li key={_id}>
                <div className={styles.case}>
                  <p className={`mb-0 ${styles.title}`}>
                    <Link to={routes.suggestedEdits.to(qid, postId)} dir="auto">
                      <TitleText parts={[title]} />
                    </Link>
                  </p>
                  {reason && (
                    <p className={styles.quote}>
                      <bdi>{reason}</bdi>
                    </p>
                  )}
                  <p className="small muted mb-0">
                    {postId === qid ? 'Question' : 'Answer'} · suggested by <AuthorLink name={suggestedBy} />{' '}
                    <RelativeTime time={suggestedAt} />
                  </p>
                </div>
              </li>
            ))}
          </RowList>
        )}
      </PagedList>
    </section>
  );
}
