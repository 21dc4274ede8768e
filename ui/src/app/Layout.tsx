import { Suspense, useEffect, useRef } from 'react';
import { matchPath, Outlet, useLocation, useNavigationType } from 'react-router-dom';
import { lazyWithRetry } from '../components/lazyWithRetry';
import { Skeleton } from '../components/Skeleton';
import { QuestionSkeleton } from '../features/questions/detail/QuestionSkeleton';
import { QuestionListSkeleton } from '../features/questions/list/QuestionListSkeleton';
import { routes } from '../lib/routes';
import { TakeOver } from '../lib/serverPage';
import { BottomTabs } from './BottomTabs';
import { ErrorBoundary } from './ErrorBoundary';
import { Header } from './Header';
import { KeyboardShortcuts } from './KeyboardShortcuts';
import styles from './Layout.module.css';
import { LoadingBar } from './LoadingBar';
import { SideNav } from './SideNav';
import { useInAppLinks } from './useInAppLinks';
import { useLiveUpdates } from './useLiveUpdates';
import { useScrollRestoration } from './useScrollRestoration';
import { VoiceNavigation } from './VoiceNavigation';

const RareParts = lazyWithRetry(() => import('./RareParts'), { isOptional: true });

/** The shape of the page that comes. */
function PageSkeleton() {
  const { pathname } = useLocation();
  if (matchPath(routes.question.pattern, pathname)) return <QuestionSkeleton />;
  return matchPath(routes.questions.pattern, pathname) ? <QuestionListSkeleton /> : <Skeleton />;
}

/**
 * Shows the header, the navigation and the page. Header and navigation stay when the page fails or
 * loads. On a phone the navigation is a row of tabs.
 */
export function Layout() {
  const connected = useLiveUpdates();
  useInAppLinks();
  useScrollRestoration();
  const main = useRef<HTMLElement>(null);
  const { pathname, hash } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  // The link that was followed is gone with its page: the keys go on in the one that came.
  // biome-ignore lint/correctness/useExhaustiveDependencies: going somewhere, and nothing else, moves the focus
  useEffect(() => {
    if (!isReturn && !hash && document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <Header />
      <LoadingBar />
      <div className={styles.columns}>
        <aside className={styles.side}>
          <SideNav />
        </aside>
        <div className={styles.area}>
          {/* Beside the navigation, which is as high as the window. Above it, a bar would push
              the end of the navigation out of the window. */}
          <Suspense>
            <RareParts connected={connected} />
          </Suspense>
          <VoiceNavigation />
          <main ref={main} id="content" className={styles.content} tabIndex={-1}>
            <ErrorBoundary>
              <Suspense fallback={<PageSkeleton />}>
                <TakeOver />
                <Outlet />
              </Suspense>
            </ErrorBoundary>
          </main>
        </div>
      </div>
      <BottomTabs />
      <KeyboardShortcuts />
    </>
  );
}
