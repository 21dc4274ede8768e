import { Link } from 'react-router-dom';
import { base } from '../../api/base';
import type {
  AdminAction,
  AppealedAction,
  FlagCase,
  FlaggedContent,
  HoldSignal,
  VisitorReport,
} from '../../api/generated';
import { AuthorLink } from '../../components/AuthorLink';
import { Avatar } from '../../components/avatars/Avatar';
import { Badge } from '../../components/Badge';
import { reasons, wordOf } from '../../components/flags/api';
import { LoggedReason } from '../../components/LoggedReason';
import { Excerpt } from '../../components/markdown/Excerpt';
import { RelativeTime } from '../../components/RelativeTime';
import { ModerateMenu } from '../../components/sanctions/ModerateMenu';
import { routes } from '../../lib/routes';
import { moderatesSite, useUser } from '../../lib/session';
import styles from './Queue.module.css';

function linkOf({ kind, objectId, ask, hidden }: FlagCase, content: FlaggedContent): string | null {
  const isWaiting = ask === 'held' || hidden;
  if (kind === 'community') return routes.community.to(objectId);
  if (kind === 'user') return routes.user.to(content.author);
  if (kind === 'address') return content.title ?? null;
  // A moderator reads what waits in the place where it will be.
  if (!content.qid || (content.isDeleted && (kind === 'question' || !isWaiting))) return null;
  if (isWaiting) return routes.question.to(content.qid);
  return kind === 'question' ? routes.question.to(content.qid) : routes.question.to(content.qid, objectId);
}

/** Says why others do not see the object. */
function State({ item: { ask, hidden, decision }, isDeleted }: { item: FlagCase; isDeleted: boolean }) {
  if (ask === 'held' && !decision) return <Badge>Waits for approval</Badge>;
  if (hidden) return <Badge>Hidden</Badge>;
  return isDeleted && <Badge>Deleted</Badge>;
}

/** Why a post waits. */
const signals: Record<HoldSignal, string> = {
  first: 'Among the first posts of its author',
  link: 'A link of a new member',
  newDomain: 'A link to a domain that is new here',
  copy: 'A copy of another text',
  phone: 'A phone number',
  advertising: 'Words of advertisements',
  brief: 'A short question with a link to a domain that is new here',
  offTopic: 'Hardly about its question, with a link to a domain that is new here',
  blockedWord: 'A blocked word',
  blockedDomain: 'A link to a blocked domain',
  blockedNetwork: 'A blocked network',
};

/** Shows what was reported, as far as the viewer may read it, and the reports. */
export function CaseContent({ item, content }: { item: FlagCase; content: FlaggedContent | undefined }) {
  const { kind, flags, flagCount } = item;
  const me = useUser();
  const link = content && linkOf(item, content);
  // An account that waits for approval has no profile.
  const isSignup = kind === 'signup';
  const title = content?.title ?? (isSignup ? content?.author : undefined);
  return (
    <>
      <p className="d-flex flex-wrap align-items-center gap-1 small muted mb-0">
        <span>{wordOf(kind).replace(/^./, (letter) => letter.toUpperCase())}</span>
        {content?.author && !isSignup && (
          <>
            {kind === 'user' ? 'of' : 'by'} <Avatar seed={content.author} size={1.25} />{' '}
            <AuthorLink name={content.author} />
            {moderatesSite(me) && content.author !== me.username && content.author !== '[deleted]' && (
              <ModerateMenu username={content.author} />
            )}
          </>
        )}
        {item.illegal && !item.decision && <Badge>Illegal?</Badge>}
        {!content && <Badge>Private</Badge>}
        <State item={item} isDeleted={content?.isDeleted ?? false} />
      </p>
      {title && (
        <p className={`${styles.title} mt-1 mb-0`}>
          <strong>
            <bdi>{link ? <Link to={link}>{title}</Link> : title}</bdi>
          </strong>
        </p>
      )}
      {item.appeal && <Appealed action={item.appeal} post={item.appealed} />}
      {content?.neighbours?.map(({ author, text, isBefore }) => (
        <p key={`${isBefore}`} className="small muted mb-0">
          {isBefore ? 'Before: ' : 'After: '}
          <bdi>{author}</bdi>: <bdi>{text}</bdi>
        </p>
      ))}
      {kind === 'picture' && content && !content.isDeleted && <ReportedPicture id={item.objectId} />}
      {content?.text && (
        <div className={styles.quote}>
          {item.appeal && <p className="small muted mb-1">The appeal:</p>}
          <Excerpt text={content.text} />
        </div>
      )}
      <ul className="list-unstyled small my-2">
        {flags.map(({ reason, text, createdAt, flaggedBy, visitor }) => (
          <li key={`${createdAt} ${flaggedBy} ${text}`}>
            <strong>{reasons[reason]}</strong>
            {text && (
              <>
                : <bdi>{text}</bdi>
              </>
            )}{' '}
            <span className="muted">
              {visitor && <Visitor report={visitor} />}
              {flaggedBy && <AuthorLink name={flaggedBy} />} <RelativeTime time={createdAt} />
            </span>
          </li>
        ))}
        {item.holdReasons?.map(({ signal, detail }) => (
          <li key={`${signal} ${detail}`}>
            <strong>{signals[signal]}</strong>
            {detail && (
              <>
                : <bdi>{detail}</bdi>
              </>
            )}
          </li>
        ))}
      </ul>
      {flagCount > flags.length && <p className="small muted">and {flagCount - flags.length} more</p>}
    </>
  );
}

