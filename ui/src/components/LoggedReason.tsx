import type { AdminAction, CloseReason } from '../api/generated';

/** Why questions are closed, as short as the log needs it. */
const closed: Record<CloseReason, string> = {
  duplicate: 'asked before',
  'off-topic': 'off topic',
  unclear: 'unclear',
  'too-broad': 'too broad',
  opinion: 'a matter of opinion',
};

/** Returns the reason of an action, and what precedes it in the log: the end of a sanction, or why a question is closed. */
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
  if (action === 'close-question' && Object.hasOwn(closed, kind))
    return { before: `Closed as ${closed[kind as CloseReason]}`, reason: note };
  return { reason: detail };
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
