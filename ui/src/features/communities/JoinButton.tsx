import { useState } from 'react';
import type { CommunityCard } from '../../api/generated';
import { ErrorLine } from '../../components/ErrorLine';
import { CheckIcon } from '../../components/icons';
import { announce } from '../../lib/announce';
import { useUser } from '../../lib/session';
import { addMember, addMemberRequest } from './api';
import styles from './JoinButton.module.css';
import { useChange } from './useChange';

type Props = {
  community: CommunityCard;
  /** The id of what names the community, where there are several. */
  describedBy?: string;
  /** Whether joining is what the page is for. */
  isPrimary?: boolean;
};

/** The one button of a community: joins it, asks to, or says that this is done. What is asked for shows at once. */
export function JoinButton({ community, describedBy, isPrimary = false }: Props) {
  const { _id: id, name, visibility, isMember, requested, archived } = community;
  const { username } = useUser();
  const isPrivate = visibility === 'private';
  const { busy, error, change } = useChange(
    isPrivate ? 'Error while adding member request' : 'Error when adding member to community',
  );
  // A button that is disabled under the fingers would lose the focus.
  const [isPressed, setPressed] = useState(false);
  const join = async () => {
    setPressed(true);
    const isDone = await change(() => (isPrivate ? addMemberRequest : addMember)(id, username));
    if (isDone) announce(isPrivate ? `You asked to join ${name}` : `You joined ${name}`);
  };
  const joined = isMember || (busy && !isPrivate);
  const done = joined ? 'Joined' : requested || busy ? 'Request Sent' : archived ? 'Archived' : null;
  return (
    <>
      <button
        type="button"
        className={`btn btn-sm ${done ? styles.done : isPrimary ? 'btn-primary' : 'btn-outline-secondary'}`}
        disabled={done !== null && !isPressed}
        aria-disabled={done !== null}
        aria-describedby={describedBy}
        onClick={() => done ?? void join()}
        onBlur={() => setPressed(false)}
      >
        {joined && <CheckIcon />}
        {done ?? (isPrivate ? 'Request to Join' : 'Join')}
      </button>
      <ErrorLine error={error} />
    </>
  );
}
