import { type FormEvent, useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import useSWR from 'swr';
import { get, sentenceOf } from '../../api/client';
import type { Question } from '../../api/generated';
import { Markdown } from '../../components/markdown/Markdown';
import { usePageTitle } from '../../lib/pageTitle';
import { paths } from '../../lib/paths';
import { useUser } from '../../lib/session';
import { answerTextError } from '../../lib/validation';
import { addAnswer, questionPath } from './api';
import { MarkdownField } from './MarkdownField';

/** The form for an answer. */
export function Component() {
  const { qid } = useParams();
  return qid ? <AnswerForm qid={qid} /> : <Navigate to={paths.questions} replace />;
}

function AnswerForm({ qid }: { qid: string }) {
  usePageTitle('Answer');
  const { username } = useUser();
  const navigate = useNavigate();
  const { data: question } = useSWR(questionPath(qid), get<Question>);
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [isSending, setSending] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    const problem = answerTextError(text);
    setError(problem);
    if (problem) return;
    setSending(true);
    try {
      await addAnswer(qid, text, username);
      navigate(paths.question.to(qid));
    } catch (thrown) {
      console.error(thrown);
      setError(sentenceOf(thrown, 'Error while creating a new answer'));
      setSending(false);
    }
  };
  return (
    <form onSubmit={submit} noValidate>
      <h1 className="mb-3">{question?.title ?? 'Answer'}</h1>
      {question && (
        <details className="panel p-3 mb-4">
          <summary>Show the question</summary>
          <Markdown className="mt-3" text={question.text} />
        </details>
      )}
      <MarkdownField
        label="Answer Text"
        hint="Markdown, with tables, code blocks and formulas between dollar signs. Links start with https://"
        value={text}
        onChange={setText}
        error={error}
      />
      <div className="d-flex flex-wrap align-items-center gap-3 mt-3">
        <button className="btn btn-primary" type="submit" aria-disabled={isSending}>
          Post Answer
        </button>
        <span className="muted">* indicates mandatory fields</span>
      </div>
    </form>
  );
}
