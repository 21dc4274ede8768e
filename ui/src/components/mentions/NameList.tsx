import { type CSSProperties, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import useSWR from 'swr';
import { type CacheKey, fetchKey } from '../../lib/cacheKeys';
import { pluralize } from '../../lib/pluralize';
import { useUser } from '../../lib/session';
import { useAttribute, useCombobox } from '../../lib/useCombobox';
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
  const popover = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(() => nameAtCaret(area));
  const [place, setPlace] = useState<CSSProperties>({});
  const names = useNames(typed?.prefix ?? '');

  useEffect(() => {
    const look = () => {
      const now = nameAtCaret(area);
      if (!now) close();
      setTyped(now);
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
  const { list, option } = useCombobox({
    field: area,
    label: 'Members',
    options: names,
    startsWithFirst: true,
    picksWithTab: true,
    pick,
    close: () => close(typed?.start),
  });
  // A text area stays a text box.
  useAttribute(area, 'aria-autocomplete', 'list');
  useAttribute(area, 'aria-haspopup', 'listbox');

  const isShown = names.length > 0;
  useLayoutEffect(() => {
    if (!isShown || !popover.current || !typed) return;
    popover.current.showPopover?.();
    setPlace(placeAt(caretPosition(area, typed.start), popover.current));
  }, [isShown, area, typed]);

  return (
    <>
      <p role="status" className="visually-hidden">
        {isShown && `${pluralize(names.length, 'name')}, use the arrow keys`}
      </p>
      {isShown && (
        <div {...list} ref={popover} popover="manual" className={menu.menu} style={place}>
          {names.map((name) => (
            <div key={name} {...option(name)}>
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
