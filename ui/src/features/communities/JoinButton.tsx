import { useState } from 'react';
import type { CommunityCard } from '../../api/generated';
import { InlineError } from '../../components/InlineError';
import { CheckIcon } from '../../components/icons';
import { announce } from '../../lib/announce';
import { useUser } from '../../lib/session';
import { logIn } from '../../lib/stranger';
import { addMember, addMemberRequest, errorTexts } from './api';
import styles from './JoinButton.module.css';
import { useCommunityAction } from './useCommunityAction';

type Props = {
  community: CommunityCard;
  /** The id of the element that names the community, if there are several. */
  describedBy?: string;
  /** Whether joining is the main action of the page. */
  isPrimary?: boolean;
};

/**
 * Joins a community or requests to join it, or shows that this is done. The result shows
 * immediately. Without a session it leads to the login.
 */
export function JoinButton({ community, describedBy, isPrimary = false }: Props) {
  const { _id: id, name, visibility, isMember, requested, archived } = community;
  const { username } = useUser();
  const isPrivate = visibility === 'private';
  const { busy, error, change } = useCommunityAction(isPrivate ? errorTexts.request : errorTexts.join);
  // Disabling a button that was just pressed would lose the focus.
  const [isPressed, setPressed] = useState(false);
  const join = async () => {
    if (!username) return logIn();
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
      <InlineError error={error} />
    </>
  );
}
