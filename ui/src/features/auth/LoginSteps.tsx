import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { ApiError, post, waitOf } from '../../api/client';
import type { RequestOptions, User } from '../../api/generated';
import { codeRequired } from '../../api/sentences';
import { Field } from '../../components/TextField';
import { hasAutofill, hasPasskeys, NoPasskey, signWithPasskey } from '../../lib/passkeys';
import { useLogin } from '../../lib/session';
import { site } from '../../lib/site';
import { AppealStep } from './AppealStep';
import styles from './AuthPage.module.css';
import type { AuthForm } from './api';

const none = { default: () => null };
const ProviderButtons = lazy(() => import('../../components/providers/ProviderButtons').catch(() => none));

type Props = {
  form: AuthForm;
  /** Of a setup or an invitation. */
  token: string | undefined;
  username: string;
  password: string;
  /** Why the last login was refused. */
  error: string | null;
  /** The response of the server, if that refused it. */
  failure: unknown;
  /** Hides the form of the name and the password, or shows it again. */
  hideForm: (isHidden: boolean | undefined) => void;
};

/**
 * What a login or a sign-up has besides the name and the password: providers or a passkey instead of them, a code, or an
 * appeal.
 */
export default function LoginSteps({ form, token, username, password, error, failure, hideForm }: Props): ReactNode {
  const needsCode = !!error?.includes(codeRequired);
  useEffect(() => hideForm(needsCode || site.onlyProviders), [needsCode, hideForm]);
  if (needsCode) return <CodeForm username={username.trim()} password={password} back={() => hideForm(false)} />;
  if (form === 'setup') return null;
  return (
    <>
      {form === 'login' && !site.onlyProviders && hasPasskeys() && <PasskeyLogin />}
      {site.providers && (
        <Suspense>
          <ProviderButtons invitation={token} />
        </Suspense>
      )}
      <AppealStep failure={failure} />
    </>
  );
}

/** The second step: the code of the authenticator app. */
function CodeForm({ username, password, back }: { username: string; password: string; back: () => void }) {
  const onSignedIn = useLogin();
  const [code, setCode] = useState('');
  const [remembers, setRemembers] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [isLeft, setLeft] = useState(false);
  const errorId = useId();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => (form.current?.elements.namedItem('code') as HTMLElement | null)?.focus(), []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!code.trim()) return setError(`${codeRequired}.`);
    setBusy(true);
    setError(null);
    try {
      await post<User>(
        '/user/login',
        { username, password, code, rememberDevice: remembers },
        'Error while checking the code',
      );
      onSignedIn();
    } catch (failure) {
      setFailure(failure);
      setError(
        failure instanceof ApiError ? `${failure.message}. ${waitOf(failure)}` : 'Error while checking the code',
      );
      setBusy(false);
    }
  };
  if (isLeft) return null;
  return (
    <>
      <form ref={form} onSubmit={submit} noValidate className={styles.form}>
        <p className="muted mb-0">{codeRequired}.</p>
        <Field
          label="Code"
          name="code"
          hint="Six digits. Without the app, enter one of your recovery codes."
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={!!error}
          aria-describedby={errorId}
          value={code}
          onChange={setCode}
        />
        <label className="form-check">
          <input
            className="form-check-input"
            type="checkbox"
            checked={remembers}
            onChange={(event) => setRemembers(event.target.checked)}
          />
          Do not ask on this device for 30 days
        </label>
        <p id={errorId} role="alert" className="error-line">
          {error}
        </p>
        <button type="submit" className="btn btn-primary" aria-disabled={busy}>
          Log in
        </button>
        <button
          type="button"
          className="btn btn-link"
          onClick={() => {
            setLeft(true);
            back();
          }}
        >
          Back
        </button>
      </form>
      <AppealStep failure={failure} />
    </>
  );
}

/** How long the browser may keep a challenge among its suggestions: the server accepts it for five minutes. */
const CHALLENGE_MS = 4 * 60 * 1000;

/** A button, and the passkeys among the suggestions for the username. */
function PasskeyLogin() {
  const onSignedIn = useLogin();
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  // A dialog of the button ends the suggestions, which browsers show one at a time.
  const suggesting = useRef<AbortController>(null);

  useEffect(() => {
    let isGone = false;
    // The form loads without what only passkeys need.
    document.querySelector('[name=username]')?.setAttribute('autocomplete', 'username webauthn');
    const suggest = async () => {
      while (!isGone) {
        const abort = new AbortController();
        suggesting.current = abort;
        const timer = setTimeout(() => abort.abort('expired'), CHALLENGE_MS);
        try {
          await logIn('conditional', abort.signal);
          return onSignedIn();
        } catch (failure) {
          // Only a challenge that has expired is replaced.
          if (abort.signal.reason !== 'expired') {
            if (failure instanceof ApiError && !(failure instanceof NoPasskey)) setFailure(failure);
            return;
          }
        } finally {
          clearTimeout(timer);
        }
      }
    };
    void hasAutofill().then((is) => (is ? suggest() : undefined));
    return () => {
      isGone = true;
      suggesting.current?.abort();
    };
  }, [onSignedIn]);

  const press = async () => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    suggesting.current?.abort();
    try {
      await logIn('optional');
      onSignedIn();
    } catch (failure) {
      setFailure(failure);
      setBusy(false);
    }
  };
  return (
    <div className={styles.form}>
      <button type="button" className="btn btn-outline-secondary" aria-disabled={busy} onClick={() => void press()}>
        Log in with a passkey
      </button>
      {failure !== null && (
        <p role="alert" className="error-line">
          {(failure as Error).message}
        </p>
      )}
      <AppealStep failure={failure} />
    </div>
  );
}

async function logIn(mediation: CredentialMediationRequirement, signal?: AbortSignal): Promise<void> {
  const options = await post<RequestOptions>('/user/beginPasskeyLogin', {});
  const credential = await signWithPasskey(options, mediation, signal);
  await post<User>('/user/loginWithPasskey', { credential });
}
