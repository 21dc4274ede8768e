import { useSearchParams } from 'react-router-dom';
import { useTypedParameter } from '../../lib/useTypedParameter';

/** What is looked for, as the address says. */
export const useSearch = () => useSearchParams()[0].get('search')?.trim() ?? '';

/** Where it is typed. */
export function SearchBox({ label }: { label: string }) {
  const [text, setText] = useTypedParameter('search');
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
