import { useSWRConfig } from 'swr';
import { isOfAdministration } from './api';

/** Fetches again what the page shows: no events tell of it. */
export function useRefresh(): () => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return () => mutate(isOfAdministration);
}
