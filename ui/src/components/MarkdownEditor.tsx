import { type ReactNode, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { invalidHyperlink } from '../api/sentences';
import type { Failure } from '../lib/failure';
import { withoutPlaceholders } from '../lib/uploading';
import { FormattingBar, FormattingHelp } from './FormattingBar';
import { InlineError } from './InlineError';
import styles from './MarkdownEditor.module.css';
import { Markdown } from './markdown/Markdown';
import { WithMentions } from './mentions/WithMentions';
import { useUploads } from './uploads/useUploads';
import { useTyping } from './useTyping';

type Props = {
  name: string;
  label: ReactNode;
  /** Whether the editor is low, and its preview appears with the text. */
  isCompact?: boolean;
  hint?: string;
  value: string;
  onChange: (value: string) => void;
  /** Whether the text is being sent. Text typed meanwhile would be lost. */
  readOnly: boolean;
  /** The error in the text, if there is one, or that of sending it. */
  problem: Failure | string | null;
  /** The id of the element that shows the error, if the editor does not. */
  problemId?: string;
  /** Whether mail addresses are links in the preview. */
  hasMail?: boolean;
};

/** Matches the beginning of each link that is refused only because its address is not secure. */
const INSECURE = /(\]\(<?)http:\/\//g;

const isAboutLinks = (problem: Failure | string | null): boolean =>
  typeof problem === 'string'
    ? problem === invalidHyperlink
    : [problem?.text, problem?.detail].includes(invalidHyperlink);

/** Rendering a longer text delays the keys that follow. */
const LONG = 3_000;

/** How long typing pauses before the preview of a long text follows, in milliseconds. */
const PAUSE_MS = 400;

/** Returns the text that the preview shows. Typing has priority: a long text follows in its pauses. */
function usePreviewed(value: string): string {
  const [paused, setPaused] = useState(value);
  const isLong = value.length > LONG;
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), isLong ? PAUSE_MS : 0);
    return () => clearTimeout(timer);
  }, [value, isLong]);
  return useDeferredValue(isLong ? paused : value);
}

/** A text area with formatting buttons and a live preview of its Markdown. */
export function MarkdownEditor(props: Props) {
  const { name, label, isCompact = false, hint, value, onChange, readOnly, problem, problemId, hasMail } = props;
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const mayHaveLinks = value.includes('](');
  useEffect(() => {
    if (mayHaveLinks) import('./markdown/checkLinks').catch(() => {});
  }, [mayHaveLinks]);
  const shown = withoutPlaceholders(usePreviewed(value));
  const { choose, uploads } = useUploads(area);
  const typing = useTyping();
  const secured = isAboutLinks(problem) ? value.replace(INSECURE, '$1https://') : value;
  const repair = () => {
    onChange(secured);
    area.current?.focus();
  };
  return (
    <div className={`${styles.editor} ${isCompact ? styles.compact : ''}`}>
      <div>
        <div className={styles.top}>
          <label htmlFor={id}>{label}</label>
          <FormattingBar area={area} choosePictures={choose} />
        </div>
        <WithMentions>
          <textarea
            ref={area}
            id={id}
            name={name}
            className={`form-control ${styles.text}`}
            dir="auto"
            rows={isCompact ? 5 : 12}
            required
            value={value}
            readOnly={readOnly}
            aria-invalid={problem !== null}
            aria-describedby={`${id}-hint ${problemId ?? `${id}-error`}`}
            onChange={(event) => onChange(event.target.value)}
            {...typing}
          />
        </WithMentions>
        {uploads}
        <div id={`${id}-hint`} className="form-text">
          {hint}
        </div>
        {!problemId && <InlineError id={`${id}-error`} error={problem} />}
        {secured !== value && !readOnly && (
          <button type="button" className="btn btn-sm btn-outline-secondary" onClick={repair}>
            Change http:// to https://
          </button>
        )}
        <FormattingHelp />
      </div>
      {(!isCompact || shown.trim()) && (
        <section aria-label="Preview">
          <p className={styles.top} aria-hidden="true">
            Preview
          </p>
          <div className={styles.preview}>
            {shown.trim() ? (
              <Markdown text={shown} hasMail={hasMail} />
            ) : (
              <p className="muted mb-0">Nothing to preview yet</p>
            )}
          </div>
        </section>
      )}
    </div>
  );
}
