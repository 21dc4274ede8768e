import { del, patch, post } from '../../api/client';
import type {
  AddedToken,
  ApiToken,
  CreationOptions,
  NewSecondFactor,
  Passkeys,
  RecoveryCodes,
  SignInState,
} from '../../api/generated';
import type { NewToken } from '../../components/apiTokens';
import type { SignedCredential } from '../../lib/passkeys';
import { withPassword } from '../../lib/passwordPrompt';

/** Returns what the browser needs to make a passkey. */
export const beginPasskey = () =>
  withPassword((confirmation) => post<CreationOptions>('/user/beginPasskey', confirmation ?? {}));

/** Adds a passkey that the browser has made, under a name. */
export const addPasskey = (name: string, credential: SignedCredential) =>
  withPassword((confirmation) => post<Passkeys>('/user/addPasskey', { name, credential, ...confirmation }));

export const renamePasskey = (id: string, name: string) =>
  patch<Passkeys>(`/user/renamePasskey/${encodeURIComponent(id)}`, { name });

export const removePasskey = (id: string) =>
  withPassword((confirmation) => del<Passkeys>(`/user/removePasskey/${encodeURIComponent(id)}`, confirmation));

/** Adds an API token. Returns the token, which no other reply has, and the list of all. */
export const addApiToken = (wanted: NewToken) =>
  withPassword((confirmation) => post<AddedToken>('/user/addApiToken', { ...wanted, ...confirmation }));

export const revokeApiToken = (id: string) => del<ApiToken[]>(`/user/revokeApiToken/${encodeURIComponent(id)}`);

/** Returns a new secret for an authenticator app. */
export const beginSecondFactor = () =>
  withPassword((confirmation) => post<NewSecondFactor>('/user/beginSecondFactor', confirmation ?? {}));

/** Turns on two-factor login with a code of the app. Returns the recovery codes. */
export const addSecondFactor = (secret: string, code: string) =>
  withPassword((confirmation) => post<RecoveryCodes>('/user/addSecondFactor', { secret, code, ...confirmation }));

export const renewRecoveryCodes = (code: string) =>
  withPassword((confirmation) => post<RecoveryCodes>('/user/renewRecoveryCodes', { code, ...confirmation }));

export const removeSecondFactor = (code: string) =>
  withPassword((confirmation) => post<SignInState>('/user/removeSecondFactor', { code, ...confirmation }));

export const forgetDevices = () => post<SignInState>('/user/forgetDevices', {});

export const removePassword = () =>
  withPassword((confirmation) => post<SignInState>('/user/removePassword', confirmation ?? {}));
