import { Link } from 'react-router-dom';
import useSWR from 'swr';
import type { News } from '../../../api/generated';
import { CountBadge } from '../../../components/CountBadge';
import { routes } from '../../../lib/routes';
import { newsKey } from '../keys';
import styles from './NewAnswers.module.css';
import { fetchNews } from './news';

/**
 * Links to the first answer that is new since the viewer's last visit to a question, and counts them. Takes no place, so
 * that nothing moves when it arrives: the line before it leaves some.
 */
export default function NewAnswers({ qid }: { qid: string }) {
  const { data: news } = useSWR<News | null, unknown>(newsKey(qid), fetchNews);
  if (!news?.newAnswers) return null;
  return (
    <Link to={routes.question.to(qid, news.firstNewAnswer)} className={styles.mark}>
      <CountBadge count={news.newAnswers} noun="new answer">
        <span className={styles.word}> new</span>
      </CountBadge>
    </Link>
  );
}
