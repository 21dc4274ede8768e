import 'bootstrap/dist/css/bootstrap.css';
import './themes/tokens.css';
import './themes/base.css';
import { lazy, StrictMode, Suspense, useCallback, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { base, within } from './api/base';
import { get } from './api/client';
import { openSocket } from './api/socket';
import { AuthPage } from './features/auth/AuthPage';
import { ThemeSelect } from './features/preferences/ThemeSelect';
import { LoginContext, mayBeSignedIn, returnPath } from './lib/session';

const loadApp = () => import('./app/App');
const App = lazy(loadApp);

const isPublic = (path: string) => path === '/' || path === '/signup';

// The specification names both.
if (within(location.pathname) === '/login') history.replaceState(null, '', `${base}/`);

/** How long who may be signed in is not shown the login, unless it turns out that he is not. In milliseconds. */
const patience = 2000;

/** How long the public half waits before it fetches the rest in advance. */
const idle = 1500;

/**
 * The site in two halves: the public one is React and two forms; the router, SWR and everything else come with the
 * first page that needs a user. Logging out loads the page anew, which also drops every cache.
 */
function Root() {
  const [half, setHalf] = useState(() => {
    if (!isPublic(within(location.pathname))) return 'app';
    return mayBeSignedIn() ? 'unknown' : 'public';
  });
  // Before the landing page forgets it.
  const [destination] = useState(returnPath);
  const enter = useCallback(() => {
    history.replaceState(null, '', destination);
    setHalf('app');
  }, [destination]);
  useEffect(() => {
    if (half !== 'unknown') return;
    const show = () => setHalf('public');
    get('/user/me').then(enter, show);
    const timer = setTimeout(show, patience);
    return () => clearTimeout(timer);
  }, [half, enter]);
  useEffect(() => {
    if (half !== 'public') return;
    const left = new AbortController();
    void import('./app/signedOut').then(({ followKeys }) => followKeys(left.signal));
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
          <div className="small muted">
            <ThemeSelect />
          </div>
        </AuthPage>
      </LoginContext>
    );
  }
  return (
    <Suspense fallback={<p role="status">Loading…</p>}>
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
