import type { CaseKind, Decision, FlagCase } from '../../api/generated';
import { reasons } from '../../components/flags/api';

/** A decision that a moderator can choose. */
export type Choice = { label: string; hint: string; decision: Decision; remove: boolean; reason: string };

/** Returns whether a removal can be undone. */
const isRestorable = (kind: CaseKind) => kind !== 'message' && kind !== 'picture';

/** What an approval that cannot be undone does. */
const approvalHints = {
  signup: () => 'They can log in. This cannot be undone, but an account can be disabled.',
  appeal: (isUndone: boolean | undefined) =>
    `${isUndone ? 'The action is undone' : 'The appeal is closed'}. This cannot be undone, but the action can be taken again.`,
};

/** Returns the choices of a case, in the order of their keys. `isRead`: the viewer sees what it is about. */
export function choicesOf(
  { kind, canRemove, flags, ask, hidden, appeal }: FlagCase,
  isRead: boolean,
): (Choice | null)[] {
  if (ask) {
    const isHeld = ask === 'held';
    return [
      {
        label: 'Approve',
        hint: isHeld ? 'It appears as if it had just been posted.' : approvalHints[ask](appeal?.isUndoneByApproval),
        decision: 'approve',
        remove: false,
        reason: isHeld ? 'This may be seen' : 'Approved',
      },
      {
        label: 'Reject',
        hint: isHeld ? 'It does not appear. Its author sees the reason.' : '',
        decision: 'reject',
        remove: false,
        reason: isHeld ? '' : 'Rejected',
      },
    ];
  }
  const reported = flags[0] ? reasons[flags[0].reason] : '';
  return [
    canRemove && isRead
      ? {
          label: 'Remove',
          hint: isRestorable(kind)
            ? 'The reports are right: it is removed. Its author sees the reason.'
            : `The reports are right: it is removed. This cannot be undone: a removed ${kind} cannot be restored.`,
          decision: 'uphold',
          remove: true,
          reason: reported,
        }
      : null,
    // What is hidden is removed if the reports are right.
    hidden
      ? null
      : {
          label: 'Uphold',
          hint: 'The reports are right, but it stays.',
          decision: 'uphold',
          remove: false,
          reason: reported,
        },
    {
      label: 'Decline',
      hint: 'The reports are not right: it stays.',
      decision: 'decline',
      remove: false,
      reason: 'This may stay',
    },
    {
      label: 'Abuse',
      hint: 'It stays. The reports are an abuse, and later reports of these members weigh less.',
      decision: 'abuse',
      remove: false,
      reason: 'This is not what reports are for',
    },
  ];
}
