import type { Page } from '../../../api/client';
import type { QuestionCard as Card } from '../../../api/generated';
import styles from './QuestionList.module.css';
import { SearchHelp } from './SearchHelp';
import { SearchNote } from './SearchNote';

type Props = { search: string; page: Page<Card> | undefined; communityId?: string | undefined };

/** What there is to say about a search, above what it found. */
export default function AboutSearch({ search, page, communityId }: Props) {
  return (
    <>
      <div className={styles.help}>
        <SearchHelp search={search} communityId={communityId} />
      </div>
      <div role="status">{page && <SearchNote search={search} page={page} />}</div>
    </>
  );
}
