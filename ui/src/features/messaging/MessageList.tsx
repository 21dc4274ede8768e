import { Fragment, useEffect, useLayoutEffect, useRef } from 'react';
import type { Message } from '../../api/generated';
import { InlineError } from '../../components/InlineError';
import { pluralize } from '../../lib/pluralize';
import styles from './Conversation.module.css';
import { MessageItem } from './MessageItem';
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

type Props = {
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
export function MessageList({ messages, pending, older, divider, unseen, onEnd }: Props) {
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
          <p className="muted text-center">No messages yet. Write the first one!</p>
        )}
        <ol ref={list} className={styles.list}>
          {messages.map((message, index) => {
            const before = messages[index - 1];
            const isNew = ({ _id }: Message) => divider !== null && _id > divider;
            const isFirstNew = isNew(message) && (before ? !isNew(before) : !older.hasMore);
            return (
              <Fragment key={message._id}>
                {isFirstNew && <li className={styles.divider}>New</li>}
                <MessageItem message={message} isFirst={isFirstNew || !continuesGroup(message, before)} />
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
