import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { FoundMessages } from '../../api/generated';
import { MarkedText } from '../../components/Highlight';
import { InlineError } from '../../components/InlineError';
import { RelativeTime } from '../../components/RelativeTime';
import { isComposing } from '../../lib/isComposing';
import { pluralize } from '../../lib/pluralize';
import { useAction } from '../../lib/useAction';
import { useMediaQuery } from '../../lib/useMediaQuery';
import type { Room } from './api';
import styles from './Conversation.module.css';
import { dayOf } from './dayOf';
import { type Point, searchMessages } from './parts';

type Props = { room: Room; show: (point: Point) => void; close: () => void };

/** Searches the messages of a room, and leads to a message or a day. Escape closes it. */
export function MessageSearch({ room, show, close }: Props) {
  const [text, setText] = useState('');
  const [day, setDay] = useState('');
  const [found, setFound] = useState<(FoundMessages & { search: string }) | null>(null);
  const { busy, error, run } = useAction('Error when searching messages');
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  // A phone has no room for both the search and the messages.
  const isPhone = useMediaQuery('(max-width: 767px)');
  const lead = (point: Point) => {
    show(point);
    if (isPhone) close();
  };

  const status = useRef<HTMLParagraphElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const search = text.trim();
    if (search) void run(async () => setFound({ search, ...(await searchMessages(room, search)) }));
  };
  const continueSearch = async ({ search, messages, end }: FoundMessages & { search: string }) => {
    const isDone = await run(async () => {
      const more = await searchMessages(room, search, end?.before);
      setFound({ search, ...more, messages: [...messages, ...more.messages] });
    });
    // The button may be gone.
    if (isDone) status.current?.focus({ preventScroll: true });
  };
  const goToDay = (event: FormEvent) => {
    event.preventDefault();
    if (day) lead({ at: new Date(`${day}T00:00`).toISOString() });
  };
  return (
    <search
      className={styles.search}
      aria-label="Search messages"
      onKeyDown={({ key, nativeEvent }) => key === 'Escape' && !isComposing(nativeEvent) && close()}
    >
      <div className={styles.searchForms}>
        <form onSubmit={submit}>
          <input
            ref={field}
            type="search"
            className="form-control"
            dir="auto"
            placeholder="Search messages"
            aria-label="Words to search for"
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <button type="submit" className="btn btn-primary" aria-disabled={busy}>
            Search
          </button>
        </form>
        <form onSubmit={goToDay}>
          <label htmlFor={id}>Go to date</label>
          <input
            id={id}
            type="date"
            className="form-control"
            max="9999-12-31"
            value={day}
            onChange={(event) => setDay(event.target.value)}
          />
          <button type="submit" className="btn btn-outline-secondary">
            Go
          </button>
        </form>
      </div>
      <InlineError error={error} />
      <p ref={status} tabIndex={-1} role="status" className="small muted mb-0">
        {found && summaryOf(found)}
      </p>
      {found && (found.messages.length > 0 || found.end) && (
        <div className={styles.results}>
          <ol className={styles.list} aria-label="Found messages">
            {found.messages.map(({ _id, msgFrom, msgDateTime, passage }) => (
              <li key={_id}>
                <button type="button" onClick={() => lead({ message: _id })}>
                  <span className="small muted">
                    <bdi className={styles.quotedName}>{msgFrom}</bdi> <RelativeTime time={msgDateTime} />
                  </span>
                  <span dir="auto">
                    <MarkedText parts={passage} />
                  </span>
                </button>
              </li>
            ))}
          </ol>
          {found.end && (
            <button type="button" aria-disabled={busy} onClick={() => void continueSearch(found)}>
              Search older messages
            </button>
          )}
        </div>
      )}
    </search>
  );
}

/** Says how many messages a search has found, and how far it has searched. */
function summaryOf({ messages, end }: FoundMessages): string {
  const count = messages.length === 0 ? 'No message found' : `${pluralize(messages.length, 'message')} found`;
  return `${count}. Searched ${end ? `back to ${dayOf(end.msgDateTime)}` : 'all messages'}.`;
}
