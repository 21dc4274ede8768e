import type { Community, CommunityCard } from '../../../api/generated';
import { type Action, ActionMenu } from '../../../components/ActionMenu';
import { ErrorLine } from '../../../components/ErrorLine';
import { useUser } from '../../../lib/session';
import { archiveCommunity, leaveCommunity, unarchiveCommunity } from '../api';
import { useChange, useSettle } from '../useChange';

/** Leaves the community, archives it or takes that back, for whoever may. */
export function CommunityActions({ community, isOwner }: { community: CommunityCard; isOwner: boolean }) {
  const { _id: id, name, visibility, isMember, archived } = community;
  const { username } = useUser();
  const { busy, error, change } = useChange('Error while unarchiving the community');
  const settle = useSettle();
  const leave: Action<Community> = {
    label: 'Leave community',
    title: `Leave ${name}?`,
    consequence:
      visibility === 'private'
        ? 'You will no longer see what is asked here, and have to ask to join again.'
        : 'You can no longer ask here. You can join again whenever you like.',
    confirm: 'Leave',
    failed: 'Error while leaving the community',
    call: () => leaveCommunity(id, username),
  };
  const archive: Action<Community> = {
    label: 'Archive community',
    title: `Archive ${name}?`,
    consequence: 'Everything stays and can be read as before, but nobody can join or ask until you take it back.',
    confirm: 'Archive',
    failed: 'Error while archiving the community',
    call: () => archiveCommunity(id),
  };
  if (isOwner && archived) {
    return (
      <>
        <ErrorLine error={error} />
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
  return <ActionMenu label="More actions" actions={isOwner ? [archive] : isMember ? [leave] : []} settle={settle} />;
}

/** Takes back one's request to join. */
export function WithdrawButton({ community: { _id: id } }: { community: CommunityCard }) {
  const { username } = useUser();
  const { busy, error, change } = useChange('Error while withdrawing the request');
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
      <ErrorLine error={error} />
    </>
  );
}
