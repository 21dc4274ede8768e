import { type FormEvent, useState } from 'react';
import useSWR from 'swr';
import type { NewSecondFactor, SignInState } from '../../api/generated';
import { ErrorMessage } from '../../components/ErrorMessage';
import { InlineError } from '../../components/InlineError';
import { Skeleton } from '../../components/Skeleton';
import { Field } from '../../components/TextField';
import { fetchKey } from '../../lib/cacheKeys';
import { momentOf } from '../../lib/dates';
import { signInKey } from '../../lib/passwordPrompt';
import { useAction } from '../../lib/useAction';
import styles from './Profile.module.css';
import { RecoveryCodes } from './RecoveryCodes';
import { addSecondFactor, beginSecondFactor, forgetDevices, removeSecondFactor, renewRecoveryCodes } from './signInApi';

/** Turns two-factor login on and off. */
export function TwoFactor() {
  const { data: state, error, mutate } = useSWR<SignInState, unknown>(signInKey, fetchKey);
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <section aria-labelledby="two-factor">
      <h2 id="two-factor">Two-factor login</h2>
      <p className="muted">A login with your password then also needs a code from an app on your phone.</p>
      {state?.needsSecondFactor && (
        <p role="alert" className="error-line">
          Your role on this site needs two-factor login or a passkey. Until you set one up, it gives you no rights.
        </p>
      )}
      {!state && (error ? <ErrorMessage error={error} retry={() => void mutate()} /> : <Skeleton rows={1} />)}
      {codes && <RecoveryCodes codes={codes} close={() => setCodes(null)} />}
      {state &&
        !codes &&
        (state.secondFactorSince ? (
          <IsOn state={state} setState={(next) => mutate(next, { revalidate: false })} showCodes={setCodes} />
        ) : (
          <TurnOn
            onDone={async (codes) => {
              setCodes(codes);
              await mutate();
            }}
          />
        ))}
    </section>
  );
}

function TurnOn({ onDone }: { onDone: (codes: string[]) => Promise<void> }) {
  const [begun, setBegun] = useState<NewSecondFactor | null>(null);
  const [code, setCode] = useState('');
  const { busy, error, setError, run } = useAction('Error while turning on two-factor login');
  if (!begun)
    return (
      <>
        <InlineError error={error} />
        <button
          type="button"
          className="btn btn-primary"
          aria-disabled={busy}
          onClick={() => void run(async () => setBegun(await beginSecondFactor()))}
        >
          Turn on two-factor login
        </button>
      </>
    );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!code.trim()) return setError('Please enter the code that the app shows.');
    await run(async () => onDone((await addSecondFactor(begun.secret, code)).recoveryCodes));
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={styles.form}>
      <ol>
        <li>
          Scan this picture with an authenticator app, or <a href={begun.url}>open the app on this device</a>.
          <div>
            <img
              src={`data:image/svg+xml,${encodeURIComponent(begun.qrCode)}`}
              alt="QR code with the secret for the app"
              width={220}
              height={220}
            />
          </div>
          <p className="small muted">
            Without a camera, type this secret into the app: <code>{begun.secret}</code>
          </p>
        </li>
        <li>Enter the code that the app shows.</li>
      </ol>
      <Field label="Code" inputMode="numeric" autoComplete="one-time-code" value={code} onChange={setCode} />
      <InlineError error={error} />
      <div>
        <button type="submit" className="btn btn-primary" aria-disabled={busy}>
          Turn on
        </button>
      </div>
    </form>
  );
}

type OnProps = {
  state: SignInState;
  setState: (state?: SignInState) => Promise<unknown>;
  showCodes: (codes: string[]) => void;
};

function IsOn({ state, setState, showCodes }: OnProps) {
  const [code, setCode] = useState('');
  const { busy, error, setError, run } = useAction('Error while changing two-factor login');
  const withCode = async (work: () => Promise<unknown>) => {
    if (!code.trim()) return setError('Please enter a code of the app, or a recovery code.');
    if (await run(work)) setCode('');
  };
  const { recoveryCodes, rememberedDevices } = state;
  return (
    <>
      <p>
        On since {momentOf(state.secondFactorSince ?? '')}.{' '}
        {recoveryCodes === 1 ? '1 recovery code is' : `${recoveryCodes} recovery codes are`} left.
      </p>
      {rememberedDevices > 0 && (
        <p>
          {rememberedDevices === 1 ? '1 device needs' : `${rememberedDevices} devices need`} no code at the moment.{' '}
          <button
            type="button"
            className="btn btn-outline-secondary btn-sm"
            aria-disabled={busy}
            onClick={() => void run(async () => setState(await forgetDevices()))}
          >
            Ask for a code again
          </button>
        </p>
      )}
      <div className={styles.form}>
        <Field
          label="Code"
          hint="Of the app, or a recovery code."
          autoComplete="one-time-code"
          autoCapitalize="none"
          value={code}
          onChange={setCode}
        />
        <InlineError error={error} />
        <div className="d-flex gap-2 flex-wrap">
          <button
            type="button"
            className="btn btn-outline-secondary"
            aria-disabled={busy}
            onClick={() =>
              void withCode(async () => {
                showCodes((await renewRecoveryCodes(code)).recoveryCodes);
                await setState();
              })
            }
          >
            New recovery codes
          </button>
          <button
            type="button"
            className="btn btn-outline-danger"
            aria-disabled={busy}
            onClick={() => void withCode(async () => setState(await removeSecondFactor(code)))}
          >
            Turn off
          </button>
        </div>
      </div>
    </>
  );
}
