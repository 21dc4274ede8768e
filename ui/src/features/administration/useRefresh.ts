import { useSWRConfig } from 'swr';
import { isAdministration } from './keys';

/** Fetches the administration's data again: no event reports its changes. */
export function useRefresh(): () => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return () => mutate(isAdministration);
}
