import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import type { QuestionCard as Card } from '../../../api/generated';
import { AuthorLink } from '../../../components/AuthorLink';
import { Avatar } from '../../../components/avatars/Avatar';
import { PrivateIcon } from '../../../components/community/PrivateIcon';
import { CheckIcon, CommunitiesIcon } from '../../../components/icons';
import { lazyWithRetry } from '../../../components/lazyWithRetry';
import { Excerpt } from '../../../components/markdown/Excerpt';
import { TwoLines } from '../../../components/markdown/TwoLines';
import { Points } from '../../../components/Points';
import { RelativeTime } from '../../../components/RelativeTime';
import { TagButton } from '../../../components/TagButton';
import { TitleText } from '../../../components/TitleText';
import { routes } from '../../../lib/routes';
import { StarButton } from '../stars/StarButton';
import { UnreadMark } from '../unread/UnreadMark';
import styles from './QuestionCard.module.css';

// Only the results of searches have passages.
const Passage = lazyWithRetry(() => import('./Passage'), { isOptional: true });

type Props = {
  card: Card;
  /** Whether the page is that of the question's community. */
  isInCommunity?: boolean;
  /** Whether it is pinned above the list. */
  isPinned?: boolean;
};

/**
 * A question in a list: its counts, its title, two lines of its text or of the passage that a search found, its tags and its
 * author. All rows of a list are equally high.
 */
export function QuestionCard({ card, isInCommunity = false, isPinned = false }: Props) {
  const answers = card.accepted ? styles.accepted : card.answerCount ? styles.answered : styles.unanswered;
  const { match } = card;
  const title = match?.title ?? [];
  // A result opens at what was found.
  const found = match?.passage.length ? match : undefined;
  return (
    <article className={styles.card} aria-labelledby={card._id}>
      <p className={styles.counts}>
        <span>
          <b>{card.score}</b> {Math.abs(card.score) === 1 ? 'vote' : 'votes'}
        </span>{' '}
        <span className={answers}>
          {card.accepted && <CheckIcon />}
          <b>{card.answerCount}</b> {card.answerCount === 1 ? 'answer' : 'answers'}
          {card.accepted && <span className="visually-hidden">, one accepted</span>}
        </span>{' '}
        <span>
          <b>{card.viewCount}</b> {card.viewCount === 1 ? 'view' : 'views'}
        </span>
      </p>
      <div className={styles.main}>
        <h2 id={card._id} className={styles.title}>
          <Link to={routes.question.to(card._id, found?.postId)} dir="auto">
            {/* An event may have changed the title. */}
            <TitleText parts={title.join('') === card.title ? title : [card.title]} />
          </Link>
          <span>
            {isPinned && <span className={styles.closed}>pinned</span>}
            {card.closed && <span className={styles.closed}>closed</span>}
            <Suspense>
              <UnreadMark qid={card._id} />
            </Suspense>
          </span>
        </h2>
        <TwoLines className={styles.text}>
          {found ? (
            <Suspense>
              <Passage match={found} qid={card._id} />
            </Suspense>
          ) : (
            <Excerpt text={card.text} />
          )}
        </TwoLines>
      </div>
      <div className={styles.footer}>
        <p className={styles.tags}>
          {card.tags.map((tag) => (
            <TagButton key={tag._id} tag={tag} />
          ))}
          {!isInCommunity && card.communityId && card.communityName && (
            <Link to={routes.community.to(card.communityId)} className={styles.community}>
              {card.isPrivate ? <PrivateIcon /> : <CommunitiesIcon />} <bdi>{card.communityName}</bdi>
            </Link>
          )}
        </p>
        <p className={styles.author}>
          <Avatar seed={card.askedBy} size={1.125} />
          <AuthorLink name={card.askedBy} /> <Points points={card.askedByReputation} isBot={card.askedByBot} /> asked{' '}
          <RelativeTime time={card.askDateTime} />
        </p>
      </div>
      <StarButton qid={card._id} title={card.title} starred={card.starred} />
    </article>
  );
}
