import { Fragment, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { Message } from '../../api/generated';
import { InlineError } from '../../components/InlineError';
import { MessagesIcon } from '../../components/icons';
import { pluralize } from '../../lib/pluralize';
import styles from './Conversation.module.css';
import { dayOf } from './dayOf';
import { type MessageHandlers, MessageItem } from './MessageItem';
import type { Pending } from './outbox';
import { PendingItem } from './PendingItem';
import type { MoreMessages, Target, View } from './useThread';

/** Messages of one author within this time share a heading. In milliseconds. */
const groupingMs = 5 * 60_000;

/** The distance from the end that counts as the end, in pixels. */
const tolerance = 40;

/** The distance from the viewport at which more messages load. */
const loadAheadMargin = '600px';

const continuesGroup = (message: Message, before: Message | undefined) =>
  message.msgFrom === before?.msgFrom && Date.parse(message.msgDateTime) - Date.parse(before.msgDateTime) < groupingMs;

function toEnd(element: HTMLElement | null) {
  if (element) element.scrollTop = element.scrollHeight;
}

/** Returns whether a message is the first of its day, in the viewer's time zone. */
const beginsDay = ({ msgDateTime }: Message, before: Message | undefined) =>
  new Date(msgDateTime).toDateString() !== (before && new Date(before.msgDateTime).toDateString());

type Props = Pick<MessageHandlers, 'onReply' | 'onEdit'> & {
  view: View;
  pending: Pending[];
  /** A divider precedes the first message with a greater id; null: no divider. */
  divider: string | null;
  /** The number of new messages below the viewport. */
  unseen: number;
  /** Runs with whether the end of the shown messages is visible. */
  onEnd: (isAtEnd: boolean) => void;
};

/**
 * Lists messages, the last at the bottom. At the end of the newest messages the list follows new ones; elsewhere the
 * scroll position stays, whatever is added before or after it.
 */
export function MessageList({ view, pending, divider, unseen, onEnd, onReply, onEdit }: Props) {
  const { messages, older, newer, target } = view;
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
  const reached = useRef<Target | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the messages may come after their target
  useLayoutEffect(() => {
    const item = target && list.current?.querySelector<HTMLElement>(`[data-id="${target.id}"]`);
    if (!item || reached.current === target) return;
    reached.current = target;
    isAtEnd.current = false;
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

  const isPart = newer !== null;
  const measure = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    isAtEnd.current = !isPart && element.scrollHeight - element.scrollTop - element.clientHeight < tolerance;
    onEnd(isAtEnd.current);
  }, [isPart, onEnd]);
  // The end of a part may become the end of the newest messages.
  useLayoutEffect(measure, [measure]);
  const { show, showNewest } = view;
  const latestShow = useRef(show);
  useEffect(() => {
    latestShow.current = show;
  });
  const onShowQuoted = useCallback((message: string) => latestShow.current({ message }), []);
  const toNewest = () => {
    isAtEnd.current = true;
    showNewest();
    toEnd(scroller.current);
    scroller.current?.focus({ preventScroll: true });
  };
  return (
    <div className={styles.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need the focus to scroll it */}
      <section ref={scroller} className={styles.scroller} aria-label="Messages" tabIndex={0} onScroll={measure}>
        {messages.length > 0 && (
          <Edge more={older} name="older" margin={`${loadAheadMargin} 0px 0px`} end="This is the beginning." />
        )}
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
                    {dayOf(message.msgDateTime)}
                  </li>
                )}
                {isFirstNew && <li className={styles.divider}>New</li>}
                <MessageItem
                  message={message}
                  isFirst={isFirstOfDay || isFirstNew || !continuesGroup(message, before)}
                  isTarget={message._id === target?.id}
                  onReply={onReply}
                  onEdit={onEdit}
                  onShowQuoted={onShowQuoted}
                />
              </Fragment>
            );
          })}
          {!newer && pending.map((each) => <PendingItem key={each.nonce} pending={each} />)}
        </ol>
        {newer && <Edge more={newer} name="newer" margin={`0px 0px ${loadAheadMargin}`} />}
      </section>
      {(newer || unseen > 0) && (
        <button type="button" className={`btn btn-primary btn-sm ${styles.jump}`} onClick={toNewest}>
          {newer && 'Back to the newest messages'}
          {newer && unseen > 0 && ' · '}
          {unseen > 0 && pluralize(unseen, 'new message')}
        </button>
      )}
    </div>
  );
}

type EdgeProps = {
  more: MoreMessages;
  name: 'older' | 'newer';
  /** The margin around the viewport in which it counts as near. */
  margin: string;
  /** What it says if there are no more. */
  end?: string;
};

/** Loads more messages when it comes near. The button is the fallback. */
function Edge({ more, name, margin, end }: EdgeProps) {
  const root = useRef<HTMLDivElement>(null);
  const { hasMore, isLoading, error, load } = more;
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
      { root: element.parentElement, rootMargin: margin },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isWaiting, margin]);
  return (
    <div ref={root} className={styles.beginning}>
      <InlineError error={error} />
      {hasMore ? (
        <button type="button" className="btn btn-outline-secondary btn-sm" aria-disabled={isLoading} onClick={load}>
          Load {name} messages
        </button>
      ) : (
        <p className="small muted mb-0">{end}</p>
      )}
    </div>
  );
}
