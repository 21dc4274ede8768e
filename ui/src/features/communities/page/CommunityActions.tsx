import type { Community, CommunityCard } from '../../../api/generated';
import { type Action, ActionMenu } from '../../../components/ActionMenu';
import { InlineError } from '../../../components/InlineError';
import { useUser } from '../../../lib/session';
import { archiveCommunity, leaveCommunity, unarchiveCommunity } from '../api';
import { useApplyCommunity, useCommunityAction } from '../useCommunityAction';

/** Leaves, archives or unarchives the community, according to the viewer's role. */
export function CommunityActions({ community, isOwner }: { community: CommunityCard; isOwner: boolean }) {
  const { _id: id, name, visibility, isMember, archived } = community;
  const { username } = useUser();
  const { busy, error, change } = useCommunityAction('Error while unarchiving the community');
  const settle = useApplyCommunity();
  const leave: Action<Community> = {
    label: 'Leave community',
    title: `Leave ${name}?`,
    consequence:
      visibility === 'private'
        ? 'You can no longer read the questions here. To return, you must request to join again.'
        : 'You can no longer ask here. You can join again at any time.',
    confirm: 'Leave',
    errorText: 'Error while leaving the community',
    call: () => leaveCommunity(id, username),
  };
  const archive: Action<Community> = {
    label: 'Archive community',
    title: `Archive ${name}?`,
    consequence: 'All content stays readable. Users cannot join or ask until you unarchive it.',
    confirm: 'Archive',
    errorText: 'Error while archiving the community',
    call: () => archiveCommunity(id),
  };
  if (isOwner && archived) {
    return (
      <>
        <InlineError error={error} />
        <button
          type="button"
          className="btn btn-sm btn-outline-secondary"
          aria-disabled={busy}
          onClick={() => change(() => unarchiveCommunity(id))}
        >
          Unarchive
        </button>
      </>
    );
  }
  return <ActionMenu label="More actions" actions={isOwner ? [archive] : isMember ? [leave] : []} onDone={settle} />;
}

/** Withdraws the viewer's request to join. */
export function WithdrawButton({ community: { _id: id } }: { community: CommunityCard }) {
  const { username } = useUser();
  const { busy, error, change } = useCommunityAction('Error while withdrawing the request');
  return (
    <>
      <button
        type="button"
        className="btn btn-sm btn-link"
        aria-disabled={busy}
        onClick={() => change(() => leaveCommunity(id, username))}
      >
        Withdraw request
      </button>
      <InlineError error={error} />
    </>
  );
}
