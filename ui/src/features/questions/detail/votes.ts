import type { Question } from '../../../api/generated';
import type { Vote } from './api';

/** Usernames of those who voted up and of those who voted down. */
export type Votes = Pick<Question, 'upVotes' | 'downVotes'>;

/** How a user has voted. */
export function voteOf({ upVotes, downVotes }: Votes, username: string): Vote | null {
  if (upVotes.includes(username)) return 'upvote';
  return downVotes.includes(username) ? 'downvote' : null;
}

/** What a vote adds to the score. */
export function weightOf(vote: Vote | null): number {
  if (vote === null) return 0;
  return vote === 'upvote' ? 1 : -1;
}

/** A post with other votes. What an import brought along stays in the score. */
export function withVotes<Post extends Votes & { score: number }>(post: Post, { upVotes, downVotes }: Votes): Post {
  const imported = post.score - (post.upVotes.length - post.downVotes.length);
  return { ...post, upVotes, downVotes, score: imported + upVotes.length - downVotes.length };
}
