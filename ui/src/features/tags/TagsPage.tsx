import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { TagCount } from '../../api/generated';
import { CardGrid, LinkCard } from '../../components/CardGrid';
import { Empty } from '../../components/Empty';
import { Marked } from '../../components/Marked';
import { PagedList } from '../../components/PagedList';
import { PageHead } from '../../components/PageHead';
import { useListPart } from '../../components/useListPart';
import { usePageTitle } from '../../components/usePageTitle';
import { counted } from '../../lib/counted';
import { lettersFinder } from '../../lib/marks';
import { routes } from '../../lib/routes';
import { useKeptFocus } from '../../lib/useKeptFocus';
import { useTypedParameter } from '../../lib/useTypedParameter';
import styles from './TagsPage.module.css';

const tagsPath = (search: string) =>
  `/tag/getTagsWithQuestionNumber${search ? `?${new URLSearchParams({ search })}` : ''}`;

/** All tags, or those whose name contains what is typed; most used first. */
export default function TagsPage() {
  usePageTitle('Tags');
  const root = useKeptFocus<HTMLDivElement>();
  const [query] = useSearchParams();
  const search = query.get('search')?.trim() ?? '';
  const [text, setText] = useTypedParameter('search');
  const path = tagsPath(search);
  const { page } = useListPart<TagCount>(path);
  const find = useMemo(() => lettersFinder(search), [search]);
  return (
    <div ref={root}>
      <PageHead title={page ? `${page.total} Tags` : 'Tags'}>
        <div className={styles.head}>
          <input
            type="search"
            className="form-control"
            placeholder="Filter tags ..."
            aria-label="Filter tags"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Link to={routes.newQuestion.to()} className="btn btn-primary text-nowrap">
            Ask a Question
          </Link>
        </div>
      </PageHead>
      <p role="status" className="visually-hidden">
        {search && page?.path === path && `${page.total} Tags`}
      </p>
      <PagedList<TagCount> path={path} failed="Error when fetching tags" empty={<NoTags search={search} />}>
        {(tags) => (
          <CardGrid>
            {tags.map((tag) => (
              <LinkCard
                key={tag._id}
                to={routes.questions.to({ tag: tag.name })}
                title={<Marked text={tag.name} find={find} />}
              >
                <p className={styles.description}>{tag.description}</p>
                <p className="small muted mb-0">{counted(tag.qcnt, 'question')}</p>
              </LinkCard>
            ))}
          </CardGrid>
        )}
      </PagedList>
    </div>
  );
}

function NoTags({ search }: { search: string }) {
  if (!search) return <Empty title="No tags yet" />;
  return (
    <Empty title="No Tags Found">
      <p className="muted">No tag’s name contains “{search}”.</p>
      <Link to={routes.tags.to()}>Show all tags</Link>
    </Empty>
  );
}
