import { type FormEvent, useState } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import type { SignInState } from '../../api/generated';
import { InlineError } from '../../components/InlineError';
import { useNewPassword } from '../../components/useNewPassword';
import { fetchKey } from '../../lib/cacheKeys';
import { type Failure, failureOf } from '../../lib/failure';
import { signInKey } from '../../lib/passwordPrompt';
import { resetPassword } from './api';
import { mailSettingsKey, sessionsKey } from './keys';
import styles from './Profile.module.css';
import { removePassword } from './signInApi';

/**
 * Changes the viewer's password, sets one if they have none, or removes it. The server asks for the current one if the login is
 * not recent.
 */
export function ResetPassword({ username }: { username: string }) {
  const { mutate } = useSWRConfig();
  const { data: ways } = useSWR<SignInState, unknown>(signInKey, fetchKey);
  const { password, problem, clear, fields } = useNewPassword();
  const [error, setError] = useState<Failure | string | null>(null);
  const [done, setDone] = useState('');
  const title = ways?.hasPassword === false ? 'Set a password' : 'Reset Password';

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setDone('');
    const found = problem();
    if (found) return setError(found);
    try {
      await resetPassword(username, password);
      setError(null);
      setDone('Password reset successful!');
      // The other sessions have ended, and an address that was not confirmed is gone.
      void mutate(sessionsKey);
      void mutate(mailSettingsKey);
      void mutate(signInKey);
      clear();
    } catch (failure) {
      setError(failureOf('Failed to reset password.', failure));
    }
  };
  const remove = async () => {
    setDone('');
    try {
      await mutate(signInKey, removePassword(), { revalidate: false });
      setError(null);
      setDone('You have no password any more.');
    } catch (failure) {
      setError(failureOf('Error while removing your password', failure));
    }
  };
  return (
    <section aria-labelledby="password">
      <h2 id="password">{title}</h2>
      {ways?.hasPassword === false && <p className="muted">You log in without a password.</p>}
      <form onSubmit={submit} noValidate className={styles.form}>
        {/* Tells password managers the username. */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        {fields}
        <InlineError error={error} />
        <p role="status" className="success-line">
          {done}
        </p>
        <div className="d-flex gap-2 flex-wrap">
          <button type="submit" className="btn btn-primary">
            {title}
          </button>
          {ways?.canRemovePassword && (
            <button type="button" className="btn btn-outline-danger" onClick={() => void remove()}>
              Remove the password
            </button>
          )}
        </div>
      </form>
    </section>
  );
}
