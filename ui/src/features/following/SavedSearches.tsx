import { Link } from 'react-router-dom';
import { ErrorMessage } from '../../components/ErrorMessage';
import { SearchMenu } from '../../components/following/SearchMenu';
import { addressOfSearch, searchError, useSavedSearches } from '../../components/following/searches';
import { RowList } from '../../components/RowList';

/** Lists the searches that the viewer has saved, each with buttons that watch and remove it. */
export function SavedSearches() {
  const { data, error, mutate } = useSavedSearches();
  return (
    // Receives the focus of a removed button.
    <section aria-labelledby="saved-searches" className="mt-4" tabIndex={-1}>
      <h2 id="saved-searches">Saved searches</h2>
      <p className="muted">New results of those that you watch appear in your inbox.</p>
      {error && !data ? <ErrorMessage error={error} text={searchError} retry={() => void mutate()} /> : null}
      {data?.length === 0 && (
        <p className="muted">You have saved none yet. Use “Save this search” above its results.</p>
      )}
      <RowList>
        {data?.map((search) => (
          <li key={`${search.communityId} ${search.text}`}>
            <div>
              <Link to={addressOfSearch(search)}>
                <bdi>{search.text}</bdi>
              </Link>{' '}
              <small className="muted">
                {search.communityId && (
                  <>
                    in {search.communityName ? <bdi>{search.communityName}</bdi> : 'a community that you cannot read'}
                    {' · '}
                  </>
                )}
                {search.state}
              </small>
            </div>
            <SearchMenu search={search} state={search.state} />
          </li>
        ))}
      </RowList>
    </section>
  );
}
