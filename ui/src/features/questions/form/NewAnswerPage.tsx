import { type FormEvent, useState } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router-dom';
import useSWR, { useSWRConfig } from 'swr';
import { ApiError, get } from '../../../api/client';
import type { Question } from '../../../api/generated';
import * as sentences from '../../../api/sentences';
import { DraftNote } from '../../../components/DraftNote';
import { Empty } from '../../../components/Empty';
import { MarkdownEditor } from '../../../components/MarkdownEditor';
import { Markdown } from '../../../components/markdown/Markdown';
import { Skeleton } from '../../../components/Skeleton';
import { usePageTitle } from '../../../components/usePageTitle';
import { useSendOnce } from '../../../lib/nonce';
import { routes } from '../../../lib/routes';
import { stillHere } from '../../../lib/stillHere';
import { submitOnControlEnter } from '../../../lib/submitOnControlEnter';
import { useDraft } from '../../../lib/useDraft';
import { answerText } from '../../../lib/validation';
import { addAnswer, questionPath } from '../api';
import styles from '../forms.module.css';
import { NoQuestion } from '../NoQuestion';

/** Answers a question. */
export default function NewAnswerPage() {
  const { qid } = useParams();
  return qid ? <Answering key={qid} qid={qid} /> : <Navigate to={routes.questions.to()} replace />;
}

function Answering({ qid }: { qid: string }) {
  usePageTitle('Answer Question');
  const { data: question, error, mutate } = useSWR<Question, unknown>(questionPath(qid), get);
  if (!question) return error ? <NoQuestion error={error} retry={() => void mutate()} /> : <Skeleton rows={3} />;
  return <AnswerForm question={question} />;
}

const nothing = { text: '' };

function AnswerForm({ question }: { question: Question }) {
  const { _id: qid, title, closedAt, deletedAt } = question;
  // A question that is deleted while somebody writes has no title any more: the one it had stays.
  const [heading, setHeading] = useState(title);
  if (!deletedAt && heading !== title) setHeading(title);
  const form = `answer to ${qid}`;
  const draft = useDraft(form, nothing);
  const { text } = draft.fields;
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const { mutate } = useSWRConfig();
  const sendOnce = useSendOnce(form);

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
    const isHere = stillHere();
    try {
      const answer = await sendOnce(text, (nonce, ansBy) => addAnswer(qid, { text, ansBy, nonce }));
      draft.finish();
      // The page scrolls to the answer, so it must be there; if it cannot be fetched now it comes with the event.
      await mutate(questionPath(qid)).catch(() => undefined);
      if (isHere()) navigate(routes.question.to(qid, answer._id));
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'Error while creating a new answer');
      setBusy(false);
    }
  };
  const refusal = deletedAt ? 'This question is deleted' : closedAt && sentences.questionClosed;
  // Closed while somebody writes: what is written stays, to be copied.
  if (refusal && !text) {
    return (
      <Empty title={refusal}>
        <p className="muted">It takes no new answers.</p>
        <Link to={routes.question.to(qid)}>Back to the question</Link>
      </Empty>
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
      <DraftNote draft={draft} />
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
