import {
  type ComponentType,
  type FormEvent,
  lazy,
  type MouseEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useState,
} from 'react';
import { base, stripBase } from '../../api/base';
import { waitOf } from '../../api/client';
import { signupByInvitation, signupClosed, usernameInvalid } from '../../api/sentences';
import { Logo } from '../../components/Logo';
import { Field, ShowPasswordCheckbox } from '../../components/TextField';
import { landingMessage, useLogin } from '../../lib/session';
import { site } from '../../lib/site';
import styles from './AuthPage.module.css';
import { type AuthForm, authenticate, fieldOf, validateCredentials } from './api';

/**
 * Reads the address: the form, and an optional invitation after the #, where no server sees or logs
 * it.
 */
const read = () => ({ isLogin: stripBase(location.pathname) !== '/signup', hash: location.hash });

/** Why a user without an invitation cannot sign up. */
const refusals: Partial<Record<typeof site.signup, string>> = {
  invite: `${signupByInvitation}: ask one of its administrators for a link.`,
  closed: `${signupClosed}.`,
};

/** Returns a part that loads after the forms. Without it the page is still of use. */
const optional = <Props,>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => load().catch(() => ({ default: () => null })));

/** The operator's welcome and links. */
const AboutSite = optional(() => import('./AboutSite'));

/** Landing page, login and sign-up. Does not use the router, which loads with the app. */
export function AuthPage({ children }: { children?: ReactNode }) {
  const [{ isLogin, hash }, setAddress] = useState(read);
  const [left] = useState(landingMessage);
  const invitation = (site.signup !== 'closed' && new URLSearchParams(hash.slice(1)).get('invitation')) || undefined;
  const refusal = !invitation && refusals[site.signup];
  // Shown once: a reload does not show it again.
  useEffect(() => history.replaceState(null, ''), []);
  useEffect(() => {
    // A link opened in a tab with this page changes only the hash and loads nothing.
    const follow = () => setAddress(read());
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);
  useEffect(() => {
    document.title = `${isLogin ? 'Log in' : 'Sign up'} · ${site.title}`;
  }, [isLogin]);

  // The invitation stays in the address when the user switches forms.
  const other = base + (isLogin ? '/signup' : '/') + hash;
  const go = (event: MouseEvent) => {
    event.preventDefault();
    history.pushState(null, '', other);
    setAddress(read());
  };
  return (
    <main className={`${styles.page} ${styles.columns}`}>
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
              : `${
                  invitation
                    ? 'You are invited. '
                    : site.signup === 'approval'
                      ? 'A moderator approves new accounts. '
                      : ''
                }Please sign up to continue.`}
          </Credentials>
        )}
        {refusal && <p className="muted mb-0">{refusal}</p>}
        {isLogin && site.features.mail && (
          <p className="mb-0">
            <a href={`${base}/forgot`}>Forgot password?</a>
          </p>
        )}
        {!(isLogin && refusal) && (
          <p className="mb-0">
            <a href={other} onClick={go}>
              {isLogin ? "Don't have an account? Sign up here." : 'Have an account? Login here.'}
            </a>
          </p>
        )}
        {site.publicReading && (
          <p className="mb-0">
            <a href={`${base}/questionPage`}>Read without an account</a>
          </p>
        )}
      </div>
      <section aria-label={`About ${site.title}`} className={styles.about}>
        {!site.welcome && <p>Ask, answer, and find what others have solved: questions and answers in one place.</p>}
        <Suspense>
          <AboutSite />
        </Suspense>
        {children}
      </section>
    </main>
  );
}

/** Providers, passkeys, the code of a second factor, and the appeal of a suspended member. */
const LoginSteps = optional(() => import('./LoginSteps'));

type CredentialsProps = { form: AuthForm; token?: string | undefined; children: ReactNode };

/** One of the forms with its introduction. A setup or invitation link provides a `token`. */
export function Credentials({ form, token, children }: CredentialsProps) {
  const onSignedIn = useLogin();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [visible, setVisible] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [progress, setProgress] = useState<number | null>(null);
  const [waiting, setWaiting] = useState('');
  const [hidden, hideForm] = useState(site.onlyProviders);
  const errorId = useId();
  const isNew = form !== 'login';

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const inputs = event.currentTarget.elements;
    // An address book or a keyboard may add spaces.
    const name = username.trim();
    /** Shows what is wrong, at the field that it is about. */
    const refuse = (problem: string) => {
      setError(problem);
      (inputs.namedItem(fieldOf(problem, name) ?? '') as HTMLElement | null)?.focus();
    };
    const problem = validateCredentials(form, name, password, confirmation);
    setError(null);
    setFailure(null);
    if (problem) return refuse(problem);
    setBusy(true);
    try {
      const sentence = await authenticate(form, name, password, token, setProgress);
      if (sentence) setWaiting(sentence);
      else onSignedIn();
    } catch (failure) {
      refuse((failure as Error).message);
      setFailure((failure as Error).cause);
      setBusy(false);
    }
    setProgress(null);
  };
  if (waiting)
    return (
      <p role="status" className="success-line">
        {waiting}
      </p>
    );

  const type = visible ? 'text' : 'password';
  const wrong = error && fieldOf(error, username.trim());
  const field = (name: string) => ({ name, 'aria-invalid': wrong === name, 'aria-describedby': errorId });
  const credentials = (
    <form onSubmit={submit} noValidate className={styles.form}>
      <p className="muted mb-0">{children}</p>
      <Field
        label="Username"
        {...field('username')}
        hint={isNew && `${usernameInvalid}.`}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={username}
        onChange={setUsername}
      />
      <Field
        label="Password"
        {...field('password')}
        hint={isNew && `At least ${site.minPasswordLength} characters, not a common one.`}
        type={type}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        value={password}
        onChange={setPassword}
      />
      {isNew && (
        <Field
          label="Confirm Password"
          {...field('confirmPassword')}
          type={type}
          autoComplete="new-password"
          value={confirmation}
          onChange={setConfirmation}
        />
      )}
      <ShowPasswordCheckbox shown={visible} onChange={setVisible} />
      <p id={errorId} role="alert" className="error-line">
        {error}
      </p>
      <p className="small muted mb-0">{waitOf(failure)}</p>
      {progress !== null && (
        <p role="status" className="small muted mb-0">
          Your browser solves a task against spam. <progress value={progress} />
        </p>
      )}
      <button type="submit" className="btn btn-primary" aria-disabled={busy}>
        Submit
      </button>
    </form>
  );
  return (
    <>
      {hidden || credentials}
      <Suspense>
        <LoginSteps {...{ form, token, username, password, error, failure, hideForm }} />
      </Suspense>
    </>
  );
}
