import { type ReactNode, useState } from 'react';
import { useAction } from '../lib/useAction';
import { ConfirmDialog } from './ConfirmDialog';
import { Menu } from './Menu';

/** A rare action that needs a confirmation. */
export type Action<Reply = unknown> = {
  label: string;
  /** The question of the dialog. */
  title: string;
  /** The text of the dialog: the consequences, and what the action needs to know. */
  consequence: ReactNode;
  /** The label of the confirming button. */
  confirm: string;
  /** Whether the action takes nothing from others. */
  isHarmless?: boolean;
  /** Whether nobody can undo the action. */
  isDangerous?: boolean;
  errorText: string;
  call: () => Promise<Reply>;
};

type Props<Reply> = {
  /** The accessible name of the menu button. */
  label: string;
  actions: Action<Reply>[];
  /** Items before these, with dialogs of their own. */
  first?: { label: string; choose: () => void }[];
  /** Shows the result. */
  onDone: (reply: Reply) => unknown;
};

/** A menu of rare actions. Renders nothing if it has no item. */
export function ActionMenu<Reply>({ label, actions, first = [], onDone }: Props<Reply>) {
  const [chosen, setChosen] = useState<Action<Reply> | null>(null);
  if (!actions.length && !first.length) return null;
  return (
    <>
      <Menu
        label={label}
        items={[
          ...first,
          ...actions.map((action) => ({
            label: action.label,
            isDangerous: action.isDangerous ?? false,
            choose: () => setChosen(action),
          })),
        ]}
      />
      {chosen && <Confirmation action={chosen} onDone={onDone} close={() => setChosen(null)} />}
    </>
  );
}

type ConfirmationProps<Reply> = { action: Action<Reply>; onDone: (reply: Reply) => unknown; close: () => void };

function Confirmation<Reply>({ action, onDone, close }: ConfirmationProps<Reply>) {
  const { busy, error, run } = useAction(action.errorText);
  return (
    <ConfirmDialog
      title={action.title}
      action={action.confirm}
      isHarmless={action.isHarmless}
      busy={busy}
      error={error}
      onConfirm={() => run(async () => onDone(await action.call()))}
      onClose={close}
    >
      {action.consequence}
    </ConfirmDialog>
  );
}
