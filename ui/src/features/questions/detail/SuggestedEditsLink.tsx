import { use } from 'react';
import { Link } from 'react-router-dom';
import { pluralize } from '../../../lib/pluralize';
import { routes } from '../../../lib/routes';
import actions from './PostActions.module.css';
import { PermissionsContext } from './permissions';
import { useIsModerator } from './Removal';

type Props = { qid: string; id: string; isMine: boolean };

/** Leads who may edit a question or an answer to the suggested edits of it, if there are any, and others to a form for one. */
export function SuggestedEditsLink({ qid, id, isMine }: Props) {
  const { mayRespond, suggestedEdits } = use(PermissionsContext);
  const decides = useIsModerator() || isMine;
  const count = suggestedEdits.find(({ _id }) => _id === id)?.count ?? 0;
  if (decides ? count === 0 : !mayRespond) return null;
  return (
    <Link to={routes.suggestedEdits.to(qid, id)} className={actions.action}>
      {decides ? pluralize(count, 'suggested edit') : 'Suggest an edit'}
    </Link>
  );
}
