import { ApiError, post } from '../api/client';
import type { CreationOptions, RequestOptions } from '../api/generated';
import { site } from './site';

/** What the browser signs, in the form that the server reads. */
export type SignedCredential = { rawId: string; response: Record<string, unknown> };

/** The parts of WebAuthn that turn its values into JSON and back. Browsers have had them since 2025. */
type JsonApi = {
  parseCreationOptionsFromJSON: (options: unknown) => PublicKeyCredentialCreationOptions;
  parseRequestOptionsFromJSON: (options: unknown) => PublicKeyCredentialRequestOptions;
  isConditionalMediationAvailable?: () => Promise<boolean>;
};

const api = (): JsonApi | undefined => {
  const found = (globalThis as { PublicKeyCredential?: Partial<JsonApi> }).PublicKeyCredential;
  return found?.parseRequestOptionsFromJSON ? (found as JsonApi) : undefined;
};

/** Returns whether this site and this browser have passkeys. */
export const hasPasskeys = () => site.features.passkeys === true && !!api();

/** Returns whether the browser offers passkeys among its suggestions for a field. */
export const hasAutofill = async () => (await api()?.isConditionalMediationAvailable?.()) === true;

/** The user has closed the browser's dialog, or has no passkey that fits: nothing tells which. */
export class NoPasskey extends ApiError {
  constructor(message = 'No passkey was used. Try again, or use another way.') {
    super(0, message);
  }
}

const json = (credential: Credential | null): SignedCredential => {
  if (!credential) throw new NoPasskey();
  return (credential as unknown as { toJSON: () => SignedCredential }).toJSON();
};

/** Runs a dialog of the browser, whose own messages are not meant for users. */
async function ask(work: Promise<Credential | null>): Promise<SignedCredential> {
  try {
    return json(await work);
  } catch (error) {
    const isKnown = error instanceof DOMException && error.name === 'InvalidStateError';
    throw new NoPasskey(isKnown ? 'This device has a passkey for this account already.' : undefined);
  }
}

/** Lets the browser make a passkey. */
export function createPasskey(options: CreationOptions): Promise<SignedCredential> {
  const publicKey = api()?.parseCreationOptionsFromJSON(options);
  return publicKey ? ask(navigator.credentials.create({ publicKey })) : Promise.reject(new NoPasskey());
}

/** Lets the browser use a passkey: in its dialog, or when the user picks one among its suggestions for a field. */
export function signWithPasskey(
  options: RequestOptions,
  mediation: CredentialMediationRequirement = 'optional',
  signal?: AbortSignal,
): Promise<SignedCredential> {
  const publicKey = api()?.parseRequestOptionsFromJSON(options);
  if (!publicKey) return Promise.reject(new NoPasskey());
  return ask(navigator.credentials.get({ publicKey, mediation, ...(signal && { signal }) }));
}

/** Confirms with a passkey who uses this session. */
export async function confirmWithPasskey(options: RequestOptions): Promise<void> {
  const credential = await signWithPasskey(options);
  await post('/user/confirmWithPasskey', { credential });
}
