import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { TagCount } from '../../api/generated';
import { CardGrid, LinkCard } from '../../components/CardGrid';
import { EmptyState } from '../../components/EmptyState';
import { Highlight } from '../../components/Highlight';
import { PagedList } from '../../components/PagedList';
import { PageHeader } from '../../components/PageHeader';
import { SynonymNote } from '../../components/SynonymNote';
import { usePage } from '../../components/usePage';
import { usePageTitle } from '../../components/usePageTitle';
import { substringFinder } from '../../lib/highlightRanges';
import { pluralize } from '../../lib/pluralize';
import { routes } from '../../lib/routes';
import { tagListKey } from '../../lib/tags';
import { useFocusRestore } from '../../lib/useFocusRestore';
import { useSearchParamInput } from '../../lib/useSearchParamInput';
import styles from './TagsPage.module.css';

/** Lists all tags, or those whose name contains the search; most used first. */
export default function TagsPage() {
  usePageTitle('Tags');
  const root = useFocusRestore<HTMLDivElement>();
  const [query] = useSearchParams();
  const search = query.get('search')?.trim() ?? '';
  const [text, setText] = useSearchParamInput('search');
  const listKey = tagListKey({ search });
  const { page } = usePage<TagCount>(listKey);
  const find = useMemo(() => substringFinder(search), [search]);
  return (
    <div ref={root}>
      <PageHeader title={page ? `${page.total} Tags` : 'Tags'}>
        <div className={styles.header}>
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
      </PageHeader>
      <p role="status" className="visually-hidden">
        {search && page?.path === listKey.path && `${page.total} Tags`}
      </p>
      <PagedList<TagCount> listKey={listKey} empty={<NoTags search={search} />}>
        {(tags) => (
          <CardGrid>
            {tags.map((tag) => (
              <LinkCard
                key={tag._id}
                to={routes.questions.to({ tag: tag.name })}
                title={
                  <span className={styles.tag}>
                    <Highlight text={tag.name} find={find} />
                    {tag.synonym && <SynonymNote synonym={tag.synonym} />}
                  </span>
                }
                mark={<span className={styles.count}>{pluralize(tag.qcnt, 'question')}</span>}
              >
                <p className={styles.description}>{tag.description}</p>
              </LinkCard>
            ))}
          </CardGrid>
        )}
      </PagedList>
    </div>
  );
}

function NoTags({ search }: { search: string }) {
  if (!search) {
    return (
      <EmptyState title="No tags yet">
        <p className="muted">The first question brings the first tags.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No Tags Found">
      <p className="muted">No tag’s name contains “{search}”.</p>
      <Link to={routes.tags.to()} className="btn btn-outline-secondary">
        Show all tags
      </Link>
    </EmptyState>
  );
}
