import type { Answer, Question } from '../../../api/generated';
import { useUser } from '../../../lib/session';
import { useCacheEditor } from '../../../lib/useCacheEditor';
import { changeQuestion } from '../cache';
import { type Vote, vote } from './api';
import { usePendingChoice } from './usePendingChoice';
import { type Votes, voteOf, weightOf, withVotes } from './votes';

const failures = {
  question: { upvote: 'Error while upvoting the question', downvote: 'Error while downvoting the question' },
  answer: { upvote: 'Error while upvoting the answer', downvote: 'Error while downvoting the answer' },
} as const;

/** The score of a question, or of one of its answers, with the user's own vote, which shows as soon as it is given. */
export function useVote(question: Question, answer?: Answer) {
  const { username } = useUser();
  const edit = useCacheEditor();
  const post = answer ?? question;
  const kind = answer ? 'answer' : 'question';
  const saved = voteOf(post, username);
  const { choice: mine, choose, error } = usePendingChoice(saved);
  /** Votes, or takes the same vote back. */
  const press = (way: Vote) =>
    choose(
      way,
      mine === way ? null : way,
      async () => {
        const votes = await vote(kind, post._id, way);
        changeQuestion(edit, question._id, (known) => votedOn(known, post._id, votes));
      },
      failures[kind][way],
    );
  return { score: post.score - weightOf(saved) + weightOf(mine), mine, press, error };
}

/** The question with other votes on it, or on one of its answers. */
function votedOn(question: Question, id: string, votes: Votes): Question {
  if (question._id === id) return withVotes(question, votes);
  const answers = question.answers.map((answer) => (answer._id === id ? withVotes(answer, votes) : answer));
  return { ...question, answers };
}
