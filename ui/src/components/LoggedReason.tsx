import type { AdminAction, CloseReason, Decision } from '../api/generated';

/** Why questions are closed, as short as the log needs it. */
const closed: Record<CloseReason, string> = {
  duplicate: 'Closed as asked before',
  'off-topic': 'Closed as off topic',
  unclear: 'Closed as unclear',
  'too-broad': 'Closed as too broad',
  opinion: 'Closed as a matter of opinion',
};

const decided: Record<Decision, string> = {
  uphold: 'Upheld',
  decline: 'Declined',
  abuse: 'Declined as an abuse',
  approve: 'Approved',
  reject: 'Rejected',
};

/** What the word before the reason of an action says. */
const kinds: Partial<Record<AdminAction, Record<string, string>>> = {
  'close-question': closed,
  'decide-flag': decided,
  'decide-appeal': decided,
};

/** Returns the reason of an action, and what precedes it in the log, such as the end of a sanction. */
function parse(action: AdminAction, detail: string): { before?: string; reason: string } {
  const [, day, time, after] = /^until (\S+) (\S+) UTC: (.*)$/s.exec(detail) ?? [];
  if ((action === 'silence' || action === 'suspend') && after !== undefined) {
    const end = new Date(`${day}T${time}Z`);
    return {
      before: `Until ${end.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}`,
      reason: after,
    };
  }
  const [, kind = '', note = ''] = /^([a-z-]+): (.*)$/s.exec(detail) ?? [];
  const words = kinds[action] ?? {};
  return Object.hasOwn(words, kind) ? { before: words[kind] ?? '', reason: note } : { reason: detail };
}

/** Shows the reason of an action as the log has it. Renders nothing for none. */
export function LoggedReason({ action, detail }: { action: AdminAction; detail: string }) {
  const { before, reason } = parse(action, detail);
  return (
    <>
      {before && <p className="mb-0">{before}</p>}
      {reason && (
        <p className="mb-0">
          Reason: <bdi>{reason}</bdi>
        </p>
      )}
    </>
  );
}
