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
import { clearProfile, removeContent, silenceUser, suspendUser, warnUser } from './api';

/** What a moderator does to a member. */
export type SanctionChoice = 'warn' | 'clear' | 'silence' | 'suspend' | 'remove';

type Words = { title: string; action: string; consequence: string; done: string };

const words: Record<SanctionChoice, Words> = {
  warn: {
    title: 'Warn',
    action: 'Warn',
    consequence: 'They are told the reason.',
    done: 'The member is warned',
  },
  clear: {
    title: 'Clear the profile of',
    action: 'Clear',
    consequence:
      'Their biography and their picture are removed. They can have new ones. It can be undone for 30 days, except what they have replaced by then.',
    done: 'The profile is cleared',
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

/** Returns the end of a local day, such as `2026-12-24`. */
const endOf = (day: string) => new Date(`${day}T23:59:59`);

/** Returns the local day of a time, as the field has it. */
const dayOf = (time: number) => new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 10);

type Props = { choice: SanctionChoice; username: string; close: () => void };

/** Asks for the duration and the reason of a sanction, and imposes it. */
export default function SanctionDialog({ choice, username, close }: Props) {
  const { mutate } = useSWRConfig();
  const { title, action, consequence, done } = words[choice];
  const { busy, error, setError, run } = useAction(`Error: ${action.toLowerCase()}`, () =>
    mutate(keysOfTypes('sanctions', 'administration', 'flags')),
  );
  /** 0: until a date. */
  const [days, setDays] = useState(choice === 'suspend' ? 7 : 3);
  const [date, setDate] = useState('');
  const [span, setSpan] = useState<RemovedSpan | ''>(choice === 'remove' ? 'day' : '');
  const [messages, setMessages] = useState(false);
  const [reason, setReason] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const dateField = useRef<HTMLInputElement>(null);
  const hasEnd = choice === 'silence' || choice === 'suspend';
  const id = useId();
  const call = () => {
    if (choice === 'warn') return warnUser(username, reason);
    if (choice === 'clear') return clearProfile(username, reason);
    if (choice === 'remove') return removeContent(username, span || 'day', reason, messages);
    const until = (days ? new Date(serverNow() + days * dayMs) : endOf(date)).toISOString();
    if (choice === 'silence') return silenceUser(username, until, reason);
    return suspendUser(username, until, reason, span || undefined, messages);
  };
  const confirm = async () => {
    if (hasEnd && !days && !(endOf(date).getTime() > serverNow())) {
      setError('Please choose today or a later day');
      dateField.current?.focus();
      return false;
    }
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
            <option value={0}>Until a date…</option>
          </select>
          {days === 0 && (
            <>
              <label htmlFor={`${id}date`} className="form-label d-block mt-3 mb-1">
                Until the end of
              </label>
              <input
                ref={dateField}
                id={`${id}date`}
                type="date"
                className="form-control"
                min={dayOf(serverNow())}
                value={date}
                onChange={(event) => setDate(event.target.value)}
              />
            </>
          )}
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
