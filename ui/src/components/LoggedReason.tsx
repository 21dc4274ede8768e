import type { AdminAction, Decision } from '../api/generated';
import { momentOf } from '../lib/dates';
import { closeReasons } from './closeReasons';

const decided: Record<Decision, string> = {
  uphold: 'Upheld',
  decline: 'Declined',
  abuse: 'Declined as an abuse',
  approve: 'Approved',
  reject: 'Rejected',
};

const closed = Object.fromEntries(Object.entries(closeReasons).map(([word, why]) => [word, `Closed: ${why}`]));

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
      before: `Until ${momentOf(end)}`,
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
      <Reason text={reason} />
    </>
  );
}

/** Shows a reason. Renders nothing for none. */
export function Reason({ text }: { text: string }) {
  if (!text) return null;
  return (
    <p className="mb-0">
      Reason: <bdi>{text}</bdi>
    </p>
  );
}
