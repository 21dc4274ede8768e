import { useDeferredValue, useId } from 'react';
import { Markdown } from '../../components/markdown/Markdown';
import styles from './MarkdownField.module.css';

type MarkdownFieldProps = {
  label: string;
  hint: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
};

/** A text in Markdown beside its live preview. */
export function MarkdownField({ label, hint, value, onChange, error }: MarkdownFieldProps) {
  const id = useId();
  const previewed = useDeferredValue(value);
  return (
    <div className={styles.field}>
      <div>
        <label className="form-label" htmlFor={id}>
          {label} <span aria-hidden="true">*</span>
        </label>
        <div className="form-text mt-0 mb-2" id={`${id}-hint`}>
          {hint}
        </div>
        <textarea
          className={`form-control ${styles.text}`}
          id={id}
          rows={12}
          required
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-hint ${id}-error`}
        />
        <p className="error" id={`${id}-error`} role="alert">
          {error}
        </p>
      </div>
      <section aria-label="Preview">
        <p className="form-label" aria-hidden="true">
          Preview
        </p>
        <div className={styles.preview}>
          {previewed.trim() === '' ? (
            <p className="muted mb-0">What you write shows here as it will look.</p>
          ) : (
            <Markdown text={previewed} />
          )}
        </div>
      </section>
    </div>
  );
}
