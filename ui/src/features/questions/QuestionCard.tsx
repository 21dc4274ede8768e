import { Link } from 'react-router-dom';
import type { QuestionCard as Card } from '../../api/generated';
import { Markdown } from '../../components/markdown/Markdown';
import { RelativeTime } from '../../components/RelativeTime';
import { TagButton } from '../../components/TagButton';
import { UserLink } from '../../components/UserLink';
import { paths } from '../../lib/paths';
import styles from './QuestionCard.module.css';

/** A question in a list: its counts at the left, then the title, the beginning of the text, tags and asker. */
export function QuestionCard({ card }: { card: Card }) {
  const answered = card.accepted ? styles.accepted : card.answerCount > 0 ? styles.answered : '';
  return (
    <article className={styles.card}>
      <div className={styles.counts}>
        <p className={`${styles.answers} ${answered}`}>
          {card.accepted && <span className="visually-hidden">Accepted, </span>}
          <b>{card.answerCount}</b> answers
        </p>
        <p className="muted">{card.viewCount} views</p>
      </div>
      <div className={styles.main}>
        <h2>
          <Link className={styles.title} to={paths.question.to(card._id)}>
            {card.title}
          </Link>
        </h2>
        <Markdown className={styles.text} text={card.text} />
        <div className={styles.foot}>
          <ul className={styles.tags} aria-label="Tags">
            {card.tags.map((tag) => (
              <li key={tag._id}>
                <TagButton name={tag.name} />
              </li>
            ))}
          </ul>
          <p className={styles.asked}>
            <UserLink username={card.askedBy} /> asked <RelativeTime time={card.askDateTime} />
          </p>
        </div>
      </div>
    </article>
  );
}
