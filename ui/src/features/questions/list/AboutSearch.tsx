import type { Page } from '../../../api/client';
import type { QuestionCard as Card } from '../../../api/generated';
import styles from './QuestionListPage.module.css';
import { SearchHelp } from './SearchHelp';
import { SearchNote } from './SearchNote';

/** What there is to say about a search, above what it found. */
export default function AboutSearch({ search, page }: { search: string; page: Page<Card> | undefined }) {
  return (
    <>
      <div className={styles.help}>
        <SearchHelp search={search} />
      </div>
      <div role="status">{page && <SearchNote search={search} page={page} />}</div>
    </>
  );
}
