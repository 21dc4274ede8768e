import { type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react';
import { base } from '../api/base';
import { routes } from '../lib/routes';
import styles from './FormattingBar.module.css';
import { apply, type Format, format } from './formatting';
import { isMac } from './typing';
import { PictureIcon } from './uploads/PictureIcon';

type Button = { type: Format | 'picture'; label: string; icon: ReactNode; key?: string };

const formats: Button[] = [
  { type: 'bold', label: 'Bold', icon: <b>B</b>, key: 'B' },
  { type: 'italic', label: 'Italic', icon: <i>I</i>, key: 'I' },
  { type: 'code', label: 'Code', icon: <code>{'</>'}</code>, key: 'E' },
  { type: 'link', label: 'Link', icon: <u>a</u>, key: 'K' },
  { type: 'quote', label: 'Quote', icon: '❝' },
  { type: 'list', label: 'List', icon: '•–' },
  { type: 'math', label: 'Math', icon: '∑' },
];

const modifier = isMac ? '⌘' : 'Ctrl+';

const picture: Button = { type: 'picture', label: 'Picture', icon: <PictureIcon /> };

type Props = {
  area: RefObject<HTMLTextAreaElement | null>;
  /** Lets the user choose pictures for the text. Without it there is no button for pictures. */
  choosePictures: (() => void) | undefined;
};

/** Buttons that format the selection of a text area, and one for pictures. The arrow keys move between them. */
export function FormattingBar({ area, choosePictures }: Props) {
  const [current, setCurrent] = useState(0);
  const buttons = choosePictures ? [...formats, picture] : formats;
  const press = (type: Button['type']) => {
    const text = area.current;
    if (!text || text.readOnly) return;
    if (type === 'picture') choosePictures?.();
    else apply(format(type, { text: text.value, start: text.selectionStart, end: text.selectionEnd }), text);
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
      {buttons.map(({ type, label, icon, key }, index) => (
        <button
          key={type}
          type="button"
          className="btn btn-sm btn-outline-secondary"
          aria-label={label}
          title={key ? `${label} (${modifier}${key})` : label}
          tabIndex={index === current ? 0 : -1}
          onFocus={() => setCurrent(index)}
          onClick={() => press(type)}
        >
          {icon}
        </button>
      ))}
    </div>
  );
}

/** Explains the most useful Markdown on a few lines. */
export function FormattingHelp() {
  const lines = [
    ['**bold**, *italic*, `code`', 'within a line'],
    ['[text](https://…)', 'a link'],
    ['Paste or drop a picture', 'or choose it with the last button above'],
    ['Paste a text or a table', 'with its formatting; an address pasted on words makes them a link'],
    ['```python', 'on a separate line before code, and ``` after it'],
    ['> quote', 'quoted text'],
    ['- item, 1. item', 'lists'],
    ['| a | b |', 'a table; the second line is |---|---|'],
    ['$x^2$, $$\\sum_i i$$', 'math in a line, and on a separate line'],
    [`${modifier}B, I, K, E`, 'bold, italic, link, code'],
    ['Tab, Shift+Tab', 'indent a list or code, and back; Escape, then Tab leaves the text'],
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
      An empty line begins a new paragraph.{' '}
      <a href={base + routes.formatting.to()} target="_blank" rel="noopener">
        More about formatting and formulas<span className="visually-hidden"> (opens in a new tab)</span>
      </a>
    </details>
  );
}
