import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { BellIcon } from '../components/icons';
import { lazyWithRetry } from '../components/lazyWithRetry';
import { Skeleton } from '../components/Skeleton';
import styles from './NotificationBell.module.css';

const UnreadDot = lazyWithRetry(() => import('./UnreadDot'), { isOptional: true });
const BellPanel = lazyWithRetry(() => import('./BellPanel'));

/** A button that opens the notifications. The browser closes them on Escape and on a click elsewhere. */
export function NotificationBell() {
  const id = useId();
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: going somewhere closes them
  useEffect(() => {
    if (isOpen) popover.current?.hidePopover();
  }, [key]);
  return (
    <>
      <button type="button" className={styles.bell} popoverTarget={id} aria-expanded={isOpen}>
        <BellIcon />
        <span className="visually-hidden">Notifications</span>
        <Suspense>
          <UnreadDot />
        </Suspense>
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        className={styles.popover}
        onBeforeToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen && (
          <Suspense fallback={<Skeleton />}>
            <BellPanel />
          </Suspense>
        )}
      </div>
    </>
  );
}
