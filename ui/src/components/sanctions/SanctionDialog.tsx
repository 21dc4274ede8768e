import { useId, useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import { serverNow } from '../../api/client';
import { limits, type RemovedSpan } from '../../api/generated';
import { reasonEmpty, reasonTooLong } from '../../api/sentences';
import { announce } from '../../lib/announce';
import { keysOfTypes } from '../../lib/cacheKeys';
import { site } from '../../lib/site';
import { useAction } from '../../lib/useAction';
import { ConfirmDialog } from '../ConfirmDialog';
import { removeContent, silenceUser, suspendUser, warnUser } from './api';

/** What a moderator does to a member. */
export type SanctionChoice = 'warn' | 'silence' | 'suspend' | 'remove';

type Words = { title: string; action: string; consequence: string; done: string };

const words: Record<SanctionChoice, Words> = {
  warn: {
    title: 'Warn',
    action: 'Warn',
    consequence: 'They are told the reason.',
    done: 'The member is warned',
  },
  silence: {
    title: 'Silence',
    action: 'Silence',
    consequence: 'They can read, but write nothing until then. They are told the reason.',
    done: 'The member is silenced',
  },
  suspend: {
    title: 'Suspend',
    action: 'Suspend',
    consequence:
      'Their sessions end, and they cannot log in until then. The login tells them until when, and the reason. Their profile stays.',
    done: 'The member is suspended',
  },
  remove: {
    title: 'Remove posts of',
    action: 'Remove',
    consequence:
      'Questions, answers and comments are removed one after the other. What they write from now on is not removed: suspend them if they must not go on. It can be undone for 30 days.',
    done: 'The posts are being removed',
  },
};

const dayMs = 24 * 3600 * 1000;

/** The durations that the dialog offers, in days. */
const durations: [number, string][] = [
  [1, '1 day'],
  [3, '3 days'],
  [7, '1 week'],
  [30, '30 days'],
  [90, '90 days'],
  [365, '1 year'],
];

type Props = { choice: SanctionChoice; username: string; close: () => void };

/** Asks for the duration and the reason of a sanction, and imposes it. */
export default function SanctionDialog({ choice, username, close }: Props) {
  const { mutate } = useSWRConfig();
  const { title, action, consequence, done } = words[choice];
  const { busy, error, setError, run } = useAction(`Error: ${action.toLowerCase()}`, () =>
    mutate(keysOfTypes('sanctions', 'administration', 'flags')),
  );
  const [days, setDays] = useState(choice === 'suspend' ? 7 : 3);
  const [span, setSpan] = useState<RemovedSpan | ''>(choice === 'remove' ? 'day' : '');
  const [messages, setMessages] = useState(false);
  const [reason, setReason] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const call = () => {
    const until = new Date(serverNow() + days * dayMs).toISOString();
    if (choice === 'warn') return warnUser(username, reason);
    if (choice === 'silence') return silenceUser(username, until, reason);
    if (choice === 'suspend') return suspendUser(username, until, reason, span || undefined, messages);
    return removeContent(username, span || 'day', reason, messages);
  };
  const confirm = async () => {
    const length = [...reason.trim()].length;
    const problem = length === 0 ? reasonEmpty : length > limits.reason ? reasonTooLong : null;
    if (problem) {
      setError(problem);
      field.current?.focus();
      return false;
    }
    const isDone = await run(call);
    if (isDone) announce(done);
    return isDone;
  };
  const hasEnd = choice === 'silence' || choice === 'suspend';
  return (
    <ConfirmDialog
      title={
        <>
          {title} <bdi>{username}</bdi>?
        </>
      }
      action={action}
      busy={busy}
      error={error}
      onConfirm={confirm}
      onClose={close}
    >
      {consequence}
      {hasEnd && (
        <>
          <label htmlFor={`${id}days`} className="form-label d-block mt-3 mb-1">
            For
          </label>
          <select
            id={`${id}days`}
            className="form-select"
            value={days}
            onChange={(event) => setDays(Number(event.target.value))}
          >
            {durations.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </>
      )}
      {(choice === 'suspend' || choice === 'remove') && (
        <>
          <label htmlFor={`${id}span`} className="form-label d-block mt-3 mb-1">
            {choice === 'suspend' ? 'Remove their questions, answers and comments too?' : 'Which?'}
          </label>
          <select
            id={`${id}span`}
            className="form-select"
            value={span}
            onChange={(event) => setSpan(event.target.value as RemovedSpan | '')}
          >
            {choice === 'suspend' && <option value="">No, they stay</option>}
            <option value="day">Those of the last 24 hours</option>
            <option value="all">All</option>
          </select>
          {site.features.chat && span && (
            <label className="d-block mt-2">
              <input
                type="checkbox"
                className="form-check-input me-2"
                checked={messages}
                onChange={(event) => setMessages(event.target.checked)}
              />
              Their messages in the global chat too, which cannot be undone
            </label>
          )}
        </>
      )}
      <label htmlFor={`${id}reason`} className="form-label d-block mt-3 mb-1">
        Reason, which they see
      </label>
      <textarea
        ref={field}
        id={`${id}reason`}
        className="form-control"
        rows={3}
        dir="auto"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  );
}
