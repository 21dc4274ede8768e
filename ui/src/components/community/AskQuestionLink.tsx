import { Link } from 'react-router-dom';
import * as sentences from '../../api/sentences';
import { routes } from '../../lib/routes';
import { useCommunity } from './useCommunity';

type Props = {
  /** The community of the new question; undefined outside of communities. */
  communityId: string | undefined;
  isPrimary?: boolean;
};

/**
 * Links to the form for a question. In a community only members get the link, and others are told
 * to join.
 */
export function AskQuestionLink({ communityId, isPrimary = false }: Props) {
  const { data: community } = useCommunity(communityId);
  if (communityId) {
    if (!community || community.archived) return null;
    if (!community.isMember) return <p className="muted mb-0">{sentences.notAMember}</p>;
  }
  return (
    <Link
      to={routes.newQuestion.to({ communityId })}
      className={`btn ${isPrimary ? 'btn-primary' : 'btn-outline-secondary'} text-nowrap`}
    >
      Ask a Question
    </Link>
  );
}
