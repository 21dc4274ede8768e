import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { base, within } from '../../api/base';
import { signupByInvitation, signupClosed } from '../../api/sentences';
import { Field, ShowPassword } from '../../components/Field';
import { Logo } from '../../components/Logo';
import { farewell, useLogin } from '../../lib/session';
import { site } from '../../lib/site';
import styles from './AuthPage.module.css';
import { type AuthForm, authenticate, validateCredentials } from './api';

/** What the address asks for: one of the forms, and behind the # perhaps an invitation, where no server sees or logs it. */
const read = () => ({ isLogin: within(location.pathname) !== '/signup', hash: location.hash });

/** Why nobody can sign up who has no invitation. */
const refusals = {
  open: null,
  invite: `${signupByInvitation}: ask one of its administrators for a link.`,
  closed: `${signupClosed}.`,
};

/** Landing, login and sign-up. It knows nothing of the router, which comes with the other half. */
export function AuthPage({ children }: { children?: ReactNode }) {
  const [{ isLogin, hash }, setAddress] = useState(read);
  const [left] = useState(farewell);
  const invitation = (site.signup === 'invite' && new URLSearchParams(hash.slice(1)).get('invitation')) || undefined;
  const refusal = invitation ? null : refusals[site.signup];
  // Said once: a reload does not say it again.
  useEffect(() => history.replaceState(null, ''), []);
  useEffect(() => {
    // A link that is opened in a tab with this page only changes what is behind the #, and loads nothing.
    const follow = () => setAddress(read());
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);
  useEffect(() => {
    document.title = `${isLogin ? 'Log in' : 'Sign up'} · ${site.title}`;
  }, [isLogin]);

  // An invitation stays in the address of who looks at the other form.
  const other = base + (isLogin ? '/signup' : '/') + hash;
  const go = (event: MouseEvent) => {
    event.preventDefault();
    history.pushState(null, '', other);
    setAddress(read());
  };
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <Logo size={56} />
        <h1>Welcome to {site.title}!</h1>
        {left && (
          <p role="status" className="success-line">
            {left}
          </p>
        )}
        {(isLogin || !refusal) && (
          <Credentials key={`${isLogin}`} form={isLogin ? 'login' : 'signup'} token={isLogin ? undefined : invitation}>
            {isLogin
              ? 'Please login to continue.'
              : `${invitation ? 'You are invited. ' : ''}Please sign up to continue.`}
          </Credentials>
        )}
        {refusal && <p className="muted mb-0">{refusal}</p>}
        {!(isLogin && refusal) && (
          <p className="mb-0">
            <a href={other} onClick={go}>
              {isLogin ? "Don't have an account? Sign up here." : 'Have an account? Login here.'}
            </a>
          </p>
        )}
      </div>
      {children}
    </main>
  );
}

type CredentialsProps = { form: AuthForm; token?: string | undefined; children: ReactNode };

/** One of the forms, below what it asks for; a `token` comes with the setup and with an invitation. */
export function Credentials({ form, token, children }: CredentialsProps) {
  const onSignedIn = useLogin();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [visible, setVisible] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const errorId = useId();
  const isNew = form !== 'login';

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const problem = validateCredentials(form, username, password, confirmation);
    setError(problem);
    if (problem) return;
    setBusy(true);
    try {
      await authenticate(form, username, password, token);
      onSignedIn();
    } catch (failure) {
      setError((failure as Error).message);
      setBusy(false);
    }
  };

  const type = visible ? 'text' : 'password';
  return (
    <form onSubmit={submit} noValidate className={styles.form} aria-describedby={errorId}>
      <p className="muted mb-0">{children}</p>
      <Field
        label="Username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={username}
        onChange={(value) => setUsername(value.trim())}
      />
      <Field
        label="Password"
        name="password"
        type={type}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        value={password}
        onChange={setPassword}
      />
      {isNew && (
        <Field
          label="Confirm Password"
          name="confirmPassword"
          type={type}
          autoComplete="new-password"
          value={confirmation}
          onChange={setConfirmation}
        />
      )}
      <ShowPassword label="Show Password" shown={visible} onChange={setVisible} />
      <p id={errorId} role="alert" className="error-line">
        {error}
      </p>
      <button type="submit" className="btn btn-primary" aria-disabled={busy}>
        Submit
      </button>
    </form>
  );
}
