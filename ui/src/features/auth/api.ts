import { ApiError, post } from '../../api/client';
import type { User } from '../../api/generated';
import { credentialsRequired } from '../../api/sentences';

/** The forms that sign somebody in. */
export type AuthForm = 'login' | 'signup' | 'setup';

const failed: Record<AuthForm, string> = {
  login: 'Error while logging in',
  signup: 'Error while signing up',
  setup: 'Error while setting up',
};

/** Logs in, signs up or, with the server's token, makes the first administrator; fails with the line that the form shows. */
export async function authenticate(form: AuthForm, username: string, password: string, token?: string): Promise<User> {
  if (!(form in failed)) throw new Error('Invalid auth type');
  try {
    return await post<User>(`/user/${form}`, { username, password, token });
  } catch (error) {
    throw new Error(error instanceof ApiError ? `${failed[form]}: ${error.message}` : failed[form]);
  }
}

/** What is wrong with the input before it is sent, if anything is. */
export function validateCredentials(form: AuthForm, username: string, password: string, confirmation: string) {
  if (!username || !password) return credentialsRequired;
  if (form !== 'login' && password !== confirmation) return 'Passwords do not match';
  return null;
}
