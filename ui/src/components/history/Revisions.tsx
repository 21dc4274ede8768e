import type { ReactNode } from 'react';
import useSWRInfinite from 'swr/infinite';
import { ApiError, type Page } from '../../api/client';
import type { Revision } from '../../api/generated';
import { continuationOf, fetchPage, type PageKey } from '../../lib/cacheKeys';
import { AuthorLine } from '../AuthorLine';
import { EmptyState } from '../EmptyState';
import { ErrorMessage } from '../ErrorMessage';
import { RelativeTime } from '../RelativeTime';
import { Skeleton } from '../Skeleton';
import { Diff } from './Diff';
import { PurgeRevision } from './PurgeRevision';
import styles from './Revisions.module.css';

type ListProps = {
  listKey: PageKey<'revisions'>;
  /** Purges an earlier version. */
  purge: (revisionId: string) => Promise<unknown>;
};

/** Lists the revisions of a text, newest first, with their differences. */
export function Revisions({ listKey, purge }: ListProps) {
  const { data, error, size, setSize, isLoading, mutate } = useSWRInfinite<Page<Revision>, unknown>(
    (index: number, before: Page<Revision> | null) => {
      if (index === 0) return listKey;
      return before?.next ? continuationOf(listKey, before.next) : null;
    },
    fetchPage,
  );
  if (error && !data) {
    const isAbsent = error instanceof ApiError && error.status === 404;
    if (isAbsent) return <EmptyState title={error.message} />;
    return <ErrorMessage error={error} text="Error when fetching the history" retry={() => void mutate()} />;
  }
  if (isLoading || !data) return <Skeleton />;
  const next = data.at(-1)?.next;
  const revisions = data.flatMap(({ items }) => items);
  // A difference needs the previous revision, which may be on the next page.
  const shown = next ? revisions.slice(0, -1) : revisions;
  return (
    <>
      <ol reversed className={styles.list}>
        {shown.map((revision, index) => (
          <RevisionItem
            key={revision._id}
            purge={purge}
            refresh={mutate}
            revision={revision}
            before={revisions[index + 1]}
            isCurrent={index === 0}
          />
        ))}
      </ol>
      {error !== undefined && (
        <ErrorMessage error={error} text="Error when fetching the history" retry={() => void mutate()} />
      )}
      {next && (
        <div className="text-center py-3">
          <button type="button" className="btn btn-outline-secondary" onClick={() => void setSize(size + 1)}>
            Load more
          </button>
        </div>
      )}
    </>
  );
}

type Props = Pick<ListProps, 'purge'> & {
  /** Fetches the revisions again. */
  refresh: () => Promise<unknown>;
  revision: Revision;
  before: Revision | undefined;
  isCurrent: boolean;
};

function RevisionItem({ purge, refresh, revision, before, isCurrent }: Props) {
  const { editedBy, editDateTime } = revision;
  return (
    <li className={styles.revision}>
      <AuthorLine
        name={editedBy}
        end={
          <>
            {isCurrent && <span className={styles.current}>Current version</span>}
            {revision.canPurge && <PurgeRevision purge={() => purge(revision._id)} refresh={refresh} />}
          </>
        }
      >
        {before ? 'edited' : 'wrote this'} <RelativeTime time={editDateTime} />
      </AuthorLine>
      {revision.purged ? (
        <p className="muted mb-0">This version was purged.</p>
      ) : (
        // What follows a purged version is shown without differences.
        <Changes revision={revision} before={before?.purged ? undefined : before} />
      )}
    </li>
  );
}

/** The content of a version. */
type Version = Pick<Revision, 'title' | 'tags' | 'text'>;

/** Shows a version with its differences from the one before, if there is one. */
export function Changes({
  revision: { title, tags, text },
  before,
}: {
  revision: Version;
  before: Version | undefined;
}) {
  const oldTags = before?.tags?.join(' ');
  const newTags = tags?.join(' ');
  return (
    <>
      {title !== undefined && title !== before?.title && (
        <Part name="Title">
          <Diff before={before?.title} after={title} />
        </Part>
      )}
      {newTags !== undefined && newTags !== oldTags && (
        <Part name="Tags">
          <Diff before={oldTags} after={newTags} />
        </Part>
      )}
      <Part name={title === undefined ? null : 'Text'}>
        <Diff before={before?.text} after={text} />
      </Part>
    </>
  );
}

function Part({ name, children }: { name: string | null; children: ReactNode }) {
  return (
    <div className={styles.section}>
      {name && <h2 className="small muted">{name}</h2>}
      {children}
    </div>
  );
}
