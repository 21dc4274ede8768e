import type { Question } from '../../../api/generated';
import { closeReasons } from '../../../components/closeReasons';
import styles from '../detail/QuestionPage.module.css';

/** Says why a moderator has closed a question and what to do next, and that it is locked. */
export default function StateNotices({ question: { closeReason, closeNote, lockedAt } }: { question: Question }) {
  return (
    <>
      {closeReason && (
        <div role="status" className={styles.notice}>
          <div>
            <p className="mb-0">A moderator has closed this question: {closeReasons[closeReason]}.</p>
            <p className="mb-0" dir="auto">
              {closeNote}
            </p>
          </div>
        </div>
      )}
      {lockedAt && (
        <div role="status" className={styles.notice}>
          <span>This question is locked: only moderators answer, comment, vote and edit here.</span>
        </div>
      )}
    </>
  );
}
