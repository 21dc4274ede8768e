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
  'open-flagged',
  'vouch',
];

type Props = { logId: string; action: AdminAction; loggedAt: string };

/** Lets the viewer appeal an action that concerns them, or says what became of their appeal. */
export function AppealState({ logId, action, loggedAt }: Props) {
  const { data: appeals } = useSWR<Appeal[], unknown>(myAppealsKey, fetchKey);
  if (!appeals || notAppealable.includes(action)) return null;
  const appeal = appeals.find((appeal) => appeal.logId === logId);
  if (!appeal) return serverNow() - Date.parse(loggedAt) < appealMs ? <AppealButton logId={logId} /> : null;
  if (!appeal.outcome) return <span className="muted">You have appealed.</span>;
  return (
    <span className="muted">
      Your appeal was {appeal.outcome}: <bdi>{appeal.reason}</bdi>
    </span>
  );
}
