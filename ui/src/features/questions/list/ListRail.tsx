import { Link } from 'react-router-dom';
import useSWR from 'swr';
import type { Page } from '../../../api/client';
import type { QuestionCard as Card, Follow } from '../../../api/generated';
import { followListKey } from '../../../components/following/keys';
import { PlusIcon } from '../../../components/icons';
import { RelativeTime } from '../../../components/RelativeTime';
import tagStyles from '../../../components/TagButton.module.css';
import { TitleText } from '../../../components/TitleText';
import { fetchPage } from '../../../lib/cacheKeys';
import { routes } from '../../../lib/routes';
import { useForYou } from '../forYou/useForYou';
import styles from '../Rail.module.css';

/** The largest numbers of tags and of questions that are shown. */
const [maxTags, maxQuestions] = [20, 5];

/** Shows beside a list which tags the viewer watches and which questions they could answer. `shown` is what the list shows. */
export default function ListRail({ shown }: { shown: Card[] }) {
  return (
    <aside className={styles.rail}>
      <WatchedTags />
      <Unanswered shown={shown} />
    </aside>
  );
}

function WatchedTags() {
  // A failed fetch shows none: both parts are optional.
  const { data } = useSWR<Page<Follow>, unknown>(followListKey, fetchPage);
  if (!data) return null;
  const tags = data.items.filter(({ kind, state }) => kind === 'tag' && state === 'watching');
  return (
    <section aria-labelledby="watched-tags">
      <h2 id="watched-tags">Watched tags</h2>
      <ul className={styles.tags}>
        {tags.slice(0, maxTags).map(({ name }) => (
          <li key={name}>
            <Link to={routes.questions.to({ tag: name })} className={tagStyles.tag}>
              <bdi>{name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
      <Link to={routes.tags.to()} className={styles.more}>
        <PlusIcon />
        Watch a tag
      </Link>
    </section>
  );
}

function Unanswered({ shown }: { shown: Card[] }) {
  // They change little from one list to the next.
  const { data } = useForYou({ revalidateIfStale: false });
  const questions = data?.items.filter(
    ({ _id, answerCount }) =>
      answerCount === 0 && !data.newIds.includes(_id) && !shown.some((card) => card._id === _id),
  );
  if (!questions?.length) return null;
  return (
    <section aria-labelledby="unanswered">
      <h2 id="unanswered">Unanswered you could answer</h2>
      <ul className={styles.questions}>
        {questions.slice(0, maxQuestions).map(({ _id, title, tags, askDateTime }) => (
          <li key={_id}>
            <Link to={routes.question.to(_id)} dir="auto">
              <TitleText parts={[title]} />
            </Link>
            {tags[0] && (
              <>
                <bdi>{tags[0].name}</bdi> ·{' '}
              </>
            )}
            <RelativeTime time={askDateTime} />
          </li>
        ))}
      </ul>
    </section>
  );
}
