import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { type Invitation, limits, type NewInvitation } from '../../api/generated';
import { AuthorLink } from '../../components/AuthorLink';
import { CopyLink } from '../../components/CopyLink';
import { ErrorLine } from '../../components/ErrorLine';
import { InfoDialog } from '../../components/InfoDialog';
import { PagedList } from '../../components/PagedList';
import { RelativeTime } from '../../components/RelativeTime';
import { announce } from '../../lib/announce';
import { useAction } from '../../lib/useAction';
import styles from './Administration.module.css';
import { createInvitation, invitationsPath, revokeInvitation } from './api';
import { useRefresh } from './useRefresh';

const lives = { 1: '1 day', 7: '7 days', 30: '30 days' } as const;

/** Makes a link by which somebody can sign up, and shows it. */
export function InviteForm({ close }: { close: () => void }) {
  const { busy, error, run } = useAction('Error while making the invitation', useRefresh());
  const [note, setNote] = useState('');
  const [days, setDays] = useState(7);
  const [made, setMade] = useState<NewInvitation | null>(null);
  const first = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => first.current?.focus(), []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await run(async () => setMade(await createInvitation(note, days)));
  };
  if (made) return <LinkDialog {...made} close={close} />;
  return (
    <form aria-label="Invite somebody" className={styles.invite} onSubmit={submit} noValidate>
      <div>
        <label htmlFor={`${id}-note`} className="form-label">
          For whom
        </label>
        <input
          ref={first}
          id={`${id}-note`}
          className="form-control"
          dir="auto"
          autoComplete="off"
          maxLength={limits.invitationNote}
          value={note}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
      <div>
        <label htmlFor={`${id}-days`} className="form-label">
          Good for
        </label>
        <select
          id={`${id}-days`}
          className="form-select w-auto"
          value={days}
          onChange={(event) => setDays(Number(event.target.value))}
        >
          {Object.entries(lives).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </div>
      <button type="submit" className="btn btn-primary" aria-disabled={busy}>
        Make a link
      </button>
      <button type="button" className="btn btn-outline-secondary" onClick={close}>
        Cancel
      </button>
      <p id={`${id}-hint`} className="form-text m-0">
        Optional: a note for the list of invitations. Whoever signs up with the link can read it in the data of the
        account.
      </p>
      <ErrorLine error={error} />
    </form>
  );
}

function LinkDialog({ invitation: { note, expiresAt }, token, close }: NewInvitation & { close: () => void }) {
  return (
    <InfoDialog title={note ? `The invitation for ${note}` : 'The invitation'} isOnce onClose={close}>
      <p>
        It is shown this once. Hand it over in a safe way: whoever has it first can sign up with it, once, until{' '}
        {new Date(expiresAt).toLocaleString()}.
      </p>
      <CopyLink label="Link for one person" path={`/signup#invitation=${encodeURIComponent(token)}`} />
    </InfoDialog>
  );
}

/** The invitations that nobody has used yet, and the way to take one back. */
export function OpenInvitations() {
  return (
    <section aria-label="Open invitations" className="my-4">
      <h2>Open invitations</h2>
      <PagedList<Invitation>
        path={invitationsPath}
        failed="Error when fetching the invitations"
        empty={<p className="muted mb-0">There are none.</p>}
      >
        {(invitations) => (
          <ul className={styles.list}>
            {invitations.map((invitation) => (
              <Item key={invitation._id} invitation={invitation} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}

function Item({ invitation: { _id: id, note, createdBy, createdAt, expiresAt } }: { invitation: Invitation }) {
  const { busy, error, run } = useAction('Error while revoking the invitation', useRefresh());
  const whom = note || 'somebody';
  const end = new Date(expiresAt).toLocaleString();
  const revoke = async () => {
    if (await run(() => revokeInvitation(id))) announce(`The invitation for ${whom} is revoked`);
  };
  return (
    <li>
      <div>
        For <bdi>{whom}</bdi>
        <p className="small muted mb-0">
          Made by {createdBy ? <AuthorLink name={createdBy} /> : 'a command'} <RelativeTime time={createdAt} /> · good
          until {end}
        </p>
        <ErrorLine error={error} />
      </div>
      <button
        type="button"
        className="btn btn-sm btn-outline-secondary"
        // Several may be for somebody: their ends tell them apart.
        aria-label={`Revoke the invitation for ${whom}, good until ${end}`}
        aria-disabled={busy}
        onClick={revoke}
      >
        Revoke
      </button>
    </li>
  );
}
