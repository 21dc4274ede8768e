/** The pictures that users and communities have chosen. Those that a page shows are fetched together. */
import useSWR from 'swr';
import { get } from '../../api/client';
import type { AvatarOf, Avatars } from '../../api/generated';
import { type CacheKey, keysOf } from '../../lib/cacheKeys';

type AvatarKey = CacheKey<'avatar'> & { readonly of: AvatarOf; readonly seed: string };

/** The largest number of users and communities in a request. */
const MAX_ASKED = 100;

const avatarKey = (of: AvatarOf, seed: string): AvatarKey => ({
  type: 'avatar',
  of,
  seed,
  path: `/avatar/getAvatars?${of}=${encodeURIComponent(seed)}`,
});

/** Matches the key of a picture, whatever the case of a username. */
export const isAvatar = (of: AvatarOf, seed: string) =>
  keysOf<AvatarKey>('avatar', (key) => key.of === of && key.seed.toLowerCase() === seed.toLowerCase());

/** Returns the id of the chosen picture, if there is one and it is known. */
export function useAvatar(of: AvatarOf, seed: string): string | null {
  const key = seed && seed !== '[deleted]' ? avatarKey(of, seed) : null;
  const { data = null } = useSWR<string | null, unknown, AvatarKey | null>(key, load, { revalidateIfStale: false });
  return data;
}

type Waiting = { key: AvatarKey; resolve: (picture: string | null) => void; reject: (error: unknown) => void };

const waiting: Waiting[] = [];

/** Asks for a picture together with all others that the same rendering needs. */
function load(key: AvatarKey): Promise<string | null> {
  if (!waiting.length) setTimeout(() => void send(waiting.splice(0)));
  return new Promise((resolve, reject) => waiting.push({ key, resolve, reject }));
}

async function send(all: Waiting[]): Promise<void> {
  for (let start = 0; start < all.length; start += MAX_ASKED) {
    const some = all.slice(start, start + MAX_ASKED);
    const query = (['users', 'communities'] as const)
      .map(
        (of) => [of, some.filter(({ key }) => key.of === of).map(({ key }) => encodeURIComponent(key.seed))] as const,
      )
      .filter(([, seeds]) => seeds.length)
      .map(([of, seeds]) => `${of}=${seeds.join()}`);
    await get<Avatars>(`/avatar/getAvatars?${query.join('&')}`).then(
      (avatars) => some.forEach(({ key, resolve }) => void resolve(avatars[key.of][key.seed] ?? null)),
      (error: unknown) => some.forEach(({ reject }) => void reject(error)),
    );
  }
}
