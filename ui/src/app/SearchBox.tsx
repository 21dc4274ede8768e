import { Suspense, useLayoutEffect, useState } from 'react';
import { matchPath, useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router-dom';
import { SearchIcon } from '../components/icons';
import { lazyWithRetry } from '../components/lazyWithRetry';
import { dropRelevance } from '../lib/dropRelevance';
import { routes } from '../lib/routes';
import { useSearchParamInput } from '../lib/useSearchParamInput';
import styles from './SearchBox.module.css';

const Suggestions = lazyWithRetry(() => import('../features/search/Suggestions'), { isOptional: true });

/**
 * Searches as the user types on the question list. Elsewhere it suggests pages, and Enter opens the list unless one of
 * them is selected.
 */
export function SearchBox() {
  const navigate = useNavigate();
  const { key, pathname } = useLocation();
  // `matchPath`, not `===`: the router ignores case and a trailing slash.
  const onList = matchPath(routes.questions.pattern, pathname) !== null;
  const [text, setText] = useSearchParamInput('search', onList, dropRelevance);
  /** The entry of the history on which the suggestions are open. */
  const [openOn, setOpenOn] = useState('');
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  const isOpen = !onList && openOn === key && text.trim() !== '';
  const close = () => setOpenOn('');
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
          {...(!onList && {
            role: 'combobox',
            'aria-autocomplete': 'list',
            'aria-expanded': isOpen,
          })}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setOpenOn(key);
          }}
        />
        <kbd>/</kbd>
        <Suspense>
          {isOpen && (
            <Suggestions
              text={text.trim()}
              input={input}
              close={close}
              leave={() => {
                close();
                setText('');
              }}
            />
          )}
        </Suspense>
      </form>
    </search>
  );
}
