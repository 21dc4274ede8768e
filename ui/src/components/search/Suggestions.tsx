import { useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link, useMatch, useNavigate } from 'react-router-dom';
import useSWR from 'swr';
import { get } from '../../api/client';
import type { Suggestions as Found } from '../../api/generated';
import type { CacheKey } from '../../lib/cacheKeys';
import { isId } from '../../lib/isId';
import { routes } from '../../lib/routes';
import { useUser } from '../../lib/session';
import { useCombobox } from '../../lib/useCombobox';
import { useCommunity } from '../community/useCommunity';
import { CommunitiesIcon, UsersIcon } from '../icons';
import { loadEngine } from '../markdown/rendering';
import { groupsOf, type Suggestion } from './groups';
import styles from './Suggestions.module.css';
import { useCompletions } from './useCompletions';

/** The delay between the last key and the request, in milliseconds. */
const requestDelayMs = 200;

type Props = {
  /** The text of the search box. */
  text: string;
  setText: (text: string) => void;
  /** The search box, which keeps the focus. */
  input: HTMLInputElement;
  /** Whether all operators are offered. */
  isAll?: boolean | undefined;
  /** Whether only operators are completed: the page itself lists the results. */
  isOnList: boolean;
  /** Opens the suggestions, with all operators or without. */
  open: (isAll: boolean) => void;
  close: () => void;
};

/** Returns a fetcher that aborts its previous request, which is for an older text. */
function useLatestGet() {
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  return ({ path }: CacheKey) => {
    running.current?.abort();
    running.current = new AbortController();
    return get<Found>(path, undefined, running.current.signal);
  };
}

/** Returns the searches in a part of the site: in the community that is open, and in the viewer's posts. */
function useScopes(search: string): Suggestion[] {
  const id = useMatch(routes.community.pattern)?.params.communityId;
  const { data: community } = useCommunity(id && isId(id) ? id : undefined);
  const { username } = useUser();
  const scopes: Suggestion[] = [];
  if (community) {
    const to = routes.community.to(community._id, { search });
    scopes.push({ to, icon: <CommunitiesIcon />, content: `In ${community.name}` });
  }
  if (username) {
    const to = routes.questions.to({ search: `${search} by:${username}` });
    scopes.push({ to, icon: <UsersIcon />, content: 'In my posts' });
  }
  return scopes;
}

// Passages need it, and its evaluation would delay a key.
loadEngine().catch(() => undefined);

/** Returns the pages that a text leads to, in named groups. */
function useGroups(text: string, isOnList: boolean) {
  // The first letter is not asked for at once either.
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), requestDelayMs);
    return () => clearTimeout(timer);
  }, [text]);
  const key: CacheKey<'suggestions'> | null =
    asked && !isOnList
      ? { type: 'suggestions', path: `/search/getSuggestions?${new URLSearchParams({ text: asked })}` }
      : null;
  // While a request runs, and if it fails, the previous suggestions stay: they are optional.
  const { data } = useSWR<Found, unknown>(key, useLatestGet(), { keepPreviousData: true });
  // Their texts are drawn between keys.
  const found = useDeferredValue(data);
  const scopes = useScopes(text);
  return text && !isOnList ? groupsOf(text, found ?? {}, scopes) : [];
}

/**
 * Lists the pages that a text in the search box can lead to, and completes its operators. Arrow keys select one, Enter
 * takes it, Escape closes.
 */
export default function Suggestions({ text, setText, input, isAll, isOnList, open, close }: Props) {
  const navigate = useNavigate();
  const leave = () => {
    close();
    setText('');
  };
  const completions = useCompletions(text, input.selectionStart ?? text.length, isAll);
  const groups = useGroups(text.trim(), isOnList);
  const options = [
    ...completions.map(({ operator }) => operator),
    ...groups.flatMap(([, items]) => items.map(({ to }) => to)),
  ];
  /** The place of the caret after a completion. */
  const placed = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (placed.current !== undefined) input.setSelectionRange(placed.current, placed.current);
    placed.current = undefined;
  });
  const { list, option } = useCombobox({
    field: input,
    label: 'Suggestions',
    options,
    pick: (picked) => {
      const completion = completions.find(({ operator }) => operator === picked);
      if (completion) {
        placed.current = completion.caret;
        setText(completion.text);
        open(false);
      } else {
        leave();
        navigate(picked);
      }
    },
    open: () => open(true),
    close,
  });
  const isOpen = options.length > 0;
  useEffect(() => {
    if (!isOpen) return undefined;
    input.setAttribute('aria-expanded', 'true');
    return () => input.setAttribute('aria-expanded', 'false');
  }, [input, isOpen]);
  if (!isOpen) return null;

  return (
    <div {...list} className={styles.list}>
      {completions.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
        <div role="group" aria-label="Filters" className={styles.group}>
          <div className={styles.name} aria-hidden="true">
            Filters
          </div>
          {completions.map(({ operator, meaning }) => (
            <div key={operator} {...option(operator)} className={styles.option}>
              <code>{operator}</code> <small>{meaning}</small>
            </div>
          ))}
        </div>
      )}
      {groups.map(([name, items]) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
        <div key={name} role="group" aria-label={name} className={styles.group}>
          <div className={styles.name} aria-hidden="true">
            {name}
          </div>
          {items.map(({ to, icon, content }) => (
            <Link key={to} to={to} {...option(to)} className={styles.option} onClick={leave}>
              {icon}
              <bdi>{content}</bdi>
            </Link>
          ))}
        </div>
      ))}
    </div>
  );
}
