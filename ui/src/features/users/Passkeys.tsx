import { type FormEvent, useState } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import type { Passkeys as List, Passkey } from '../../api/generated';
import { Badge } from '../../components/Badge';
import { ErrorMessage } from '../../components/ErrorMessage';
import { InlineError } from '../../components/InlineError';
import { RelativeTime } from '../../components/RelativeTime';
import { RowList } from '../../components/RowList';
import { Skeleton } from '../../components/Skeleton';
import { Field } from '../../components/TextField';
import { browserName } from '../../lib/browserName';
import { fetchKey } from '../../lib/cacheKeys';
import { createPasskey, hasPasskeys } from '../../lib/passkeys';
import { signInKey } from '../../lib/passwordPrompt';
import { useAction } from '../../lib/useAction';
import { passkeysKey } from './keys';
import styles from './Profile.module.css';
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from './signInApi';

/** Lists the viewer's passkeys, and adds, renames and removes them. */
export function Passkeys() {
  const { data, error, mutate } = useSWR<List, unknown>(passkeysKey, fetchKey);
  const { mutate: refetch } = useSWRConfig();
  const { busy, error: failed, setError, run } = useAction('Error while changing your passkeys');
  const [name, setName] = useState(() => browserName(navigator.userAgent).slice(0, 50));
  const [done, setDone] = useState('');
  const change = async (work: () => Promise<List>, said: string) => {
    setDone('');
    if (!(await run(async () => mutate(await work(), { revalidate: false })))) return;
    setDone(said);
    // Whether the password can be removed.
    void refetch(signInKey);
  };
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (!name.trim()) return setError('Please enter a name for the passkey.');
    const work = async () => {
      const options = await beginPasskey();
      return addPasskey(name.trim(), await createPasskey(options));
    };
    await change(work, 'The passkey was added.');
  };
  return (
    <section aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      <p className="muted">
        Log in with your fingerprint, your face or the lock of your device instead of the password and a code.
      </p>
      {!data && (error ? <ErrorMessage error={error} retry={() => void mutate()} /> : <Skeleton rows={1} />)}
      {data && data.passkeys.length > 0 && (
        <RowList>
          {data.passkeys.map((passkey) => (
            <Item
              key={passkey._id}
              passkey={passkey}
              host={data.host}
              rename={(to) => change(() => renamePasskey(passkey._id, to), 'The passkey was renamed.')}
              remove={() => change(() => removePasskey(passkey._id), 'The passkey was removed.')}
            />
          ))}
        </RowList>
      )}
      <InlineError error={failed} />
      <p role="status" className="success-line">
        {done}
      </p>
      {data &&
        (data.unavailable ? (
          <p className="mb-0">{data.unavailable}</p>
        ) : hasPasskeys() ? (
          <form onSubmit={(event) => void add(event)} noValidate className={styles.form}>
            <Field label="Name" hint="So that you recognize it here." value={name} onChange={setName} maxLength={50} />
            <div>
              <button type="submit" className="btn btn-primary" aria-disabled={busy}>
                Add a passkey
              </button>
            </div>
          </form>
        ) : (
          <p className="mb-0">This browser has no passkeys.</p>
        ))}
    </section>
  );
}

type ItemProps = {
  passkey: Passkey;
  host: string | undefined;
  rename: (name: string) => Promise<void>;
  remove: () => Promise<void>;
};

function Item({ passkey, host, rename, remove }: ItemProps) {
  const { name, createdAt, lastUsedAt, isSynced } = passkey;
  const [draft, setDraft] = useState<string | null>(null);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (draft?.trim()) await rename(draft.trim());
    setDraft(null);
  };
  return (
    <li>
      <div>
        {draft === null ? (
          <>
            {name} {isSynced && <Badge>synced</Badge>} {passkey.host !== host && <Badge>only for {passkey.host}</Badge>}
          </>
        ) : (
          <form onSubmit={(event) => void save(event)} className="d-flex gap-2 align-items-end">
            <Field label="Name" value={draft} onChange={setDraft} maxLength={50} />
            <button type="submit" className="btn btn-primary btn-sm">
              Save
            </button>
          </form>
        )}
        <p className="small muted mb-0">
          added <RelativeTime time={createdAt} /> ·{' '}
          {lastUsedAt ? (
            <>
              last used <RelativeTime time={lastUsedAt} />
            </>
          ) : (
            'not used yet'
          )}
        </p>
      </div>
      <div className="d-flex gap-2">
        {draft === null && (
          <button
            type="button"
            className="btn btn-outline-secondary btn-sm"
            aria-label={`Rename: ${name}`}
            onClick={() => setDraft(name)}
          >
            Rename
          </button>
        )}
        <button
          type="button"
          className="btn btn-outline-secondary btn-sm"
          aria-label={`Remove: ${name}`}
          onClick={() => void remove()}
        >
          Remove
        </button>
      </div>
    </li>
  );
}
