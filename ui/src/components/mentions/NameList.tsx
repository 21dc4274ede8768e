import { type CSSProperties, useContext, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import useSWR from 'swr';
import { type CacheKey, fetchKey } from '../../lib/cacheKeys';
import { isComposing } from '../../lib/isComposing';
import { pluralize } from '../../lib/pluralize';
import { useUser } from '../../lib/session';
import { useDebounced } from '../../lib/useDebounced';
import { Avatar } from '../avatars/Avatar';
import { apply } from '../formatting';
import menu from '../Menu.module.css';
import { caretPosition } from './caretPosition';
import { nameAtCaret } from './naming';
import { Participants } from './participants';

/** The largest number of names that are shown. */
const maxNames = 8;

/** The delay between the last key and the request, in milliseconds. */
const askAfterMs = 150;

type Props = {
  area: HTMLTextAreaElement;
  /** Runs when no name is being typed, or with the place of the `@` of a name that the user does not want completed. */
  close: (unwanted?: number) => void;
};

/** A list of the names that begin with what is typed after an `@`. The text area keeps the focus. */
export default function NameList({ area, close }: Props) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(() => nameAtCaret(area));
  const [active, setActive] = useState(0);
  const [place, setPlace] = useState<CSSProperties>({});
  const names = useNames(typed?.prefix ?? '');
  const chosen = names[active] ?? names[0];

  useEffect(() => {
    const look = () => {
      const now = nameAtCaret(area);
      if (!now) close();
      setTyped(now);
      setActive(0);
    };
    const caretMoved = () => document.activeElement === area && look();
    area.addEventListener('input', look);
    const leave = () => close();
    area.addEventListener('blur', leave);
    document.addEventListener('selectionchange', caretMoved);
    return () => {
      area.removeEventListener('input', look);
      area.removeEventListener('blur', leave);
      document.removeEventListener('selectionchange', caretMoved);
    };
  }, [area, close]);

  const pick = (name: string) => {
    if (!typed) return;
    const insert = `@${name} `;
    const end = typed.start + insert.length;
    apply({ from: typed.start, to: area.selectionEnd, insert, start: end, end }, area);
    close();
  };
  const press = (event: KeyboardEvent) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (!chosen || shiftKey || ctrlKey || metaKey || altKey || isComposing(event)) return;
    const step = { ArrowDown: 1, ArrowUp: names.length - 1 }[key];
    if (step) setActive((names.indexOf(chosen) + step) % names.length);
    else if (key === 'Enter' || key === 'Tab') pick(chosen);
    else if (key === 'Escape') close(typed?.start);
    else return;
    // The form does not send, and the dialog around it stays open.
    event.preventDefault();
    event.stopPropagation();
  };
  useEffect(() => {
    area.addEventListener('keydown', press);
    return () => area.removeEventListener('keydown', press);
  });

  // A text area stays a text box: it refers to the list only while there is one.
  const isShown = chosen !== undefined;
  const activeId = chosen && `${id}-${chosen}`;
  useEffect(() => {
    if (!activeId) return undefined;
    const attributes = {
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-controls': id,
      'aria-activedescendant': activeId,
    };
    for (const [name, value] of Object.entries(attributes)) area.setAttribute(name, value);
    return () => Object.keys(attributes).forEach((name) => void area.removeAttribute(name));
  }, [area, id, activeId]);
  useLayoutEffect(() => {
    if (!isShown || !list.current || !typed) return;
    list.current.showPopover?.();
    setPlace(placeAt(caretPosition(area, typed.start), list.current));
  }, [isShown, area, typed]);

  return (
    <>
      <p role="status" className="visually-hidden">
        {isShown && `${pluralize(names.length, 'name')}, use the arrow keys`}
      </p>
      {isShown && (
        <div
          ref={list}
          id={id}
          popover="manual"
          role="listbox"
          aria-label="Members"
          className={menu.menu}
          style={place}
        >
          {names.map((name) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text area, which keeps the focus
            <div
              key={name}
              id={`${id}-${name}`}
              role="option"
              tabIndex={-1}
              aria-selected={name === chosen}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => pick(name)}
            >
              <Avatar seed={name} size={1.25} /> <bdi>{name}</bdi>
            </div>
          ))}
        </div>
      )}
    </>
  );
}

/** The key of the usernames that begin with a text. */
const namesKey = (prefix: string): CacheKey<'names'> => ({
  type: 'names',
  path: `/mention/getNames?${new URLSearchParams({ prefix })}`,
});

/** Returns the names that begin with a text, those of participants first. Nothing if it is the only one. */
function useNames(prefix: string): string[] {
  const { username } = useUser();
  const participants = useContext(Participants);
  const asked = useDebounced(prefix.toLowerCase(), askAfterMs);
  // Without the server's names, participants are still completed, and any name can be typed.
  const { data = [] } = useSWR<string[], unknown>(asked && namesKey(asked), fetchKey, { keepPreviousData: true });
  const known = prefix ? data : [];
  const folded = prefix.toLowerCase();
  const names = [...new Set([...participants(), ...known])].filter(
    (name) => name !== username && name !== '[deleted]' && name.toLowerCase().startsWith(folded),
  );
  return names.length === 1 && names[0] === prefix ? [] : names.slice(0, maxNames);
}

/** The distance from the line and from the edges of the window, in pixels. */
const gap = 4;

/** Places a list below a line of text, or above it if there is no room. */
function placeAt(
  { top, bottom, left }: { top: number; bottom: number; left: number },
  list: HTMLElement,
): CSSProperties {
  const { offsetWidth, offsetHeight } = list;
  const { clientWidth, clientHeight } = document.documentElement;
  const isAbove = bottom + gap + offsetHeight > clientHeight && top > offsetHeight + gap;
  return {
    top: isAbove ? top - gap - offsetHeight : bottom + gap,
    left: Math.max(gap, Math.min(left, clientWidth - offsetWidth - gap)),
    margin: 0,
  };
}
