import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { DeletedPost } from '../../../api/generated';
import { InlineError } from '../../../components/InlineError';
import { Excerpt } from '../../../components/markdown/Excerpt';
import { RelativeTime } from '../../../components/RelativeTime';
import { TitleText } from '../../../components/TitleText';
import { routes } from '../../../lib/routes';
import { useAction } from '../../../lib/useAction';
import { undeletePost } from './api';
import styles from './DeletedItem.module.css';
import { RemovalReason } from './Removal';
import { useRefresh } from './useRefresh';
import { isUndecided, WithheldPost } from './WithheldPost';

const names = { question: 'Question', answer: 'Answer', comment: 'Comment' } as const;

type Props = { post: DeletedPost; withTitle?: boolean };

/** Shows an own post that others do not see. */
export function DeletedItem({ post, withTitle = false }: Props) {
  const { qid, title } = post;
  const heading = withTitle && (
    <h2 className={styles.title} dir="auto">
      <Link to={routes.question.to(qid)}>
        <TitleText parts={[title]} />
      </Link>
    </h2>
  );
  if (isUndecided(post)) return <WithheldPost post={post} title={heading} />;
  return <Deleted post={post} heading={heading} />;
}

/**
 * Shows an own deleted post, which can be undeleted, or the reason if it was removed.
 * It stays in place after it is undeleted.
 */
function Deleted({ post, heading }: { post: DeletedPost; heading: ReactNode }) {
  const { _id: id, type: kind, qid, text, deletedAt, removalReason } = post;
  const { busy, error, run } = useAction(`Error while undeleting the ${kind}`, useRefresh(qid));
  const [isBack, setBack] = useState(false);
  const show = useRef<HTMLAnchorElement>(null);
  useLayoutEffect(() => {
    if (isBack) show.current?.focus();
  }, [isBack]);
  const undelete = async () => {
    if (await run(() => undeletePost(kind, id))) setBack(true);
  };
  return (
    <article className={styles.item} aria-label={`Deleted ${kind}`}>
      {heading}
      <div className={styles.text}>
        <Excerpt text={text} />
      </div>
      {removalReason !== undefined && <RemovalReason post={post} />}
      <p className={`small muted ${styles.footer}`}>
        <span>
          {names[kind]} · {removalReason === undefined ? 'deleted' : 'removed'} <RelativeTime time={deletedAt} />
        </span>
        {removalReason !== undefined ? null : isBack ? (
          <span role="status">
            The post is restored.{' '}
            <Link ref={show} to={routes.question.to(qid, kind === 'answer' ? id : undefined)}>
              Show it
            </Link>
          </span>
        ) : (
          <button type="button" className="btn btn-outline-secondary btn-sm" aria-disabled={busy} onClick={undelete}>
            Undelete
          </button>
        )}
      </p>
      <InlineError error={error} />
    </article>
  );
}
