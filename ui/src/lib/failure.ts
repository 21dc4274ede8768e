import { ApiError } from '../api/client';

/** A failure as a page shows it. */
export type Failure = {
  /** What failed: a fixed sentence. */
  text: string;
  /** The server's reason, which is shown apart from the sentence. */
  detail: string | null;
};

/** Returns the failure of a call. */
export const failureOf = (text: string, error: unknown): Failure => ({
  text,
  detail: error instanceof ApiError ? error.message : null,
});
