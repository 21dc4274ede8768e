import { useState } from 'react';
import useSWR from 'swr';
import { stripBase } from '../../api/base';
import type { LinkedIdentity } from '../../api/generated';
import { fetchKey } from '../../lib/cacheKeys';
import { type Failure, failureOf } from '../../lib/failure';
import { site } from '../../lib/site';
import { InlineError } from '../InlineError';
import { goToConfirm, identitiesKey } from './api';

/**
 * Buttons beside a question for the password, one for each provider at which the viewer can prove who they are instead.
 * They leave the page: afterwards the viewer is here again, and repeats what they wanted to do.
 */
export default function ConfirmWithProvider() {
  const { data: identities } = useSWR<LinkedIdentity[], unknown>(identitiesKey, fetchKey);
  const [failed, setFailed] = useState<Failure | null>(null);
  const go = async (provider: string) => {
    setFailed(null);
    try {
      await goToConfirm(provider, stripBase(location.pathname) + location.search);
    } catch (failure) {
      setFailed(failureOf('Error while going to the service', failure));
    }
  };
  const own = site.providers?.filter(({ issuer }) => identities?.some((identity) => identity.issuer === issuer)) ?? [];
  if (own.length === 0) return null;
  return (
    <>
      <p className="muted">Or prove who you are elsewhere. You come back to this page, and then repeat your action.</p>
      {own.map(({ id, name }) => (
        <button key={id} type="button" className="btn btn-outline-secondary me-2" onClick={() => void go(id)}>
          Continue at {name}
        </button>
      ))}
      <InlineError error={failed} />
    </>
  );
}
