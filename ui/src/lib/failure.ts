import { ApiError } from '../api/client';
import { Cancelled } from './passwordPrompt';

/** A failure as a page shows it. */
export type Failure = {
  /** What failed: a fixed sentence. */
  text: string;
  /** The server's reason, which is shown apart from the sentence. */
  detail: string | null;
};

/** Returns the failure of a call, or null if the user has cancelled it. */
export function failureOf(text: string, error: unknown): Failure | null {
  if (error instanceof Cancelled) return null;
  return { text, detail: error instanceof ApiError ? error.message : null };
}
