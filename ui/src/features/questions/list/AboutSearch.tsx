import type { Page } from '../../../api/client';
import type { QuestionCard as Card } from '../../../api/generated';
import type { ListAddress } from './QuestionList';
import styles from './QuestionList.module.css';
import { SearchHelp } from './SearchHelp';
import { SearchNote } from './SearchNote';

type Props = { search: string; page: Page<Card> | undefined; to: ListAddress };

/** What there is to say about a search, above what it found. */
export default function AboutSearch({ search, page, to }: Props) {
  return (
    <>
      <div className={styles.help}>
        <SearchHelp search={search} to={to} />
      </div>
      <div role="status">{page && <SearchNote search={search} page={page} />}</div>
    </>
  );
}
