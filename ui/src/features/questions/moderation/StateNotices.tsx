import type { Question } from '../../../api/generated';
import styles from '../detail/QuestionPage.module.css';
import { closeReasons } from './api';

/** Says why a moderator has closed a question and what to do next, and that it is locked. */
export default function StateNotices({ question: { closeReason, closeNote, lockedAt } }: { question: Question }) {
  return (
    <>
      {closeReason && (
        <div role="status" className={styles.notice}>
          <div>
            <p className="mb-0">{closeReasons[closeReason].notice}</p>
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
