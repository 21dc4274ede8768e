import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { AdminAction, AdminTargetKind, OwnLogEntry } from '../../api/generated';
import { TitleText } from '../../components/TitleText';
import { routes } from '../../lib/routes';

/** What was done to a target, whose name precedes. */
const outcomes: Record<string, string> = {
  'create-user': 'was created',
  promote: 'got the rights of an administrator',
  demote: 'lost the rights of an administrator',
  'appoint-moderator': 'got the rights of a moderator of the site',
  'dismiss-moderator': 'lost the rights of a moderator of the site',
  warn: 'got a warning',
  silence: 'was silenced',
  suspend: 'was suspended',
  'clear-profile': 'had its biography and picture removed',
  'lift-sanction': 'is no longer restricted',
  'remove-content': 'had its content removed',
  'restore-content': 'has its content again',
  'rename-user': 'got another name',
  'merge-user': 'was merged with another account',
  disable: 'was disabled',
  enable: 'was enabled again',
  'set-password': 'got another password',
  'reset-sign-in': 'got another sign-in',
  'end-session': 'was logged out somewhere',
  'end-sessions': 'was logged out everywhere',
  'archive-community': 'was archived',
  'unarchive-community': 'was taken out of the archive',
  'remove-post': 'was removed',
  'restore-post': 'was restored',
  'hide-post': 'was hidden until a moderator decides',
  'edit-post': 'was edited',
  'close-question': 'was closed',
  'reopen-question': 'was reopened',
  'lock-question': 'was locked',
  'unlock-question': 'was unlocked',
  'protect-question': 'was protected from answers of new members',
  'unprotect-question': 'takes answers of new members again',
  'pin-question': 'was pinned',
  'unpin-question': 'is no longer pinned',
  'merge-question': 'was merged with another question',
  'undo-merge': 'is no longer merged with another question',
  'move-answer': 'was moved, because questions were merged or separated',
  'move-question': 'was moved',
  'undo-move': 'was moved back',
  'purge-version': 'lost an earlier version',
  'remove-message': 'was removed',
  'remove-picture': 'was removed',
  'add-synonym': 'got a synonym',
  'remove-synonym': 'lost a synonym',
  'decide-appeal': 'was decided',
  vouch: 'has the trust of a moderator',
  unvouch: 'lost the trust of a moderator',
};

/** Returns what an action did, such as `was removed`. */
export const outcomeOf = (action: AdminAction): string =>
  outcomes[action] ?? `was changed by a moderator (${action.replaceAll('-', ' ')})`;

/** What the viewer's own targets are called. */
const own: Partial<Record<AdminTargetKind, string>> = {
  user: 'Your account',
  question: 'Your question',
  answer: 'Your answer to',
  comment: 'Your comment on',
  message: 'A message of yours',
  picture: 'A picture of yours',
  community: 'Your community',
  entry: 'Your appeal',
};

/** Says what an action did to the viewer's content or account. */
export function OwnSentence({ entry: { action, targetKind, targetId, target, qid } }: { entry: OwnLogEntry }) {
  const isNamed = ['question', 'answer', 'comment', 'community', 'tag'].includes(targetKind);
  return (
    <>
      {own[targetKind] ?? 'Something of yours'}{' '}
      {isNamed && <Title qid={qid} postId={action === 'remove-post' ? undefined : targetId} title={target} />}{' '}
      {outcomeOf(action)}
    </>
  );
}

type TitleProps = { qid: string | undefined; postId?: string | undefined; title: string };

/** A title, which leads to its question if the viewer may read it. */
export function Title({ qid, postId, title }: TitleProps): ReactNode {
  const text = <TitleText parts={[title]} />;
  if (!qid) return <bdi>{text}</bdi>;
  return (
    <Link to={routes.question.to(qid, postId === qid ? undefined : postId)}>
      <bdi>{text}</bdi>
    </Link>
  );
}
