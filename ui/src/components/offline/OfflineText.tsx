import type { ReactNode } from 'react';
import type { Comment, Question } from '../../api/generated';
import { plainTitle } from '../../lib/plainFormula';
import { AttributionLine } from '../AttributionLine';
import { Markdown } from '../markdown/Markdown';
import { RelativeTime } from '../RelativeTime';
import { RowList } from '../RowList';
import { TitleText } from '../TitleText';
import { usePageTitle } from '../usePageTitle';
import styles from './OfflineText.module.css';

/** Shows a stored question with its answers and comments, to be read only. */
export function OfflineText({ question }: { question: Question }) {
  usePageTitle(plainTitle(question.title));
  return (
    <article>
      <h1 dir="auto">
        <TitleText parts={[question.title]} />
      </h1>
      <Post author={question.askedBy} said="asked" time={question.askDateTime} comments={question.comments}>
        <Markdown text={question.text} />
        <AttributionLine attribution={question.attribution} />
        <p className="muted">{question.tags.map(({ name }) => name).join(' · ')}</p>
      </Post>
      <h2>Answers</h2>
      {question.answers.map(({ _id, ansBy, ansDateTime, text, attribution, comments }) => (
        <section key={_id} id={_id} aria-label={`Answer by ${ansBy}`} className={styles.answer}>
          <Post author={ansBy} said="answered" time={ansDateTime} comments={comments}>
            <Markdown text={text} />
            <AttributionLine attribution={attribution} />
          </Post>
        </section>
      ))}
    </article>
  );
}

type PostProps = { author: string; said: string; time: string; comments: Comment[]; children: ReactNode };

function Post({ author, said, time, comments, children }: PostProps) {
  return (
    <>
      <p className="small muted">
        <bdi>{author}</bdi> {said} <RelativeTime time={time} />
      </p>
      {children}
      {comments.length > 0 && (
        <RowList>
          {comments.map(({ _id, commentBy, commentDateTime, text }) => (
            <li key={_id} className="small">
              <div>
                <Markdown text={text} isInline />
                <p className="muted mb-0">
                  <bdi>{commentBy}</bdi> · <RelativeTime time={commentDateTime} />
                </p>
              </div>
            </li>
          ))}
        </RowList>
      )}
    </>
  );
}
