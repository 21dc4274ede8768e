import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Logo } from '../../components/Logo';
import { routes } from '../../lib/routes';
import { LoginContext } from '../../lib/session';
import { site } from '../../lib/site';
import { Credentials } from './AuthPage';
import styles from './AuthPage.module.css';

/** The page of the setup link, which a site without an administrator prints when it starts. */
export default function SetupPage() {
  const navigate = useNavigate();
  // After the #, so that no server on the way sees or logs it.
  const token = new URLSearchParams(useLocation().hash.slice(1)).get('token') ?? '';
  useEffect(() => {
    document.title = `Set up · ${site.title}`;
  }, []);
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <Logo size={56} />
        <h1>Set up {site.title}</h1>
        <LoginContext value={() => navigate(routes.home.to(), { replace: true })}>
          <Credentials form="setup" token={token}>
            Choose the name and password of the administrator.
          </Credentials>
        </LoginContext>
      </div>
    </main>
  );
}
