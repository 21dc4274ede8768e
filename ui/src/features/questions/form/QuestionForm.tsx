import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { limits } from '../../../api/generated';
import { DraftNotice } from '../../../components/DraftNotice';
import { InlineError } from '../../../components/InlineError';
import { MarkdownEditor } from '../../../components/MarkdownEditor';
import { PageHeader } from '../../../components/PageHeader';
import { type Failure, failureOf } from '../../../lib/failure';
import { pageGuard } from '../../../lib/pageGuard';
import { submitOnControlEnter } from '../../../lib/submitOnControlEnter';
import { type Draft, useDraft } from '../../../lib/useDraft';
import * as rules from '../../../lib/validation';
import styles from '../forms.module.css';
import { EditConflictNotice } from './EditConflictNotice';
import { TagField } from './TagField';

/** The fields of a question. Tags are separated by spaces. */
export type QuestionFields = { title: string; text: string; tags: string };

const fieldNames = ['title', 'text', 'tags'] as const;
type Problems = { title: string | null; text: Failure | string | null; tags: string | null };
const none: Problems = { title: null, text: null, tags: null };

type Props = {
  heading: string;
  /** A link at the other end of the heading. */
  back?: ReactNode;
  /** The name of the draft. */
  draftName: string;
  initial: QuestionFields;
  /** The title of a new question without a draft. */
  proposedTitle?: string;
  /** What was written in the form before another community was chosen. */
  carried?: QuestionFields | undefined;
  /** The label of the button. */
  action: string;
  /** Whether the question cannot be sent now. */
  isDisabled?: boolean;
  /** Sends the question and returns the address of the next page. */
  submit: (question: { title: string; text: string; tags: string[] }) => Promise<string>;
  /** The message if it cannot be sent. */
  errorText: string;
  /** Content below the title. */
  belowTitle?: (fields: QuestionFields) => ReactNode;
  /** Content below the fields. */
  below?: ReactNode;
  /** Content above the form. */
  above?: (draft: Draft<QuestionFields>) => ReactNode;
};

/** A form for a new or edited question. */
export function QuestionForm(props: Props) {
  const { heading, back, draftName, initial, proposedTitle, carried, action, isDisabled = false } = props;
  const { submit, errorText, belowTitle, below, above } = props;
  const draft = useDraft(draftName, initial);
  const { title, text, tags } = draft.fields;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title of the address is another proposal, and nothing else
  useEffect(() => {
    if (draft.isRestored) return;
    if (carried) draft.change(carried);
    else if (proposedTitle) draft.change({ title: proposedTitle });
  }, [proposedTitle]);
  const [problems, setProblems] = useState(none);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const titleId = useId();
  // An error describes the text before this change.
  const change = (field: (typeof fieldNames)[number]) => (value: string) => {
    draft.change({ [field]: value });
    setProblems((problems) => ({ ...problems, [field]: null }));
    setFailure(null);
  };

  const post = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy || isDisabled) return;
    const found = { title: rules.title(title), text: rules.questionText(text, initial.text), tags: rules.tags(tags) };
    setProblems(found);
    setFailure(null);
    const first = fieldNames.find((field) => found[field]);
    if (first) {
      const field = event.currentTarget.elements.namedItem(first);
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    setBusy(true);
    const isSamePage = pageGuard();
    try {
      const next = await submit({ title, text, tags: rules.splitTags(tags) });
      draft.finish();
      if (isSamePage()) navigate(next);
    } catch (error) {
      setFailure(failureOf(errorText, error));
      setBusy(false);
    }
  };
  return (
    <form onSubmit={post} onKeyDown={submitOnControlEnter} noValidate className={styles.form}>
      <PageHeader title={heading}>{back}</PageHeader>
      {above?.(draft)}
      <DraftNotice draft={draft}>
        <EditConflictNotice
          saved={JSON.stringify(initial)}
          base={JSON.stringify(draft.base)}
          mine={JSON.stringify(draft.fields)}
        />
      </DraftNotice>
      <div>
        <label htmlFor={titleId} className="form-label">
          Question Title*
        </label>
        <input
          id={titleId}
          name="title"
          className="form-control"
          dir="auto"
          autoComplete="off"
          required
          value={title}
          readOnly={busy}
          aria-invalid={problems.title !== null}
          aria-describedby={`${titleId}-hint ${titleId}-error`}
          onChange={(event) => change('title')(event.target.value)}
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
        {belowTitle?.(draft.fields)}
      </div>
      <MarkdownEditor
        name="text"
        label="Question Text*"
        hint="Markdown with tables, code and math such as $e^{i\pi} = -1$"
        value={text}
        onChange={change('text')}
        readOnly={busy}
        problem={problems.text}
      />
      <TagField value={tags} onChange={change('tags')} readOnly={busy} problem={problems.tags} />
      {below}
      <InlineError error={failure} />
      <div className={`${styles.actions} ${styles.apart}`}>
        <span className="muted small">* indicates mandatory fields</span>
        <button type="submit" className="btn btn-primary" aria-disabled={busy} disabled={isDisabled} title="Ctrl+Enter">
          {action}
        </button>
      </div>
    </form>
  );
}
