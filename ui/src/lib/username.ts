import { sentences } from '../api/generated';

// Apart from the other rules, so that the public half does not load those.

/** A new user's name. */
export const usernameError = (username: string): string | undefined =>
  /^[A-Za-z0-9][A-Za-z0-9._-]{0,30}[A-Za-z0-9]$/.test(username) ? undefined : sentences.usernameInvalid;
