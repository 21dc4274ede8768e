import { del, get, post } from '../../api/client';
import type { Destination, FinishedLogin, LinkedIdentity, User, WaitingReply } from '../../api/generated';
import { proofInvalid, proofRequired } from '../../api/sentences';
import type { CacheKey } from '../../lib/cacheKeys';
import { withPassword } from '../../lib/passwordPrompt';
import { site } from '../../lib/site';
import { tryOrNull } from '../../lib/tryOrNull';

/** The key of the viewer's logins at providers. */
export const identitiesKey: CacheKey<'identities'> = { type: 'identities', path: '/oidc/getIdentities' };

/** The answer of a provider, from the address to which it has sent the browser. */
export type ProviderAnswer = {
  provider: string;
  state: string;
  code: string;
  iss: string;
  error: string;
  errorDescription: string;
};

/** What the tab keeps while its user is at a provider. */
export type Journey = {
  /** The token of an invitation. */
  invitation?: string | undefined;
  /** The address within the app to which the user returns. */
  returnTo?: string | undefined;
};

const storageKey = 'stoa.provider';

/** Returns what the tab has kept since it left for a provider. */
export function journey(): Journey {
  const stored = tryOrNull(() => sessionStorage.getItem(storageKey));
  return (stored && (tryOrNull(() => JSON.parse(stored)) as Journey | null)) || {};
}

/** Forgets it. */
export const forgetJourney = () => tryOrNull(() => sessionStorage.removeItem(storageKey));

/** Goes to a provider, as a whole page: pop-ups and forms cannot leave this site. */
function leave({ location: to }: Destination, kept: Journey): void {
  tryOrNull(() => sessionStorage.setItem(storageKey, JSON.stringify(kept)));
  if (to) location.href = to;
}

/** Goes to a provider to log in or sign up. */
export async function goToLogIn(provider: string, invitation?: string): Promise<void> {
  leave(await post<Destination>('/oidc/start', { provider }), { invitation });
}

/** Goes to a provider to add a login there to the viewer's account. */
export async function goToLink(provider: string, returnTo: string): Promise<void> {
  const start = (confirmation?: object) => post<Destination>('/oidc/startLink', { provider, ...confirmation });
  leave(await withPassword(start), { returnTo });
}

/** Goes to a provider to prove again who the viewer is. */
export async function goToConfirm(provider: string, returnTo: string): Promise<void> {
  leave(await post<Destination>('/oidc/startConfirmation', { provider }), { returnTo });
}

/** Hands over what a provider has answered. */
export const finishLogin = (answer: ProviderAnswer) => post<FinishedLogin>('/oidc/finish', answer);

/**
 * Signs up as the person whom the provider has named. Returns a sentence if the account waits for approval. `onProgress` is
 * called while the browser computes a proof of work.
 */
export async function signUp(
  username: string,
  invitation: string | undefined,
  onProgress: (done: number) => void,
): Promise<string | undefined> {
  const send = (proof?: string) => post<User | WaitingReply>('/oidc/signup', { username, invitation, proof });
  const sendProven = async () => {
    onProgress(0);
    return send(await (await import('../../lib/proof')).prove(onProgress));
  };
  const reply = await (site.signupProof && !invitation ? sendProven() : send()).catch((error) => {
    if (![proofRequired, proofInvalid].includes(error.message)) throw error;
    return sendProven();
  });
  return (reply as Partial<WaitingReply>).message;
}

/** Removes a login from the viewer's account. Returns the others. */
export const removeIdentity = (id: string) =>
  withPassword((confirmation) => del<LinkedIdentity[]>(`/oidc/removeIdentity/${encodeURIComponent(id)}`, confirmation));

/** Returns where the browser goes after a logout, if the provider of the session takes part in it. */
export const logoutLocation = async () => (await get<Destination>('/oidc/getLogoutLocation')).location;
