import { ApiError, ForeignResponse, post } from '../../api/client';
import type { User, WaitingReply } from '../../api/generated';
import { credentialsRequired, proofInvalid, proofRequired } from '../../api/sentences';
import { site } from '../../lib/site';

/** The forms that start a session. */
export type AuthForm = 'login' | 'signup' | 'setup';

const failed: Record<AuthForm, string> = {
  login: 'Error while logging in',
  signup: 'Error while signing up',
  setup: 'Error while setting up',
};

/** What a proxy answers while the server is down. */
const gatewayErrors = [502, 503, 504];

/** Returns the body of the server's response, of whatever type. Empty without a response. */
function bodyOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return error instanceof ForeignResponse && !gatewayErrors.includes(error.status) ? error.body : '';
}

/**
 * Logs in, signs up (with an invitation's token if one is needed) or, with the server's setup
 * token, creates the first administrator. Throws an error with the message for the form. Returns a
 * sentence if the new account waits for approval; then nobody is logged in. `onProgress` is called while
 * the browser computes a proof of work.
 */
export async function authenticate(
  form: AuthForm,
  username: string,
  password: string,
  token?: string,
  onProgress: (done: number) => void = () => {},
): Promise<string | undefined> {
  if (!(form in failed)) throw new Error('Invalid auth type');
  const key = form === 'signup' ? 'invitation' : 'token';
  const send = (proof?: string) =>
    post<User | WaitingReply>(`/user/${form}`, { username, password, [key]: token, proof }, failed[form]);
  const sendProven = async () => {
    onProgress(0);
    return send(await (await import('../../lib/proof')).prove(onProgress));
  };
  try {
    const reply = await (form === 'signup' && site.signupProof && !token ? sendProven() : send()).catch((error) => {
      // A wave of sign-ups began after the page was loaded, or the server was restarted.
      if (![proofRequired, proofInvalid].includes(error.message)) throw error;
      return sendProven();
    });
    // Only a waiting account has a message.
    return (reply as Partial<WaitingReply>).message;
  } catch (error) {
    const body = bodyOf(error);
    throw new Error(body ? `${failed[form]}: ${body}` : failed[form], { cause: error });
  }
}

/** Sets the password of the account that a link of a reset login belongs to, and logs in. */
export const openPasswordLink = (token: string, password: string, code: string) =>
  post<User>('/user/usePasswordLink', { token, password, code });

/** Returns the name of the field that an error is about, if it is about one. */
export function fieldOf(message: string, username: string): string | undefined {
  if (message.endsWith('do not match')) return 'confirmPassword';
  if (message === credentialsRequired && !username) return 'username';
  return /password|username/i.exec(message.replace(/.* username (or|and)/, ''))?.[0].toLowerCase();
}

/** Returns the error of the input, if there is one. */
export function validateCredentials(form: AuthForm, username: string, password: string, confirmation: string) {
  if (!username || !password) return credentialsRequired;
  if (form !== 'login' && password !== confirmation) return 'Passwords do not match';
  return null;
}
