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

/** A post with another vote of a user. Those of others stay as they are, and so does what an import brought along. */
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
