import type { LiveEvent, News } from '../../../api/generated';
import { keyEquals } from '../../../lib/cacheKeys';
import type { CacheEditor } from '../../../lib/useCacheEditor';
import { newsKey } from '../keys';

type AnswerUpdate = Extract<LiveEvent, { name: 'answerUpdate' }>['payload'];

/** Counts an answer that has arrived. Without a fetch: many viewers may show the question. */
export function answerArrived(edit: CacheEditor, { qid, answer }: AnswerUpdate, username: string) {
  edit<News | null>(
    keyEquals(newsKey(qid)),
    (news) => {
      // Ids grow with time, and an edited or restored answer keeps its id.
      if (!news || answer._id <= (news.lastAnswer ?? '')) return news;
      const { newAnswers, firstNewAnswer = answer._id } = news;
      return answer.ansBy === username
        ? { ...news, lastAnswer: answer._id }
        : { ...news, lastAnswer: answer._id, newAnswers: newAnswers + 1, firstNewAnswer };
    },
    'reload',
  );
}
