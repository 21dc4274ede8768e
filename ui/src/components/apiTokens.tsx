import { type FormEvent, useId, useState } from 'react';
import type { ApiToken } from '../api/generated';
import { momentOf } from '../lib/dates';
import { Badge } from './Badge';
import { RelativeTime } from './RelativeTime';
import { Field } from './TextField';

/** A part of what an account may do. */
export type Scope = ApiToken['scopes'][number];

/** What an API token is to be. Without days, it does not expire. */
export type NewToken = { name: string; scopes: Scope[]; days?: number };

const narrow = { maxWidth: '36rem' };

const lifetimes: [number, string][] = [
  [7, '7 days'],
  [30, '30 days'],
  [90, '90 days'],
  [366, 'a year'],
  [0, 'no end'],
];

type Props = {
  busy: boolean;
  /** The scopes that it may have, and what they allow. */
  offered: [Scope, string][];
  create: (wanted: NewToken) => Promise<boolean>;
  setError: (error: string | null) => void;
};

/** The form of a new API token. */
export function TokenForm({ busy, offered, create, setError }: Props) {
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
    <form onSubmit={(event) => void submit(event)} noValidate className="vstack gap-3" style={narrow}>
      <Field label="Name" hint="What the token is for." value={name} onChange={setName} maxLength={50} />
      <fieldset>
        <legend className="form-label fs-6">Scopes</legend>
        {offered.map(([scope, text]) => (
          <label key={scope} className="form-check">
            <input
              className="form-check-input"
              type="checkbox"
              checked={scopes.includes(scope)}
              onChange={({ target }) =>
                setScopes((chosen) => (target.checked ? [...chosen, scope] : chosen.filter((other) => other !== scope)))
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

/** An API token in a list. */
export function TokenItem({ token, revoke }: { token: ApiToken; revoke: () => void }) {
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
