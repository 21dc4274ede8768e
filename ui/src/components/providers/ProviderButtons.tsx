import { type ReactNode, useState } from 'react';
import { type Failure, failureOf } from '../../lib/failure';
import { site } from '../../lib/site';
import { InlineError } from '../InlineError';
import { goToLogIn } from './api';
import styles from './Providers.module.css';

/** Buttons on the login and sign-up pages, one for each provider. */
export default function ProviderButtons({ invitation }: { invitation?: string | undefined }): ReactNode {
  const [failed, setFailed] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const go = async (provider: string) => {
    if (busy) return;
    setBusy(true);
    setFailed(null);
    try {
      await goToLogIn(provider, invitation);
    } catch (failure) {
      setFailed(failureOf('Error while going to the service', failure));
      setBusy(false);
    }
  };
  return (
    <div className={styles.buttons}>
      {site.providers?.map(({ id, button }) => (
        <button
          key={id}
          type="button"
          className="btn btn-outline-secondary"
          aria-disabled={busy}
          onClick={() => void go(id)}
        >
          {button}
        </button>
      ))}
      <InlineError error={failed} />
    </div>
  );
}
