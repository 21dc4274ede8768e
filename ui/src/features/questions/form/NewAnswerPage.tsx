import { useState } from 'react';
import { Link, Navigate, useParams } from 'react-router-dom';
import useSWR from 'swr';
import type { Question } from '../../../api/generated';
import { Markdown } from '../../../components/markdown/Markdown';
import { Skeleton } from '../../../components/Skeleton';
import { TitleText } from '../../../components/TitleText';
import { usePageTitle } from '../../../components/usePageTitle';
import { fetchKey } from '../../../lib/cacheKeys';
import { routes } from '../../../lib/routes';
import { usePermissions } from '../detail/permissions';
import styles from '../forms.module.css';
import { questionKey } from '../keys';
import { QuestionError } from '../QuestionError';
import { AnswerForm } from './AnswerForm';

/** The page of the form that answers a question. */
export default function NewAnswerPage() {
  const { qid } = useParams();
  return qid ? <Answering key={qid} qid={qid} /> : <Navigate to={routes.questions.to()} replace />;
}

function Answering({ qid }: { qid: string }) {
  usePageTitle('Answer Question');
  const { data: question, error, mutate } = useSWR<Question, unknown>(questionKey(qid), fetchKey);
  if (!question) return error ? <QuestionError error={error} retry={() => void mutate()} /> : <Skeleton rows={3} />;
  return <AnswerFormPage question={question} />;
}

function AnswerFormPage({ question }: { question: Question }) {
  const { _id: qid, title, deletedAt } = question;
  // A question that is deleted meanwhile has no title: the previous one stays.
  const [heading, setHeading] = useState(title);
  if (!deletedAt && heading !== title) setHeading(title);
  return (
    <AnswerForm question={question} permissions={usePermissions(question, false)}>
      <h1 dir="auto">
        <Link to={routes.question.to(qid)}>
          <TitleText parts={[heading]} />
        </Link>
      </h1>
      {!deletedAt && (
        <details className={styles.question}>
          <summary>Show the question</summary>
          <Markdown text={question.text} />
        </details>
      )}
    </AnswerForm>
  );
}
