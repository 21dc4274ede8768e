import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { AdminAction, AdminTargetKind, OwnLogEntry } from '../../api/generated';
import { LoggedReason, Reason } from '../../components/LoggedReason';
import { TitleText } from '../../components/TitleText';
import { routes } from '../../lib/routes';

/** The actions that no member reads: they concern nobody, or those who cannot log in, or only say that an account is new. */
export const unread = [
  'create-user',
  'delete-user',
  'invite',
  'revoke-invitation',
  'ask-to-open',
  'add-bot',
  'change-bot',
  'add-incoming-hook',
  'remove-incoming-hook',
  'add-webhook',
  'change-webhook',
  'remove-webhook',
  'resend-delivery',
  'back-up',
  'set-setting',
  'begin-wave',
  'end-wave',
  'remove-new-users',
  'undo-removal',
] as const satisfies AdminAction[];

/** What was done to a target, whose name precedes. */
const outcomes: Record<Exclude<AdminAction, (typeof unread)[number]>, string> = {
  promote: 'got the rights of an administrator',
  demote: 'lost the rights of an administrator',
  'appoint-moderator': 'got the rights of a moderator of the site',
  'dismiss-moderator': 'lost the rights of a moderator of the site',
  warn: 'got a warning',
  silence: 'was silenced',
  suspend: 'was suspended',
  'clear-profile': 'had its biography and picture removed',
  'lift-sanction': 'is no longer restricted',
  'remove-content': 'were removed',
  'restore-content': 'were restored',
  'rename-user': 'has another name now',
  'merge-user': 'was merged with another account',
  disable: 'was disabled',
  enable: 'was enabled again',
  'set-password': 'got another password',
  'reset-sign-in': 'needs a new password, because its login was reset',
  'reset-second-factor': 'needs no code at the login any more',
  'add-token': 'got an API token, with which a program acts as the account',
  'revoke-token': 'lost an API token',
  'end-session': 'was logged out somewhere',
  'end-sessions': 'was logged out everywhere',
  'archive-community': 'was archived',
  'unarchive-community': 'was taken out of the archive',
  'set-reading': 'has other readers: everyone, or members of the site',
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
  'remove-link': 'is no longer linked as a duplicate',
  'add-synonym': 'got a synonym',
  'remove-synonym': 'lost a synonym',
  'rename-tag': 'is the new name of a tag',
  'delete-tag': 'was deleted',
  'restore-tag': 'was restored',
  'open-flagged': 'was read by moderators because it was reported',
  'decide-flag': 'was decided about',
  'undo-decision': 'waits again: the decision about it was undone',
  'decide-appeal': 'was decided',
  vouch: 'has the trust of a moderator',
  unvouch: 'lost the trust of a moderator',
};

/** Returns what an action did, such as `was removed`. */
export const outcomeOf = (action: AdminAction): string =>
  // A newer server may have actions that this page does not know.
  (outcomes as Partial<Record<AdminAction, string>>)[action] ?? 'was changed by a moderator';

/** What is no longer so when a sanction is lifted. */
const lifted: Record<string, string> = {
  warning: 'has one warning less: it was taken back',
  silence: 'is no longer silenced',
  suspension: 'is no longer suspended',
};

/** Returns what an action did if its detail says more than its reason. */
function detailed({ action, reason: detail }: OwnLogEntry): ReactNode {
  switch (action) {
    case 'decide-flag':
      return detail.startsWith('approve:') ? 'was approved' : 'was not approved';
    case 'decide-appeal':
      return detail.startsWith('approve:') ? 'was approved' : 'was rejected';
    case 'lift-sanction':
      return lifted[detail];
    case 'rename-user':
      return (
        detail && (
          <>
            has the name <bdi>{detail}</bdi> now
          </>
        )
      );
    case 'merge-user':
      return (
        detail && (
          <>
            has the posts of <bdi>{detail}</bdi> now: both accounts were merged
          </>
        )
      );
  }
}

/** The actions whose detail is no reason. */
const withoutReason: AdminAction[] = ['undo-decision', 'lift-sanction', 'rename-user', 'merge-user'];

/** Says why something was done to the viewer's content or account. Renders nothing for no reason. */
export function OwnReason({ entry: { action, reason } }: { entry: OwnLogEntry }) {
  if (withoutReason.includes(action)) return null;
  if (action !== 'decide-flag' && action !== 'decide-appeal') return <LoggedReason action={action} detail={reason} />;
  return <Reason text={reason.replace(/^(approve|reject): /, '')} />;
}

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

/** Returns whether an action was about posts of an account. */
export const isAboutPosts = (action: AdminAction) => action === 'remove-content' || action === 'restore-content';

/** Says what an action did to the viewer's content or account. */
export function OwnSentence({ entry }: { entry: OwnLogEntry }) {
  const { action, targetKind, targetId, target, qid } = entry;
  const isNamed = target && ['question', 'answer', 'comment', 'community', 'tag'].includes(targetKind);
  // Their authors see questions that others do not see.
  const question = qid ?? (targetKind === 'question' ? targetId : undefined);
  return (
    <>
      {isAboutPosts(action) ? 'Posts of yours' : (own[targetKind] ?? 'Something of yours')}{' '}
      {isNamed && <Title qid={question} postId={action === 'remove-post' ? undefined : targetId} title={target} />}{' '}
      {detailed(entry) || outcomeOf(action)}
    </>
  );
}

type TitleProps = { qid: string | undefined; postId?: string | undefined; title: string };

/** A title, which leads to its question if the viewer may read it. */
export function Title({ qid, postId, title }: TitleProps): ReactNode {
  const text = <TitleText parts={[title]} />;
  if (!qid) return <bdi>{text}</bdi>;
  return (
    <Link to={routes.question.to(qid, postId)}>
      <bdi>{text}</bdi>
    </Link>
  );
}
