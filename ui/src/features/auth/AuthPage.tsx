import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { base, within } from '../../api/base';
import { Field, ShowPassword } from '../../components/Field';
import { Logo } from '../../components/Logo';
import { farewell, useLogin } from '../../lib/session';
import { site } from '../../lib/site';
import styles from './AuthPage.module.css';
import { type AuthForm, authenticate, validateCredentials } from './api';

const formAt = (path: string): AuthForm => (path === '/signup' ? 'signup' : 'login');

/** Landing, login and sign-up. It knows nothing of the router, which comes with the other half. */
export function AuthPage({ children }: { children?: ReactNode }) {
  const [form, setForm] = useState(formAt(within(location.pathname)));
  const [left] = useState(farewell);
  // Said once: a reload does not say it again.
  useEffect(() => history.replaceState(null, ''), []);
  useEffect(() => {
    const follow = () => setForm(formAt(within(location.pathname)));
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);
  useEffect(() => {
    document.title = `${form === 'login' ? 'Log in' : 'Sign up'} · ${site.title}`;
  }, [form]);

  const go = (path: string) => (event: MouseEvent) => {
    event.preventDefault();
    history.pushState(null, '', base + path);
    setForm(formAt(path));
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
        <Credentials key={form} form={form}>
          {form === 'login' ? 'Please login to continue.' : 'Please sign up to continue.'}
        </Credentials>
        <p className="mb-0">
          {form === 'login' ? (
            <a href={`${base}/signup`} onClick={go('/signup')}>
              Don't have an account? Sign up here.
            </a>
          ) : (
            <a href={`${base}/`} onClick={go('/')}>
              Have an account? Login here.
            </a>
          )}
        </p>
      </div>
      {children}
    </main>
  );
}

/** One of the forms, below what it asks for; a `token` comes with the setup. */
export function Credentials({ form, token, children }: { form: AuthForm; token?: string; children: ReactNode }) {
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
