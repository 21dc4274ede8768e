import { get, patchSeen } from '../../../api/client';
import type { News } from '../../../api/generated';
import type { NewsKey } from '../keys';

/** The largest number of questions that one request may name. */
const maxQuestions = 100;
/** How long a request waits for further questions, in milliseconds. */
const batchDelayMs = 10;

type Batch = { qids: Set<string>; news: Promise<Map<string, News>> };

/** The request that waits for further questions. */
let waiting: Batch | null = null;

function startBatch(): Batch {
  const qids = new Set<string>();
  const news = new Promise((resolve) => setTimeout(resolve, batchDelayMs)).then(async () => {
    if (waiting?.qids === qids) waiting = null;
    const found = await get<News[]>(`/following/getNews?ids=${[...qids].join()}`);
    return new Map(found.map((news) => [news.qid, news]));
  });
  return { qids, news };
}

/** Fetches what is new in a question; null if the viewer has not visited it. All rows of a list share a request. */
export async function fetchNews({ qid }: NewsKey): Promise<News | null> {
  if (!waiting || waiting.qids.size === maxQuestions) waiting = startBatch();
  const { qids, news } = waiting;
  qids.add(qid);
  return (await news).get(qid) ?? null;
}

/** Records that the viewer has seen a question up to one of its answers, or the question itself. */
export const markSeen = (qid: string, upTo: string) =>
  patchSeen<News>('/following/markSeen', { qid, upTo }, ['/following/getNews', '/inbox/']);
