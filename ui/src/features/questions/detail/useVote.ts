import type { Answer, Question } from '../../../api/generated';
import { useUser } from '../../../lib/session';
import { useCacheEditor } from '../../../lib/useCacheEditor';
import { changeQuestion } from '../cache';
import { type Vote, vote, voteErrors } from './api';
import { usePendingChoice } from './usePendingChoice';
import { voteOf, weightOf, withVote } from './votes';

/** Returns the score of a question or answer and the viewer's vote, which shows immediately. */
export function useVote(question: Question, answer?: Answer) {
  const { username } = useUser();
  const edit = useCacheEditor();
  const post = answer ?? question;
  const kind = answer ? 'answer' : 'question';
  const saved = voteOf(post, username);
  const { choice: mine, choose, error } = usePendingChoice(saved);
  /** Votes, or withdraws the same vote. */
  const press = (direction: Vote) =>
    choose(
      direction,
      mine === direction ? null : direction,
      async () => {
        // Only the viewer's vote is taken from the reply. Events of later votes may have arrived
        // before it.
        const now = voteOf(await vote(kind, post._id, direction), username);
        changeQuestion(edit, question._id, (known) => {
          if (!answer) return withVote(known, username, now);
          const answers = known.answers.map((each) => (each._id === answer._id ? withVote(each, username, now) : each));
          return { ...known, answers };
        });
      },
      voteErrors[kind][direction],
    );
  return { score: post.score - weightOf(saved) + weightOf(mine), mine, press, error };
}
