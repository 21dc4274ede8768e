import { Link } from 'react-router-dom';
import type { Removal } from '../api/generated';
import { announce } from '../lib/announce';
import type { PageKey } from '../lib/cacheKeys';
import { routes } from '../lib/routes';
import { useAction } from '../lib/useAction';
import { AuthorLink } from './AuthorLink';
import { EmptyState } from './EmptyState';
import { InlineError } from './InlineError';
import { Excerpt } from './markdown/Excerpt';
import { PagedList } from './PagedList';
import { RelativeTime } from './RelativeTime';
import styles from './RemovalList.module.css';
import { RowList } from './RowList';
import { TitleText } from './TitleText';

type Props = {
  /** The key of the first page of removals. */
  listKey: PageKey;
  /** Says who removes posts. */
  hint: string;
  restore: (id: string) => Promise<unknown>;
  /** Fetches the list again. */
  onDone: () => Promise<unknown>;
};

/** Lists removed posts, which can be restored. */
export function RemovalList({ listKey, hint, restore, onDone }: Props) {
  return (
    <PagedList<Removal>
      listKey={listKey}
      errorText="Error when fetching the removed posts"
      empty={
        <EmptyState title="No removed posts">
          <p className="muted">{hint}</p>
        </EmptyState>
      }
    >
      {(removals) => (
        <RowList>
          {removals.map((removal) => (
            <Item key={removal._id} removal={removal} restore={restore} onDone={onDone} />
          ))}
        </RowList>
      )}
    </PagedList>
  );
}

type ItemProps = Pick<Props, 'restore' | 'onDone'> & { removal: Removal };

const names = { question: 'Question', answer: 'Answer to', comment: 'Comment on' } as const;

function Item({ removal, restore: call, onDone }: ItemProps) {
  const { _id: id, type: kind, qid, title, text, author, removedBy, removedAt, reason, byModerator } = removal;
  const { busy, error, run } = useAction('Error while restoring the post', onDone);
  const restore = async () => {
    if (await run(() => call(id))) announce('The post is restored');
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
          <Excerpt text={text} />
        </div>
        <p className="mb-0">
          Reason: <bdi>{reason}</bdi>
        </p>
        <p className="small muted mb-0">
          Written by <AuthorLink name={author} /> · removed by{byModerator && ' the moderator'}{' '}
          <AuthorLink name={removedBy} /> <RelativeTime time={removedAt} />
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
