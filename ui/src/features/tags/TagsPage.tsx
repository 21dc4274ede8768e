import { Link } from 'react-router-dom';
import useSWR from 'swr';
import { getPage, type Page } from '../../api/client';
import type { TagCount } from '../../api/generated';
import { CardGrid, LinkCard } from '../../components/CardGrid';
import { Empty } from '../../components/Empty';
import { PagedList } from '../../components/PagedList';
import { PageHead } from '../../components/PageHead';
import { usePageTitle } from '../../components/usePageTitle';
import { routes } from '../../lib/routes';
import styles from './TagsPage.module.css';

const path = '/tag/getTagsWithQuestionNumber';

/** All tags, most used first. */
export default function TagsPage() {
  usePageTitle('Tags');
  const { data } = useSWR<Page<TagCount>, unknown>(path, getPage);
  return (
    <>
      <PageHead title={data ? `${data.total} Tags` : 'Tags'}>
        <Link to={routes.newQuestion.to()} className="btn btn-primary">
          Ask a Question
        </Link>
      </PageHead>
      <PagedList<TagCount> path={path} failed="Error when fetching tags" empty={<Empty title="No tags yet" />}>
        {(tags) => (
          <CardGrid>
            {tags.map((tag) => (
              <LinkCard key={tag._id} to={routes.questions.to({ tag: tag.name })} title={tag.name}>
                <p className={styles.description}>{tag.description}</p>
                <p className="small muted mb-0">{tag.qcnt === 1 ? '1 question' : `${tag.qcnt} questions`}</p>
              </LinkCard>
            ))}
          </CardGrid>
        )}
      </PagedList>
    </>
  );
}
