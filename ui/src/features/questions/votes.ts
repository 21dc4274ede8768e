import type { Question } from '../../api/generated';
import type { Vote } from './api';

/** Usernames of those who voted up and of those who voted down. */
export type Votes = Pick<Question, 'upVotes' | 'downVotes'>;

/** How a user has voted. */
export function voteOf({ upVotes, downVotes }: Votes, username: string): Vote | null {
  if (upVotes.includes(username)) return 'upvote';
  return downVotes.includes(username) ? 'downvote' : null;
}

/** The votes after a user pressed one of the buttons: the same again takes a vote back. */
export function toggled(votes: Votes, username: string, way: Vote): Votes {
  const before = voteOf(votes, username);
  const without = (names: string[]) => names.filter((name) => name !== username);
  const [upVotes, downVotes] = [without(votes.upVotes), without(votes.downVotes)];
  if (before === way) return { upVotes, downVotes };
  return way === 'upvote'
    ? { upVotes: [...upVotes, username], downVotes }
    : { upVotes, downVotes: [...downVotes, username] };
}

/** A question with other votes. What an import brought along stays in the score. */
export function withVote(question: Question, { upVotes, downVotes }: Votes): Question {
  const imported = question.score - (question.upVotes.length - question.downVotes.length);
  return { ...question, upVotes, downVotes, score: imported + upVotes.length - downVotes.length };
}
