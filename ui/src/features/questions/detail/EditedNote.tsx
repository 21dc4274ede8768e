import { Link } from 'react-router-dom';
import { RelativeTime } from '../../../components/RelativeTime';
import { routes } from '../../../lib/routes';

/** Shows when a post was last edited, with a link to its history. */
export function EditedNote({ qid, id, editedAt }: { qid: string; id: string; editedAt: string | undefined }) {
  if (!editedAt) return null;
  return (
    <>
      {' · '}
      <Link to={routes.history.to(qid, id)} title="See what changed">
        edited <RelativeTime time={editedAt} />
      </Link>
    </>
  );
}
