import 'bootstrap/dist/css/bootstrap.css';
import './themes/tokens.css';
import './themes/base.css';
import { lazy, StrictMode, Suspense, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { openSocket } from './api/socket';
import { AuthPage } from './features/auth/AuthPage';
import { ThemeSelect } from './features/preferences/ThemeSelect';
import { returnPath } from './lib/session';

const loadApp = () => import('./app/App');
const App = lazy(loadApp);

const isPublic = (path: string) => path === '/' || path === '/signup';

// The specification names both.
if (location.pathname === '/login') history.replaceState(null, '', '/');

/** How long the public half waits before it fetches the rest in advance. */
const idle = 1500;

/**
 * The site in two halves: the public one is React and two forms; the router, SWR and everything else come with the
 * first page that needs a user. Logging out loads the page anew, which also drops every cache.
 */
function Root() {
  const [half, setHalf] = useState(isPublic(location.pathname) ? 'public' : 'app');
  // Before the landing page forgets it.
  const [destination] = useState(returnPath);
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
  if (half === 'public') {
    return (
      <AuthPage
        onSignedIn={() => {
          history.replaceState(null, '', destination);
          setHalf('app');
        }}
      >
        <div className="small muted">
          <ThemeSelect />
        </div>
      </AuthPage>
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
