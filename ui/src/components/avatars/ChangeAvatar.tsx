import { Suspense, useState } from 'react';
import type { AvatarOf } from '../../api/generated';
import { lazyWithRetry } from '../lazyWithRetry';

const AvatarDialog = lazyWithRetry(() => import('./AvatarDialog'));

/** A button that opens the dialog with the picture of a user or a community. */
export function ChangeAvatar({ of, seed }: { of: AvatarOf; seed: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn btn-sm btn-outline-secondary" onClick={() => setOpen(true)}>
        Change picture
      </button>
      {isOpen && (
        <Suspense>
          <AvatarDialog of={of} seed={seed} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
