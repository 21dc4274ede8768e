import { ApiError } from '../api/client';
import { currentPasswordRequired, tooManyAttempts } from '../api/sentences';
import type { CacheKey } from './cacheKeys';

/** The key of how the viewer signs in. */
export const signInKey: CacheKey<'signIn'> = { type: 'signIn', path: '/user/getSignIn' };

/** The field of a request that confirms an action with the user's password. */
type Confirmation = { currentPassword: string };

/** An action that waits for the user's password. */
export type PasswordQuestion = {
  /** Tries the action with a password. Returns why the password was not accepted, or null. */
  answer: (password: string) => Promise<string | null>;
  /** Tries the action after the user has confirmed it with a passkey. */
  retry: () => Promise<void>;
  cancel: () => void;
};

/** The user has not confirmed an action: nothing happened, and there is nothing to report. */
export class Cancelled extends Error {}

let show: ((question: PasswordQuestion) => void) | undefined;

/** Sets the dialog that asks the questions. */
export function onPasswordQuestion(listener: typeof show): void {
  show = listener;
}

const isAboutPassword = (error: unknown): error is ApiError =>
  error instanceof ApiError && [currentPasswordRequired, tooManyAttempts].includes(error.message);

/**
 * Calls the server. If it asks for the user's password, a dialog does so, or takes a passkey, and the call is repeated.
 * Throws `Cancelled` if the user closes the dialog.
 */
export async function withPassword<T>(call: (confirmation?: Confirmation) => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const ask = show;
    if (!ask || !(error instanceof ApiError) || error.message !== currentPasswordRequired) throw error;
    return new Promise<T>((resolve, reject) => {
      ask({
        answer: async (currentPassword) => {
          try {
            resolve(await call({ currentPassword }));
          } catch (error) {
            if (isAboutPassword(error))
              return error.message === currentPasswordRequired ? 'The password is wrong.' : error.message;
            reject(error);
          }
          return null;
        },
        retry: () => call().then(resolve, reject),
        cancel: () => reject(new Cancelled()),
      });
    });
  }
}
