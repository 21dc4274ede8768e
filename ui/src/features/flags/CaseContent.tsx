import { Link } from 'react-router-dom';
import type { AdminAction, AppealedAction, FlagCase, FlaggedContent } from '../../api/generated';
import { AuthorLink } from '../../components/AuthorLink';
import { Badge } from '../../components/Badge';
import { reasons, wordOf } from '../../components/flags/api';
import { Excerpt } from '../../components/markdown/Excerpt';
import { RelativeTime } from '../../components/RelativeTime';
import { routes } from '../../lib/routes';

function linkOf({ kind, objectId }: FlagCase, content: FlaggedContent): string | null {
  if (kind === 'community') return routes.community.to(objectId);
  if (kind === 'user') return routes.user.to(content.author);
  if (!content.qid || content.isDeleted) return null;
  return kind === 'question' ? routes.question.to(content.qid) : routes.question.to(content.qid, objectId);
}

/** Shows what was reported, as far as the viewer may read it, and the reports. */
export function CaseContent({ item, content }: { item: FlagCase; content: FlaggedContent | undefined }) {
  const { kind, flags, flagCount } = item;
  const link = content && linkOf(item, content);
  const title = content?.title ?? (kind === 'user' ? content?.author : undefined);
  return (
    <>
      <p className="mb-0">
        <span className="muted">{wordOf(kind).replace(/^./, (letter) => letter.toUpperCase())}</span>{' '}
        {title && <bdi>{link ? <Link to={link}>{title}</Link> : title}</bdi>} {!content && <Badge>Private</Badge>}{' '}
        {content?.isDeleted && <Badge>Deleted</Badge>}
      </p>
      {content?.author && (
        <p className="small muted mb-0">
          By <AuthorLink name={content.author} />
        </p>
      )}
      {item.appeal && <Appealed action={item.appeal} />}
      {content?.neighbours?.map(({ author, text, isBefore }) => (
        <p key={`${isBefore}`} className="small muted mb-0">
          {isBefore ? 'Before: ' : 'After: '}
          <bdi>{author}</bdi>: <bdi>{text}</bdi>
        </p>
      ))}
      {content?.text && <Excerpt text={content.text} />}
      <ul className="mb-2">
        {flags.map(({ reason, text, createdAt, flaggedBy }) => (
          <li key={`${createdAt} ${flaggedBy} ${text}`} className="small">
            {reasons[reason]}
            {text && (
              <>
                : <bdi>{text}</bdi>
              </>
            )}{' '}
            <span className="muted">
              {flaggedBy && <AuthorLink name={flaggedBy} />} <RelativeTime time={createdAt} />
            </span>
          </li>
        ))}
      </ul>
      {flagCount > flags.length && <p className="small muted">and {flagCount - flags.length} more</p>}
    </>
  );
}

/** The actions that members appeal, as words. Others appear under their own names. */
const actionWords: Partial<Record<AdminAction, string>> = {
  warn: 'a warning',
  silence: 'a silence',
  suspend: 'a suspension',
  'remove-post': 'the removal of a post',
  'remove-content': 'the removal of their posts',
};

/** Says what an appeal is about: the action, who took it and why. */
function Appealed({
  action: { action, target, targetKind, actor, loggedAt, reason, isUndoneByApproval },
}: AppealedProps) {
  return (
    <>
      <p className="mb-0">
        Against {actionWords[action] ?? action}
        {targetKind !== 'user' && target && (
          <>
            {' '}
            (<bdi>{target}</bdi>)
          </>
        )}{' '}
        by {actor ? <AuthorLink name={actor} /> : 'the operator'} <RelativeTime time={loggedAt} />
      </p>
      {reason && (
        <p className="mb-0">
          Reason: <bdi>{reason}</bdi>
        </p>
      )}
      <p className="small muted mb-0">
        {isUndoneByApproval
          ? 'Approving it undoes the action.'
          : 'Approving it only closes the appeal: undo the action by hand.'}
      </p>
    </>
  );
}

type AppealedProps = { action: AppealedAction };
