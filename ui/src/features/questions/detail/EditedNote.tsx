import { Link } from 'react-router-dom';
import { RelativeTime } from '../../../components/RelativeTime';
import { routes } from '../../../lib/routes';

/** When a post was changed last, if it was; what it said before is behind it. */
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
