import { type FormEvent, useState } from 'react';
import type { TestMailResult } from '../../api/generated';
import { InlineError } from '../../components/InlineError';
import { Field } from '../../components/TextField';
import { useAction } from '../../lib/useAction';
import styles from './Administration.module.css';
import { sendTestMail } from './api';

/** Sends a test mail, and shows what the mail server said. */
export function TestMail() {
  const [address, setAddress] = useState('');
  const [result, setResult] = useState<TestMailResult | null>(null);
  const { busy, error, run } = useAction('Error while sending the test mail');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setResult(null);
    void run(async () => setResult(await sendTestMail(address)));
  };
  return (
    <form aria-label="Test mail" onSubmit={submit} noValidate className={`${styles.mail} mt-3`}>
      <Field
        label="Your address (empty: the one that you have confirmed)"
        type="email"
        name="email"
        autoComplete="email"
        value={address}
        onChange={setAddress}
      />
      <div>
        <button type="submit" className="btn btn-outline-secondary btn-sm" aria-disabled={busy}>
          {busy ? 'Sending…' : 'Send a test mail to me'}
        </button>
      </div>
      <InlineError error={error} />
      <div role="status">
        {result && result.problem === undefined && (
          <p className="success-line">The mail server has accepted the mail to {result.address}.</p>
        )}
        {result?.problem !== undefined && (
          <>
            <p className="error-line">The mail was not sent</p>
            <p className="mb-0">
              <bdi>{result.problem}</bdi>
            </p>
          </>
        )}
      </div>
    </form>
  );
}
