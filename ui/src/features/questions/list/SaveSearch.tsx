import { Link } from 'react-router-dom';
import { SearchMenu } from '../../../components/following/SearchMenu';
import { useSavedSearches } from '../../../components/following/searches';
import { routes } from '../../../lib/routes';
import { useIsStranger } from '../../../lib/stranger';
import styles from './QuestionList.module.css';

type Props = { search: string; communityId?: string | undefined };

/** Saves a search, or says that it is saved, with buttons that watch and remove it. */
export function SaveSearch({ search, communityId }: Props) {
  const isStranger = useIsStranger();
  const { data } = useSavedSearches(!isStranger);
  if (!data) return null;
  // As the server stores it.
  const text = search.split(/\s+/).join(' ');
  const known = data.find((saved) => saved.text === text && saved.communityId === communityId);
  return (
    <div className={`${styles.save} small d-flex flex-wrap align-items-center`} tabIndex={-1}>
      {known && (
        <span className="muted">
          {known.state === 'watched' ? 'Watched' : 'Saved'} in{' '}
          <Link to={routes.settings.to('watched')}>your searches</Link>
        </span>
      )}
      <SearchMenu search={{ text, ...(communityId && { communityId }) }} state={known?.state ?? 'removed'} />
    </div>
  );
}
