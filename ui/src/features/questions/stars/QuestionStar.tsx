import useSWR from 'swr';
import type { StarReply } from '../../../api/generated';
import { fetchKey } from '../../../lib/cacheKeys';
import { starKey } from '../keys';
import { StarButton } from './StarButton';
import styles from './StarButton.module.css';

/** The star of a fully shown question, which does not contain the viewer's star itself. */
export function QuestionStar({ qid, title }: { qid: string; title: string }) {
  const { data } = useSWR<StarReply, unknown>(starKey(qid), fetchKey);
  return (
    <span className={styles.left}>
      <StarButton qid={qid} title={title} starred={data?.starred} />
    </span>
  );
}
