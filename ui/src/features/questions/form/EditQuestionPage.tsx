import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import useSWR, { useSWRConfig } from 'swr';
import { get } from '../../../api/client';
import type { Question } from '../../../api/generated';
import * as sentences from '../../../api/sentences';
import { Empty } from '../../../components/Empty';
import { Skeleton } from '../../../components/Skeleton';
import { usePageTitle } from '../../../components/usePageTitle';
import { routes } from '../../../lib/routes';
import { useUser } from '../../../lib/session';
import { editQuestion, questionPath } from '../api';
import { NoQuestion } from '../NoQuestion';
import { QuestionForm } from './QuestionForm';

/** Changes a question of one's own. */
export default function EditQuestionPage() {
  const { qid = '' } = useParams();
  usePageTitle('Edit Question');
  const { data: question, error, mutate } = useSWR<Question, unknown>(questionPath(qid), get);
  const { username } = useUser();
  if (!question) return error ? <NoQuestion error={error} retry={() => void mutate()} /> : <Skeleton rows={3} />;
  const back = <Link to={routes.question.to(qid)}>Back to the question</Link>;
  if (question.askedBy !== username) return <Empty title={sentences.notYourPost}>{back}</Empty>;
  if (question.deletedAt) return <Empty title="This question is deleted">{back}</Empty>;
  return (
    <Form key={qid} question={question}>
      {question.closedAt && <p className="muted mb-0">This question is closed: it can be changed, but not answered.</p>}
      <div>{back}</div>
    </Form>
  );
}

function Form({ question, children }: { question: Question; children: ReactNode }) {
  const { _id: qid, title, text, tags } = question;
  const { mutate } = useSWRConfig();
  return (
    <QuestionForm
      heading="Edit Question"
      draftName={`edit of ${qid}`}
      initial={{ title, text, tags: tags.map(({ name }) => name).join(' ') }}
      action="Save Question"
      failed="Error while editing the question"
      submit={async (changed) => {
        const saved = await editQuestion(qid, changed);
        void mutate(questionPath(qid), saved, { revalidate: false });
        return routes.question.to(qid);
      }}
    >
      {children}
    </QuestionForm>
  );
}
