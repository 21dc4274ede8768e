import { Link } from 'react-router-dom';
import * as sentences from '../../api/sentences';
import { routes } from '../../lib/routes';
import { useCommunity } from './useCommunity';

type Props = {
  /** Where one asks; outside of every community if there is none. */
  communityId: string | undefined;
  isPrimary?: boolean;
};

/** The way to ask a question. Inside a community it is there for its members alone, and others are told how to join. */
export function AskLink({ communityId, isPrimary = false }: Props) {
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
