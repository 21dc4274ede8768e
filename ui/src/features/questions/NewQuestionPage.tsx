import { type FormEvent, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { sentenceOf } from '../../api/client';
import { limits } from '../../api/generated';
import { usePageTitle } from '../../lib/pageTitle';
import { paths } from '../../lib/paths';
import { useUser } from '../../lib/session';
import { lengthOf, questionTextError, tagsError, tagsOf, titleError } from '../../lib/validation';
import { addQuestion } from './api';
import { MarkdownField } from './MarkdownField';

type Errors = { title?: string | undefined; text?: string | undefined; tags?: string | undefined };

/** The form for a new question. */
export function Component() {
  usePageTitle('Ask a Question');
  const { username } = useUser();
  const navigate = useNavigate();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [title, setTitle] = useState('');
  const [text, setText] = useState('');
  const [tags, setTags] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string>();
  const [isSending, setSending] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    const found = { title: titleError(title), text: questionTextError(text), tags: tagsError(tags) };
    setErrors(found);
    setFailure(undefined);
    if (found.title || found.text || found.tags) {
      // After React has marked the fields.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    setSending(true);
    try {
      await addQuestion({ title, text, tags: tagsOf(tags), askedBy: username });
      navigate(paths.questions);
    } catch (thrown) {
      console.error(thrown);
      setFailure(sentenceOf(thrown, 'Error while creating a new question'));
      setSending(false);
    }
  };
  return (
    <form onSubmit={submit} noValidate ref={form}>
      <h1 className="mb-4">Ask a Question</h1>
      <div className="mb-4">
        <label className="form-label" htmlFor={`${id}-title`}>
          Question Title <span aria-hidden="true">*</span>
        </label>
        <div className="form-text mt-0 mb-2" id={`${id}-title-hint`}>
          Limit title to {limits.title} characters or less. {lengthOf(title.trim())}/{limits.title}
        </div>
        <input
          className="form-control"
          id={`${id}-title`}
          required
          value={title}
          onChange={(event) => setTitle(event.target.value)}
          aria-invalid={errors.title !== undefined}
          aria-describedby={`${id}-title-hint ${id}-title-error`}
        />
        <p className="error" id={`${id}-title-error`} role="alert">
          {errors.title}
        </p>
      </div>
      <div className="mb-4">
        <MarkdownField
          label="Question Text"
          hint="Markdown, with tables, code blocks and formulas between dollar signs. Links start with https://"
          value={text}
          onChange={setText}
          error={errors.text}
        />
      </div>
      <div className="mb-4">
        <label className="form-label" htmlFor={`${id}-tags`}>
          Tags <span aria-hidden="true">*</span>
        </label>
        <div className="form-text mt-0 mb-2" id={`${id}-tags-hint`}>
          Add keywords separated by spaces. {tagsOf(tags).length}/{limits.tags}
        </div>
        <input
          className="form-control"
          id={`${id}-tags`}
          required
          value={tags}
          onChange={(event) => setTags(event.target.value)}
          autoCapitalize="none"
          aria-invalid={errors.tags !== undefined}
          aria-describedby={`${id}-tags-hint ${id}-tags-error`}
        />
        <p className="error" id={`${id}-tags-error`} role="alert">
          {errors.tags}
        </p>
      </div>
      <p className="error mb-3" role="alert">
        {failure}
      </p>
      <div className="d-flex flex-wrap align-items-center gap-3">
        <button className="btn btn-primary" type="submit" aria-disabled={isSending}>
          Post Question
        </button>
        <span className="muted">* indicates mandatory fields</span>
      </div>
    </form>
  );
}
