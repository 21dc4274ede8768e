import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../lib/paths';
import { searchDelay } from '../lib/useDebounced';
import styles from './Header.module.css';

/** The header's search. On the question list it follows the typing; elsewhere Enter leads there. */
export function SearchBox() {
  const [parameters, setParameters] = useSearchParams();
  const navigate = useNavigate();
  const isOnList = useLocation().pathname === paths.questions;
  const inAddress = isOnList ? (parameters.get('search') ?? '') : '';
  const [text, setText] = useState(inAddress);
  /** What this box last wrote into the address, so that it takes over only what others write there. */
  const written = useRef(inAddress);

  useEffect(() => {
    if (inAddress !== written.current) setText(inAddress);
    written.current = inAddress;
  }, [inAddress]);

  const search = text.trim();
  useEffect(() => {
    if (!isOnList || search === written.current) return;
    const timer = setTimeout(() => {
      written.current = search;
      setParameters(
        (current) => {
          if (search) current.set('search', search);
          else current.delete('search');
          return current;
        },
        { replace: true },
      );
    }, searchDelay);
    return () => clearTimeout(timer);
  }, [search, isOnList, setParameters]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isOnList && search) navigate(paths.questionsFound(search));
  };
  return (
    <search className={styles.search}>
      <form onSubmit={submit}>
        <input
          className="form-control"
          type="search"
          name="search"
          aria-label="Search questions"
          placeholder="Search Questions..."
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoComplete="off"
        />
      </form>
    </search>
  );
}
