import type { ReactNode } from 'react';
import { reveal } from '../lib/reveal';
import styles from './Choices.module.css';

type Props<K extends string> = {
  /** What is chosen. */
  label: string;
  /** The choices in their order, with their texts. */
  names: Partial<Record<K, string>>;
  chosen: K;
  choose: (name: K) => void;
  /** What narrows the choice, at the end of the row. */
  children?: ReactNode;
};

/** A row of buttons, one of them pressed, with a line below it. Chooses the order or the kind of what a list shows. */
export function Choices<K extends string>({ label, names, chosen, choose, children }: Props<K>) {
  return (
    <fieldset className={styles.choices} aria-label={label}>
      {(Object.keys(names) as K[]).map((name) => (
        <button
          key={name}
          ref={name === chosen ? reveal : null}
          type="button"
          aria-pressed={name === chosen}
          onClick={() => choose(name)}
        >
          {names[name]}
        </button>
      ))}
      {children}
    </fieldset>
  );
}
