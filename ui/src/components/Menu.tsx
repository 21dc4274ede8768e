import { type CSSProperties, type ReactNode, type ToggleEvent, useEffect, useId, useRef, useState } from 'react';
import styles from './Menu.module.css';
import { MoreIcon } from './MoreIcon';

type Props = {
  /** The accessible name of the button. */
  label: string;
  items: { label: string; isCurrent?: boolean; isDangerous?: boolean; choose: () => void }[];
  /** The visible content of the button; by default three dots. */
  children?: ReactNode;
  /** The class of the button. */
  className?: string | undefined;
  /** Whether the menu opens when it appears, because it has loaded for that. */
  isOpenFirst?: boolean;
};

/**
 * A menu of rare actions or of states behind a button. The browser closes it on Escape or when the
 * focus leaves.
 */
export function Menu({ label, items, children, className, isOpenFirst = false }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  /** The position of the open menu. */
  const [place, setPlace] = useState<CSSProperties | null>(null);
  const isOpen = place !== null;
  const prepare = ({ newState }: ToggleEvent<HTMLDivElement>) =>
    setPlace(newState === 'open' && button.current ? placeAt(button.current) : null);
  const enter = ({ newState, currentTarget }: ToggleEvent<HTMLDivElement>) => {
    if (newState === 'open') currentTarget.querySelector('button')?.focus({ preventScroll: true });
  };
  useEffect(() => {
    if (!isOpenFirst) return;
    // Where the focus returns when the menu closes.
    button.current?.focus();
    menu.current?.showPopover();
  }, [isOpenFirst]);
  useEffect(() => {
    if (!isOpen) return;
    // The menu does not scroll with its button.
    const close = () => menu.current?.hidePopover();
    window.addEventListener('scroll', close, { capture: true, once: true });
    return () => window.removeEventListener('scroll', close, { capture: true });
  }, [isOpen]);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className ?? (children ? 'btn btn-sm btn-outline-secondary text-nowrap' : styles.button)}
        aria-label={label}
        aria-expanded={isOpen}
        popoverTarget={id}
      >
        {children ?? <MoreIcon />}
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
        {items.map(({ label, isCurrent, isDangerous, choose }) => (
          <button
            key={label}
            type="button"
            aria-current={isCurrent}
            className={isDangerous ? styles.danger : undefined}
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

/** The height that a menu may need below its button, in pixels. */
const menuHeight = 360;

/** Places a menu below its button, or above it if there is no room, aligned to the side with more room. */
function placeAt(button: HTMLElement): CSSProperties {
  const { top, bottom, left, right } = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const isAbove = clientHeight - bottom < menuHeight && top > menuHeight;
  const side = right > clientWidth / 2 ? { right: clientWidth - right } : { left };
  return { ...side, ...(isAbove ? { bottom: clientHeight - top } : { top: bottom }) };
}
