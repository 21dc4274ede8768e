import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom';
import { ConnectionBar } from './ConnectionBar';
import { Header } from './Header';
import styles from './Layout.module.css';
import { useLive } from './live';
import { SideNav } from './SideNav';

/** Header, navigation and the page. On a phone the navigation is a drawer. */
export function Layout() {
  const connected = useLive();
  const drawer = useRef<HTMLDialogElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: going somewhere closes the drawer
  useEffect(() => drawer.current?.close(), [pathname]);
  return (
    <>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <Header onMenu={() => drawer.current?.showModal()} />
      <ConnectionBar connected={connected} />
      <div className={styles.columns}>
        <aside className={styles.side}>
          <SideNav />
        </aside>
        <dialog ref={drawer} className={styles.drawer} aria-label="Navigation" closedby="any">
          <form method="dialog" className="d-flex justify-content-end">
            <button type="submit" className="btn btn-link" aria-label="Close navigation">
              ✕
            </button>
          </form>
          <SideNav />
        </dialog>
        <main id="content" className={styles.content} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <ScrollRestoration />
    </>
  );
}
