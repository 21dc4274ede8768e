import { useSearchParams } from 'react-router-dom';
import { useSearchParamInput } from '../../lib/useSearchParamInput';

/** Returns the search of the address. */
export const useSearch = () => useSearchParams()[0].get('search')?.trim() ?? '';

/** A search input that updates the address. */
export function SearchInput({ label }: { label: string }) {
  const [text, setText] = useSearchParamInput('search');
  return (
    <input
      type="search"
      className="form-control"
      placeholder={`${label} ...`}
      aria-label={label}
      autoCapitalize="none"
      spellCheck={false}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
