import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import useSWR from 'swr';
import type { Page } from '../../../api/client';
import { limits, type Tag, type TagCount } from '../../../api/generated';
import { Highlight } from '../../../components/Highlight';
import { SynonymNote } from '../../../components/SynonymNote';
import { fetchKey, fetchPage } from '../../../lib/cacheKeys';
import { substringFinder } from '../../../lib/highlightRanges';
import { isComposing } from '../../../lib/isComposing';
import { nameKey } from '../../../lib/nameKey';
import { pluralize } from '../../../lib/pluralize';
import { isDescribed, tagKey, tagListKey } from '../../../lib/tags';
import { useDebounced } from '../../../lib/useDebounced';
import * as rules from '../../../lib/validation';
import formStyles from '../forms.module.css';
import styles from './TagField.module.css';

/** The delay between the last key and the suggestions, in milliseconds. */
const suggestDelayMs = 200;
/** The number of suggested tags. */
const maxSuggestions = 8;

/** Returns the word at the caret. */
function wordAt(text: string, caret: number): { start: number; end: number; word: string } {
  const start = caret - (/\S*$/.exec(text.slice(0, caret))?.[0].length ?? 0);
  const end = caret + (/^\S*/.exec(text.slice(caret))?.[0].length ?? 0);
  return { start, end, word: text.slice(start, end) };
}

/** Returns existing tags whose names or synonyms contain the word, except those in the field. */
function useSuggestions(word: string, field: string): TagCount[] {
  const asked = useDebounced(word, suggestDelayMs);
  // Without suggestions tags can still be typed.
  const { data } = useSWR<Page<TagCount>, unknown>(
    asked && tagListKey({ search: asked, limit: maxSuggestions }),
    fetchPage,
    {
      keepPreviousData: true,
    },
  );
  if (!word || !asked || !data) return [];
  const letters = nameKey(word);
  const written = new Set(rules.splitTags(field).map(nameKey));
  // Suggestions of a shorter word, until the response for this one arrives.
  return data.items.filter(({ name, synonym = '' }) => {
    const key = nameKey(name);
    const isFound = key.includes(letters) || nameKey(synonym).includes(letters);
    return isFound && (key === letters || !written.has(key));
  });
}

/** Returns the tags in the field, without the one that is being typed, when no key was pressed for a while. */
function useChosen(field: string, word: string): string[] {
  const names = rules.splitTags(field).filter((name) => name !== word);
  return useDebounced(names.slice(0, limits.tags).join(' '), suggestDelayMs).split(' ').filter(Boolean);
}

/** Shows what the chosen tags are for, as far as they are described. */
function ChosenTags({ names }: { names: string[] }) {
  return (
    <ul className={styles.chosen} aria-label="What they are for">
      {names.map((name) => (
        <ChosenTag key={name} name={name} />
      ))}
    </ul>
  );
}

function ChosenTag({ name }: { name: string }) {
  // A tag that does not exist yet has no description.
  const { data } = useSWR<Tag, unknown>(tagKey(name), fetchKey);
  return (
    data &&
    isDescribed(data) && (
      <li>
        <bdi className="fw-semibold">{data.name}</bdi> <span dir="auto">{data.description}</span>
      </li>
    )
  );
}

type Props = {
  value: string;
  onChange: (value: string) => void;
  /** Whether the form is being sent. Text typed meanwhile would be lost. */
  readOnly: boolean;
  problem: string | null;
};

/**
 * A field for tags separated by spaces. Existing tags are suggested; the arrow keys and Enter or
 * Tab pick one.
 */
export function TagField({ value, onChange, readOnly, problem }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState(value.length);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  /** The caret's position after a suggestion was picked. */
  const placed = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (placed.current === null) return;
    input.current?.setSelectionRange(placed.current, placed.current);
    placed.current = null;
  });

  const { start, end, word } = wordAt(value, caret);
  const suggestions = useSuggestions(isOpen ? word : '', value);
  const isShown = isOpen && !readOnly && suggestions.length > 0;
  const chosen = isShown ? suggestions[active] : undefined;
  const find = substringFinder(word);

  // On small screens suggestions fit only if the field is not at the bottom.
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isShown) (list.current?.children[active] ?? list.current)?.scrollIntoView({ block: 'nearest' });
  }, [isShown, active]);

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const take = ({ name }: TagCount) => {
    const before = `${value.slice(0, start)}${name} `;
    placed.current = before.length;
    setCaret(before.length);
    onChange(before + value.slice(end).trimStart());
    close();
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, ctrlKey, metaKey, altKey, nativeEvent } = event;
    if (isComposing(nativeEvent) || ctrlKey || metaKey || altKey) return;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      if (!isShown) return setOpen(true);
      const step = key === 'ArrowDown' ? 1 : -1;
      // One more position than suggestions: the text itself.
      const places = suggestions.length + 1;
      setActive(((active + 1 + step + places) % places) - 1);
    } else if ((key === 'Enter' || key === 'Tab') && chosen && !event.shiftKey) {
      event.preventDefault();
      take(chosen);
    } else if (key === 'Escape' && isShown) {
      event.preventDefault();
      close();
    }
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id} className="form-label">
        Tags*
      </label>
      <input
        ref={input}
        id={id}
        name="tags"
        className="form-control"
        dir="auto"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={`${id}-suggestions`}
        aria-activedescendant={chosen && `${id}-${chosen._id}`}
        autoCapitalize="none"
        autoComplete="off"
        required
        value={value}
        readOnly={readOnly}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-hint ${id}-error`}
        onChange={(event) => {
          onChange(event.target.value);
          setCaret(event.target.selectionStart ?? event.target.value.length);
          setOpen(true);
          setActive(-1);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? 0)}
        onKeyDown={press}
        onBlur={close}
      />
      <div
        ref={list}
        id={`${id}-suggestions`}
        role="listbox"
        aria-label="Suggestions"
        className={styles.suggestions}
        hidden={!isShown}
      >
        {isShown &&
          suggestions.map((tag, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
            <div
              key={tag._id}
              id={`${id}-${tag._id}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={styles.suggestion}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(tag)}
            >
              <span>
                <Highlight text={tag.name} find={find} />
                {tag.synonym && <SynonymNote synonym={tag.synonym} />}
                {isDescribed(tag) && (
                  <>
                    {' '}
                    <small className={styles.description}>{tag.description}</small>
                  </>
                )}
              </span>{' '}
              <span className={styles.count}>{pluralize(tag.qcnt, 'question')}</span>
            </div>
          ))}
      </div>
      <p role="status" className="visually-hidden">
        {isShown && `${pluralize(suggestions.length, 'suggestion')}, use the arrow keys`}
      </p>
      <div id={`${id}-hint`} className={`form-text ${formStyles.hint}`}>
        <span>
          Add 1 to {limits.tags} tags of at most {limits.tag} characters, separated by spaces
        </span>
        <span>
          {rules.splitTags(value).length}/{limits.tags}
        </span>
      </div>
      <p id={`${id}-error`} role="alert" className="error-line">
        {problem}
      </p>
      <ChosenTags names={useChosen(value, isOpen ? word : '')} />
    </div>
  );
}
