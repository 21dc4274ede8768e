import { useState } from 'react';
import type { Community, CommunityCard } from '../../../api/generated';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { ErrorLine } from '../../../components/ErrorLine';
import { Menu } from '../../../components/Menu';
import { useUser } from '../../../lib/session';
import { archiveCommunity, leaveCommunity, unarchiveCommunity } from '../api';
import { useChange } from '../useChange';

/** Something that is done seldom, and only after it was confirmed. */
export type Action = {
  label: string;
  /** What is asked. */
  title: string;
  /** What follows from it. */
  consequence: string;
  /** What the button that confirms says. */
  confirm: string;
  failed: string;
  call: () => Promise<Community>;
};

/** A menu of what is done seldom; nothing where there is nothing to do. */
export function ActionMenu({ label, actions }: { label: string; actions: Action[] }) {
  const [chosen, setChosen] = useState<Action | null>(null);
  if (!actions.length) return null;
  return (
    <>
      <Menu label={label} items={actions.map((action) => ({ label: action.label, choose: () => setChosen(action) }))} />
      {chosen && <Confirmation action={chosen} close={() => setChosen(null)} />}
    </>
  );
}

function Confirmation({ action, close }: { action: Action; close: () => void }) {
  const { busy, error, change } = useChange(action.failed);
  return (
    <ConfirmDialog
      title={action.title}
      action={action.confirm}
      busy={busy}
      error={error}
      onConfirm={() => change(action.call)}
      onClose={close}
    >
      {action.consequence}
    </ConfirmDialog>
  );
}

/** Leaves the community, archives it or takes that back, for whoever may. */
export function CommunityActions({ community, isOwner }: { community: CommunityCard; isOwner: boolean }) {
  const { _id: id, name, visibility, isMember, archived } = community;
  const { username } = useUser();
  const { busy, error, change } = useChange('Error while unarchiving the community');
  const leave: Action = {
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
  const archive: Action = {
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
  return <ActionMenu label="More actions" actions={isOwner ? [archive] : isMember ? [leave] : []} />;
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
