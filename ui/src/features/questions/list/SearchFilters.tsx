import type { ReactNode } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { useCommunity } from '../../../components/community/useCommunity';
import tagStyles from '../../../components/TagButton.module.css';
import { nameKey } from '../../../lib/nameKey';
import { routes } from '../../../lib/routes';
import { describePart, filtersOf, withoutParts } from '../../../lib/searchOperators';
import { useUser } from '../../../lib/session';
import { listAddress } from '../api';
import styles from './SearchFilters.module.css';

type Props = { search: string; communityId?: string | undefined };

/** Shows where a search looks, and its operators, each as a link to the search without it. */
export function SearchFilters({ search, communityId }: Props) {
  const [query] = useSearchParams();
  const { pathname } = useLocation();
  const filters = filtersOf(search);
  const without = (index: number) => {
    const left = new URLSearchParams(query);
    left.delete('search');
    const text = withoutParts(search, filters.slice(index, index + 1));
    if (text) left.set('search', text);
    return `${pathname}?${left}`;
  };
  return (
    // Keeps the focus when a filter is removed.
    <div className={styles.filters} tabIndex={-1}>
      <Scopes search={search} communityId={communityId} />
      {filters.length > 0 && (
        <ul aria-label="Filters">
          {filters.map((part, index) => (
            <li key={part.start}>
              <Link
                to={without(index)}
                className={tagStyles.tag}
                aria-label={`${describePart(part)}: remove this filter`}
              >
                <bdi>{describePart(part)}</bdi> <span aria-hidden="true">×</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Links to the same search in everything, in the community of the list and in the viewer's posts. */
function Scopes({ search, communityId }: Props) {
  const { username } = useUser();
  const tag = useSearchParams()[0].get('tag') ?? '';
  const { data: community } = useCommunity(communityId);
  const isMine = ({ kind, value }: { kind: string; value: string }) =>
    kind === 'by' && nameKey(value) === nameKey(username);
  const mine = filtersOf(search).filter(isMine);
  const text = withoutParts(search, mine);
  const to = listAddress(communityId);
  const scopes: [name: ReactNode, to: string, isCurrent: boolean][] = [
    ['Everywhere', routes.questions.to({ search: text }), !communityId && !tag && mine.length === 0],
  ];
  if (community) scopes.push([<bdi key="name">{community.name}</bdi>, to({ search: text }), mine.length === 0]);
  if (username) scopes.push(['My posts', to({ tag, search: `${text} by:${username}`.trim() }), mine.length > 0]);
  return (
    <nav aria-label="Search in">
      {scopes.map(([name, to, isCurrent]) => (
        <Link key={to} to={to} className={tagStyles.tag} aria-current={isCurrent || undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
