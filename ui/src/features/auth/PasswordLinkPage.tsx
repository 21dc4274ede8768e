import { type FormEvent, useId, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ApiError } from '../../api/client';
import { codeRequired, passwordLinkInvalid } from '../../api/sentences';
import { Field } from '../../components/TextField';
import { useNewPassword } from '../../components/useNewPassword';
import { routes } from '../../lib/routes';
import { site } from '../../lib/site';
import { AppealStep } from './AppealStep';
import styles from './AuthPage.module.css';
import { openPasswordLink } from './api';
import { CardPage } from './CardPage';

/** The page of the link that an administrator passes on after the reset of a login, or that a mail brings. */
export default function PasswordLinkPage() {
  const navigate = useNavigate();
  // After the #, so that no server on the way sees or logs it.
  const token = new URLSearchParams(useLocation().hash.slice(1)).get('token') ?? '';
  return (
    <CardPage title="Choose a new password">
      {token ? (
        <PasswordForm token={token} onSignedIn={() => navigate(routes.home.to(), { replace: true })} />
      ) : (
        <p role="alert" className="error-line">
          {passwordLinkInvalid}
        </p>
      )}
    </CardPage>
  );
}

function PasswordForm({ token, onSignedIn }: { token: string; onSignedIn: () => void }) {
  const { password, problem, fields } = useNewPassword();
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  // Asked for if the account has a second factor.
  const [code, setCode] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const errorId = useId();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const found = problem();
    setError(found);
    if (found) return;
    setBusy(true);
    try {
      await openPasswordLink(token, password, code ?? '');
      onSignedIn();
    } catch (failure) {
      if (failure instanceof ApiError && failure.message === codeRequired) setCode(code ?? '');
      setFailure(failure);
      setError(failure instanceof ApiError ? failure.message : 'Error while setting the password');
      setBusy(false);
    }
  };
  return (
    <>
      <form onSubmit={submit} noValidate className={styles.form} aria-describedby={errorId}>
        <p className="muted mb-0">This link sets the password of your account on {site.title}. It works once.</p>
        {fields}
        {code !== null && (
          <Field
            label="Code"
            hint="Of your authenticator app, or a recovery code."
            autoComplete="one-time-code"
            autoCapitalize="none"
            value={code}
            onChange={setCode}
          />
        )}
        <p id={errorId} role="alert" className="error-line">
          {error}
        </p>
        <button type="submit" className="btn btn-primary" aria-disabled={busy}>
          Set Password and Log In
        </button>
      </form>
      <AppealStep failure={failure} />
    </>
  );
}
