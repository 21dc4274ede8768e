import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import {
  ChevronIcon,
  CommunitiesIcon,
  GamesIcon,
  HomeIcon,
  MessagesIcon,
  QuestionsIcon,
  TagsIcon,
  UsersIcon,
} from '../components/icons';
import { lazyWithRetry } from '../components/lazyWithRetry';
import { ThemeSelect } from '../features/preferences/ThemeSelect';
import { moderates } from '../lib/moderates';
import { routes } from '../lib/routes';
import { useUser } from '../lib/session';
import { site } from '../lib/site';
import { HomeBadge } from './HomeBadge';
import { MessagingBadge } from './MessagingBadge';
import styles from './SideNav.module.css';
import { Item, type ItemProps } from './SideNavItem';

const StaffItems = lazyWithRetry(() => import('./StaffItems'), { isOptional: true });

const OperatorLinks = lazyWithRetry(async () => ({ default: (await import('./RareParts')).OperatorLinks }), {
  isOptional: true,
});

/** Shows the main navigation, in the order of the specification. */
export function SideNav() {
  return (
    <nav aria-label="Main" className={styles.nav}>
      <ul>
        <Item to={routes.home.to()} text="Home" icon={<HomeIcon />}>
          <HomeBadge />
        </Item>
        <Item to={routes.questions.to()} text="Questions" icon={<QuestionsIcon />} />
        <Item to={routes.tags.to()} text="Tags" icon={<TagsIcon />} />
        {site.features.chat && (
          <Group
            to={routes.messaging.to()}
            text="Messaging"
            icon={<MessagesIcon />}
            badge={<MessagingBadge />}
            items={[
              { to: routes.messaging.to(), text: 'Global Messages', children: <MessagingBadge of="global" /> },
              { to: routes.directMessages.to(), text: 'Direct Messages', children: <MessagingBadge of="direct" /> },
            ]}
          />
        )}
        <Item to={routes.users.to()} text="Users" icon={<UsersIcon />} />
        {site.features.games && <Item to={routes.games.to()} text="Games" icon={<GamesIcon />} />}
        <Group
          to={routes.allCommunities.to()}
          text="Communities"
          icon={<CommunitiesIcon />}
          items={[
            { to: routes.allCommunities.to(), text: 'All Communities' },
            { to: routes.myCommunities.to(), text: 'My Communities' },
          ]}
        />
        {moderates(useUser()) && (
          <Suspense>
            <StaffItems />
          </Suspense>
        )}
      </ul>
      <div className="small muted">
        <Suspense>{(site.pages || site.publicLog || site.visitorReports) && <OperatorLinks isMember />}</Suspense>
        <ThemeSelect />
      </div>
    </nav>
  );
}

type GroupProps = {
  to: string;
  text: string;
  icon: ReactNode;
  items: ItemProps[];
  /** Shown while the group is closed. */
  badge?: ReactNode;
};

/** A link that opens and closes its submenu. */
function Group({ to, text, icon, items, badge }: GroupProps) {
  const { pathname } = useLocation();
  const isHere = items.some((item) => item.to === pathname) || pathname.startsWith(`${to.split('/', 2).join('/')}/`);
  const [open, setOpen] = useState(isHere);
  const wasClicked = useRef(false);
  useEffect(() => {
    // A link outside of the navigation led here.
    if (isHere && !wasClicked.current) setOpen(true);
    wasClicked.current = false;
  }, [isHere]);
  return (
    <li>
      <Link
        to={to}
        className={`${styles.link} ${isHere ? styles.here : ''}`}
        aria-expanded={open}
        onClick={() => {
          wasClicked.current = true;
          setOpen((open) => !open);
        }}
      >
        {icon}
        <span>{text}</span>
        {!open && badge}
        <ChevronIcon />
      </Link>
      {open && (
        <ul>
          {items.map((item) => (
            <Item key={item.to} {...item} exact />
          ))}
        </ul>
      )}
    </li>
  );
}
