import useSWR from 'swr';
import { getPage, type Page } from '../../api/client';
import type { Sanction } from '../../api/generated';
import { Badge } from '../Badge';
import { allRunningKey } from './api';

/** The largest number of pages of sanctions that are looked at. */
const maxPages = 10;

/** Returns the words for the members who cannot log in or write at the moment, by name. */
async function fetchMarks({ path }: typeof allRunningKey): Promise<Map<string, string>> {
  const marks = new Map<string, string>();
  let next: string | null = path;
  for (let page = 0; next && page < maxPages; page++) {
    const found: Page<Sanction> = await getPage<Sanction>(next);
    for (const { username, kind } of found.items) {
      if (kind === 'suspension') marks.set(username, 'Suspended');
      else if (!marks.has(username)) marks.set(username, 'Silenced');
    }
    next = found.next;
  }
  return marks;
}

/** Marks a suspended or silenced member, for site moderators. */
export default function SanctionMark({ username }: { username: string }) {
  const { data } = useSWR<Map<string, string>, unknown>(allRunningKey, fetchMarks, { revalidateIfStale: false });
  const mark = data?.get(username);
  return (
    mark && (
      <>
        {' '}
        <Badge>{mark}</Badge>
      </>
    )
  );
}
