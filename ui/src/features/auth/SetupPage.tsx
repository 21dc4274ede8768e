import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { Logo } from '../../components/Logo';
import { routes } from '../../lib/routes';
import { LoginContext } from '../../lib/session';
import { site } from '../../lib/site';
import { Credentials } from './AuthPage';
import styles from './AuthPage.module.css';

/** Where the link leads that a site without an administrator prints at its start. */
export default function SetupPage() {
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  useEffect(() => {
    document.title = `Set up · ${site.title}`;
  }, []);
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <Logo size={56} />
        <h1>Set up {site.title}</h1>
        <LoginContext value={() => navigate(routes.home.to(), { replace: true })}>
          <Credentials form="setup" token={parameters.get('token') ?? ''}>
            Choose the name and the password of its administrator.
          </Credentials>
        </LoginContext>
      </div>
    </main>
  );
}
