import { useSWRConfig } from 'swr';
import type { SearchState } from '../../api/generated';
import { useAction } from '../../lib/useAction';
import { InlineError } from '../InlineError';
import { type SearchPlace, searchError, setSearch } from './searches';

/** Buttons that save, watch and remove a search. */
export function SearchMenu({ search, state }: { search: SearchPlace; state: SearchState }) {
  const { mutate } = useSWRConfig();
  const { busy, error, run } = useAction(searchError);
  const choices: Partial<Record<SearchState, string>> = {
    removed: { saved: 'Save this search', watched: 'Save and watch it' },
    saved: { watched: 'Watch', removed: 'Remove' },
    watched: { saved: 'Stop watching', removed: 'Remove' },
  }[state];
  return (
    <div>
      {Object.entries(choices).map(([next, name]) => (
        <button
          key={next}
          type="button"
          className="btn btn-link btn-sm"
          aria-label={`${name}: ${search.text}`}
          aria-disabled={busy}
          onClick={() => void run(() => setSearch(mutate, search, next as SearchState))}
        >
          {name}
        </button>
      ))}
      <InlineError error={error} />
    </div>
  );
}
