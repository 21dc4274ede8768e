import { Post } from './Post';
import pageStyles from './QuestionPage.module.css';
import styles from './QuestionSkeleton.module.css';

/** Shows the shape of a question while it loads. Shorter loading shows nothing. */
export function QuestionSkeleton() {
  return (
    <div role="status" aria-label="Loading" className={`${pageStyles.columns} ${styles.skeleton}`}>
      <div>
        <div className={styles.title} />
        <div className={styles.facts} />
        <div className={pageStyles.question}>
          <Post votes={<div className={styles.votes} />} after={null}>
            <div className={styles.author} />
            <div className={styles.text} />
          </Post>
        </div>
      </div>
    </div>
  );
}
