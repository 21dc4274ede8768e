import { Link } from 'react-router-dom';
import type { TagCount } from '../../api/generated';
import { LoadMore } from '../../components/LoadMore';
import { Empty, Failure, Skeleton } from '../../components/states';
import { usePageTitle } from '../../lib/pageTitle';
import { paths } from '../../lib/paths';
import { useList } from '../../lib/useList';
import styles from './TagsPage.module.css';

/** All tags, the most used first. */
export function Component() {
  usePageTitle('Tags');
  const tags = useList<TagCount>('/tag/getTagsWithQuestionNumber');
  const { list } = tags;
  return (
    <>
      <h1>Tags</h1>
      <p className="muted mb-3" role="status">
        {list && `${list.total} Tags`}
      </p>
      {!list && !tags.error && <Skeleton />}
      {!list && tags.error && <Failure error={tags.error} sentence="Error when fetching tags" onRetry={tags.reload} />}
      {list?.items.length === 0 && (
        <Empty title="No tags yet">
          <p className="muted mb-0">Tags come with the first questions.</p>
        </Empty>
      )}
      <ul className={styles.grid}>
        {list?.items.map((tag) => (
          <li key={tag._id} className={styles.card}>
            <Link className={styles.name} to={paths.questionsWithTag(tag.name)}>
              {tag.name}
            </Link>
            <p className={styles.description}>{tag.description}</p>
            <p className="small muted mb-0">{tag.qcnt} questions</p>
          </li>
        ))}
      </ul>
      {list?.next && <LoadMore grow={tags.grow} growing={tags.growing} />}
    </>
  );
}
