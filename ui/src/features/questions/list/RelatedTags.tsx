import { Link } from 'react-router-dom';
import type { QuestionCard as Card } from '../../../api/generated';
import { TagsIcon } from '../../../components/icons';
import { routes } from '../../../lib/routes';
import styles from './RelatedTags.module.css';

/** The number of related tags that are shown. */
const maxRelated = 6;

/** Returns the tags that stand beside a tag in questions, most frequent first. */
function relatedTags(tag: string, cards: Card[]): string[] {
  const counts = new Map<string, number>();
  for (const { tags } of cards) {
    for (const { name } of tags) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .filter(([name]) => name.toLowerCase() !== tag.toLowerCase())
    .sort(([, one], [, other]) => other - one)
    .slice(0, maxRelated)
    .map(([name]) => name);
}

/** Shows the tags that the newest questions with a tag have beside it. */
export default function RelatedTags({ tag, cards }: { tag: string; cards: Card[] }) {
  const related = relatedTags(tag, cards);
  if (!related.length) return null;
  return (
    <nav aria-label="Related tags" className={styles.related}>
      <span className="muted">Related tags</span>
      <ul>
        {related.map((name) => (
          <li key={name}>
            <Link to={routes.questions.to({ tag: name })}>
              <TagsIcon />
              <bdi>{name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
