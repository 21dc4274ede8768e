import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { QuestionCard } from '../../../api/generated';
import { ErrorMessage } from '../../../components/ErrorMessage';
import { InlineError } from '../../../components/InlineError';
import { TitleText } from '../../../components/TitleText';
import { usePage } from '../../../components/usePage';
import { pluralize } from '../../../lib/pluralize';
import { useAction } from '../../../lib/useAction';
import { useDebounced } from '../../../lib/useDebounced';
import { noQuestions, questionsError } from '../api';
import { candidatesKey, duplicatesKey } from '../keys';
import { addDuplicate } from './api';
import styles from './Duplicates.module.css';
import { parseQuestionId } from './parseQuestionId';

/** Marks a question as a duplicate of another one, by its link or a search. */
export default function DuplicatePanel({ qid, close }: { qid: string; close: () => void }) {
  const [text, setText] = useState('');
  const { busy, error, setError, run } = useAction('Error while linking the questions');
  const { mutate } = useSWRConfig();
  const field = useRef<HTMLInputElement>(null);
  const [fieldId, errorId] = [useId(), useId()];
  useLayoutEffect(() => field.current?.focus(), []);

  const given = parseQuestionId(text.trim());
  const words = useDebounced(text.trim());
  const isSearch = words !== '' && parseQuestionId(words) === null;
  const search = usePage<QuestionCard>(isSearch ? candidatesKey(words) : null);
  const isFailed = search.error !== undefined;
  const found = (isSearch && !given && !isFailed && search.page?.items.filter(({ _id }) => _id !== qid)) || [];

  const link = async (original: string) => {
    const isLinked = await run(async () => {
      await mutate(duplicatesKey(qid), addDuplicate(qid, original), { revalidate: false });
    });
    if (isLinked) close();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (given) void link(given);
    else setError('Please paste the link to a question, or choose one below');
  };
  return (
    <form
      className={styles.panel}
      aria-label="Mark as duplicate"
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && close()}
      noValidate
    >
      <label htmlFor={fieldId} className="form-label small mb-1">
        Which question is the original?
      </label>
      <input
        ref={field}
        id={fieldId}
        className="form-control form-control-sm"
        placeholder="Its link, or words from its title"
        autoComplete="off"
        value={text}
        aria-describedby={errorId}
        onChange={(event) => {
          setText(event.target.value);
          setError(null);
        }}
      />
      <InlineError id={errorId} error={error} />
      {given && (
        <button type="submit" className="btn btn-sm btn-primary" aria-disabled={busy}>
          Link to this question
        </button>
      )}
      <div role="status" className="small muted">
        {isSearch &&
          !given &&
          search.isCurrent &&
          !isFailed &&
          (found.length ? `${pluralize(found.length, 'question')} found` : noQuestions)}
      </div>
      {isFailed && !given && <ErrorMessage error={search.error} text={questionsError} retry={search.retry} />}
      {found.length > 0 && (
        <ul className={styles.results}>
          {found.map((card) => (
            <li key={card._id}>
              <button type="button" aria-disabled={busy} onClick={() => link(card._id)}>
                <span dir="auto">
                  <TitleText parts={[card.title]} />
                </span>
                <span className="small muted">
                  {pluralize(card.answerCount, 'answer')}
                  {card.accepted && ', ✓ accepted'}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.footer}>
        <button type="button" className="btn btn-sm btn-outline-secondary" onClick={close}>
          Cancel
        </button>
      </div>
    </form>
  );
}
