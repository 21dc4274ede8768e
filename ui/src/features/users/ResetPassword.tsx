import { type FormEvent, useState } from 'react';
import { useSWRConfig } from 'swr';
import { ApiError } from '../../api/client';
import * as sentences from '../../api/sentences';
import { Field } from '../../components/TextField';
import { useNewPassword } from '../../components/useNewPassword';
import { resetPassword } from './api';
import { sessionsKey } from './keys';
import styles from './Profile.module.css';
import { validationDetail } from './validationDetail';

/**
 * Changes the viewer's password. The server asks for the current one if the login is not recent.
 */
export function ResetPassword({ username }: { username: string }) {
  const { mutate } = useSWRConfig();
  const { password, problem, clear, fields, type } = useNewPassword();
  const [current, setCurrent] = useState<string | null>(null);
  const [message, setMessage] = useState<{ text: string; failed: boolean } | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const fail = (text: string) => setMessage({ text, failed: true });
    const found = problem();
    if (found) return fail(found);
    try {
      await resetPassword(username, password, current ?? undefined);
      setMessage({ text: 'Password reset successful!', failed: false });
      // The other sessions have ended.
      void mutate(sessionsKey);
      clear();
      setCurrent(null);
    } catch (error) {
      if (error instanceof ApiError && error.message === sentences.currentPasswordRequired) {
        setCurrent(current ?? '');
        return fail(error.message);
      }
      fail(`Failed to reset password.${validationDetail(error)}`);
    }
  };
  return (
    <section>
      <h2>Reset Password</h2>
      <form onSubmit={submit} noValidate className={styles.form}>
        {/* Tells password managers the username. */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        {current !== null && (
          <Field
            label="Current Password"
            type={type}
            autoComplete="current-password"
            value={current}
            onChange={setCurrent}
          />
        )}
        {fields}
        <p role="alert" className={message?.failed ? 'error-line' : 'success-line'}>
          {message?.text}
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
