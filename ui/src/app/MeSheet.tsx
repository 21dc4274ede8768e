import { type MouseEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { useUser } from '../lib/session';
import { Account } from './Account';
import styles from './MeSheet.module.css';
import { SideNav } from './SideNav';

/** The navigation and the account on a phone. */
export default function MeSheet({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { username } = useUser();
  const { key } = useLocation();
  const openedAt = useRef(key);
  const isReturn = useNavigationType() === 'POP';
  useLayoutEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    if (isReturn && key !== openedAt.current) dialog.current?.close();
  }, [isReturn, key]);
  // Immediately, because the page may take long to load. A link with a submenu opens that instead.
  const closeAtLink = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a:not([aria-expanded])')) dialog.current?.close();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the Enter key clicks links
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-label="Me"
      closedby="any"
      onClick={closeAtLink}
      onClose={onClose}
    >
      <div className={styles.header}>
        <strong>
          <bdi>{username}</bdi>
        </strong>
        <button type="button" className="btn" aria-label="Close" onClick={() => dialog.current?.close()}>
          ✕
        </button>
      </div>
      <Account />
      <SideNav />
    </dialog>
  );
}
