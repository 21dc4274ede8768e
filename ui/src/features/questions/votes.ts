import type { Question, VoteUpdate } from '../../api/generated';
import type { Vote } from './api';

/** How a user has voted, derived from the vote lists. */
export function voteOf({ upVotes, downVotes }: Question, username: string): Vote | undefined {
  if (upVotes.includes(username)) return 'up';
  return downVotes.includes(username) ? 'down' : undefined;
}

/** The question with other vote lists. Its score keeps what an import brought along. */
export function withVotes(question: Question, { upVotes, downVotes }: Omit<VoteUpdate, 'qid'>): Question {
  const balance = (votes: Omit<VoteUpdate, 'qid'>) => votes.upVotes.length - votes.downVotes.length;
  const score = question.score + balance({ upVotes, downVotes }) - balance(question);
  return { ...question, upVotes, downVotes, score };
}

/** What the server will answer to a vote: the same vote again takes it back, the other one replaces it. */
export function voted(question: Question, way: Vote, username: string): Question {
  const others = (names: string[]) => names.filter((name) => name !== username);
  const isTakenBack = voteOf(question, username) === way;
  const add = (names: string[], to: Vote) =>
    way === to && !isTakenBack ? [...others(names), username] : others(names);
  return withVotes(question, { upVotes: add(question.upVotes, 'up'), downVotes: add(question.downVotes, 'down') });
}
