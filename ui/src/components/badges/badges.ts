import type { Badge } from '../../api/generated';
import type { CacheKey } from '../../lib/cacheKeys';

/** The names of the badges. */
export const badgeNames: Record<Badge, string> = {
  voted: 'First vote',
  solved: 'Solved',
  helped: 'Helped',
  improved: 'Improved',
  explained: 'Explained',
};

/** What each badge is for, and what it teaches. */
export const lessons: Record<Badge, string> = {
  voted: 'Upvoted a post of another member. Votes show later readers what helped.',
  solved: 'Accepted an answer of another member. Later readers see at once what worked.',
  helped: 'Gave an answer that the asker accepted. It answers what was asked.',
  improved: 'Edited a post after a comment on it. Readers find everything in the post itself.',
  explained: 'Described a tag. Askers see which questions belong to it.',
};

/** Returns the key of a user's badges. */
export const badgesKey = (username: string): CacheKey<'badges'> => ({
  type: 'badges',
  path: `/badge/getBadges/${encodeURIComponent(username)}`,
});
