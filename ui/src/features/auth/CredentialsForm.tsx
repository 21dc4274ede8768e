import { type FormEvent, useId, useState } from 'react';
import { ApiError } from '../../api/client';
import { sentences, type User } from '../../api/generated';
import { site } from '../../lib/site';
import { usernameError } from '../../lib/username';
import { type Credentials, logIn, signUp } from './api';

type FormType = 'login' | 'signup';

const attempts = {
  login: { send: logIn, failed: 'Error while logging in' },
  signup: { send: signUp, failed: 'Error while signing up' },
};

/** What is wrong with the form before it is sent. */
export function credentialsError(type: FormType, { username, password }: Credentials, confirmed: string) {
  if (!Object.hasOwn(attempts, type)) return 'Invalid auth type';
  if (!username || !password) return sentences.credentialsRequired;
  if (type === 'signup' && password !== confirmed) return 'Passwords do not match';
  return type === 'signup' ? usernameError(username) : undefined;
}

/** What the error line says about a call that failed. */
export function failure(type: FormType, error: unknown): string {
  const { failed } = attempts[type];
  return error instanceof ApiError && error.status !== 0 ? `${failed}: ${error.body}` : failed;
}

/** Username and password, for the login and for sign-up. */
export function CredentialsForm({ type, onSignedIn }: { type: FormType; onSignedIn: (user: User) => void }) {
  const id = useId();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [confirmed, setConfirmed] = useState('');
  const [shown, setShown] = useState(false);
  const [error, setError] = useState<string>();
  const [isSending, setSending] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    const problem = credentialsError(type, { username, password }, confirmed);
    setError(problem);
    if (problem) return;
    setSending(true);
    try {
      onSignedIn(await attempts[type].send({ username, password }));
    } catch (thrown) {
      console.error(thrown);
      setError(failure(type, thrown));
      setSending(false);
    }
  };

  const isSignup = type === 'signup';
  const passwordInput = {
    className: 'form-control',
    type: shown ? 'text' : 'password',
    required: true,
    autoComplete: isSignup ? 'new-password' : 'current-password',
    'aria-describedby': error ? `${id}-error` : undefined,
  };
  return (
    <form onSubmit={submit} noValidate>
      <div className="mb-3">
        <label className="form-label" htmlFor={`${id}-username`}>
          Username
        </label>
        <input
          className="form-control"
          id={`${id}-username`}
          name="username"
          value={username}
          onChange={(event) => setUsername(event.target.value.trim())}
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          aria-describedby={error ? `${id}-error` : undefined}
        />
      </div>
      <div className="mb-3">
        <label className="form-label" htmlFor={`${id}-password`}>
          Password
        </label>
        {/* Sent as typed: a space at either end is part of a password. */}
        <input
          {...passwordInput}
          id={`${id}-password`}
          name="password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {isSignup && <div className="form-text">At least {site.minPasswordLength} characters.</div>}
      </div>
      {isSignup && (
        <div className="mb-3">
          <label className="form-label" htmlFor={`${id}-confirm`}>
            Confirm Password
          </label>
          <input
            {...passwordInput}
            id={`${id}-confirm`}
            name="confirmPassword"
            value={confirmed}
            onChange={(event) => setConfirmed(event.target.value)}
          />
        </div>
      )}
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
      <button className="btn btn-primary w-100" type="submit" aria-disabled={isSending}>
        Submit
      </button>
      <p className="error" id={`${id}-error`} role="alert">
        {error}
      </p>
    </form>
  );
}
