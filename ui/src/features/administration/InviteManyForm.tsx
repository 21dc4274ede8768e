import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { base } from '../../api/base';
import type { NewInvitation } from '../../api/generated';
import { InfoDialog } from '../../components/InfoDialog';
import { InlineError } from '../../components/InlineError';
import { copyText } from '../../lib/clipboard';
import { momentOf } from '../../lib/dates';
import { pluralize } from '../../lib/pluralize';
import { useAction } from '../../lib/useAction';
import styles from './Administration.module.css';
import { createInvitations } from './api';
import { Lifetime } from './Lifetime';
import { useRefresh } from './useRefresh';

/** The number of invitations that are created at once. */
const most = 100;

/** Creates an invitation link for each line and shows the links once. */
export function InviteManyForm({ close }: { close: () => void }) {
  const { busy, error, setError, run } = useAction('Error while creating the invitations', useRefresh());
  const [lines, setLines] = useState('');
  const [days, setDays] = useState(7);
  const [made, setMade] = useState<NewInvitation[] | null>(null);
  const first = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  useLayoutEffect(() => first.current?.focus(), []);
  const notes = lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (notes.length < 1 || notes.length > most) setError(`Please enter 1 to ${most} lines`);
    else await run(async () => setMade(await createInvitations(notes, days)));
  };
  if (made) return <LinksDialog made={made} close={close} />;
  return (
    <form aria-label="Invite several users" className={styles.invite} onSubmit={submit} noValidate>
      <div style={{ flexBasis: '100%', maxWidth: '30rem' }}>
        <label htmlFor={`${id}-lines`} className="form-label">
          Recipients, one on each line
        </label>
        <textarea
          ref={first}
          id={`${id}-lines`}
          className="form-control"
          dir="auto"
          rows={5}
          value={lines}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setLines(event.target.value)}
        />
      </div>
      <Lifetime days={days} onChange={setDays} />
      <button type="submit" className="btn btn-primary" aria-disabled={busy}>
        Create {notes.length > 1 ? pluralize(notes.length, 'link') : 'links'}
      </button>
      <button type="button" className="btn btn-outline-secondary" onClick={close}>
        Cancel
      </button>
      <p id={`${id}-hint`} className="form-text m-0">
        A line is a note, such as a name or an e-mail address; nothing is sent. The user who signs up with its link can
        read it in the data of their account. At most {most} lines.
      </p>
      <InlineError error={error} />
    </form>
  );
}

function LinksDialog({ made, close }: { made: NewInvitation[]; close: () => void }) {
  const [status, setStatus] = useState('');
  const link = (token: string) => `${location.origin}${base}/signup#invitation=${encodeURIComponent(token)}`;
  const text = made.map(({ invitation: { note }, token }) => `${note}\t${link(token)}\n`).join('');
  const copy = async () => setStatus((await copyText(text)) ? 'Copied' : 'Press Ctrl+C to copy the list');
  return (
    <InfoDialog title={pluralize(made.length, 'invitation')} isOnce onClose={close}>
      <p>
        These links are shown only once. The first person to use one can sign up with it
        {made[0] && <>, until {momentOf(made[0].invitation.expiresAt)}</>}.
      </p>
      <textarea
        className="form-control mb-3"
        aria-label="Links"
        rows={8}
        readOnly
        value={text}
        onFocus={(event) => event.target.select()}
      />
      <div className={styles.bar}>
        <button type="button" className="btn btn-outline-secondary" onClick={() => void copy()}>
          Copy the list
        </button>
        <a
          className="btn btn-outline-secondary"
          download="invitations.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        >
          Save as a file
        </a>
      </div>
      <p role="status" className="muted small mb-0">
        {status}
      </p>
    </InfoDialog>
  );
}
