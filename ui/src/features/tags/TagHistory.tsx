import { Link } from 'react-router-dom';
import { Revisions } from '../../components/history/Revisions';
import { PageHeader } from '../../components/PageHeader';
import { usePageTitle } from '../../components/usePageTitle';
import { routes } from '../../lib/routes';
import { purgeTagRevision, tagRevisionsKey } from './api';

/** Shows the versions of the description of a tag, newest first, with their differences. */
export function TagHistory({ tag }: { tag: string }) {
  usePageTitle('History');
  return (
    <>
      <PageHeader
        title={
          <>
            History of the tag <bdi>{tag}</bdi>
          </>
        }
      >
        <Link to={routes.tag.to({ tag })}>Back to the tag</Link>
      </PageHeader>
      <Revisions key={tag} listKey={tagRevisionsKey(tag)} purge={(revisionId) => purgeTagRevision(tag, revisionId)} />
    </>
  );
}
