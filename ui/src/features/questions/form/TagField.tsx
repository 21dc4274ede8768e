import { useId, useLayoutEffect, useRef, useState } from 'react';
import useSWR from 'swr';
import type { Page } from '../../../api/client';
import { limits, type Tag, type TagCount } from '../../../api/generated';
import { Highlight } from '../../../components/Highlight';
import { SynonymNote } from '../../../components/SynonymNote';
import { fetchKey, fetchPage } from '../../../lib/cacheKeys';
import { substringFinder } from '../../../lib/highlightRanges';
import { nameKey } from '../../../lib/nameKey';
import { pluralize } from '../../../lib/pluralize';
import { isDescribed, tagKey, tagListKey } from '../../../lib/tags';
import { useCombobox } from '../../../lib/useCombobox';
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

/** On small screens suggestions fit only if the field is not at the bottom. */
const scrollToList = (list: HTMLElement | null) => list?.scrollIntoView({ block: 'nearest' });

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
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  const [caret, setCaret] = useState(value.length);
  const [isOpen, setOpen] = useState(false);
  /** The caret's position after a suggestion was picked. */
  const placed = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (placed.current === null) return;
    input?.setSelectionRange(placed.current, placed.current);
    placed.current = null;
  });

  const { start, end, word } = wordAt(value, caret);
  const suggestions = useSuggestions(isOpen ? word : '', value);
  const isShown = isOpen && !readOnly && suggestions.length > 0;
  const find = substringFinder(word);

  const close = () => setOpen(false);
  const take = (name: string) => {
    const before = `${value.slice(0, start)}${name} `;
    placed.current = before.length;
    setCaret(before.length);
    onChange(before + value.slice(end).trimStart());
    close();
  };
  const { list, option } = useCombobox({
    field: input,
    label: 'Suggestions',
    options: isShown ? suggestions.map(({ name }) => name) : [],
    picksWithTab: true,
    pick: take,
    open: () => setOpen(true),
    close,
  });
  return (
    <div className={styles.field}>
      <label htmlFor={id} className="form-label">
        Tags*
      </label>
      <input
        ref={setInput}
        id={id}
        name="tags"
        className="form-control"
        dir="auto"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
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
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? 0)}
        onBlur={close}
      />
      {isShown && (
        <div {...list} ref={scrollToList} className={styles.suggestions}>
          {suggestions.map((tag) => (
            <div key={tag._id} {...option(tag.name)} className={styles.suggestion}>
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
      )}
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
