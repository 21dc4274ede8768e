import { Link } from 'react-router-dom';
import type { Removal } from '../../api/generated';
import { AuthorLink } from '../../components/AuthorLink';
import { EmptyState } from '../../components/EmptyState';
import { InlineError } from '../../components/InlineError';
import { Markdown } from '../../components/markdown/Markdown';
import { PagedList } from '../../components/PagedList';
import { RelativeTime } from '../../components/RelativeTime';
import { TitleText } from '../../components/TitleText';
import { announce } from '../../lib/announce';
import { routes } from '../../lib/routes';
import { useAction } from '../../lib/useAction';
import styles from './Administration.module.css';
import { restorePost } from './api';
import { removalsKey } from './keys';
import { useRefresh } from './useRefresh';

/** Lists removed posts, which can be restored. */
export function RemovedPosts() {
  return (
    <PagedList<Removal>
      listKey={removalsKey}
      errorText="Error when fetching the removed posts"
      empty={
        <EmptyState title="No removed posts">
          <p className="muted">Administrators can remove questions, answers and comments.</p>
        </EmptyState>
      }
    >
      {(removals) => (
        <ul className={styles.list}>
          {removals.map((removal) => (
            <Item key={removal._id} removal={removal} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

const names = { question: 'Question', answer: 'Answer to', comment: 'Comment on' } as const;

function Item({ removal }: { removal: Removal }) {
  const { _id: id, type: kind, qid, title, text, author, removedBy, removedAt, reason } = removal;
  const { busy, error, run } = useAction('Error while restoring the post', useRefresh());
  const restore = async () => {
    if (await run(() => restorePost(id))) announce('The post is restored');
  };
  return (
    <li>
      <div>
        <span className="muted">{names[kind]}</span>{' '}
        <bdi>
          {kind === 'question' ? (
            <TitleText parts={[title]} />
          ) : (
            <Link to={routes.question.to(qid)}>
              <TitleText parts={[title]} />
            </Link>
          )}
        </bdi>
        <div className={styles.text}>
          <Markdown text={text} isExcerpt />
        </div>
        <p className="mb-0">
          Reason: <bdi>{reason}</bdi>
        </p>
        <p className="small muted mb-0">
          Written by <AuthorLink name={author} /> · removed by <AuthorLink name={removedBy} />{' '}
          <RelativeTime time={removedAt} />
        </p>
        <InlineError error={error} />
      </div>
      <button
        type="button"
        className="btn btn-sm btn-outline-secondary"
        aria-label={`Restore the ${kind} by ${author}`}
        aria-disabled={busy}
        onClick={restore}
      >
        Restore
      </button>
    </li>
  );
}
