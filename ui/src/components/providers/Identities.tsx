import { useState } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import type { LinkedIdentity } from '../../api/generated';
import { fetchKey } from '../../lib/cacheKeys';
import { type Failure, failureOf } from '../../lib/failure';
import { signInKey } from '../../lib/passwordPrompt';
import { routes } from '../../lib/routes';
import { site } from '../../lib/site';
import { ErrorMessage } from '../ErrorMessage';
import { InlineError } from '../InlineError';
import { RelativeTime } from '../RelativeTime';
import { RowList } from '../RowList';
import { Skeleton } from '../Skeleton';
import { goToLink, identitiesKey, removeIdentity } from './api';

/** Lists the viewer's logins at providers, which can be added and removed. Nothing on a site without providers. */
export function Identities() {
  return site.providers?.length ? <Section /> : null;
}

function Section() {
  const { data: identities, error, mutate } = useSWR<LinkedIdentity[], unknown>(identitiesKey, fetchKey);
  const { mutate: refetch } = useSWRConfig();
  const [failed, setFailed] = useState<Failure | null>(null);
  const [statusText, setStatusText] = useState('');
  const providers = site.providers ?? [];
  const act = async (work: () => Promise<unknown>, done: string) => {
    setFailed(null);
    setStatusText('');
    try {
      await work();
      setStatusText(done);
      // Whether the password can be removed.
      void refetch(signInKey);
    } catch (failure) {
      setFailed(failureOf('Error while changing your logins', failure));
    }
  };
  const remove = ({ _id }: LinkedIdentity) =>
    act(() => mutate(removeIdentity(_id), { revalidate: false }), 'You can no longer log in this way.');
  return (
    // Receives the focus of a removed login.
    <section aria-labelledby="identities" tabIndex={-1}>
      <h2 id="identities">Logins at other services</h2>
      <p className="muted">Where you can prove who you are to log in here.</p>
      {!identities && (error ? <ErrorMessage error={error} retry={() => void mutate()} /> : <Skeleton rows={1} />)}
      {identities && identities.length > 0 && (
        <RowList>
          {identities.map((identity) => {
            const provider = providers.find(({ issuer }) => issuer === identity.issuer)?.name ?? identity.issuer;
            return (
              <li key={identity._id}>
                <div>
                  <span>{provider}</span>
                  <p className="small muted mb-0">
                    {identity.name && `${identity.name} · `}last used <RelativeTime time={identity.lastUsedAt} />
                  </p>
                </div>
                <button
                  type="button"
                  className="btn btn-outline-secondary btn-sm"
                  aria-label={`Remove: ${provider}`}
                  onClick={() => void remove(identity)}
                >
                  Remove
                </button>
              </li>
            );
          })}
        </RowList>
      )}
      <InlineError error={failed} />
      <p role="status" className="success-line">
        {statusText}
      </p>
      {providers.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className="btn btn-outline-secondary me-2"
          onClick={() => void act(() => goToLink(id, routes.settings.to('account')), '')}
        >
          Add a login at {name}
        </button>
      ))}
    </section>
  );
}
