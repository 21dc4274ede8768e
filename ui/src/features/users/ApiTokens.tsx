import { type FormEvent, useId, useState } from 'react';
import useSWR from 'swr';
import type { ApiToken } from '../../api/generated';
import { Badge } from '../../components/Badge';
import { CopyText } from '../../components/CopyLink';
import { ErrorMessage } from '../../components/ErrorMessage';
import { InlineError } from '../../components/InlineError';
import { RelativeTime } from '../../components/RelativeTime';
import { RowList } from '../../components/RowList';
import { Skeleton } from '../../components/Skeleton';
import { Field } from '../../components/TextField';
import { fetchKey } from '../../lib/cacheKeys';
import { momentOf } from '../../lib/dates';
import { useUser } from '../../lib/session';
import { useAction } from '../../lib/useAction';
import { apiTokensKey } from './keys';
import styles from './Profile.module.css';
import { addApiToken, type NewToken, revokeApiToken, type Scope } from './signInApi';

/** Lists the viewer's API tokens, and creates and revokes them. */
export default function ApiTokens() {
  const { data: tokens, error, mutate } = useSWR<ApiToken[], unknown>(apiTokensKey, fetchKey);
  const { busy, error: failed, setError, run } = useAction('Error while changing your API tokens');
  const [created, setCreated] = useState('');
  const [done, setDone] = useState('');
  const create = async (wanted: NewToken) => {
    setDone('');
    setCreated('');
    return run(async () => {
      const { token, apiTokens } = await addApiToken(wanted);
      setCreated(token);
      await mutate(apiTokens, { revalidate: false });
    });
  };
  const revoke = async ({ _id }: ApiToken) => {
    setDone('');
    if (await run(async () => mutate(await revokeApiToken(_id), { revalidate: false }))) {
      setCreated('');
      setDone('The token was revoked.');
    }
  };
  return (
    <section aria-labelledby="api-tokens">
      <h2 id="api-tokens">API tokens</h2>
      <p className="muted">With a token, a program acts as you, as far as its scopes allow.</p>
      {!tokens && (error ? <ErrorMessage error={error} retry={() => void mutate()} /> : <Skeleton rows={1} />)}
      {tokens && tokens.length > 0 && (
        <RowList>
          {tokens.map((token) => (
            <Item key={token._id} token={token} revoke={() => void revoke(token)} />
          ))}
        </RowList>
      )}
      {created && (
        <div role="alert">
          <p className="mb-2">Copy your new token now: it is not shown again.</p>
          <CopyText label="New token" text={created} action="Copy" />
        </div>
      )}
      <InlineError error={failed} />
      <p role="status" className="success-line">
        {done}
      </p>
      {tokens && <Create busy={busy} create={create} setError={setError} />}
    </section>
  );
}

function Item({ token, revoke }: { token: ApiToken; revoke: () => void }) {
  const { name, scopes, createdAt, expiresAt, lastUsedAt } = token;
  const isOver = expiresAt !== undefined && new Date(expiresAt).getTime() <= Date.now();
  return (
    <li>
      <div>
        <bdi>{name}</bdi> {isOver && <Badge>expired</Badge>}
        <p className="small muted mb-0">
          {scopes.join(', ')} · created <RelativeTime time={createdAt} /> ·{' '}
          {expiresAt ? `${isOver ? 'expired' : 'expires'} ${momentOf(expiresAt)}` : 'does not expire'} ·{' '}
          {lastUsedAt ? (
            <>
              last used <RelativeTime time={lastUsedAt} />
            </>
          ) : (
            'not used yet'
          )}
        </p>
      </div>
      <button
        type="button"
        className="btn btn-outline-secondary btn-sm"
        aria-label={`Revoke: ${name}`}
        onClick={revoke}
      >
        Revoke
      </button>
    </li>
  );
}

const rights: [Scope, string][] = [
  ['read', 'Read what you can read, your chats included'],
  ['write', 'Post, vote and send messages as you'],
  ['moderate', 'Use your rights as a moderator'],
  ['admin', 'Administer the site'],
];

const lifetimes: [number, string][] = [
  [7, '7 days'],
  [30, '30 days'],
  [90, '90 days'],
  [366, 'a year'],
  [0, 'no end'],
];

type CreateProps = {
  busy: boolean;
  create: (wanted: NewToken) => Promise<boolean>;
  setError: (error: string | null) => void;
};

function Create({ busy, create, setError }: CreateProps) {
  const { isAdministrator } = useUser();
  const id = useId();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<Scope[]>(['read']);
  const [days, setDays] = useState(30);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!name.trim()) return setError('Please enter a name for the token.');
    if (scopes.length === 0) return setError('Please choose at least one scope.');
    if (await create({ name: name.trim(), scopes, ...(days > 0 && { days }) })) setName('');
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={styles.form}>
      <Field label="Name" hint="What the token is for." value={name} onChange={setName} maxLength={50} />
      <fieldset>
        <legend className="form-label fs-6">Scopes</legend>
        {rights
          .filter(([scope]) => scope !== 'admin' || isAdministrator)
          .map(([scope, text]) => (
            <label key={scope} className="form-check">
              <input
                className="form-check-input"
                type="checkbox"
                checked={scopes.includes(scope)}
                onChange={({ target }) =>
                  setScopes((chosen) =>
                    target.checked ? [...chosen, scope] : chosen.filter((other) => other !== scope),
                  )
                }
              />
              {text} (<code>{scope}</code>)
            </label>
          ))}
      </fieldset>
      <div>
        <label htmlFor={id} className="form-label">
          Valid for
        </label>
        <select
          id={id}
          className="form-select w-auto"
          value={days}
          onChange={(event) => setDays(Number(event.target.value))}
        >
          {lifetimes.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </div>
      <div>
        <button type="submit" className="btn btn-primary" aria-disabled={busy}>
          Create a token
        </button>
      </div>
    </form>
  );
}
