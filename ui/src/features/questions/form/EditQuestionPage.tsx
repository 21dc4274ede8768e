import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import useSWR, { useSWRConfig } from 'swr';
import type { DeletedPost, Question } from '../../../api/generated';
import * as sentences from '../../../api/sentences';
import { EmptyState } from '../../../components/EmptyState';
import { InlineError } from '../../../components/InlineError';
import { Skeleton } from '../../../components/Skeleton';
import { usePageTitle } from '../../../components/usePageTitle';
import { fetchKey, keysOfTypes } from '../../../lib/cacheKeys';
import { routes } from '../../../lib/routes';
import { useUser } from '../../../lib/session';
import { editQuestion } from '../api';
import { usePermissions } from '../detail/permissions';
import { deletedPostsKey, questionKey } from '../keys';
import { QuestionError } from '../QuestionError';
import { QuestionForm } from './QuestionForm';

/** Edits an own question. */
export default function EditQuestionPage() {
  const { qid = '' } = useParams();
  usePageTitle('Edit Question');
  const { data: question, error, mutate } = useSWR<Question, unknown>(questionKey(qid), fetchKey);
  const { username } = useUser();
  if (!question)
    return error ? <WaitingForm qid={qid} error={error} retry={() => void mutate()} /> : <Skeleton rows={3} />;
  const back = <Link to={routes.question.to(qid)}>Back to the question</Link>;
  if (question.askedBy !== username) return <EmptyState title={sentences.notYourPost}>{back}</EmptyState>;
  if (question.deletedAt) return <EmptyState title="This question is deleted">{back}</EmptyState>;
  return <OpenForm key={qid} question={question} back={back} />;
}

/** The form for a question that others see. While it is locked, the text can be copied, but not saved. */
function OpenForm({ question, back }: { question: Question; back: ReactNode }) {
  const { mayRespond, isKnown } = usePermissions(question, false);
  return (
    <Form question={question} back={back} isDisabled={!mayRespond}>
      {!mayRespond && isKnown && <InlineError error={sentences.questionLocked} />}
      {question.closedAt && <p className="muted mb-0">This question is closed: it can be changed, but not answered.</p>}
    </Form>
  );
}

type WaitingProps = { qid: string; error: unknown; retry: () => void };

/** Edits an own question that waits for approval, which no other call returns. */
function WaitingForm({ qid, error, retry }: WaitingProps) {
  const { data, isLoading } = useSWR<DeletedPost[], unknown>(deletedPostsKey(qid), fetchKey);
  if (isLoading) return <Skeleton rows={3} />;
  const waiting = data?.find(({ _id, state }) => _id === qid && state === 'held');
  if (!waiting) return <QuestionError error={error} retry={retry} />;
  const tags = waiting.tags?.map((name) => ({ name })) ?? [];
  return (
    <Form question={{ ...waiting, tags }} back={<Link to={routes.question.to(qid)}>Back to the question</Link>}>
      <p className="muted mb-0">This question waits for approval: only you and the moderators see it.</p>
    </Form>
  );
}

type Editable = Pick<Question, '_id' | 'title' | 'text'> & { tags: { name: string }[] };

type FormProps = { question: Editable; back: ReactNode; isDisabled?: boolean; children: ReactNode };

function Form({ question, back, isDisabled = false, children }: FormProps) {
  const { _id: qid, title, text, tags } = question;
  const { mutate } = useSWRConfig();
  return (
    <QuestionForm
      heading="Edit Question"
      back={back}
      draftName={`edit of ${qid}`}
      initial={{ title, text, tags: tags.map(({ name }) => name).join(' ') }}
      action="Save Question"
      isDisabled={isDisabled}
      errorText="Error while editing the question"
      submit={async (changed) => {
        const saved = await editQuestion(qid, changed);
        if (saved.waiting) await mutate(keysOfTypes('deletedPosts'));
        else void mutate(questionKey(qid), saved, { revalidate: false });
        return routes.question.to(qid);
      }}
      above={() => children}
    />
  );
}
