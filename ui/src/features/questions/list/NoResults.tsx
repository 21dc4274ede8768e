import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useCommunity } from '../../../components/community/useCommunity';
import { EmptyState } from '../../../components/EmptyState';
import { routes } from '../../../lib/routes';
import { describePart, filtersOf, searchParts, withoutParts } from '../../../lib/searchOperators';
import { listAddress, noQuestions } from '../api';
import styles from './QuestionList.module.css';
import { DidYouMean } from './SearchMatchNotice';

type Props = {
  tag: string;
  search: string;
  communityId?: string | undefined;
  /** A search that may have been meant. */
  suggestion?: string | null | undefined;
};

/** The largest number of filters that can be removed one by one. */
const maxFilters = 4;

/** Replaces an empty list: says what was looked for, and links to other searches, to asking and to other pages. */
export default function NoResults({ tag, search, communityId, suggestion }: Props) {
  const to = listAddress(communityId);
  const { data: community } = useCommunity(communityId);
  const mayAsk = !communityId || (community?.isMember && !community.archived);
  const filters = filtersOf(search);
  const words = withoutParts(search, filters);
  // What was looked for, without the marks of phrases.
  const title = searchParts(search)
    .filter(({ kind, isExcluded }) => !isExcluded && (kind === 'word' || kind === 'phrase'))
    .map(({ value }) => value)
    .join(' ');
  const ways: [name: ReactNode, to: string][] = [];
  for (const part of filters.length > 1 || words ? filters.slice(0, maxFilters) : []) {
    ways.push([
      <>
        Search without the filter “<bdi>{describePart(part)}</bdi>”
      </>,
      to({ tag, search: withoutParts(search, [part]) }),
    ]);
  }
  if (filters.length > 1 && words) ways.push(['Search without any filter', to({ tag, search: words })]);
  if (search && tag)
    ways.push([communityId ? 'Search all of this community' : 'Search in all questions', to({ search })]);
  if (search && communityId) ways.push(['Search everywhere', routes.questions.to({ search })]);
  if (search) ways.push(['Clear the search', to({ tag })]);
  if (!communityId) ways.push(['Browse the tags', routes.tags.to()]);
  return (
    <EmptyState title={noQuestions}>
      {search ? (
        <>
          <p className="muted">
            Nothing matches
            {words && (
              <>
                {' '}
                “<bdi>{words}</bdi>”
              </>
            )}
            {filters.length > 0 && (
              <>
                {words && ' with'}: <bdi>{filters.map(describePart).join(', ')}</bdi>
              </>
            )}
            {tag && (
              <>
                {' '}
                in the tag <bdi>{tag}</bdi>
              </>
            )}
            {communityId && ' in this community'}. Try fewer or other words, or see “Search help” above.
          </p>
          {suggestion && <DidYouMean to={to({ tag, search: suggestion })} suggestion={suggestion} />}
        </>
      ) : (
        <p className="muted">Nobody has asked anything here yet.</p>
      )}
      {mayAsk && (
        <Link to={routes.newQuestion.to({ communityId, title })} className="btn btn-primary">
          {search ? 'Ask this question' : 'Ask the first one'}
        </Link>
      )}
      <ul className={styles.actions}>
        {ways.map(([name, to]) => (
          <li key={to}>
            <Link to={to}>{name}</Link>
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}
