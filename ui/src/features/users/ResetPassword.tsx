import { type FormEvent, useState } from 'react';
import { useSWRConfig } from 'swr';
import { InlineError } from '../../components/InlineError';
import { useNewPassword } from '../../components/useNewPassword';
import { type Failure, failureOf } from '../../lib/failure';
import { resetPassword } from './api';
import { mailSettingsKey, sessionsKey, signInKey } from './keys';
import styles from './Profile.module.css';

/**
 * Changes the viewer's password. The server asks for the current one if the login is not recent.
 */
export function ResetPassword({ username }: { username: string }) {
  const { mutate } = useSWRConfig();
  const { password, problem, clear, fields } = useNewPassword();
  const [error, setError] = useState<Failure | string | null>(null);
  const [isDone, setDone] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setDone(false);
    const found = problem();
    if (found) return setError(found);
    try {
      await resetPassword(username, password);
      setError(null);
      setDone(true);
      // The other sessions have ended, and an address that was not confirmed is gone.
      void mutate(sessionsKey);
      void mutate(mailSettingsKey);
      void mutate(signInKey);
      clear();
    } catch (failure) {
      setError(failureOf('Failed to reset password.', failure));
    }
  };
  return (
    <section>
      <h2>Reset Password</h2>
      <form onSubmit={submit} noValidate className={styles.form}>
        {/* Tells password managers the username. */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        {fields}
        <InlineError error={error} />
        <p role="status" className="success-line">
          {isDone && 'Password reset successful!'}
        </p>
        <div>
          <button type="submit" className="btn btn-primary">
            Reset Password
          </button>
        </div>
      </form>
    </section>
  );
}
