import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { type Invitation, limits, type NewInvitation } from '../../api/generated';
import { AuthorLink } from '../../components/AuthorLink';
import { CopyLink } from '../../components/CopyLink';
import { InfoDialog } from '../../components/InfoDialog';
import { InlineError } from '../../components/InlineError';
import { PagedList } from '../../components/PagedList';
import { RelativeTime } from '../../components/RelativeTime';
import { RowList } from '../../components/RowList';
import { announce } from '../../lib/announce';
import { momentOf } from '../../lib/dates';
import { useAction } from '../../lib/useAction';
import styles from './Administration.module.css';
import { createInvitation, revokeInvitation } from './api';
import { invitationsKey } from './keys';
import { Lifetime } from './Lifetime';
import { useRefresh } from './useRefresh';

/** Creates an invitation link and shows it once. */
export function InviteForm({ close }: { close: () => void }) {
  const { busy, error, run } = useAction('Error while creating the invitation', useRefresh());
  const [note, setNote] = useState('');
  const [days, setDays] = useState(7);
  const [made, setMade] = useState<NewInvitation | null>(null);
  const first = useRef<HTMLInputElement>(null);
  const id = useId();
  useLayoutEffect(() => first.current?.focus(), []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await run(async () => setMade(await createInvitation(note, days)));
  };
  if (made) return <LinkDialog {...made} close={close} />;
  return (
    <form aria-label="Invite a user" className={styles.invite} onSubmit={submit} noValidate>
      <div>
        <label htmlFor={`${id}-note`} className="form-label">
          Recipient
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
      <Lifetime days={days} onChange={setDays} />
      <button type="submit" className="btn btn-primary" aria-disabled={busy}>
        Create link
      </button>
      <button type="button" className="btn btn-outline-secondary" onClick={close}>
        Cancel
      </button>
      <p id={`${id}-hint`} className="form-text m-0">
        Optional: a note for the list of invitations. The user who signs up with the link can read it in the data of
        their account.
      </p>
      <InlineError error={error} />
    </form>
  );
}

function LinkDialog({ invitation: { note, expiresAt }, token, close }: NewInvitation & { close: () => void }) {
  return (
    <InfoDialog title={note ? `The invitation for ${note}` : 'The invitation'} isOnce onClose={close}>
      <p>
        This link is shown only once. Send it in a safe way: the first person to use it can sign up with it, until{' '}
        {momentOf(expiresAt)}.
      </p>
      <CopyLink label="Link for one person" path={`/signup#invitation=${encodeURIComponent(token)}`} />
    </InfoDialog>
  );
}

/** Lists the unused invitations, which can be revoked. */
export function OpenInvitations() {
  return (
    <section aria-label="Open invitations" className="my-4">
      <h2>Open invitations</h2>
      <PagedList<Invitation>
        listKey={invitationsKey}
        errorText="Error when fetching the invitations"
        empty={<p className="muted mb-0">No open invitations</p>}
      >
        {(invitations) => (
          <RowList>
            {invitations.map((invitation) => (
              <Item key={invitation._id} invitation={invitation} />
            ))}
          </RowList>
        )}
      </PagedList>
    </section>
  );
}

function Item({
  invitation: { _id: id, note, mailedTo, createdBy, createdAt, expiresAt },
}: {
  invitation: Invitation;
}) {
  const { busy, error, run } = useAction('Error while revoking the invitation', useRefresh());
  const recipient = mailedTo ?? (note || 'anyone');
  const end = momentOf(expiresAt);
  const revoke = async () => {
    if (await run(() => revokeInvitation(id))) announce(`The invitation for ${recipient} is revoked`);
  };
  return (
    <li>
      <div>
        For <bdi>{recipient}</bdi>
        <p className="small muted mb-0">
          Created by {createdBy ? <AuthorLink name={createdBy} /> : 'the command line'}{' '}
          <RelativeTime time={createdAt} /> · good until {end}
        </p>
        <InlineError error={error} />
      </div>
      <button
        type="button"
        className="btn btn-sm btn-outline-secondary"
        // Several invitations may have no note: their expiry tells them apart.
        aria-label={`Revoke the invitation for ${recipient}, valid until ${end}`}
        aria-disabled={busy}
        onClick={revoke}
      >
        Revoke
      </button>
    </li>
  );
}
