import { Link } from 'react-router-dom';
import type { DeletedPost } from '../../../api/generated';
import { EmptyState } from '../../../components/EmptyState';
import { PagedList } from '../../../components/PagedList';
import { PageHeader } from '../../../components/PageHeader';
import { usePageTitle } from '../../../components/usePageTitle';
import { routes } from '../../../lib/routes';
import { deletedPostsKey } from '../keys';
import { DeletedItem } from './DeletedItem';

/** Lists all deleted posts of the viewer. */
export default function DeletedPage() {
  usePageTitle('Deleted posts');
  return (
    <>
      <PageHeader title="Your deleted posts" />
      <p className="muted">
        Only you see these posts. Undeleting a post restores it in its place. Posts that a moderator removed show the
        reason, and some wait for a moderator.
      </p>
      <PagedList<DeletedPost>
        listKey={deletedPostsKey()}
        errorText="Error when fetching deleted posts"
        empty={
          <EmptyState title="No deleted posts">
            <Link to={routes.questions.to()}>Go to the questions</Link>
          </EmptyState>
        }
      >
        {(posts) => posts.map((post) => <DeletedItem key={post._id} post={post} withTitle />)}
      </PagedList>
    </>
  );
}
