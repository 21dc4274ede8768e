import type { Page } from '../../../api/client';
import type { QuestionCard as Card } from '../../../api/generated';
import styles from './QuestionList.module.css';
import { SaveSearch } from './SaveSearch';
import { SearchFilters } from './SearchFilters';
import { SearchHelp } from './SearchHelp';
import { SearchMatchNotice } from './SearchMatchNotice';

type Props = { search: string; page: Page<Card> | undefined; communityId?: string | undefined };

/** Shows the details of a search above its results. */
export default function SearchDetails({ search, page, communityId }: Props) {
  return (
    <>
      <SearchFilters search={search} communityId={communityId} />
      <div className={`${styles.help} d-flex flex-wrap align-items-center justify-content-between`}>
        <SearchHelp search={search} communityId={communityId} />
        <SaveSearch search={search} communityId={communityId} />
      </div>
      <div role="status">{page && <SearchMatchNotice search={search} page={page} communityId={communityId} />}</div>
    </>
  );
}
