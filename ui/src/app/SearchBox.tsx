import { useLayoutEffect } from 'react';
import { matchPath, useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router-dom';
import { SearchIcon } from '../components/icons';
import { SearchField } from '../components/search/SearchField';
import { beginSearch } from '../lib/beginSearch';
import { routes } from '../lib/routes';
import { useSearchParamInput } from '../lib/useSearchParamInput';
import styles from './SearchBox.module.css';

/**
 * Searches as the user types on the question list. Elsewhere it suggests pages, and Enter opens the list unless one of
 * them is selected. Operators are completed, and the arrow key down offers all of them.
 */
export function SearchBox() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  // `matchPath`, not `===`: the router ignores case and a trailing slash.
  const onList = matchPath(routes.questions.pattern, pathname) !== null;
  const [text, setText] = useSearchParamInput('search', onList, beginSearch);
  const isReturn = useNavigationType() === 'POP';
  const search = useSearchParams()[0].get('search');
  // The box is in sight wherever the list is: what is searched for begins at the top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search goes there, and nothing else
  useLayoutEffect(() => {
    if (onList && !isReturn) scrollTo(0, 0);
  }, [search]);
  return (
    <SearchField
      text={text}
      setText={setText}
      label="Search Questions"
      placeholder="Search Questions..."
      className={styles.search}
      isOnList={onList}
      shortcut="/"
      search={() => !onList && navigate(routes.questions.to({ search: text.trim() }))}
      icon={<SearchIcon />}
    />
  );
}
