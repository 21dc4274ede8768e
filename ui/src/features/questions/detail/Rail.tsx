import type { Question, Tag } from '../../../api/generated';
import { FollowButton } from '../../../components/following/FollowButton';
import { LinkIcon } from '../../../components/icons';
import { TagButton } from '../../../components/TagButton';
import { routes } from '../../../lib/routes';
import { useUser } from '../../../lib/session';
import railStyles from '../Rail.module.css';
import { QuestionNote } from '../reminders/OwnNote';
import { QuestionStar } from '../stars/QuestionStar';
import { Permalink } from './PostActions';
import styles from './QuestionPage.module.css';
import { RelatedQuestions } from './RelatedQuestions';

/**
 * Shows what belongs to a question: its related questions, and beside a wide thread its star with its note, its address and whether
 * it is watched.
 */
export function Rail({ question, isWide }: { question: Question; isWide: boolean }) {
  const { _id: qid, title, askedBy } = question;
  const isMine = useUser().username === askedBy;
  return (
    <div className={railStyles.rail}>
      {isWide && (
        <div className={styles.share}>
          <QuestionStar qid={qid} title={title} />
          <Permalink to={routes.question.to(qid)} className="btn btn-sm btn-outline-secondary">
            <LinkIcon /> Copy link
          </Permalink>
          {!isMine && <FollowButton kind="question" object={qid} />}
          <QuestionNote qid={qid} title={title} />
        </div>
      )}
      <RelatedQuestions qid={qid} />
    </div>
  );
}

/** The tags of a question in one line. */
export const Tags = ({ tags }: { tags: Tag[] }) => (
  <div className={styles.tags}>
    {tags.map((tag) => (
      <TagButton key={tag._id} tag={tag} />
    ))}
  </div>
);
