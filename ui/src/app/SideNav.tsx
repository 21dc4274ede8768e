import { type MouseEvent, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { paths } from '../lib/paths';
import styles from './SideNav.module.css';

type Entry = { name: string; to: string; section?: string; entries?: { name: string; to: string }[] };

const entries: Entry[] = [
  { name: 'Home', to: paths.home },
  { name: 'Questions', to: paths.questions },
  { name: 'Tags', to: paths.tags },
  {
    name: 'Messaging',
    to: paths.messaging,
    section: '/messaging',
    entries: [
      { name: 'Global Messages', to: paths.messaging },
      { name: 'Direct Messages', to: paths.directMessages },
    ],
  },
  { name: 'Users', to: paths.users },
  { name: 'Games', to: paths.games },
  {
    name: 'Communities',
    to: paths.communities,
    section: '/communities',
    entries: [
      { name: 'All Communities', to: paths.communities },
      { name: 'My Communities', to: paths.myCommunities },
    ],
  },
];

/** The pages of the site. `onFollow` hears of a link that leads away, unlike one that unfolds its sub-menu. */
export function SideNav({ onFollow }: { onFollow: () => void }) {
  const follow = (event: MouseEvent<HTMLElement>) => {
    const link = (event.target as Element).closest('a');
    if (link && !link.hasAttribute('aria-expanded')) onFollow();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: links turn the Enter key into clicks
    <nav className={styles.nav} aria-label="Main" onClick={follow}>
      <ul>
        {entries.map((entry) => (
          <li key={entry.name}>
            {entry.entries ? (
              <Section {...entry} entries={entry.entries} />
            ) : (
              <NavLink to={entry.to}>{entry.name}</NavLink>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Section({ name, to, section = to, entries }: Entry & { entries: { name: string; to: string }[] }) {
  const [isOpen, setOpen] = useState(false);
  const isActive = useLocation().pathname.startsWith(section);
  return (
    <>
      <Link
        to={to}
        className={isActive ? styles.active : ''}
        aria-current={isActive ? 'true' : undefined}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {name}
        <svg
          width="12"
          height="12"
          viewBox="0 0 12 12"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          aria-hidden="true"
        >
          <path d={isOpen ? 'M2 8l4-4 4 4' : 'M2 4l4 4 4-4'} />
        </svg>
      </Link>
      {isOpen && (
        <ul>
          {entries.map((entry) => (
            <li key={entry.name}>
              <NavLink to={entry.to} end>
                {entry.name}
              </NavLink>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
