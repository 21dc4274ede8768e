import useSWR from 'swr';
import { get } from '../../../api/client';
import type { StarReply } from '../../../api/generated';
import { starPath } from './api';
import { StarButton } from './StarButton';
import styles from './StarButton.module.css';

/** The star of a question that is shown in full, which does not say by itself whether one has starred it. */
export function QuestionStar({ qid, title }: { qid: string; title: string }) {
  const { data } = useSWR<StarReply, unknown>(starPath(qid), get);
  return (
    <span className={styles.left}>
      <StarButton qid={qid} title={title} starred={data?.starred} />
    </span>
  );
}
