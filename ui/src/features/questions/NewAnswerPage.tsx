import { type FormEvent, useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import useSWR, { useSWRConfig } from 'swr';
import { ApiError, get } from '../../api/client';
import type { Question } from '../../api/generated';
import { MarkdownEditor } from '../../components/MarkdownEditor';
import { Markdown } from '../../components/markdown/Markdown';
import { usePageTitle } from '../../components/usePageTitle';
import { routes } from '../../lib/routes';
import { answerText } from '../../lib/validation';
import { addAnswer, questionPath } from './api';
import styles from './forms.module.css';

/** Answers a question. */
export default function NewAnswerPage() {
  const { qid } = useParams();
  return qid ? <AnswerForm qid={qid} /> : <Navigate to={routes.questions.to()} replace />;
}

function AnswerForm({ qid }: { qid: string }) {
  usePageTitle('Answer Question');
  const { data: question } = useSWR<Question, unknown>(questionPath(qid), get);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const { mutate } = useSWRConfig();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const found = answerText(text);
    setProblem(found);
    if (found) return;
    setBusy(true);
    try {
      await addAnswer(qid, text);
      void mutate(questionPath(qid));
      navigate(routes.question.to(qid));
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'Error while creating a new answer');
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <h1>{question?.title ?? 'Answer Question'}</h1>
      {question && (
        <details className={styles.question}>
          <summary>Show the question</summary>
          <Markdown text={question.text} />
        </details>
      )}
      <MarkdownEditor name="text" label="Answer Text*" value={text} onChange={setText} problem={problem} />
      <div className={styles.actions}>
        <button type="submit" className="btn btn-primary" aria-disabled={busy}>
          Post Answer
        </button>
        <span className="muted small">* indicates mandatory fields</span>
      </div>
    </form>
  );
}
