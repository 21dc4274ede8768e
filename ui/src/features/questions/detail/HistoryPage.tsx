import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import useSWR from 'swr';
import useSWRInfinite from 'swr/infinite';
import { ApiError, type Page } from '../../../api/client';
import type { Question, Revision } from '../../../api/generated';
import * as sentences from '../../../api/sentences';
import { AuthorLine } from '../../../components/AuthorLine';
import { EmptyState } from '../../../components/EmptyState';
import { ErrorMessage } from '../../../components/ErrorMessage';
import { PageHeader } from '../../../components/PageHeader';
import { RelativeTime } from '../../../components/RelativeTime';
import { Skeleton } from '../../../components/Skeleton';
import { usePageTitle } from '../../../components/usePageTitle';
import { continuationOf, fetchKey, fetchPage } from '../../../lib/cacheKeys';
import { routes } from '../../../lib/routes';
import { questionKey, revisionsKey } from '../keys';
import { Diff } from './Diff';
import styles from './HistoryPage.module.css';
import { PurgeRevision } from './PurgeRevision';

/** Shows the revisions of a post, newest first, with their differences. */
export default function HistoryPage() {
  const { qid = '', postId = '' } = useParams();
  usePageTitle('History');
  const { data: question } = useSWR<Question, unknown>(questionKey(qid), fetchKey);
  const answer = question?.answers.find(({ _id, comments }) =>
    [_id, ...comments.map(({ _id }) => _id)].includes(postId),
  );
  return (
    <>
      <PageHeader title={`History of ${question ? nameOf(question, postId) : 'a post'}`}>
        <Link to={routes.question.to(qid, answer?._id)}>Back to the question</Link>
      </PageHeader>
      <Revisions key={postId} id={postId} />
    </>
  );
}

function nameOf({ _id, answers, comments }: Question, id: string): string {
  if (id === _id) return 'the question';
  const answer = answers.find((answer) => answer._id === id);
  if (answer) return `the answer by ${answer.ansBy}`;
  const comment = [comments, ...answers.map(({ comments }) => comments)].flat().find((comment) => comment._id === id);
  return comment ? `a comment by ${comment.commentBy}` : 'a post';
}

function Revisions({ id }: { id: string }) {
  const { data, error, size, setSize, isLoading, mutate } = useSWRInfinite<Page<Revision>, unknown>(
    (index: number, before: Page<Revision> | null) => {
      if (index === 0) return revisionsKey(id);
      return before?.next ? continuationOf(revisionsKey(id), before.next) : null;
    },
    fetchPage,
  );
  if (error && !data) {
    const isAbsent = error instanceof ApiError && error.status === 404;
    if (isAbsent) return <EmptyState title={sentences.postNotFound} />;
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
            postId={id}
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

type Props = {
  postId: string;
  /** Fetches the revisions again. */
  refresh: () => Promise<unknown>;
  revision: Revision;
  before: Revision | undefined;
  isCurrent: boolean;
};

function RevisionItem({ postId, refresh, revision, before, isCurrent }: Props) {
  const { editedBy, editDateTime } = revision;
  return (
    <li className={styles.revision}>
      <AuthorLine
        name={editedBy}
        end={
          <>
            {isCurrent && <span className={styles.current}>Current version</span>}
            {revision.canPurge && <PurgeRevision postId={postId} revisionId={revision._id} refresh={refresh} />}
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

function Changes({ revision: { title, tags, text }, before }: Pick<Props, 'revision' | 'before'>) {
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
