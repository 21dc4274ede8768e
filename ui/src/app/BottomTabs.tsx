import { type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { Avatar } from '../components/avatars/Avatar';
import { HomeIcon, MessagesIcon, PlusIcon, QuestionsIcon } from '../components/icons';
import { lazyWithRetry } from '../components/lazyWithRetry';
import { moderates } from '../lib/moderates';
import { routes } from '../lib/routes';
import { useUser } from '../lib/session';
import { site } from '../lib/site';
import styles from './BottomTabs.module.css';
import { HomeBadge } from './HomeBadge';
import { MessagingBadge } from './MessagingBadge';
import { useCurrent } from './useCurrent';

const QueueBadge = lazyWithRetry(() => import('../components/flags/QueueBadge'), { isOptional: true });
const MeSheet = lazyWithRetry(() => import('./MeSheet'));

/** The main destinations on a phone. The last tab opens the rest of the navigation. */
export function BottomTabs() {
  const user = useUser();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <nav aria-label="Tabs" className={styles.tabs} data-tabs>
        <Tab to={routes.home.to()} text="Home" icon={<HomeIcon />}>
          <HomeBadge />
        </Tab>
        <Tab to={routes.questions.to()} text="Questions" icon={<QuestionsIcon />} />
        <Link to={routes.newQuestion.to()} aria-label="Ask">
          <span className={styles.ask}>
            <PlusIcon />
          </span>
        </Link>
        {site.features.chat && (
          <Tab to={routes.messaging.to()} text="Messages" icon={<MessagesIcon />}>
            <MessagingBadge of="direct" />
          </Tab>
        )}
        <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Avatar seed={user.username} size={1.375} />
          Me
          {moderates(user) && (
            <span className={styles.badge}>
              <Suspense>
                <QueueBadge />
              </Suspense>
            </span>
          )}
        </button>
      </nav>
      <Suspense>{isOpen && <MeSheet onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

type Props = { to: string; text: string; icon: ReactNode; children?: ReactNode };

function Tab({ to, text, icon, children }: Props) {
  return (
    <Link to={to} aria-current={useCurrent(to)}>
      {icon}
      {text}
      {children && <span className={styles.badge}>{children}</span>}
    </Link>
  );
}
