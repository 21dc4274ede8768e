import { Link } from 'react-router-dom';
import useSWR from 'swr';
import type { QuestionCard as Card, Tag } from '../../../api/generated';
import { TagsIcon } from '../../../components/icons';
import { fetchKey } from '../../../lib/cacheKeys';
import { nameKey } from '../../../lib/nameKey';
import { routes } from '../../../lib/routes';
import { isDescribed, tagKey } from '../../../lib/tags';
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
    .filter(([name]) => nameKey(name) !== nameKey(tag))
    .sort(([, one], [, other]) => other - one)
    .slice(0, maxRelated)
    .map(([name]) => name);
}

/** Shows what a tag is for, and the tags that its newest questions have beside it. */
export default function RelatedTags({ tag, cards }: { tag: string; cards: Card[] }) {
  const related = relatedTags(tag, cards);
  return (
    <>
      <About tag={tag} />
      {related.length > 0 && (
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
      )}
    </>
  );
}

/** Shows the first sentence of the description of a tag, with a link to its page. Renders nothing for an unknown tag. */
function About({ tag }: { tag: string }) {
  const { data } = useSWR<Tag, unknown>(tagKey(tag), fetchKey);
  if (!data) return null;
  return (
    <p className="small mb-1">
      {isDescribed(data) && <span dir="auto">{data.description} </span>}
      <Link to={routes.tag.to({ tag: data.name })} className="text-nowrap">
        About this tag
      </Link>
    </p>
  );
}
