import { Fragment, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Message } from '../../api/generated';
import { InlineError } from '../../components/InlineError';
import { MessagesIcon } from '../../components/icons';
import { pluralize } from '../../lib/pluralize';
import styles from './Conversation.module.css';
import { type MessageHandlers, MessageItem } from './MessageItem';
import type { Pending } from './outbox';
import { PendingItem } from './PendingItem';
import type { OlderMessages } from './useThread';

/** Messages of one author within this time share a heading. In milliseconds. */
const groupingMs = 5 * 60_000;

/** The distance from the end that counts as the end, in pixels. */
const tolerance = 40;

/** The distance of the beginning above the viewport at which older messages load. */
const loadAheadMargin = '600px';

const continuesGroup = (message: Message, before: Message | undefined) =>
  message.msgFrom === before?.msgFrom && Date.parse(message.msgDateTime) - Date.parse(before.msgDateTime) < groupingMs;

function toEnd(element: HTMLElement | null) {
  if (element) element.scrollTop = element.scrollHeight;
}

/** Returns whether a message is the first of its day, in the viewer's time zone. */
const beginsDay = ({ msgDateTime }: Message, before: Message | undefined) =>
  new Date(msgDateTime).toDateString() !== (before && new Date(before.msgDateTime).toDateString());

const dayFormat = new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

type Props = Pick<MessageHandlers, 'onReply' | 'onEdit'> & {
  messages: Message[];
  pending: Pending[];
  older: OlderMessages;
  /** A divider precedes the first message with a greater id; null: no divider. */
  divider: string | null;
  /** The number of new messages below the viewport. */
  unseen: number;
  /** Runs with whether the end is visible. */
  onEnd: (isAtEnd: boolean) => void;
};

/**
 * Lists messages, the last at the bottom. At the end the list follows new messages; above it the
 * scroll position stays, whatever is added before or after it.
 */
export function MessageList({ messages, pending, older, divider, unseen, onEnd, onReply, onEdit }: Props) {
  const scroller = useRef<HTMLElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    // Formatting and resizing change the heights later.
    const observer = new ResizeObserver(() => isAtEnd.current && toEnd(scroller.current));
    for (const element of [scroller.current, list.current]) if (element) observer.observe(element);
    return () => observer.disconnect();
  }, []);

  // Content after the first message moves down by what is added before it. The first message may
  // lose its heading.
  const first = useRef({ id: '', end: 0 });
  useLayoutEffect(() => {
    const endOf = (id: string) => {
      const item = list.current?.querySelector<HTMLElement>(`[data-id="${id}"]`);
      return item ? item.offsetTop + item.offsetHeight : null;
    };
    const end = endOf(first.current.id);
    if (end !== null && !isAtEnd.current && scroller.current) scroller.current.scrollTop += end - first.current.end;
    const id = messages[0]?._id ?? '';
    first.current = { id, end: endOf(id) ?? 0 };
  });
  // A quoted message to show, as soon as it is loaded.
  const [target, setTarget] = useState<string | null>(null);
  const isTargetShown = useRef(true);
  const { loadUntil } = older;
  const latestLoad = useRef(loadUntil);
  useEffect(() => {
    latestLoad.current = loadUntil;
  });
  const onShowQuoted = useCallback((id: string) => {
    isAtEnd.current = false;
    isTargetShown.current = false;
    setTarget(null);
    void latestLoad.current(id).then(() => setTarget(id));
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the target may be among messages that are loaded later
  useLayoutEffect(() => {
    const item = target && list.current?.querySelector<HTMLElement>(`[data-id="${target}"]`);
    if (!item || isTargetShown.current) return;
    isTargetShown.current = true;
    item.scrollIntoView({ block: 'center' });
    item.focus({ preventScroll: true });
  }, [target, messages]);

  const lastPending = pending.at(-1)?.nonce;
  useLayoutEffect(() => {
    // The author wants to see the new message.
    if (lastPending) isAtEnd.current = true;
  }, [lastPending]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after every addition
  useLayoutEffect(() => {
    if (isAtEnd.current) toEnd(scroller.current);
  }, [messages, pending]);

  const onScroll = () => {
    const element = scroller.current;
    if (!element) return;
    isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < tolerance;
    onEnd(isAtEnd.current);
  };
  return (
    <div className={styles.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need the focus to scroll it */}
      <section ref={scroller} className={styles.scroller} aria-label="Messages" tabIndex={0} onScroll={onScroll}>
        <HistoryStart older={older} isEmpty={messages.length === 0} />
        {messages.length + pending.length === 0 && (
          <div className={styles.empty}>
            <MessagesIcon />
            <p>No messages yet. Write the first one!</p>
          </div>
        )}
        <ol ref={list} className={styles.list}>
          {messages.map((message, index) => {
            const before = messages[index - 1];
            const isNew = ({ _id }: Message) => divider !== null && _id > divider;
            const isFirstNew = isNew(message) && (before ? !isNew(before) : !older.hasMore);
            const isFirstOfDay = beginsDay(message, before) && (before !== undefined || !older.hasMore);
            return (
              <Fragment key={message._id}>
                {isFirstOfDay && (
                  <li className={styles.day} data-day>
                    {dayFormat.format(new Date(message.msgDateTime))}
                  </li>
                )}
                {isFirstNew && <li className={styles.divider}>New</li>}
                <MessageItem
                  message={message}
                  isFirst={isFirstOfDay || isFirstNew || !continuesGroup(message, before)}
                  isTarget={message._id === target}
                  onReply={onReply}
                  onEdit={onEdit}
                  onShowQuoted={onShowQuoted}
                />
              </Fragment>
            );
          })}
          {pending.map((each) => (
            <PendingItem key={each.nonce} pending={each} />
          ))}
        </ol>
      </section>
      {unseen > 0 && (
        <button
          type="button"
          className={`btn btn-primary btn-sm ${styles.jump}`}
          onClick={() => {
            toEnd(scroller.current);
            scroller.current?.focus({ preventScroll: true });
          }}
        >
          {pluralize(unseen, 'new message')}
        </button>
      )}
    </div>
  );
}

/** Loads older messages when it comes near. The button is the fallback. */
function HistoryStart({ older, isEmpty }: { older: OlderMessages; isEmpty: boolean }) {
  const root = useRef<HTMLDivElement>(null);
  const { hasMore, isLoading, error, load } = older;
  const isWaiting = hasMore && !isLoading && !error;
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  useEffect(() => {
    const element = root.current;
    if (!isWaiting || !element) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && latest.current(),
      { root: element.parentElement, rootMargin: `${loadAheadMargin} 0px 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isWaiting]);
  if (isEmpty) return null;
  return (
    <div ref={root} className={styles.beginning}>
      <InlineError error={error} />
      {hasMore ? (
        <button type="button" className="btn btn-outline-secondary btn-sm" aria-disabled={isLoading} onClick={load}>
          Load older messages
        </button>
      ) : (
        <p className="small muted mb-0">This is the beginning.</p>
      )}
    </div>
  );
}
