import { Link, useParams } from 'react-router-dom';
import useSWR from 'swr';
import { ApiError, get } from '../../api/client';
import type { Answer, Question } from '../../api/generated';
import { AttributionLine } from '../../components/AttributionLine';
import { AuthorLink } from '../../components/AuthorLink';
import { Empty } from '../../components/Empty';
import { ErrorBox } from '../../components/ErrorBox';
import { Markdown } from '../../components/markdown/Markdown';
import { RelativeTime } from '../../components/RelativeTime';
import { Skeleton } from '../../components/Skeleton';
import { TagButton } from '../../components/TagButton';
import { usePageTitle } from '../../components/usePageTitle';
import { routes } from '../../lib/routes';
import { questionPath } from './api';
import { Comments } from './Comments';
import styles from './QuestionPage.module.css';
import { VoteBox } from './VoteBox';

/** One question with its answers and all comments. */
export default function QuestionPage() {
  const { qid = '' } = useParams();
  const { data: question, error, mutate } = useSWR<Question, unknown>(questionPath(qid), get);
  usePageTitle(question?.title ?? '');
  if (error && !question) {
    if (error instanceof ApiError && error.status === 404) {
      return (
        <Empty title="Question not found">
          <Link to={routes.questions.to()}>Go to the questions</Link>
        </Empty>
      );
    }
    return <ErrorBox error={error} text="Error when fetching question by id" retry={() => void mutate()} />;
  }
  return question ? <Shown question={question} /> : <Skeleton rows={3} />;
}

const counted = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;

function Shown({ question }: { question: Question }) {
  return (
    <>
      <div className={styles.head}>
        <div className={styles.heading}>
          <h1 dir="auto">{question.title}</h1>
          <p className="muted mb-0">
            {counted(question.answerCount, 'answer')} · {counted(question.viewCount, 'view')} · asked{' '}
            <RelativeTime time={question.askDateTime} /> by <AuthorLink name={question.askedBy} />
          </p>
        </div>
        <Link to={routes.newQuestion.to()} className="btn btn-primary">
          Ask a Question
        </Link>
      </div>
      <section className={styles.post} aria-label="Question">
        <VoteBox question={question} />
        <div className={styles.body}>
          <Markdown text={question.text} />
          <div className={styles.tags}>
            {question.tags.map((tag) => (
              <TagButton key={tag._id} tag={tag} />
            ))}
          </div>
          <AttributionLine attribution={question.attribution} />
          <Comments on="question" id={question._id} comments={question.comments} />
        </div>
      </section>
      <h2 className={styles.answersHead}>{counted(question.answerCount, 'answer')}</h2>
      {question.answers.map((answer) => (
        <AnswerPost key={answer._id} answer={answer} />
      ))}
      <Link to={routes.newAnswer.to(question._id)} className="btn btn-primary mt-3">
        Answer Question
      </Link>
    </>
  );
}

function AnswerPost({ answer }: { answer: Answer }) {
  return (
    <article className={styles.answer} id={answer._id} aria-label={`Answer by ${answer.ansBy}`}>
      <Markdown text={answer.text} />
      <p className="small muted mb-0">
        <AuthorLink name={answer.ansBy} /> answered <RelativeTime time={answer.ansDateTime} />
      </p>
      <AttributionLine attribution={answer.attribution} />
      <Comments on="answer" id={answer._id} comments={answer.comments} />
    </article>
  );
}
