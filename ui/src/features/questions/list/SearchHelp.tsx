import { Link } from 'react-router-dom';
import { useUser } from '../../../lib/session';
import { listAddress } from '../api';
import styles from './SearchHelp.module.css';

/** Explains the search operators. A click adds a complete one to the search. */
export function SearchHelp({ search, communityId }: { search: string; communityId?: string | undefined }) {
  const { username } = useUser();
  const operators: { operator: string; meaning: string; isExample?: boolean }[] = [
    { operator: '[tag]', meaning: 'questions with this tag; also tag:name', isExample: true },
    { operator: '"two words"', meaning: 'these exact words, in this order', isExample: true },
    { operator: '-word', meaning: 'without this word; also -[tag] and -"two words"', isExample: true },
    { operator: `user:${username}`, meaning: 'asked by this user' },
    { operator: `by:${username}`, meaning: 'asked or answered by this user' },
    { operator: 'is:answered', meaning: 'with answers' },
    { operator: 'is:unanswered', meaning: 'without answers' },
    { operator: 'is:accepted', meaning: 'with an accepted answer' },
    { operator: 'score:3', meaning: 'with a score of at least 3' },
    { operator: 'answers:2', meaning: 'with at least 2 answers' },
    {
      operator: 'after:2026-01-31',
      meaning: 'asked on this day or later; also after:2026 and after:2026-01',
      isExample: true,
    },
    { operator: 'before:2026', meaning: 'asked before this day, month or year', isExample: true },
  ];
  return (
    <details className={styles.help}>
      <summary>Search help</summary>
      <p className="small muted mt-2 mb-2">
        The search finds all forms of your words in titles, tags, texts and answers. Narrow it down with:
      </p>
      <dl className={styles.operators}>
        {operators.map(({ operator, meaning, isExample }) => (
          <div key={operator}>
            <dt>
              {isExample ? (
                <code>{operator}</code>
              ) : (
                <Link to={listAddress(communityId)({ search: `${search} ${operator}`.trim() })}>
                  <code>{operator}</code>
                </Link>
              )}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
