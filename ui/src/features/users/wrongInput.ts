import { ApiError } from '../../api/client';

/** What follows the sentence that something failed: what is wrong with what one entered. Everything else is not worth saying. */
export const wrongInput = (error: unknown): string =>
  error instanceof ApiError && error.status === 400 ? ` ${error.message}` : '';
