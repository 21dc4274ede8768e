import { get } from '../api/client';
import type { PublicSite } from '../api/generated';
import type { CacheKey } from '../lib/cacheKeys';
import { site } from '../lib/site';

/** Takes over what the server says of the site now. */
export function takeOver(changed: PublicSite): PublicSite {
  const { logo, cover, welcome, pages, announcement, publicLog, visitorReports, publicReading } = changed;
  const absent = { logo, cover, welcome, pages, announcement, publicLog, visitorReports, publicReading };
  Object.assign(site, changed, absent);
  return changed;
}

/** Fetches what everybody may know of the site, and takes it over. */
export const fetchSite = async ({ path }: CacheKey): Promise<PublicSite> => takeOver(await get<PublicSite>(path));
