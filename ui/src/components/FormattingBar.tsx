import { type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react';
import styles from './FormattingBar.module.css';
import { apply, type Format, format } from './formatting';

const buttons: { how: Format; label: string; face: ReactNode }[] = [
  { how: 'bold', label: 'Bold', face: <b>B</b> },
  { how: 'italic', label: 'Italic', face: <i>I</i> },
  { how: 'code', label: 'Code', face: <code>{'</>'}</code> },
  { how: 'link', label: 'Link', face: <u>a</u> },
  { how: 'quote', label: 'Quote', face: '❝' },
  { how: 'list', label: 'List', face: '•–' },
  { how: 'math', label: 'Math', face: '∑' },
];

/** Buttons that format what is selected in a text area. The arrow keys go from one to the next. */
export function FormattingBar({ area }: { area: RefObject<HTMLTextAreaElement | null> }) {
  const [current, setCurrent] = useState(0);
  const press = (how: Format) => {
    const text = area.current;
    if (text && !text.readOnly)
      apply(format(how, { text: text.value, start: text.selectionStart, end: text.selectionEnd }), text);
  };
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -current, End: -current - 1 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (current + step + buttons.length) % buttons.length;
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div role="toolbar" aria-label="Formatting" className={styles.bar} onKeyDown={move}>
      {buttons.map(({ how, label, face }, index) => (
        <button
          key={how}
          type="button"
          className="btn btn-sm btn-outline-secondary"
          aria-label={label}
          title={label}
          tabIndex={index === current ? 0 : -1}
          onFocus={() => setCurrent(index)}
          onClick={() => press(how)}
        >
          {face}
        </button>
      ))}
    </div>
  );
}

/** The most useful of Markdown on a few lines. */
export function FormattingHelp() {
  const lines = [
    ['**bold**, *italic*, `code`', 'within a line'],
    ['[text](https://…)', 'a link'],
    ['```python', 'on a line of its own before code, and ``` after it'],
    ['> quote', 'quoted text'],
    ['- item, 1. item', 'lists'],
    ['| a | b |', 'a table; its second line is |---|---|'],
    ['$x^2$, $$\\sum_i i$$', 'math in the line, and on its own'],
  ];
  return (
    <details className={styles.help}>
      <summary>Formatting help</summary>
      <dl>
        {lines.map(([source, meaning]) => (
          <div key={source}>
            <dt>
              <code>{source}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      An empty line begins a new paragraph.
    </details>
  );
}
