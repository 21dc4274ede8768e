import { type FormEvent, useState } from 'react';
import { useSWRConfig } from 'swr';
import { ApiError } from '../../api/client';
import * as sentences from '../../api/sentences';
import { Field, ShowPasswordCheckbox } from '../../components/TextField';
import { resetPassword } from './api';
import { sessionsKey } from './keys';
import styles from './Profile.module.css';
import { validationDetail } from './validationDetail';

/**
 * Changes the viewer's password. The server asks for the current one if the login is not recent.
 */
export function ResetPassword({ username }: { username: string }) {
  const { mutate } = useSWRConfig();
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [current, setCurrent] = useState<string | null>(null);
  const [visible, setVisible] = useState(false);
  const [message, setMessage] = useState<{ text: string; failed: boolean } | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const fail = (text: string) => setMessage({ text, failed: true });
    if (!password || !confirmation) return fail(sentences.newPasswordRequired);
    if (password !== confirmation) return fail('Passwords do not match.');
    try {
      await resetPassword(username, password, current ?? undefined);
      setMessage({ text: 'Password reset successful!', failed: false });
      // The other sessions have ended.
      void mutate(sessionsKey);
      setPassword('');
      setConfirmation('');
      setCurrent(null);
    } catch (error) {
      if (error instanceof ApiError && error.message === sentences.currentPasswordRequired) {
        setCurrent(current ?? '');
        return fail(error.message);
      }
      fail(`Failed to reset password.${validationDetail(error)}`);
    }
  };
  const type = visible ? 'text' : 'password';
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
        <Field label="New Password" type={type} autoComplete="new-password" value={password} onChange={setPassword} />
        <Field
          label="Confirm New Password"
          type={type}
          autoComplete="new-password"
          value={confirmation}
          onChange={setConfirmation}
        />
        <ShowPasswordCheckbox label="Show Passwords" shown={visible} onChange={setVisible} />
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
