import { useState } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import type { BlockReply } from '../../api/generated';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { InlineError } from '../../components/InlineError';
import { announce } from '../../lib/announce';
import { fetchKey } from '../../lib/cacheKeys';
import { useAction } from '../../lib/useAction';
import { blockUser, unblockUser } from './api';
import { blockKey, isAboutBlocks } from './keys';

/** Blocks a user after a confirmation, or unblocks them. Keeps room for the button until the state is known. */
export function BlockUser({ username }: { username: string }) {
  const { data } = useSWR<BlockReply, unknown>(blockKey(username), fetchKey);
  const { mutate } = useSWRConfig();
  const [isAsking, setAsking] = useState(false);
  const { busy, error, run } = useAction('Error while blocking or unblocking', () => mutate(isAboutBlocks));
  if (!data) {
    return (
      <button type="button" className="btn btn-outline-secondary btn-sm invisible" disabled>
        Block
      </button>
    );
  }
  if (data.blocked) {
    return (
      <>
        <p className="muted w-100 mb-0">You have blocked this user: neither of you can write to the other alone.</p>
        <button
          type="button"
          className="btn btn-outline-secondary btn-sm"
          disabled={busy}
          onClick={() => void run(() => unblockUser(username))}
        >
          Unblock
        </button>
        <InlineError error={error} />
      </>
    );
  }
  const block = async () => {
    const isBlocked = await run(() => blockUser(username));
    if (isBlocked) {
      setAsking(false);
      announce('The user is blocked');
    }
    return isBlocked;
  };
  return (
    <>
      <button type="button" className="btn btn-outline-secondary btn-sm" onClick={() => setAsking(true)}>
        Block
      </button>
      {isAsking && (
        <ConfirmDialog
          title={
            <>
              Block <bdi>{username}</bdi>?
            </>
          }
          action="Block"
          busy={busy}
          error={error}
          onConfirm={block}
          onClose={() => setAsking(false)}
        >
          Neither of you can start a chat with the other, add the other to one, or write in a chat of you two. You both
          still see what the other posts, and chats with others go on until you leave them.
        </ConfirmDialog>
      )}
    </>
  );
}
