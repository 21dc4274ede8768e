import { ApiError, waitOf } from '../api/client';
import { Cancelled } from './passwordPrompt';

/** A failure as a page shows it. */
export type Failure = {
  /** What failed: a fixed sentence. */
  text: string;
  /** The server's reason, which is shown apart from the sentence. */
  detail: string | null;
};

/** Returns why a call failed, what happened to the input, and what to do, as far as it is known. */
function causeOf(error: unknown): string | null {
  // The browser's own message for a call without a response is not meant for users.
  if (error instanceof TypeError)
    return 'The server cannot be reached. Nothing that you typed is lost: please try again.';
  if (!(error instanceof ApiError)) return null;
  const wait = waitOf(error);
  return wait ? `${error.message}. ${wait}` : error.message;
}

/** Returns the failure of a call, or null if the user has cancelled it. */
export function failureOf(text: string, error: unknown): Failure | null {
  if (error instanceof Cancelled) return null;
  return { text, detail: causeOf(error) };
}
