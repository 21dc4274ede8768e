import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import styles from './Markdown.module.css';

type Engine = typeof import('./engine');

let engine: Engine | undefined;
const waiting = new Set<() => void>();

// Most pages show Markdown, but none needs it for its first paint: until it is here the source is shown.
function subscribe(listener: () => void): () => void {
  waiting.add(listener);
  if (!engine) {
    import('./engine').then(
      (loaded) => {
        engine = loaded;
        for (const notify of waiting) notify();
      },
      () => undefined,
    );
  }
  return () => waiting.delete(listener);
}

/** Most formulas that are drawn in one text; the rest stay text. */
const mostFormulas = 200;

/** Draws formulas and colours code, each loaded only for a text that has some. What does not load leaves the text. */
async function embellish(root: ParentNode): Promise<void> {
  const formulas = [...root.querySelectorAll<HTMLElement>('.math')].slice(0, mostFormulas);
  const code = [...root.querySelectorAll<HTMLElement>('pre > code[class^="language-"]')];
  await Promise.allSettled([
    formulas.length > 0 && import('./math').then(({ drawFormulas }) => drawFormulas(formulas)),
    code.length > 0 && import('./code').then(({ colourCode }) => colourCode(code)),
  ]);
}

type MarkdownProps = { text: string; className?: string | undefined };

/** Markdown, sanitised, with formulas and coloured code. */
export function Markdown({ text, className = '' }: MarkdownProps) {
  const ref = useRef<HTMLDivElement>(null);
  const loaded = useSyncExternalStore(subscribe, () => engine);
  useLayoutEffect(() => {
    const root = ref.current;
    if (!loaded || !root) return;
    root.replaceChildren(loaded.render(text));
    void embellish(root).then(() => loaded.openScrollers(root));
  }, [loaded, text]);
  if (!loaded) return <div className={`${styles.markdown} ${styles.source} ${className}`}>{text}</div>;
  return <div key="rendered" ref={ref} className={`${styles.markdown} ${className}`} />;
}
