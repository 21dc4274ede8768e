import type { Answer, Question } from '../../../api/generated';
import { useUser } from '../../../lib/session';
import { useCacheEditor } from '../../../lib/useCacheEditor';
import { changeQuestion } from '../cache';
import { type Vote, vote } from './api';
import { usePendingChoice } from './usePendingChoice';
import { voteOf, weightOf, withVote } from './votes';

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
        // Of the reply the own vote alone: others may have voted since, and their events have come before it.
        const now = voteOf(await vote(kind, post._id, way), username);
        changeQuestion(edit, question._id, (known) => {
          if (!answer) return withVote(known, username, now);
          const answers = known.answers.map((each) => (each._id === answer._id ? withVote(each, username, now) : each));
          return { ...known, answers };
        });
      },
      failures[kind][way],
    );
  return { score: post.score - weightOf(saved) + weightOf(mine), mine, press, error };
}
