import { type ReactNode, useState } from 'react';
import type { Failure } from '../lib/failure';
import { pluralize } from '../lib/pluralize';
import { ConfirmDialog } from './ConfirmDialog';

type Props = {
  title: string;
  /** Says what becomes public. */
  reach: ReactNode;
  /** Says what cannot be called back, and who is told. */
  warning: ReactNode;
  busy: boolean;
  error: Failure | null;
  onConfirm: () => Promise<boolean>;
  onClose: () => void;
};

/** Asks twice before everyone may read something that its authors wrote for members. */
export function LetEveryoneRead({ title, reach, warning, onConfirm, ...dialog }: Props) {
  const [isAskedAgain, setAskedAgain] = useState(false);
  const askAgain = async () => {
    setAskedAgain(true);
    return false;
  };
  return isAskedAgain ? (
    <ConfirmDialog key="second" title="Are you sure?" action="Let everyone read" onConfirm={onConfirm} {...dialog}>
      Their authors wrote for members. {warning}
    </ConfirmDialog>
  ) : (
    <ConfirmDialog
      key="first"
      title={title}
      action="Continue…"
      onConfirm={askAgain}
      {...dialog}
      busy={false}
      error={null}
    >
      {reach}
    </ConfirmDialog>
  );
}

/** Returns how many posts of how many people become public, or `unknown` until that is known. */
export const postsOf = (reach: { posts: number; authors: number } | undefined, unknown: string): string =>
  reach ? `${pluralize(reach.posts, 'post')} of ${pluralize(reach.authors, 'person', 'people')}` : unknown;
