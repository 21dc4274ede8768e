import { lazyWithRetry } from '../components/lazyWithRetry';

export const NotFound = lazyWithRetry(() => import('./MissingPage'));
