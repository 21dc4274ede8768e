import { useState } from 'react';
import useSWR from 'swr';
import type { ApiToken } from '../../api/generated';
import { type NewToken, type Scope, TokenForm, TokenItem } from '../../components/apiTokens';
import { CopyText } from '../../components/CopyLink';
import { ErrorMessage } from '../../components/ErrorMessage';
import { InlineError } from '../../components/InlineError';
import { RowList } from '../../components/RowList';
import { Skeleton } from '../../components/Skeleton';
import { fetchKey } from '../../lib/cacheKeys';
import { useUser } from '../../lib/session';
import { useAction } from '../../lib/useAction';
import { apiTokensKey } from './keys';
import { addApiToken, revokeApiToken } from './signInApi';

const rights: [Scope, string][] = [
  ['read', 'Read what you can read, your chats included'],
  ['write', 'Post, vote and send messages as you'],
  ['moderate', 'Use your rights as a moderator'],
  ['admin', 'Administer the site'],
];

/** Lists the viewer's API tokens, and creates and revokes them. */
export default function ApiTokens() {
  const { data: tokens, error, mutate } = useSWR<ApiToken[], unknown>(apiTokensKey, fetchKey);
  const { busy, error: failed, setError, run } = useAction('Error while changing your API tokens');
  const { isAdministrator } = useUser();
  const offered = rights.filter(([scope]) => scope !== 'admin' || isAdministrator);
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
            <TokenItem key={token._id} token={token} revoke={() => void revoke(token)} />
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
      {tokens && <TokenForm busy={busy} offered={offered} create={create} setError={setError} />}
    </section>
  );
}
