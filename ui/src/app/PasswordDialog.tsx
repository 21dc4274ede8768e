import { type FormEvent, Suspense, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import useSWR from 'swr';
import type { SignInState } from '../api/generated';
import dialogStyles from '../components/ConfirmDialog.module.css';
import { lazyWithRetry } from '../components/lazyWithRetry';
import { Field, ShowPasswordCheckbox } from '../components/TextField';
import { fetchKey } from '../lib/cacheKeys';
import { onPasswordQuestion, type PasswordQuestion, signInKey } from '../lib/passwordPrompt';
import { useUser } from '../lib/session';
import { site } from '../lib/site';
import styles from './PasswordDialog.module.css';

const ConfirmWithProvider = lazyWithRetry(() => import('../components/providers/ConfirmWithProvider'), {
  isOptional: true,
});

const ConfirmWithPasskey = lazyWithRetry(() => import('./ConfirmWithPasskey'), { isOptional: true });

/** Asks for what the user logs in with while an action waits for it. */
export function PasswordDialog() {
  const [question, setQuestion] = useState<PasswordQuestion | null>(null);
  useEffect(() => {
    onPasswordQuestion(setQuestion);
    return () => onPasswordQuestion(undefined);
  }, []);
  return question && <Dialog question={question} close={() => setQuestion(null)} />;
}

function Dialog({ question, close }: { question: PasswordQuestion; close: () => void }) {
  const { username } = useUser();
  const dialog = useRef<HTMLDialogElement>(null);
  const headingId = useId();
  const errorId = useId();
  const [password, setPassword] = useState('');
  const [visible, setVisible] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const { data: ways } = useSWR<SignInState, unknown>(signInKey, fetchKey);
  const hasPassword = ways?.hasPassword ?? true;
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!password) return setError('Please enter your current password.');
    setBusy(true);
    setError(null);
    const refusal = await question.answer(password);
    setBusy(false);
    if (refusal === null) dialog.current?.close();
    else setError(refusal);
  };
  const onClose = () => {
    // Has no effect after an answer that was accepted.
    question.cancel();
    close();
  };
  return (
    // A click outside does not close it: the typed password would be lost.
    <dialog
      ref={dialog}
      className={dialogStyles.dialog}
      aria-labelledby={headingId}
      closedby="closerequest"
      onClose={onClose}
    >
      <h2 id={headingId} className={styles.heading}>
        {hasPassword ? 'Enter your current password to continue' : 'Confirm that it is you to continue'}
      </h2>
      <p className="muted">You last did so more than ten minutes ago.</p>
      <Suspense>
        <ConfirmWithPasskey
          onError={setError}
          onConfirmed={() => void question.retry().then(() => dialog.current?.close())}
        />
      </Suspense>
      <form onSubmit={submit} noValidate className={styles.form}>
        {hasPassword && (
          <>
            {/* Tells password managers the username. */}
            <input type="text" autoComplete="username" value={username} readOnly hidden />
            <Field
              label="Current Password"
              type={visible ? 'text' : 'password'}
              autoComplete="current-password"
              aria-describedby={errorId}
              value={password}
              onChange={setPassword}
            />
            <ShowPasswordCheckbox shown={visible} onChange={setVisible} />
          </>
        )}
        <p id={errorId} role="alert" className="error-line">
          {error}
        </p>
        <div className={styles.actions}>
          <button type="button" className="btn btn-outline-secondary" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          {hasPassword && (
            <button type="submit" className="btn btn-primary" aria-disabled={busy}>
              Continue
            </button>
          )}
        </div>
      </form>
      {site.providers && (
        <Suspense>
          <ConfirmWithProvider />
        </Suspense>
      )}
    </dialog>
  );
}
