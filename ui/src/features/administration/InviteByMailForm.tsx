import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { MailedInvitation, MailingOutcome } from '../../api/generated';
import { InlineError } from '../../components/InlineError';
import { RowList } from '../../components/RowList';
import { pluralize } from '../../lib/pluralize';
import { useAction } from '../../lib/useAction';
import styles from './Administration.module.css';
import { mailInvitations } from './api';
import { Lifetime } from './Lifetime';
import { useRefresh } from './useRefresh';

/** The number of addresses that invitations are mailed to at once. */
const most = 30;

const outcomes: Record<MailingOutcome, string> = {
  sent: 'On its way',
  invalid: 'Not sent: this is not a valid address',
  repeated: 'Not sent: this address got an invitation within the last 24 hours',
  'too-many': 'Not sent: the limit for 24 hours is reached. Try again tomorrow',
};

/** Mails an invitation to each address, and shows what became of each. */
export function InviteByMailForm({ close }: { close: () => void }) {
  const { busy, error, setError, run } = useAction('Error while sending the invitations', useRefresh());
  const [text, setText] = useState('');
  const [days, setDays] = useState(7);
  const [mailed, setMailed] = useState<MailedInvitation[] | null>(null);
  const first = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  useLayoutEffect(() => first.current?.focus(), []);
  const addresses = text
    .split(/[\s,;]+/)
    .map((address) => address.trim())
    .filter(Boolean);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (addresses.length < 1 || addresses.length > most) setError(`Please enter 1 to ${most} addresses`);
    else await run(async () => setMailed(await mailInvitations(addresses, days)));
  };
  if (mailed) return <Outcomes mailed={mailed} close={close} />;
  return (
    <form aria-label="Invite by e-mail" className={styles.invite} onSubmit={submit} noValidate>
      <div style={{ flexBasis: '100%', maxWidth: '30rem' }}>
        <label htmlFor={`${id}-addresses`} className="form-label">
          E-mail addresses
        </label>
        <textarea
          ref={first}
          id={`${id}-addresses`}
          className="form-control"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          rows={5}
          value={text}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <Lifetime days={days} onChange={setDays} />
      <button type="submit" className="btn btn-primary" aria-disabled={busy}>
        Send {addresses.length > 1 ? pluralize(addresses.length, 'invitation') : 'invitation'}
      </button>
      <button type="button" className="btn btn-outline-secondary" onClick={close}>
        Cancel
      </button>
      <p id={`${id}-hint`} className="form-text m-0">
        One on each line, or with commas between them; at most {most}. Each gets a link of its own, with which one
        person can sign up. Nobody else sees the addresses, and they are deleted within two weeks.
      </p>
      <InlineError error={error} />
    </form>
  );
}

function Outcomes({ mailed, close }: { mailed: MailedInvitation[]; close: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  const sent = mailed.filter(({ outcome }) => outcome === 'sent').length;
  return (
    <section aria-label="Invitations by e-mail" className="my-3">
      <h2 ref={heading} tabIndex={-1}>
        {sent === mailed.length
          ? `${pluralize(sent, 'invitation')} on the way`
          : `${sent} of ${pluralize(mailed.length, 'invitation')} on the way`}
      </h2>
      <RowList>
        {mailed.map(({ address, outcome }, index) => (
          // The same address may have been entered twice.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={index}>
            <bdi>{address}</bdi>
            <span className={outcome === 'sent' ? 'muted small' : 'small'}>{outcomes[outcome]}</span>
          </li>
        ))}
      </RowList>
      <button type="button" className="btn btn-outline-secondary mt-2" onClick={close}>
        Done
      </button>
    </section>
  );
}
