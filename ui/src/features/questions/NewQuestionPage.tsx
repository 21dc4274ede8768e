import { type FormEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '../../api/client';
import { limits } from '../../api/generated';
import { MarkdownEditor } from '../../components/MarkdownEditor';
import { usePageTitle } from '../../components/usePageTitle';
import * as rules from '../../lib/validation';
import { addQuestion } from './api';
import styles from './forms.module.css';

type Problems = { title: string | null; text: string | null; tags: string | null };
const none: Problems = { title: null, text: null, tags: null };

/** Asks a question. */
export default function NewQuestionPage() {
  usePageTitle('Ask a Question');
  const [title, setTitle] = useState('');
  const [text, setText] = useState('');
  const [tags, setTags] = useState('');
  const [problems, setProblems] = useState(none);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const [titleId, tagsId] = [useId(), useId()];

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const found = { title: rules.title(title), text: rules.questionText(text), tags: rules.tags(tags) };
    setProblems(found);
    setFailure(null);
    const first = (['title', 'text', 'tags'] as const).find((field) => found[field]);
    if (first) {
      const field = event.currentTarget.elements.namedItem(first);
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    setBusy(true);
    try {
      await addQuestion({ title, text, tags: rules.splitTags(tags) });
      navigate('/questionPage?showStreakPopup=true');
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : 'Error while creating a new question');
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <h1>Ask a Question</h1>
      <div>
        <label htmlFor={titleId} className="form-label">
          Question Title*
        </label>
        <input
          id={titleId}
          name="title"
          className="form-control"
          required
          value={title}
          aria-invalid={problems.title !== null}
          aria-describedby={`${titleId}-hint ${titleId}-error`}
          onChange={(event) => setTitle(event.target.value)}
        />
        <div id={`${titleId}-hint`} className={`form-text ${styles.hint}`}>
          <span>Limit title to {limits.title} characters or less</span>
          <span>
            {rules.characters(title)}/{limits.title}
          </span>
        </div>
        <p id={`${titleId}-error`} role="alert" className="error-line">
          {problems.title}
        </p>
      </div>
      <MarkdownEditor
        name="text"
        label="Question Text*"
        hint="Markdown with tables, code and math such as $e^{i\pi} = -1$"
        value={text}
        onChange={setText}
        problem={problems.text}
      />
      <div>
        <label htmlFor={tagsId} className="form-label">
          Tags*
        </label>
        <input
          id={tagsId}
          name="tags"
          className="form-control"
          autoCapitalize="none"
          required
          value={tags}
          aria-invalid={problems.tags !== null}
          aria-describedby={`${tagsId}-hint ${tagsId}-error`}
          onChange={(event) => setTags(event.target.value)}
        />
        <div id={`${tagsId}-hint`} className={`form-text ${styles.hint}`}>
          <span>
            Add 1 to {limits.tags} tags of at most {limits.tag} characters, separated by spaces
          </span>
          <span>
            {rules.splitTags(tags).length}/{limits.tags}
          </span>
        </div>
        <p id={`${tagsId}-error`} role="alert" className="error-line">
          {problems.tags}
        </p>
      </div>
      <p role="alert" className="error-line">
        {failure}
      </p>
      <div className={styles.actions}>
        <button type="submit" className="btn btn-primary" aria-disabled={busy}>
          Post Question
        </button>
        <span className="muted small">* indicates mandatory fields</span>
      </div>
    </form>
  );
}
