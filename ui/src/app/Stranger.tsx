import { type ReactNode, Suspense, useEffect } from 'react';
import { Link, matchPath, Navigate, Outlet, useLocation, useSearchParams } from 'react-router-dom';
import { type Middleware, SWRConfig } from 'swr';
import type { User } from '../api/generated';
import { CommunitiesIcon, HomeIcon, QuestionsIcon, TagsIcon, UsersIcon } from '../components/icons';
import { Logo } from '../components/Logo';
import { lazyWithRetry } from '../components/lazyWithRetry';
import { Skeleton } from '../components/Skeleton';
import { shortcutKeys } from '../features/preferences/navigation';
import { ThemeSelect } from '../features/preferences/ThemeSelect';
import { listenForShortcuts } from '../features/shortcuts/publicShortcuts';
import { isCacheKey, type ResourceType } from '../lib/cacheKeys';
import { storeOpenedPage } from '../lib/openedPage';
import { isOn } from '../lib/preference';
import { routes } from '../lib/routes';
import { TakeOver } from '../lib/serverPage';
import { leaveToLandingPage, UserContext } from '../lib/session';
import { site } from '../lib/site';
import { logIn } from '../lib/stranger';
import tabs from './BottomTabs.module.css';
import { ErrorBoundary } from './ErrorBoundary';
import header from './Header.module.css';
import layout from './Layout.module.css';
import { LoadingBar } from './LoadingBar';
import { SearchBox } from './SearchBox';
import nav from './SideNav.module.css';
import { Item } from './SideNavItem';
import { useCurrent } from './useCurrent';
import { useInAppLinks } from './useInAppLinks';
import { useLiveUpdates } from './useLiveUpdates';
import { useScrollRestoration } from './useScrollRestoration';

const RareParts = lazyWithRetry(() => import('./RareParts'), { isOptional: true });
const OperatorLinks = lazyWithRetry(async () => ({ default: (await import('./RareParts')).OperatorLinks }), {
  isOptional: true,
});

const PublicHomePage = lazyWithRetry(() => import('./PublicHomePage'));

/** In place of the user. No user has an empty id or name. */
const stranger: User = {
  _id: '',
  username: '',
  biography: '',
  dateJoined: '',
  answerCount: 0,
  questionCount: 0,
};

/** What everyone may read. */
const publicTypes: ReadonlySet<ResourceType> = new Set<ResourceType>([
  'avatar',
  'badges',
  'community',
  'communityList',
  'communityMembers',
  'duplicates',
  'pinned',
  'question',
  'questionList',
  'site',
  'sitePage',
  'tag',
  'tagList',
  'tagPage',
  'user',
  'userList',
]);

/** Requests nothing that the server refuses without a session. */
const onlyPublic: Middleware = (useNext) => (key, fetcher, config) =>
  useNext(isCacheKey(key) && !publicTypes.has(key.type) ? null : key, fetcher, config);

/** The pages that everyone may read. */
const publicPages = [
  routes.home,
  routes.questions,
  routes.question,
  routes.tags,
  routes.tag,
  routes.users,
  routes.user,
  routes.allCommunities,
  routes.community,
  routes.formatting,
];

const destinations = [
  { to: routes.home.to(), text: 'Home', icon: <HomeIcon /> },
  { to: routes.questions.to(), text: 'Questions', icon: <QuestionsIcon /> },
  { to: routes.tags.to(), text: 'Tags', icon: <TagsIcon /> },
  { to: routes.users.to(), text: 'Users', icon: <UsersIcon /> },
  { to: routes.allCommunities.to(), text: 'Communities', icon: <CommunitiesIcon /> },
];

/** Shows public pages to readers without a session, and the login in place of all others. */
export default function Stranger() {
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  const isMine = matchPath(routes.myCommunities.pattern, pathname) !== null;
  const isPast = query.has('history') && matchPath(routes.tag.pattern, pathname) !== null;
  const isPublic = !isMine && !isPast && publicPages.some(({ pattern }) => matchPath(pattern, pathname));
  // The address of a tag leads a member to their home page, which lists its questions too.
  const isHome = matchPath(routes.home.pattern, pathname) !== null;
  const tag = isHome && query.get('tag');
  useEffect(() => {
    if (isPublic || tag) return;
    storeOpenedPage();
    void leaveToLandingPage();
  }, [isPublic, tag]);
  if (tag) return <Navigate to={routes.questions.to({ tag })} replace />;
  if (!isPublic) return null;
  return (
    <UserContext value={stranger}>
      <SWRConfig value={{ use: [onlyPublic] }}>
        <PublicLayout>{isHome ? <PublicHomePage /> : <Outlet />}</PublicLayout>
      </SWRConfig>
    </UserContext>
  );
}

/** The layout of the app with a link to the login in place of what is a member's own. */
function PublicLayout({ children }: { children: ReactNode }) {
  const connected = useLiveUpdates();
  useInAppLinks();
  useScrollRestoration();
  useEffect(() => {
    const left = new AbortController();
    listenForShortcuts(() => isOn(shortcutKeys), left.signal);
    return () => left.abort();
  }, []);
  return (
    <>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <header className={header.header}>
        <div className={header.inner}>
          <Link to={routes.questions.to()} className={header.title}>
            <Logo size={30} />
            <span>{site.title}</span>
          </Link>
          <SearchBox />
          <div className={header.actions}>
            <button type="button" className="btn btn-primary btn-sm text-nowrap" onClick={logIn}>
              Log in
            </button>
          </div>
        </div>
      </header>
      <LoadingBar />
      <div className={layout.columns}>
        <aside className={layout.side}>
          <nav aria-label="Main" className={nav.nav}>
            <ul>
              {destinations.map((destination) => (
                <Item key={destination.to} {...destination} />
              ))}
            </ul>
            <div className="small muted">
              <Suspense>{(site.pages || site.visitorReports) && <OperatorLinks />}</Suspense>
              <ThemeSelect />
            </div>
          </nav>
        </aside>
        <div className={layout.area}>
          <Suspense>
            <RareParts connected={connected} />
          </Suspense>
          <main id="content" className={layout.content} tabIndex={-1}>
            <ErrorBoundary>
              <Suspense fallback={<Skeleton />}>
                <TakeOver />
                {children}
              </Suspense>
            </ErrorBoundary>
          </main>
        </div>
      </div>
      <nav aria-label="Tabs" className={tabs.tabs} data-tabs>
        {destinations.map(({ to, text, icon }) => (
          <Tab key={to} to={to} icon={icon}>
            {text}
          </Tab>
        ))}
      </nav>
    </>
  );
}

function Tab({ to, icon, children }: { to: string; icon: ReactNode; children: ReactNode }) {
  return (
    <Link to={to} aria-current={useCurrent(to)}>
      {icon}
      {children}
    </Link>
  );
}
