import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { matchPath } from 'react-router-dom';
import useSWR, { useSWRConfig } from 'swr';
import { within } from '../../../api/base';
import { getPage, type Page } from '../../../api/client';
import type { QuestionCard } from '../../../api/generated';
import { ErrorBox } from '../../../components/ErrorBox';
import { ErrorLine } from '../../../components/ErrorLine';
import { counted } from '../../../lib/counted';
import { isId } from '../../../lib/isId';
import { routes } from '../../../lib/routes';
import { useAction } from '../../../lib/useAction';
import { useDebounced } from '../../../lib/useDebounced';
import { duplicatesPath, noQuestions, questionsFailed } from '../api';
import { addDuplicate, candidatesPath } from './api';
import styles from './Duplicates.module.css';

/** The id of a question in its address on this site, or by itself. */
export function idIn(text: string): string | null {
  const url = URL.canParse(text, location.origin) ? new URL(text, location.origin) : null;
  const path = url?.origin === location.origin ? within(url.pathname) : '';
  return matchPath(routes.question.pattern, path)?.params.qid ?? (isId(text) ? text : null);
}

/** Says that a question asks again what another one asked: its link, or words that find it. */
export default function DuplicatePanel({ qid, close }: { qid: string; close: () => void }) {
  const [text, setText] = useState('');
  const { busy, error, setError, run } = useAction('Error while linking the questions');
  const { mutate } = useSWRConfig();
  const field = useRef<HTMLInputElement>(null);
  const [fieldId, errorId] = [useId(), useId()];
  useEffect(() => field.current?.focus(), []);

  const given = idIn(text.trim());
  const words = useDebounced(text.trim());
  const isSearch = words !== '' && idIn(words) === null;
  const search = useSWR<Page<QuestionCard>, unknown>(isSearch ? candidatesPath(words) : null, getPage, {
    keepPreviousData: true,
  });
  const isFailed = search.error !== undefined;
  const found = (isSearch && !given && !isFailed && search.data?.items.filter(({ _id }) => _id !== qid)) || [];

  const link = async (original: string) => {
    const isLinked = await run(async () => {
      await mutate(duplicatesPath(qid), addDuplicate(qid, original), { revalidate: false });
    });
    if (isLinked) close();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (given) void link(given);
    else setError('Please paste the link of a question, or choose one below');
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
        Which question was asked before?
      </label>
      <input
        ref={field}
        id={fieldId}
        className="form-control form-control-sm"
        placeholder="A link, or words of its title"
        autoComplete="off"
        value={text}
        aria-describedby={errorId}
        onChange={(event) => {
          setText(event.target.value);
          setError(null);
        }}
      />
      <ErrorLine id={errorId} error={error} />
      {given && (
        <button type="submit" className="btn btn-sm btn-primary" aria-disabled={busy}>
          Link to this question
        </button>
      )}
      <div role="status" className="small muted">
        {isSearch &&
          !given &&
          !search.isLoading &&
          !isFailed &&
          (found.length ? `${counted(found.length, 'question')} found` : noQuestions)}
      </div>
      {isFailed && !given && (
        <ErrorBox error={search.error} text={questionsFailed} retry={() => void search.mutate()} />
      )}
      {found.length > 0 && (
        <ul className={styles.found}>
          {found.map((card) => (
            <li key={card._id}>
              <button type="button" aria-disabled={busy} onClick={() => link(card._id)}>
                <span dir="auto">{card.title}</span>
                <span className="small muted">
                  {counted(card.answerCount, 'answer')}
                  {card.accepted && ', ✓ accepted'}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.foot}>
        <button type="button" className="btn btn-sm btn-outline-secondary" onClick={close}>
          Cancel
        </button>
      </div>
    </form>
  );
}
