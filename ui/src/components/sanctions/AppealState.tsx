import useSWR from 'swr';
import { serverNow } from '../../api/client';
import type { AdminAction, Appeal } from '../../api/generated';
import { fetchKey } from '../../lib/cacheKeys';
import { AppealButton } from './AppealButton';
import { myAppealsKey } from './api';

/** The time for which an action can be appealed, in milliseconds. */
const appealMs = 30 * 24 * 3600 * 1000;

/** Actions that do nothing against the member whom they concern, as the server has them. */
const notAppealable: AdminAction[] = [
  'create-user',
  'promote',
  'appoint-moderator',
  'enable',
  'restore-post',
  'restore-content',
  'lift-sanction',
  'decide-appeal',
  'decide-flag',
  'undo-decision',
  'ask-to-open',
  'open-flagged',
  'vouch',
];

const useAppeals = () => useSWR<Appeal[], unknown>(myAppealsKey, fetchKey).data;

type Props = {
  logId: string;
  action: AdminAction;
  loggedAt: string;
  /** Whether the action was undone. */
  isUndone?: boolean | undefined;
};

/** Lets the viewer appeal an action that concerns them, or says what became of their appeal. */
export function AppealState(props: Props) {
  return (
    <>
      <AppealOutcome logId={props.logId} />
      <AppealOffer {...props} />
    </>
  );
}

/** Says what became of the viewer's appeal of an action, if there is one. */
export function AppealOutcome({ logId }: { logId: string }) {
  const appeal = useAppeals()?.find((appeal) => appeal.logId === logId);
  if (!appeal) return null;
  if (!appeal.outcome) return <span className="d-block muted">You have appealed.</span>;
  return (
    <span className="d-block muted">
      Your appeal was {appeal.outcome}: <bdi>{appeal.reason}</bdi>
    </span>
  );
}

/** Lets the viewer appeal an action that concerns them, unless they have done so. */
export function AppealOffer({ logId, action, loggedAt, isUndone = false }: Props) {
  const appeals = useAppeals();
  if (!appeals || isUndone || notAppealable.includes(action)) return null;
  const isPossible = serverNow() - Date.parse(loggedAt) < appealMs && appeals.every((appeal) => appeal.logId !== logId);
  return isPossible && <AppealButton logId={logId} />;
}
