import { useState } from 'react';
import { useAction } from '../lib/useAction';
import { ConfirmDialog } from './ConfirmDialog';
import { Menu } from './Menu';

/** Something that is done seldom, and only after it was confirmed. */
export type Action<Reply = unknown> = {
  label: string;
  /** What is asked. */
  title: string;
  /** What follows from it. */
  consequence: string;
  /** What the button that confirms says. */
  confirm: string;
  failed: string;
  call: () => Promise<Reply>;
};

type Props<Reply> = {
  /** What the menu's button is named. */
  label: string;
  actions: Action<Reply>[];
  /** Shows what has become of it. */
  settle: (reply: Reply) => unknown;
};

/** A menu of what is done seldom; nothing where there is nothing to do. */
export function ActionMenu<Reply>({ label, actions, settle }: Props<Reply>) {
  const [chosen, setChosen] = useState<Action<Reply> | null>(null);
  if (!actions.length) return null;
  return (
    <>
      <Menu label={label} items={actions.map((action) => ({ label: action.label, choose: () => setChosen(action) }))} />
      {chosen && <Confirmation action={chosen} settle={settle} close={() => setChosen(null)} />}
    </>
  );
}

type ConfirmationProps<Reply> = { action: Action<Reply>; settle: (reply: Reply) => unknown; close: () => void };

function Confirmation<Reply>({ action, settle, close }: ConfirmationProps<Reply>) {
  const { busy, error, run } = useAction(action.failed);
  return (
    <ConfirmDialog
      title={action.title}
      action={action.confirm}
      busy={busy}
      error={error}
      onConfirm={() => run(async () => settle(await action.call()))}
      onClose={close}
    >
      {action.consequence}
    </ConfirmDialog>
  );
}
