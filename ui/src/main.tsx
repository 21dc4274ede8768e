import 'bootstrap/dist/css/bootstrap.css';
import './themes/tokens.css';
import './themes/base.css';
import { lazy, StrictMode, Suspense, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { User } from './api/generated';
import { openSocket } from './api/socket';
import { AuthPage } from './features/auth/AuthPage';
import { paths } from './lib/paths';

// The public half, login and sign-up, is all that a visitor loads. What only the app half needs (router, SWR, the
// socket client, Markdown) is imported dynamically; imports.test.ts holds that.
const loadApp = () => import('./app/App');
const App = lazy(loadApp);

const publicTypes: Record<string, 'login' | 'signup'> = { [paths.login]: 'login', [paths.signup]: 'signup' };

/** How long after the first paint of the public half the app half is fetched in advance. */
const idleTime = 1500;

function Root() {
  const [path, setPath] = useState(location.pathname);
  const [user, setUser] = useState<User>();
  const type = publicTypes[path];

  useEffect(() => {
    if (!type) return;
    const followHistory = () => setPath(location.pathname);
    window.addEventListener('popstate', followHistory);
    // A missing connection is no reason to bother a visitor: the app half opens it again.
    const opening = setTimeout(() => openSocket().catch(() => undefined));
    const preload = setTimeout(() => loadApp().catch(() => undefined), idleTime);
    return () => {
      window.removeEventListener('popstate', followHistory);
      clearTimeout(opening);
      clearTimeout(preload);
    };
  }, [type]);

  if (!type) {
    return (
      <Suspense>
        <App user={user} />
      </Suspense>
    );
  }
  return (
    <AuthPage
      type={type}
      onNavigate={(to) => {
        history.pushState(null, '', to);
        setPath(to);
      }}
      onSignedIn={(signedIn) => {
        history.replaceState(null, '', paths.home);
        setUser(signedIn);
        setPath(paths.home);
      }}
    />
  );
}

if (location.pathname === '/login') history.replaceState(null, '', paths.login);

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Root />
  </StrictMode>,
);
