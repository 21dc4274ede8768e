import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import type { Decision, FlagCase } from '../../api/generated';
import { reasons, wordOf } from '../../components/flags/api';
import { InlineError } from '../../components/InlineError';
import { announce } from '../../lib/announce';
import { useUser } from '../../lib/session';
import { useAction } from '../../lib/useAction';
import { reason as validateReason } from '../../lib/validation';
import { claimCase, decideCase, openCase } from './api';
import { CaseContent } from './CaseContent';
import styles from './Queue.module.css';

type Choice = { label: string; hint: string; decision: Decision; remove: boolean; reason: string };

/** The choices of a case, in the order of their keys. */
function choicesOf({ canRemove, flags, ask, hidden }: FlagCase): (Choice | null)[] {
  if (ask) {
    const isHeld = ask === 'held';
    return [
      {
        label: 'Approve',
        hint: isHeld ? 'It appears as if it had just been posted.' : '',
        decision: 'approve',
        remove: false,
        reason: isHeld ? 'This may be seen' : 'Approved',
      },
      {
        label: 'Reject',
        hint: isHeld ? 'It does not appear. Its author sees the reason.' : '',
        decision: 'reject',
        remove: false,
        reason: isHeld ? '' : 'Rejected',
      },
    ];
  }
  const reported = flags[0] ? reasons[flags[0].reason] : '';
  return [
    canRemove
      ? {
          label: 'Remove',
          hint: 'The reports are right: it is removed. Its author sees the reason.',
          decision: 'uphold',
          remove: true,
          reason: reported,
        }
      : null,
    // What is hidden is removed if the reports are right.
    hidden
      ? null
      : {
          label: 'Uphold',
          hint: 'The reports are right, but it stays.',
          decision: 'uphold',
          remove: false,
          reason: reported,
        },
    {
      label: 'Decline',
      hint: 'The reports are not right: it stays.',
      decision: 'decline',
      remove: false,
      reason: 'This may stay',
    },
    {
      label: 'Abuse',
      hint: 'It stays. The reports are an abuse, and later reports of these members weigh less.',
      decision: 'abuse',
      remove: false,
      reason: 'This is not what reports are for',
    },
  ];
}

type Props = { item: FlagCase; onDecided: (id: string) => Promise<unknown> };

/** Shows a case that waits for a decision, and decides it. */
export function QueuedCase({ item, onDecided }: Props) {
  const { _id: id, kind, ask, isOwnFlag, isOwnAction, claimedBy } = item;
  const [opened, setOpened] = useState<FlagCase | null>(null);
  const [chosen, setChosen] = useState<(Choice & { version: string | undefined }) | null>(null);
  const { error, run } = useAction('Error while opening it');
  const me = useUser().username;
  const label = ask === 'held' ? `Waiting ${kind}` : ask ? wordOf(kind) : `Reported ${kind}`;
  const isOther = claimedBy !== undefined && claimedBy !== me;
  const content = opened?.content ?? item.content;
  const version = opened?.version ?? item.version;
  const choices = isOwnFlag || isOwnAction || isOther ? [] : choicesOf(item);
  const open = () => void run(async () => setOpened(await openCase(id)));
  const choose = (choice: Choice) => {
    // The one that the viewer has read, even if the author edits it now.
    setChosen({ ...choice, version });
    // Others see that the viewer decides it. It is decided without, too.
    void claimCase(id).catch(() => undefined);
  };
  const showAll = () => void run(async () => setOpened(await claimCase(id)));
  const onKeyDown = (event: KeyboardEvent<HTMLLIElement>) => {
    const { key, target, currentTarget } = event;
    if (key === 'Escape' && chosen) {
      setChosen(null);
      currentTarget.focus();
      return;
    }
    if (target !== currentTarget) return;
    if (key === 'Enter' && !content) return open();
    const choice = choices[key === 'Enter' ? choices.findIndex(Boolean) : Number(key) - 1];
    if (!choice) return;
    event.preventDefault();
    choose(choice);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys of the list move between its items
    <li tabIndex={0} data-case={id} aria-label={label} onKeyDown={onKeyDown}>
      <div className={styles.case}>
        <CaseContent item={{ ...item, appealed: opened?.appealed ?? item.appealed }} content={content} />
        {(content?.truncated || (opened ?? item).appealed?.truncated) && !isOther && (
          <button type="button" className="btn btn-sm btn-outline-secondary mb-2" onClick={showAll}>
            Show all
          </button>
        )}
        {isOwnFlag && <p className="small muted mb-0">You reported this: another moderator decides it.</p>}
        {isOwnAction && <p className="small muted mb-0">You did this: another moderator decides the appeal.</p>}
        {isOther && (
          <p className="small muted mb-0">
            <bdi>{claimedBy}</bdi> is deciding this.
          </p>
        )}
        {!content && (
          <p className="d-flex flex-wrap gap-3 align-items-center mb-0">
            <button type="button" className="btn btn-sm btn-outline-secondary" onClick={open}>
              Open
            </button>
            <span className="small muted">The log records that you read it.</span>
          </p>
        )}
        <InlineError error={error} />
        {chosen ? (
          <Confirmation
            key={chosen.label}
            id={id}
            choice={chosen}
            version={chosen.version}
            onDecided={onDecided}
            close={() => setChosen(null)}
          />
        ) : (
          <div className="d-flex flex-wrap gap-2">
            {choices.map(
              (choice, place) =>
                choice && (
                  <button
                    key={choice.label}
                    type="button"
                    className={`btn btn-sm btn-outline-${choice.remove ? 'danger' : 'secondary'}`}
                    title={`${choice.hint} (${place + 1})`.trimStart()}
                    onClick={() => choose(choice)}
                  >
                    {choice.label}
                  </button>
                ),
            )}
          </div>
        )}
      </div>
    </li>
  );
}

type ConfirmationProps = Pick<Props, 'onDecided'> & {
  id: string;
  choice: Choice;
  version: string | undefined;
  close: () => void;
};

/** Asks for the reason of a decision, and decides. */
function Confirmation({ id, choice, version, onDecided, close }: ConfirmationProps) {
  const [reason, setReason] = useState(choice.reason);
  const { busy, error, setError, run } = useAction('Error while deciding', () => onDecided(id));
  const fieldId = useId();
  const decide = async (event: FormEvent) => {
    event.preventDefault();
    const problem = validateReason(reason);
    if (problem) return setError(problem);
    if (await run(() => decideCase(id, choice.decision, choice.remove, reason, version))) announce('Decided');
  };
  return (
    <form onSubmit={decide}>
      {choice.hint && <p className="mb-2">{choice.hint}</p>}
      <label htmlFor={fieldId} className="form-label mb-1">
        Reason
      </label>
      <input
        id={fieldId}
        className="form-control mb-2"
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: the viewer has just chosen the decision
        autoFocus
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <InlineError error={error} />
      <div className="d-flex flex-wrap gap-2">
        <button type="submit" className="btn btn-sm btn-primary" aria-disabled={busy}>
          {choice.label}
        </button>
        <button type="button" className="btn btn-sm btn-outline-secondary" onClick={close}>
          Cancel
        </button>
      </div>
    </form>
  );
}
