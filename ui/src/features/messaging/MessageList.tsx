import { Fragment, useEffect, useLayoutEffect, useRef } from 'react';
import type { Message } from '../../api/generated';
import { ErrorLine } from '../../components/ErrorLine';
import { counted } from '../../lib/counted';
import styles from './Conversation.module.css';
import { MessageItem } from './MessageItem';
import type { Pending } from './outbox';
import { PendingItem } from './PendingItem';
import type { Older } from './useThread';

/** What somebody writes so many milliseconds after his last message stands under one heading with it. */
const together = 5 * 60_000;

/** So near to the end it is the end. In pixels. */
const tolerance = 40;

/** How far above what is shown the beginning may be when older messages are loaded. */
const ahead = '600px';

const isAfter = (message: Message, before: Message | undefined) =>
  message.msgFrom === before?.msgFrom && Date.parse(message.msgDateTime) - Date.parse(before.msgDateTime) < together;

function toEnd(element: HTMLElement | null) {
  if (element) element.scrollTop = element.scrollHeight;
}

type Props = {
  messages: Message[];
  pending: Pending[];
  older: Older;
  /** A line stands before the first message with a greater id; null: there is none. */
  divider: string | null;
  /** How many new messages are below what is shown. */
  unseen: number;
  /** Hears whether the end is shown. */
  onEnd: (isAtEnd: boolean) => void;
};

/**
 * Messages, the last at the bottom. Whoever is there stays there when more come; whoever reads above it keeps his place,
 * whatever is added before or after it.
 */
export function MessageList({ messages, pending, older, divider, unseen, onEnd }: Props) {
  const scroller = useRef<HTMLElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    // Texts are formatted, and windows resized, after they are shown.
    const observer = new ResizeObserver(() => isAtEnd.current && toEnd(scroller.current));
    for (const element of [scroller.current, list.current]) if (element) observer.observe(element);
    return () => observer.disconnect();
  }, []);

  // What follows the first message moves down by what comes before it. (It may lose its own heading with that.)
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
    // Whoever writes wants to see it.
    if (lastPending) isAtEnd.current = true;
  }, [lastPending]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is added
  useLayoutEffect(() => {
    if (isAtEnd.current) toEnd(scroller.current);
  }, [messages, pending]);

  const note = () => {
    const element = scroller.current;
    if (!element) return;
    isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < tolerance;
    onEnd(isAtEnd.current);
  };
  return (
    <div className={styles.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also for who uses the keyboard */}
      <section ref={scroller} className={styles.scroller} aria-label="Messages" tabIndex={0} onScroll={note}>
        <Beginning older={older} isEmpty={messages.length === 0} />
        {messages.length + pending.length === 0 && (
          <p className="muted text-center">No messages yet. Write the first one!</p>
        )}
        <ol ref={list} className={styles.list}>
          {messages.map((message, index) => {
            const before = messages[index - 1];
            const isNew = ({ _id }: Message) => divider !== null && _id > divider;
            const isFirstNew = isNew(message) && (before ? !isNew(before) : !older.isThere);
            return (
              <Fragment key={message._id}>
                {isFirstNew && <li className={styles.divider}>New</li>}
                <MessageItem message={message} isFirst={isFirstNew || !isAfter(message, before)} />
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
          {counted(unseen, 'new message')}
        </button>
      )}
    </div>
  );
}

/** Loads older messages when it comes near; the button is for whom that fails. */
function Beginning({ older, isEmpty }: { older: Older; isEmpty: boolean }) {
  const root = useRef<HTMLDivElement>(null);
  const { isThere, isLoading, error, load } = older;
  const isWaiting = isThere && !isLoading && !error;
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  useEffect(() => {
    const element = root.current;
    if (!isWaiting || !element) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && latest.current(),
      { root: element.parentElement, rootMargin: `${ahead} 0px 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isWaiting]);
  if (isEmpty) return null;
  return (
    <div ref={root} className={styles.beginning}>
      <ErrorLine error={error} />
      {isThere ? (
        <button type="button" className="btn btn-outline-secondary btn-sm" aria-disabled={isLoading} onClick={load}>
          Load older messages
        </button>
      ) : (
        <p className="small muted mb-0">This is the beginning.</p>
      )}
    </div>
  );
}
