import { Suspense, useLayoutEffect, useState } from 'react';
import { matchPath, useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router-dom';
import { SearchIcon } from '../components/icons';
import { lazyWithRetry } from '../components/lazyWithRetry';
import { beginSearch } from '../lib/beginSearch';
import { routes } from '../lib/routes';
import { useSearchParamInput } from '../lib/useSearchParamInput';
import styles from './SearchBox.module.css';

const Suggestions = lazyWithRetry(() => import('../features/search/Suggestions'), { isOptional: true });

/**
 * Searches as the user types on the question list. Elsewhere it suggests pages, and Enter opens the list unless one of
 * them is selected. Operators are completed, and the arrow key down offers all of them.
 */
export function SearchBox() {
  const navigate = useNavigate();
  const { key, pathname } = useLocation();
  // `matchPath`, not `===`: the router ignores case and a trailing slash.
  const onList = matchPath(routes.questions.pattern, pathname) !== null;
  const [text, setText] = useSearchParamInput('search', onList, beginSearch);
  /** Where the suggestions are open, and whether with all operators. Typing on the list changes its entry of the history. */
  const [opened, setOpened] = useState<{ place?: string; isAll?: boolean }>({});
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  const place = onList ? pathname : key;
  const isOpen = opened.place === place && (opened.isAll || text.trim());
  const open = (isAll: boolean) => setOpened({ place, isAll });
  const close = () => setOpened({});
  const isReturn = useNavigationType() === 'POP';
  const search = useSearchParams()[0].get('search');
  // The box is in sight wherever the list is: what is searched for begins at the top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search goes there, and nothing else
  useLayoutEffect(() => {
    if (onList && !isReturn) scrollTo(0, 0);
  }, [search]);
  return (
    <search className={styles.search}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          close();
          if (!onList) navigate(routes.questions.to({ search: text.trim() }));
        }}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) close();
        }}
      >
        <SearchIcon />
        <input
          ref={setInput}
          type="search"
          className="form-control"
          dir="auto"
          placeholder="Search Questions..."
          aria-label="Search Questions"
          aria-keyshortcuts="/"
          autoComplete="off"
          role="combobox"
          aria-autocomplete="list"
          // The suggestions say that they are open.
          aria-expanded={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            open(false);
          }}
          onKeyDown={({ key }) => key === 'ArrowDown' && open(true)}
        />
        <kbd>/</kbd>
        <Suspense>
          {isOpen && input && (
            <Suggestions
              text={text}
              setText={setText}
              input={input}
              isAll={opened.isAll}
              isOnList={onList}
              open={open}
              close={close}
            />
          )}
        </Suspense>
      </form>
    </search>
  );
}