/** The actions that members appeal, as words. */
const actionWords: Partial<Record<AdminAction, string>> = {
  warn: 'a warning',
  silence: 'a silence',
  suspend: 'a suspension',
  demote: 'the loss of the rights of an administrator',
  'dismiss-moderator': 'the loss of the rights of a moderator',
  disable: 'the disabling of the account',
  'rename-user': 'another name',
  'merge-user': 'the merge with another account',
  'set-password': 'another password',
  'reset-sign-in': 'the reset of the login',
  'reset-second-factor': 'the end of two-factor login',
  'add-token': 'a new API token',
  'revoke-token': 'the end of an API token',
  'end-session': 'the end of a session',
  'end-sessions': 'the end of all sessions',
  unvouch: 'the loss of trust',
  'clear-profile': 'the clearing of a profile',
  'remove-post': 'the removal of a post',
  'remove-content': 'the removal of their posts',
  'remove-message': 'the removal of a message',
  'remove-picture': 'the removal of a picture',
  'hide-post': 'the hiding of a post',
  'edit-post': 'the edit of a post',
  'purge-version': 'the loss of an earlier version',
  'close-question': 'the closing of a question',
  'reopen-question': 'the reopening of a question',
  'lock-question': 'the lock of a question',
  'unlock-question': 'the end of the lock of a question',
  'protect-question': 'the protection of a question',
  'unprotect-question': 'the end of the protection of a question',
  'pin-question': 'the pinning of a question',
  'unpin-question': 'the unpinning of a question',
  'merge-question': 'the merge of a question',
  'undo-merge': 'the end of the merge of a question',
  'move-question': 'the move of a question',
  'undo-move': 'the undone move of a question',
  'move-answer': 'the move of an answer',
};

/** Says what an appeal is about: the action, who took it and why. */
function Appealed({
  action: { action, target, targetKind, targetId, actor, loggedAt, reason, isUndoneByApproval },
  post,
}: AppealedProps) {
  // A deleted question has no page for others than its author.
  const qid = post?.isDeleted && targetKind === 'question' ? undefined : post?.qid;
  const link = qid && routes.question.to(qid, targetId);
  return (
    <>
      <p className="mt-2 mb-0">
        Against {actionWords[action] ?? 'what a moderator did'}
        {targetKind !== 'user' && target && (
          <>
            {' '}
            (<bdi>{link ? <Link to={link}>{target}</Link> : target}</bdi>)
          </>
        )}{' '}
        by {actor ? <AuthorLink name={actor} /> : 'the operator'} <RelativeTime time={loggedAt} />
      </p>
      <LoggedReason action={action} detail={reason} />
      {post?.text && (
        <div className={styles.quote}>
          <Excerpt text={post.text} />
        </div>
      )}
      <p className="small muted mb-0">
        {isUndoneByApproval
          ? 'Approving it undoes the action.'
          : 'Approving it only closes the appeal: undo the action by hand.'}
      </p>
    </>
  );
}

type AppealedProps = { action: AppealedAction; post: FlaggedContent | undefined };

/** Shows a reported picture, which opens in a new tab. */
function ReportedPicture({ id }: { id: string }) {
  const path = `${base}/media/${id}`;
  return (
    <p className="my-2">
      <a href={path} target="_blank" rel="noopener" aria-label="Open the picture in a new tab">
        <img
          src={`${path}?size=thumbnail`}
          alt=""
          style={{ maxWidth: '100%', maxHeight: '12rem', borderRadius: '0.625rem' }}
        />
      </a>
    </p>
  );
}

/** Says what only reports of visitors say. */
function Visitor({ report: { path, place, name, getsMail } }: { report: VisitorReport }) {
  return (
    <>
      {name ? <bdi>{name}</bdi> : 'A visitor'}, <bdi>{place}</bdi>: <a href={base + path}>{path}</a>.{' '}
      {getsMail && 'The reason of your decision is mailed to the visitor. '}
    </>
  );
}
