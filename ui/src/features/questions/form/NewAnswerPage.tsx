import { type FormEvent, useState } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router-dom';
import useSWR, { useSWRConfig } from 'swr';
import type { Question } from '../../../api/generated';
import * as sentences from '../../../api/sentences';
import { DraftNotice } from '../../../components/DraftNotice';
import { EmptyState } from '../../../components/EmptyState';
import { MarkdownEditor } from '../../../components/MarkdownEditor';
import { Markdown } from '../../../components/markdown/Markdown';
import { Skeleton } from '../../../components/Skeleton';
import { usePageTitle } from '../../../components/usePageTitle';
import { fetchKey } from '../../../lib/cacheKeys';
import { type Failure, failureOf } from '../../../lib/failure';
import { useIdempotentSend } from '../../../lib/idempotency';
import { pageGuard } from '../../../lib/pageGuard';
import { routes } from '../../../lib/routes';
import { submitOnControlEnter } from '../../../lib/submitOnControlEnter';
import { useDraft } from '../../../lib/useDraft';
import { answerText } from '../../../lib/validation';
import { addAnswer, addAnswerError } from '../api';
import styles from '../forms.module.css';
import { questionKey } from '../keys';
import { QuestionError } from '../QuestionError';

/** A form that answers a question. */
export default function NewAnswerPage() {
  const { qid } = useParams();
  return qid ? <Answering key={qid} qid={qid} /> : <Navigate to={routes.questions.to()} replace />;
}

function Answering({ qid }: { qid: string }) {
  usePageTitle('Answer Question');
  const { data: question, error, mutate } = useSWR<Question, unknown>(questionKey(qid), fetchKey);
  if (!question) return error ? <QuestionError error={error} retry={() => void mutate()} /> : <Skeleton rows={3} />;
  return <AnswerForm question={question} />;
}

const nothing = { text: '' };

function AnswerForm({ question }: { question: Question }) {
  const { _id: qid, title, closedAt, deletedAt } = question;
  // A question that is deleted meanwhile has no title: the previous one stays.
  const [heading, setHeading] = useState(title);
  if (!deletedAt && heading !== title) setHeading(title);
  const form = `answer to ${qid}`;
  const draft = useDraft(form, nothing);
  const { text } = draft.fields;
  const [problem, setProblem] = useState<Failure | string | null>(null);
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const { mutate } = useSWRConfig();
  const sendIdempotent = useIdempotentSend(form);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const found = answerText(text);
    setProblem(found);
    if (found) {
      const field = event.currentTarget.elements.namedItem('text');
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    setBusy(true);
    const isSamePage = pageGuard();
    try {
      const answer = await sendIdempotent(text, (nonce, ansBy) => addAnswer(qid, { text, ansBy, nonce }));
      draft.finish();
      // The page scrolls to the answer, so it must be there. If the fetch fails, the answer arrives
      // as an event.
      await mutate(questionKey(qid)).catch(() => undefined);
      if (isSamePage()) navigate(routes.question.to(qid, answer._id));
    } catch (error) {
      setProblem(failureOf(addAnswerError, error));
      setBusy(false);
    }
  };
  const refusal = deletedAt ? 'This question is deleted' : closedAt && sentences.questionClosed;
  // The question was closed meanwhile: the text stays, so that it can be copied.
  if (refusal && !text) {
    return (
      <EmptyState title={refusal}>
        <p className="muted">It takes no new answers.</p>
        <Link to={routes.question.to(qid)}>Back to the question</Link>
      </EmptyState>
    );
  }
  return (
    <form onSubmit={submit} onKeyDown={submitOnControlEnter} noValidate className={styles.form}>
      <h1 dir="auto">
        <Link to={routes.question.to(qid)}>{heading}</Link>
      </h1>
      {!deletedAt && (
        <details className={styles.question}>
          <summary>Show the question</summary>
          <Markdown text={question.text} />
        </details>
      )}
      <p role="alert" className="error-line">
        {refusal && `${refusal}: it takes no new answers.`}
      </p>
      <DraftNotice draft={draft} />
      <MarkdownEditor
        name="text"
        label="Answer Text*"
        value={text}
        onChange={(text) => {
          draft.change({ text });
          setProblem(null);
        }}
        readOnly={busy}
        problem={problem}
      />
      <div className={styles.actions}>
        <button type="submit" className="btn btn-primary" aria-disabled={busy} title="Ctrl+Enter">
          Post Answer
        </button>
        <span className="muted small">* indicates mandatory fields</span>
      </div>
    </form>
  );
}
