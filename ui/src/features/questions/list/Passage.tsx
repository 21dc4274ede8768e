import { Link } from 'react-router-dom';
import type { SearchMatch } from '../../../api/generated';
import { Excerpt } from '../../../components/markdown/Excerpt';
import { beginAtMark, markedSource, showMarks, useShortPassages } from '../../../components/markdown/markedSource';
import { routes } from '../../../lib/routes';
import styles from './QuestionCard.module.css';

type Props = { match: SearchMatch; qid: string };

/** The passage that a search found, as a link to its post. */
export default function Passage({ match: { passage, postId, postBy }, qid }: Props) {
  const isShort = useShortPassages();
  return (
    <Link to={routes.question.to(qid, postId)} className={styles.passage} dir="auto">
      {postId !== qid && (
        <>
          {/* Isolated: the passage decides the direction. */}
          <bdi className={styles.source}>{isShort ? 'Answer:' : `Answer by ${postBy}:`}</bdi>{' '}
        </>
      )}
      <Excerpt text={markedSource(passage)} decorate={isShort ? beginAtMark : showMarks} />
    </Link>
  );
}
