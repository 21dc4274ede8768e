import { useState } from 'react';
import { Link } from 'react-router-dom';
import useSWR from 'swr';
import { getPage, type Page } from '../../api/client';
import type { TagCount } from '../../api/generated';
import { Empty } from '../../components/Empty';
import { ErrorBox } from '../../components/ErrorBox';
import { Skeleton } from '../../components/Skeleton';
import { usePageTitle } from '../../components/usePageTitle';
import { routes } from '../../lib/routes';
import styles from './TagsPage.module.css';

/** All tags, most used first. */
export default function TagsPage() {
  usePageTitle('Tags');
  const [parts, setParts] = useState(1);
  const path = '/tag/getTagsWithQuestionNumber';
  const { data } = useSWR<Page<TagCount>, unknown>(path, getPage);
  return (
    <>
      <div className={styles.head}>
        <h1>{data ? `${data.total} Tags` : 'Tags'}</h1>
        <Link to={routes.newQuestion.to()} className="btn btn-primary">
          Ask a Question
        </Link>
      </div>
      <Part path={path} parts={parts} more={() => setParts(parts + 1)} />
    </>
  );
}

function Part({ path, parts, more }: { path: string; parts: number; more: () => void }) {
  const { data, error, mutate } = useSWR<Page<TagCount>, unknown>(path, getPage);
  if (error && !data) return <ErrorBox error={error} text="Error when fetching tags" retry={() => void mutate()} />;
  if (!data) return <Skeleton />;
  if (!data.items.length) return <Empty title="No tags yet" />;
  return (
    <>
      <ul className={styles.grid}>
        {data.items.map((tag) => (
          <li key={tag._id} className={styles.card}>
            <Link to={routes.questions.to({ tag: tag.name })} className={styles.name}>
              {tag.name}
            </Link>
            <p className={styles.description}>{tag.description}</p>
            <p className="small muted mb-0">{tag.qcnt === 1 ? '1 question' : `${tag.qcnt} questions`}</p>
          </li>
        ))}
      </ul>
      {data.next && parts > 1 && <Part path={data.next} parts={parts - 1} more={more} />}
      {data.next && parts === 1 && (
        <div className="text-center py-3">
          <button type="button" className="btn btn-outline-secondary" onClick={more}>
            Load more
          </button>
        </div>
      )}
    </>
  );
}
