import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { ThemeSelect } from '../features/preferences/ThemeSelect';
import { routes } from '../lib/routes';
import { useUser } from '../lib/session';
import { site } from '../lib/site';
import { HomeBadge } from './HomeBadge';
import { MessagingBadge } from './MessagingBadge';
import styles from './SideNav.module.css';

/** Shows the main navigation, in the order of the specification. */
export function SideNav() {
  return (
    <nav aria-label="Main" className={styles.nav}>
      <ul>
        <Item to={routes.home.to()} text="Home">
          <HomeBadge />
        </Item>
        <Item to={routes.questions.to()} text="Questions" />
        <Item to={routes.tags.to()} text="Tags" />
        {site.features.chat && (
          <Group
            to={routes.messaging.to()}
            text="Messaging"
            badge={<MessagingBadge />}
            items={[
              { to: routes.messaging.to(), text: 'Global Messages', children: <MessagingBadge of="global" /> },
              { to: routes.directMessages.to(), text: 'Direct Messages', children: <MessagingBadge of="direct" /> },
            ]}
          />
        )}
        <Item to={routes.users.to()} text="Users" />
        {site.features.games && <Item to={routes.games.to()} text="Games" />}
        <Group
          to={routes.allCommunities.to()}
          text="Communities"
          items={[
            { to: routes.allCommunities.to(), text: 'All Communities' },
            { to: routes.myCommunities.to(), text: 'My Communities' },
          ]}
        />
        {useUser().isAdministrator && <Item to={routes.administration.to()} text="Administration" />}
      </ul>
      <div className="small muted">
        <ThemeSelect />
      </div>
    </nav>
  );
}

const linkClass = ({ isActive }: { isActive: boolean }) => `${styles.link} ${isActive ? styles.active : ''}`;

type ItemProps = { to: string; text: string; exact?: boolean; children?: ReactNode };

function Item({ to, text, exact = false, children }: ItemProps) {
  return (
    <li>
      <NavLink to={to} end={exact} className={linkClass}>
        {text}
        {children}
      </NavLink>
    </li>
  );
}

type GroupProps = {
  to: string;
  text: string;
  items: ItemProps[];
  /** Shown while the group is closed. */
  badge?: ReactNode;
};

/** A link that opens and closes its submenu. */
function Group({ to, text, items, badge }: GroupProps) {
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
        className={linkClass({ isActive: isHere })}
        aria-expanded={open}
        onClick={() => {
          wasClicked.current = true;
          setOpen((open) => !open);
        }}
      >
        {text}
        {!open && badge}
        <span aria-hidden="true" className={styles.chevron}>
          {open ? '▾' : '▸'}
        </span>
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
