import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { limits, type TagPage } from '../../api/generated';
import { InlineError } from '../../components/InlineError';
import { RowList } from '../../components/RowList';
import { announce } from '../../lib/announce';
import { useAction } from '../../lib/useAction';
import { addTagSynonym, removeTagSynonym } from './api';

type Props = {
  tag: TagPage;
  /** Fetches the tag again. */
  refresh: () => Promise<unknown>;
  close: () => void;
};

/** Adds and removes the synonyms of a tag, for administrators. */
export default function SynonymEditor({ tag: { name, synonyms }, refresh, close }: Props) {
  const id = useId();
  const [text, setText] = useState('');
  const { busy, error, run } = useAction('Error while saving the synonyms', refresh);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (await run(() => addTagSynonym(name, text))) {
      announce(`Added ${text}`);
      setText('');
    }
    field.current?.focus();
  };
  const remove = async (synonym: string) => {
    if (await run(() => removeTagSynonym(synonym))) announce(`Removed ${synonym}`);
    field.current?.focus();
  };
  return (
    <section aria-labelledby={`${id}-title`} className="mb-4">
      <h2 id={`${id}-title`}>Synonyms</h2>
      <p className="muted small">
        Questions with a synonym are listed under <bdi>{name}</bdi>, and a new question with it gets <bdi>{name}</bdi>.
        If you remove a synonym, its earlier questions have it again.
      </p>
      <RowList>
        {synonyms.map((synonym) => (
          <li key={synonym}>
            <bdi>{synonym}</bdi>
            <button
              type="button"
              className="btn btn-outline-danger btn-sm"
              aria-label={`Remove ${synonym}`}
              aria-disabled={busy}
              onClick={() => remove(synonym)}
            >
              Remove
            </button>
          </li>
        ))}
      </RowList>
      <form onSubmit={add} noValidate className="d-flex flex-wrap gap-2 align-items-end mt-2">
        <div>
          <label htmlFor={`${id}-name`} className="form-label">
            New synonym
          </label>
          <input
            ref={field}
            id={`${id}-name`}
            className="form-control"
            dir="auto"
            autoCapitalize="none"
            autoComplete="off"
            maxLength={limits.tag}
            value={text}
            aria-invalid={error !== null}
            aria-describedby={`${id}-error`}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <button type="submit" className="btn btn-primary" aria-disabled={busy}>
          Add
        </button>
        <button type="button" className="btn btn-outline-secondary" onClick={close}>
          Done
        </button>
      </form>
      <InlineError id={`${id}-error`} error={error} />
    </section>
  );
}
