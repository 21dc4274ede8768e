import { useState } from 'react';
import useSWR from 'swr';
import type { RequestOptions } from '../api/generated';
import { type CacheKey, fetchKey } from '../lib/cacheKeys';
import { confirmWithPasskey, hasPasskeys } from '../lib/passkeys';

const key: CacheKey<'passkeys'> = { type: 'passkeys', path: '/user/getConfirmation' };

type Props = { onConfirmed: () => void; onError: (error: string | null) => void };

/** Offers to confirm an action with a passkey instead of the password, if the user has one. */
export default function ConfirmWithPasskey({ onConfirmed, onError }: Props) {
  // A challenge of its own for each dialog.
  const { data: options, mutate } = useSWR<RequestOptions, unknown>(hasPasskeys() ? key : null, fetchKey, {
    revalidateOnMount: true,
  });
  const [busy, setBusy] = useState(false);
  if (!options || options.allowCredentials.length === 0) return null;
  const press = async () => {
    if (busy) return;
    setBusy(true);
    onError(null);
    try {
      await confirmWithPasskey(options);
      onConfirmed();
    } catch (failure) {
      onError((failure as Error).message);
      await mutate();
    }
    setBusy(false);
  };
  return (
    <p>
      <button type="button" className="btn btn-primary" aria-disabled={busy} onClick={() => void press()}>
        Use a passkey
      </button>
    </p>
  );
}
