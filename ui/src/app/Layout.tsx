import { useEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom';
import { Dialog } from '../components/Dialog';
import { ThemeSelect } from '../components/ThemeSelect';
import { Header } from './Header';
import styles from './Layout.module.css';
import { SideNav } from './SideNav';

/** Header, navigation, and the routed page in the content area. */
export function Layout() {
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const closeDrawer = () => setDrawerOpen(false);
  const content = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shownPath = useRef(pathname);

  // A new page begins at its heading for readers who do not see it change.
  useEffect(() => {
    if (shownPath.current !== pathname) content.current?.focus({ preventScroll: true });
    shownPath.current = pathname;
  }, [pathname]);

  const navigation = (
    <>
      <SideNav onFollow={closeDrawer} />
      <div className={styles.foot}>
        <ThemeSelect />
      </div>
    </>
  );
  return (
    <div className={styles.layout}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <Header onMenu={() => setDrawerOpen(true)} />
      <div className={styles.side}>{navigation}</div>
      {isDrawerOpen && (
        <Dialog className={styles.drawer} label="Navigation" onClose={closeDrawer}>
          <button className="btn btn-outline-secondary btn-sm mb-3" type="button" onClick={closeDrawer}>
            Close
          </button>
          {navigation}
        </Dialog>
      )}
      <main className={styles.content} id="content" tabIndex={-1} ref={content}>
        <Outlet />
      </main>
      <ScrollRestoration />
    </div>
  );
}
