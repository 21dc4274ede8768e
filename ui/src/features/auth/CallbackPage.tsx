import { type FormEvent, useEffect, useId, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { base } from '../../api/base';
import type { FinishedLogin } from '../../api/generated';
import { signupByInvitation, usernameInvalid } from '../../api/sentences';
import { InlineError } from '../../components/InlineError';
import { finishLogin, forgetJourney, journey, type ProviderAnswer, signUp } from '../../components/providers/api';
import styles from '../../components/providers/Providers.module.css';
import { Field } from '../../components/TextField';
import { failureOf } from '../../lib/failure';
import { openedPage } from '../../lib/openedPage';
import { routes } from '../../lib/routes';
import { site } from '../../lib/site';
import { AppealStep } from './AppealStep';
import { CardPage } from './CardPage';

/** Reads the answer of a provider from the address. */
function answerOf(pathname: string, search: string): ProviderAnswer {
  const {
    state = '',
    code = '',
    iss = '',
    error = '',
    error_description: errorDescription = '',
  } = Object.fromEntries(new URLSearchParams(search));
  return { provider: pathname.split('/').at(-1) ?? '', state, code, iss, error, errorDescription };
}

/** The request of this document: React may mount the page twice, and an answer counts once. */
let finishing: Promise<FinishedLogin> | undefined;

/**
 * The page to which a provider sends the browser. It needs no session: after a click at the provider, the browser sends the
 * cookies of this site only with the requests of this page.
 */
export default function CallbackPage() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [suggestion, setSuggestion] = useState<string | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  useEffect(() => {
    finishing ??= finishLogin(answerOf(pathname, search));
    // Nobody finds the code in the history of the browser.
    history.replaceState(null, '', base + pathname);
    finishing.then(({ outcome, suggestion }) => {
      if (outcome === 'chooseName') setSuggestion(suggestion ?? '');
      else arrive(navigate);
    }, setFailed);
  }, [pathname, search, navigate]);
  if (suggestion !== null) return <ChooseName suggestion={suggestion} onSignedIn={() => arrive(navigate)} />;
  return (
    <CardPage title={failed !== null ? 'Login failed' : 'Logging in'}>
      {failed !== null ? (
        <>
          <InlineError error={failureOf('Error while completing the login', failed)} />
          <AppealStep failure={failed} />
          <p className="mb-0">
            <a href={`${base}/`}>Back to the login</a>
          </p>
        </>
      ) : (
        <p role="status" className="muted mb-0">
          A moment…
        </p>
      )}
    </CardPage>
  );
}

/** Goes on where the user wanted to be. */
function arrive(navigate: (to: string, options: { replace: boolean }) => void) {
  const { returnTo } = journey();
  void forgetJourney();
  navigate(returnTo ?? openedPage() ?? routes.home.to(), { replace: true });
}

/** Someone whom the provider knows and this site does not yet chooses a name. */
function ChooseName({ suggestion, onSignedIn }: { suggestion: string; onSignedIn: () => void }) {
  const [username, setUsername] = useState(suggestion);
  const [error, setError] = useState<string | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [waiting, setWaiting] = useState('');
  const [busy, setBusy] = useState(false);
  const errorId = useId();
  const { invitation } = journey();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      const sentence = await signUp(username.trim(), invitation, setProgress);
      if (sentence) setWaiting(sentence);
      else onSignedIn();
    } catch (failure) {
      setError((failure as Error).message);
    }
    setBusy(false);
    setProgress(null);
  };
  if (waiting)
    return (
      <CardPage title={`Welcome to ${site.title}!`}>
        <p role="status" className="success-line">
          {waiting}
        </p>
      </CardPage>
    );
  return (
    <CardPage title={`Welcome to ${site.title}!`}>
      <p className="muted mb-0">Choose the name that others see. You can log in again in the same way.</p>
      {site.signup === 'invite' && !invitation && (
        <p className="muted mb-0">{signupByInvitation}: open your invitation first, and log in from there.</p>
      )}
      <form onSubmit={submit} noValidate className={styles.buttons}>
        <Field
          label="Username"
          name="username"
          hint={`${usernameInvalid}.`}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={!!error}
          aria-describedby={errorId}
          value={username}
          onChange={setUsername}
        />
        <p id={errorId} role="alert" className="error-line">
          {error}
        </p>
        {progress !== null && (
          <p role="status" className="small muted mb-0">
            Your browser solves a task against spam. <progress value={progress} />
          </p>
        )}
        <button type="submit" className="btn btn-primary" aria-disabled={busy}>
          Sign up
        </button>
      </form>
    </CardPage>
  );
}
