import { ApiError } from '../../api/client';

/**
 * Returns the server's message about invalid input, to follow a general error message; empty for
 * other errors.
 */
export const validationDetail = (error: unknown): string =>
  error instanceof ApiError && error.status === 400 ? ` ${error.message}` : '';
