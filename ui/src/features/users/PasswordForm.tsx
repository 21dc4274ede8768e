import { type FormEvent, useId, useState } from 'react';
import { sentenceOf } from '../../api/client';
import { sentences } from '../../api/generated';
import { resetPassword } from './api';
import styles from './ProfilePage.module.css';

/** Changes one's own password. After a while the server wants the current one too; the form then asks for it. */
export function PasswordForm({ username }: { username: string }) {
  const id = useId();
  const [password, setPassword] = useState('');
  const [confirmed, setConfirmed] = useState('');
  const [current, setCurrent] = useState<string>();
  const [shown, setShown] = useState(false);
  const [status, setStatus] = useState<string>();
  const [error, setError] = useState<string>();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setStatus(undefined);
    if (!password || !confirmed) return setError(sentences.newPasswordRequired);
    if (password !== confirmed) return setError('Passwords do not match.');
    setError(undefined);
    try {
      await resetPassword({ username, password, ...(current ? { currentPassword: current } : {}) });
      setPassword('');
      setConfirmed('');
      setCurrent(undefined);
      setStatus('Password reset successful!');
    } catch (thrown) {
      console.error(thrown);
      const reason = sentenceOf(thrown, '');
      if (reason === sentences.currentPasswordRequired) setCurrent((typed) => typed ?? '');
      setError(reason ? `Failed to reset password. ${reason}` : 'Failed to reset password.');
    }
  };
  const field = (name: string, label: string, value: string, set: (value: string) => void, autoComplete: string) => (
    <div className="mb-3">
      <label className="form-label" htmlFor={`${id}-${name}`}>
        {label}
      </label>
      <input
        className="form-control"
        id={`${id}-${name}`}
        type={shown ? 'text' : 'password'}
        autoComplete={autoComplete}
        value={value}
        onChange={(event) => set(event.target.value)}
      />
    </div>
  );
  return (
    <form className={styles.fields} onSubmit={submit} noValidate>
      {/* Password managers look for the name beside the password. */}
      <input type="hidden" name="username" autoComplete="username" value={username} />
      {current !== undefined && field('current', 'Current Password', current, setCurrent, 'current-password')}
      {field('new', 'New Password', password, setPassword, 'new-password')}
      {field('confirm', 'Confirm New Password', confirmed, setConfirmed, 'new-password')}
      <div className="form-check mb-3">
        <input
          className="form-check-input"
          type="checkbox"
          id={`${id}-show`}
          checked={shown}
          onChange={(event) => setShown(event.target.checked)}
        />
        <label className="form-check-label" htmlFor={`${id}-show`}>
          Show Password
        </label>
      </div>
      <button className="btn btn-outline-secondary" type="submit">
        Reset Password
      </button>
      <p className="mt-2 mb-0" role="status">
        {status}
      </p>
      <p className="error" role="alert">
        {error}
      </p>
    </form>
  );
}
