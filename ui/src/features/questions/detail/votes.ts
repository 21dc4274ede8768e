import type { Question } from '../../../api/generated';
import type { Vote } from './api';

/** The usernames of upvoters and downvoters. */
export type Votes = Pick<Question, 'upVotes' | 'downVotes'>;

/** Returns the vote of a user. */
export function voteOf({ upVotes, downVotes }: Votes, username: string): Vote | null {
  if (upVotes.includes(username)) return 'upvote';
  return downVotes.includes(username) ? 'downvote' : null;
}

/** Returns the contribution of a vote to the score. */
export function weightOf(vote: Vote | null): number {
  if (vote === null) return 0;
  return vote === 'upvote' ? 1 : -1;
}

/** Returns a post with a user's new vote. Other votes and the imported score stay. */
export function withVote<Post extends Votes & { score: number }>(
  post: Post,
  username: string,
  mine: Vote | null,
): Post {
  const before = voteOf(post, username);
  if (mine === before) return post;
  const others = (names: string[]) => names.filter((name) => name !== username);
  return {
    ...post,
    upVotes: mine === 'upvote' ? [...post.upVotes, username] : others(post.upVotes),
    downVotes: mine === 'downvote' ? [...post.downVotes, username] : others(post.downVotes),
    score: post.score - weightOf(before) + weightOf(mine),
  };
}
