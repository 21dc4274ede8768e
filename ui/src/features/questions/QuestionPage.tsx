import { useParams } from 'react-router-dom';
import useSWR from 'swr';
import { ApiError, get } from '../../api/client';
import type { Question } from '../../api/generated';
import { Attribution } from '../../components/Attribution';
import { LinkButton } from '../../components/LinkButton';
import { Markdown } from '../../components/markdown/Markdown';
import { RelativeTime } from '../../components/RelativeTime';
import { Empty, Failure, Skeleton } from '../../components/states';
import { TagButton } from '../../components/TagButton';
import { UserLink } from '../../components/UserLink';
import { usePageTitle } from '../../lib/pageTitle';
import { paths } from '../../lib/paths';
import { AnswerView } from './AnswerView';
import { questionPath } from './api';
import { Comments } from './Comments';
import styles from './QuestionPage.module.css';
import { VoteButtons } from './VoteButtons';

/** One question with its answers and comments. */
export function Component() {
  const { qid = '' } = useParams();
  const { data: question, error, mutate } = useSWR(questionPath(qid), get<Question>);
  usePageTitle(question?.title ?? 'Question');
  if (question) return <QuestionView question={question} />;
  if (!error) return <Skeleton />;
  return error instanceof ApiError && error.status === 404 ? (
    <Empty title={error.body}>
      <p className="muted mb-0">It may have been removed, or the link is mistyped.</p>
    </Empty>
  ) : (
    <Failure error={error} sentence="Error when fetching question by id" onRetry={() => mutate()} />
  );
}

function QuestionView({ question }: { question: Question }) {
  return (
    <>
      <header className={styles.head}>
        <div>
          <h1>{question.title}</h1>
          <p className={styles.facts}>
            <span>{question.answerCount} answers</span>
            <span>{question.viewCount} views</span>
          </p>
        </div>
        <LinkButton className="btn btn-primary" to={paths.newQuestion}>
          Ask a Question
        </LinkButton>
      </header>
      <article className={styles.post} aria-label="Question">
        <VoteButtons question={question} />
        <div className={styles.main}>
          <Markdown text={question.text} />
          <div className={styles.foot}>
            <ul className={styles.tags} aria-label="Tags">
              {question.tags.map((tag) => (
                <li key={tag._id}>
                  <TagButton name={tag.name} />
                </li>
              ))}
            </ul>
            <p className={styles.author}>
              <UserLink username={question.askedBy} /> asked <RelativeTime time={question.askDateTime} />
            </p>
          </div>
          <Attribution source={question.attribution} />
          <Comments on="question" id={question._id} qid={question._id} comments={question.comments} />
        </div>
      </article>
      {question.answers.map((answer) => (
        <AnswerView key={answer._id} answer={answer} question={question} />
      ))}
      <LinkButton className="btn btn-primary mt-4" to={paths.newAnswer.to(question._id)}>
        Answer Question
      </LinkButton>
    </>
  );
}
