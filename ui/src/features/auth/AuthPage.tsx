import { type MouseEvent, useEffect } from 'react';
import type { User } from '../../api/generated';
import { Logo } from '../../components/Logo';
import { ThemeSelect } from '../../components/ThemeSelect';
import { paths } from '../../lib/paths';
import { site } from '../../lib/site';
import styles from './AuthPage.module.css';
import { CredentialsForm } from './CredentialsForm';

const texts = {
  login: {
    lead: 'Please login to continue.',
    question: "Don't have an account? ",
    link: 'Sign up here.',
    to: paths.signup,
  },
  signup: { lead: 'Sign up to continue.', question: 'Have an account? ', link: 'Login here.', to: paths.login },
};

type AuthPageProps = {
  type: 'login' | 'signup';
  onSignedIn: (user: User) => void;
  /** Shows the other form. The public half has no router. */
  onNavigate: (path: string) => void;
};

/** The landing page with the login, and sign-up. */
export function AuthPage({ type, onSignedIn, onNavigate }: AuthPageProps) {
  const { lead, question, link, to } = texts[type];
  useEffect(() => {
    document.title = `${type === 'login' ? 'Log in' : 'Sign up'} · ${site.title}`;
  }, [type]);
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onNavigate(to);
  };
  const notice = (history.state as { notice?: string } | null)?.notice;
  return (
    <div className={styles.page}>
      <main className={styles.card}>
        <div className={styles.logo}>
          <Logo size={52} />
        </div>
        <h1 className="text-center">Welcome to {site.title}!</h1>
        <p className={styles.lead}>{lead}</p>
        {notice && <p role="status">{notice}</p>}
        <CredentialsForm key={type} type={type} onSignedIn={onSignedIn} />
        <p className={styles.other}>
          {question}
          <a href={to} onClick={follow}>
            {link}
          </a>
        </p>
      </main>
      <footer>
        <ThemeSelect />
      </footer>
    </div>
  );
}
