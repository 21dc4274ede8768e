import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import type { FlagCase } from '../../api/generated';
import { wordOf } from '../../components/flags/api';
import { InlineError } from '../../components/InlineError';
import { announce } from '../../lib/announce';
import { useUser } from '../../lib/session';
import { useAction } from '../../lib/useAction';
import { reason as validateReason } from '../../lib/validation';
import { claimCase, decideCase, openCase, releaseCase } from './api';
import { CaseContent } from './CaseContent';
import { type Choice, choicesOf } from './choices';
import styles from './Queue.module.css';

type Props = { item: FlagCase; onDecided: (decided: FlagCase) => Promise<unknown> };

/** Shows a case that waits for a decision, and decides it. */
export function QueuedCase({ item, onDecided }: Props) {
  const { _id: id, kind, ask, isOwnFlag, isOwnAction, claimedBy } = item;
  const [opened, setOpened] = useState<FlagCase | null>(null);
  const [chosen, setChosen] = useState<(Choice & { version: string | undefined }) | null>(null);
  const { error, run } = useAction('Error while opening it');
  const claim = useRef<Promise<unknown>>(Promise.resolve());
  const me = useUser().username;
  const label = ask === 'held' ? `Waiting ${kind}` : ask ? wordOf(kind) : `Reported ${kind}`;
  const isOther = claimedBy !== undefined && claimedBy !== me;
  const content = opened?.content ?? item.content;
  const asked = (opened ?? item).askedToOpen;
  const version = opened?.version ?? item.version;
  const choices = isOwnFlag || isOwnAction || isOther ? [] : choicesOf(item, content !== undefined);
  const open = () => void run(async () => setOpened(await openCase(id)));
  const choose = (choice: Choice) => {
    // The one that the viewer has read, even if the author edits it now.
    setChosen({ ...choice, version });
    // Others see that the viewer decides it. It is decided without, too.
    claim.current = claimCase(id).catch(() => undefined);
  };
  const giveUp = () => {
    setChosen(null);
    // Not before the claim has arrived.
    void claim.current.then(() => releaseCase(id)).catch(() => undefined);
  };
  const showAll = () => void run(async () => setOpened(await claimCase(id)));
  const onKeyDown = (event: KeyboardEvent<HTMLLIElement>) => {
    const { key, target, currentTarget } = event;
    if (key === 'Escape' && chosen) {
      giveUp();
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
          <p className="d-flex flex-wrap gap-3 align-items-center mb-2">
            <button type="button" className="btn btn-sm btn-outline-secondary" onClick={open}>
              Open
            </button>
            <span className="small muted">
              {asked === me ? (
                'You have asked to open this. Another moderator must open it too.'
              ) : asked ? (
                <>
                  <bdi>{asked}</bdi> has asked to open this. If you open it, both of you can read it.
                </>
              ) : (
                'This is private: two moderators must open it.'
              )}{' '}
              The author is notified, and the log records it.
            </span>
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
            close={giveUp}
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
                    title={choice.hint || undefined}
                    onClick={() => choose(choice)}
                  >
                    {choice.label}{' '}
                    <span className={styles.keys} aria-hidden="true">
                      <kbd>{place + 1}</kbd>
                    </span>
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
  const { busy, error, setError, run } = useAction('Error while deciding');
  const fieldId = useId();
  const decide = async (event: FormEvent) => {
    event.preventDefault();
    const problem = validateReason(reason);
    if (problem) return setError(problem);
    const work = async () => onDecided(await decideCase(id, choice.decision, choice.remove, reason, version));
    if (await run(work)) announce('Decided');
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
        // Typing replaces the prepared reason, and Enter keeps it.
        onFocus={({ currentTarget }) => currentTarget.select()}
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
