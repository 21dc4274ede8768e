import { type CSSProperties, type ToggleEvent, useEffect, useId, useRef, useState } from 'react';
import styles from './Menu.module.css';
import { MoreIcon } from './MoreIcon';

type Props = {
  /** What the button is named. */
  label: string;
  items: { label: string; choose: () => void }[];
};

/** What is done seldom, behind a button with three dots. The browser closes it when one presses Escape or goes elsewhere. */
export function Menu({ label, items }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  /** Where it is, while it is open. */
  const [place, setPlace] = useState<CSSProperties | null>(null);
  const isOpen = place !== null;
  const prepare = ({ newState }: ToggleEvent<HTMLDivElement>) =>
    setPlace(newState === 'open' && button.current ? placeAt(button.current) : null);
  const enter = ({ newState, currentTarget }: ToggleEvent<HTMLDivElement>) => {
    if (newState === 'open') currentTarget.querySelector('button')?.focus({ preventScroll: true });
  };
  useEffect(() => {
    if (!isOpen) return;
    // It would stay where its button was.
    const close = () => menu.current?.hidePopover();
    window.addEventListener('scroll', close, { capture: true, once: true });
    return () => window.removeEventListener('scroll', close, { capture: true });
  }, [isOpen]);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label={label}
        aria-expanded={isOpen}
        popoverTarget={id}
      >
        <MoreIcon />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className={styles.menu}
        style={place ?? {}}
        onBeforeToggle={prepare}
        onToggle={enter}
      >
        {items.map(({ label, choose }) => (
          <button
            key={label}
            type="button"
            onClick={() => {
              menu.current?.hidePopover();
              choose();
            }}
          >
            {label}
          </button>
        ))}
      </div>
    </>
  );
}

/** Room that a menu may need below its button, in pixels. */
const room = 180;

/** Below a button, or above it where there is no room, with its right end at the button's. */
function placeAt(button: HTMLElement): CSSProperties {
  const { top, bottom, right } = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const isAbove = clientHeight - bottom < room && top > room;
  return { right: clientWidth - right, ...(isAbove ? { bottom: clientHeight - top } : { top: bottom }) };
}
