import type { Answer, Question } from '../../api/generated';
import { Attribution } from '../../components/Attribution';
import { Markdown } from '../../components/markdown/Markdown';
import { RelativeTime } from '../../components/RelativeTime';
import { UserLink } from '../../components/UserLink';
import { Comments } from './Comments';
import styles from './QuestionPage.module.css';

/** An answer below its question. */
export function AnswerView({ answer, question }: { answer: Answer; question: Question }) {
  const isAccepted = question.acceptedAnswerId === answer._id;
  return (
    <article className={styles.post} aria-label={isAccepted ? 'Accepted answer' : 'Answer'}>
      <div className={styles.aside}>
        {isAccepted && (
          <svg className={styles.accepted} width="28" height="28" viewBox="0 0 28 28" role="img" aria-label="Accepted">
            <path d="M5 15l6 6L23 8" fill="none" stroke="currentColor" strokeWidth="4" />
          </svg>
        )}
      </div>
      <div className={styles.main}>
        <Markdown text={answer.text} />
        <div className={styles.foot}>
          <p className={styles.author}>
            <UserLink username={answer.ansBy} /> answered <RelativeTime time={answer.ansDateTime} />
          </p>
        </div>
        <Attribution source={answer.attribution} />
        <Comments on="answer" id={answer._id} qid={question._id} comments={answer.comments} />
      </div>
    </article>
  );
}
