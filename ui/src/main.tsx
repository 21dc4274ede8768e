import 'bootstrap/dist/css/bootstrap.css';
import './themes/tokens.css';
import './themes/base.css';
import { lazy, type ReactNode, StrictMode, Suspense, useCallback, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { base, stripBase } from './api/base';
import { get, isSignedOut, xsrfToken } from './api/client';
import { openSocket } from './api/liveConnection';
import { AuthPage } from './features/auth/AuthPage';
import { clearDevice, LoginContext, mayHaveSession, returnPath } from './lib/session';

const loadApp = () => import('./app/App');
const App = lazy(loadApp);
// Without it the page is still of use.
const ThemeSelect = lazy(() =>
  import('./features/preferences/ThemeSelect').then(
    ({ ThemeSelect }) => ({ default: ThemeSelect as () => ReactNode }),
    () => ({ default: () => null }),
  ),
);

const isPublic = (path: string) => path === '/' || path === '/signup';

// The specification names both addresses.
if (stripBase(location.pathname) === '/login') history.replaceState(null, '', `${base}/`);

if (!xsrfToken()) void clearDevice();

/** How long the login stays hidden while the session is unknown, in milliseconds. */
const patience = 2000;

/** The delay before the public pages preload the app, in milliseconds. */
const idle = 1500;

/**
 * Renders the site in two halves. The public one is React and two forms. The router, SWR and
 * everything else load with the first page that needs a user. Logging out reloads the page, which
 * also drops every cache.
 */
function Root() {
  const [half, setHalf] = useState(() => {
    if (!isPublic(stripBase(location.pathname))) return 'app';
    return mayHaveSession() ? 'unknown' : 'public';
  });
  // Before the landing page clears it.
  const [destination] = useState(returnPath);
  const enter = useCallback(() => {
    history.replaceState(null, '', destination);
    setHalf('app');
  }, [destination]);
  useEffect(() => {
    if (half !== 'unknown') return;
    const show = () => setHalf('public');
    get('/user/me').then(enter, (error) => {
      if (isSignedOut(error)) void clearDevice();
      show();
    });
    const timer = setTimeout(show, patience);
    return () => clearTimeout(timer);
  }, [half, enter]);
  useEffect(() => {
    if (half !== 'public') return;
    const left = new AbortController();
    void import('./app/publicPage').then(({ listenOnPublicPages }) => listenOnPublicPages(left.signal));
    const timer = setTimeout(() => {
      void openSocket();
      void loadApp();
    }, idle);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [half]);
  if (half === 'unknown') return null;
  if (half === 'public') {
    return (
      <LoginContext value={enter}>
        <AuthPage>
          <Suspense>
            <div className="small muted">
              <ThemeSelect />
            </div>
          </Suspense>
        </AuthPage>
      </LoginContext>
    );
  }
  return (
    <Suspense fallback={<div role="status" aria-label="Loading" className="shell" />}>
      <App />
    </Suspense>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');
createRoot(root).render(
  <StrictMode>
    <Root />
  </StrictMode>,
);
