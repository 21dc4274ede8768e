import { Link } from 'react-router-dom';
import type { DeletedPost } from '../../../api/generated';
import { Empty } from '../../../components/Empty';
import { PagedList } from '../../../components/PagedList';
import { PageHead } from '../../../components/PageHead';
import { usePageTitle } from '../../../components/usePageTitle';
import { routes } from '../../../lib/routes';
import { deletedPath } from './api';
import { DeletedItem } from './DeletedItem';

/** Everything of one's own that is deleted. */
export default function DeletedPage() {
  usePageTitle('Deleted posts');
  return (
    <>
      <PageHead title="Your deleted posts" />
      <p className="muted">
        Only you see these. What you bring back stands where it stood; what an administrator removed says why.
      </p>
      <PagedList<DeletedPost>
        path={deletedPath()}
        failed="Error when fetching deleted posts"
        empty={
          <Empty title="You have deleted nothing">
            <Link to={routes.questions.to()}>Go to the questions</Link>
          </Empty>
        }
      >
        {(posts) => posts.map((post) => <DeletedItem key={post._id} post={post} withTitle />)}
      </PagedList>
    </>
  );
}
