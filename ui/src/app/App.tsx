import { Suspense } from 'react';
import { BrowserRouter, matchPath, Navigate, Route, Routes } from 'react-router-dom';
import useSWR, { type Middleware, SWRConfig, unstable_serialize } from 'swr';
import { base, stripBase } from '../api/base';
import { addFirstReply, firstData, firstReply } from '../api/firstData';
import { communityKey } from '../components/community/useCommunity';
import { lazyWithRetry } from '../components/lazyWithRetry';
import { loadFor, prepare } from '../components/markdown/rendering';
import { duplicatesKey, questionKey } from '../features/questions/keys';
import { isCacheKey } from '../lib/cacheKeys';
import { routes } from '../lib/routes';
import { site } from '../lib/site';
import { siteKey } from '../lib/siteKey';
import { currentUserKey } from './currentUser';
import { ErrorBoundary } from './ErrorBoundary';
import { Layout } from './Layout';
import { NotFound } from './NotFound';
import { RequireSession } from './RequireSession';

/** How long a page waits for its formulas, in milliseconds. */
const formulaPatienceMs = 400;

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Returns a page when these texts can be drawn, so that it is complete at once; without the formulas if they are late. */
async function complete<Page>(page: Promise<Page>, items: { title?: string; text?: string }[] = []): Promise<Page> {
  // Only the formulas of a title need to be drawn.
  const texts = items.flatMap(({ title = '', text = '' }) => (title.includes('$') ? [title, text] : [text]));
  const prepared = Promise.all(texts.map(prepare)).catch(() => undefined);
  await page;
  if (items.length)
    await Promise.race([
      prepared,
      loadFor(texts).then(
        () => delay(formulaPatienceMs),
        () => undefined,
      ),
    ]);
  return page;
}

const HomePage = lazyWithRetry(() => import('./HomePage'));
const QuestionListPage = lazyWithRetry(() =>
  complete(import('../features/questions/list/QuestionListPage'), Object.values(firstData?.lists ?? {})[0]?.items),
);
const QuestionPage = lazyWithRetry(() => {
  const first = firstData?.question;
  return complete(
    import('../features/questions/detail/QuestionPage'),
    first ? [first, ...first.answers.slice(0, 2)] : [{}],
  );
});
const NewQuestionPage = lazyWithRetry(() => import('../features/questions/form/NewQuestionPage'));
const SuggestedEditsPage = lazyWithRetry(() => import('../features/questions/form/SuggestedEditsPage'));
const EditQuestionPage = lazyWithRetry(() => import('../features/questions/form/EditQuestionPage'));
const NewAnswerPage = lazyWithRetry(() => import('../features/questions/form/NewAnswerPage'));
const PastPage = lazyWithRetry(() => import('../features/questions/detail/PastPage'));
const TagsPage = lazyWithRetry(() => import('../features/tags/TagsPage'));
const TagPage = lazyWithRetry(() => import('../features/tags/TagPage'));
const CommunitiesPage = lazyWithRetry(() => import('../features/communities/list/CommunitiesPage'));
const CommunityPage = lazyWithRetry(() => import('./CommunityPage'));
const MessagingPage = lazyWithRetry(() => import('../features/messaging/MessagingPage'));
const DirectMessagesPage = lazyWithRetry(() => import('./DirectMessagesPage'));
const UsersPage = lazyWithRetry(() => import('../features/users/UsersPage'));
const LobbyPage = lazyWithRetry(() => import('../features/games/lobby/LobbyPage'));
const GamePage = lazyWithRetry(() => import('../features/games/game/GamePage'));
const StaffPage = lazyWithRetry(() => import('./StaffPage'));
const ProfilePage = lazyWithRetry(() => import('./ProfilePage'));
const SettingsPage = lazyWithRetry(() => import('./SettingsPage'));
const ApiDocsPage = lazyWithRetry(() => import('../features/apiDocs/ApiDocsPage'));
const RarePages = lazyWithRetry(() => import('./RarePages'));

/** The rare pages that need no session. */
const publicPages = ['/setup', '/reset', '/about/:page', '/report', '/oidc/callback/:provider'];
const mailPages = ['/forgot', '/mail/verify', '/u/:token'];

/** What the page shows until the first responses arrive. */
const fallback: Record<string, unknown> = {};
if (firstData) {
  const { user, question, duplicates, community } = firstData;
  if (user) addFirstReply(currentUserKey.path, user);
  if (community) addFirstReply(communityKey(community._id).path, community);
  if (question) {
    // Not as a reply: the call counts the view.
    fallback[unstable_serialize(questionKey(question._id))] = question;
    addFirstReply(duplicatesKey(question._id).path, duplicates);
  }
}

/** Shows the replies that are in the page from the first paint on. */
const withFirstReplies: Middleware = (useNext) => (key, fetcher, config) => {
  const fallbackData = isCacheKey(key) ? firstReply(key.path) : undefined;
  return useNext(
    key,
    fetcher,
    fallbackData === undefined ? config : { ...config, fallbackData: fallbackData as never },
  );
};

/** The pages that are opened most, which load while the server says who is signed in. */
// The home page of readers without a session is another one.
for (const [{ pattern }, page] of [
  [routes.home, HomePage],
  [routes.questions, QuestionListPage],
  [routes.question, QuestionPage],
  [routes.users, UsersPage],
  [routes.tags, TagsPage],
] as const)
  if (matchPath(pattern, stripBase(location.pathname)) && !(page === HomePage && firstData && !firstData.user))
    page.preload();

/** All pages that need a session, and the rarely used ones that do not. */
export default function App() {
  // A change of the site changes the navigation and the pages.
  void useSWR(siteKey, null).data;
  return (
    <SWRConfig value={{ revalidateOnFocus: false, shouldRetryOnError: false, fallback, use: [withFirstReplies] }}>
      <BrowserRouter basename={base || '/'}>
        <ErrorBoundary>
          <Suspense fallback={<div role="status" aria-label="Loading" className="shell" />}>
            <Routes>
              <Route path={routes.apiDocs.pattern} element={<ApiDocsPage />} />
              {[...publicPages, ...(site.features.mail ? mailPages : [])].map((path) => (
                <Route key={path} path={path} element={<RarePages />} />
              ))}
              <Route
                element={
                  <RequireSession>
                    <Layout />
                  </RequireSession>
                }
              >
                <Route path={routes.home.pattern} element={<HomePage />} />
                <Route path={routes.questions.pattern} element={<QuestionListPage />} />
                <Route path={routes.question.pattern} element={<QuestionPage />} />
                <Route path={routes.newQuestion.pattern} element={<NewQuestionPage />} />
                <Route path={routes.editQuestion.pattern} element={<EditQuestionPage />} />
                <Route path={routes.newAnswer.pattern} element={<NewAnswerPage />} />
                <Route path="/new/answer" element={<Navigate to={routes.questions.to()} replace />} />
                <Route path={routes.history.pattern} element={<PastPage page="history" />} />
                <Route path={routes.suggestedEdits.pattern} element={<SuggestedEditsPage />} />
                <Route path={routes.deleted.pattern} element={<PastPage page="deleted" />} />
                <Route path={routes.tags.pattern} element={<TagsPage />} />
                <Route path={routes.tag.pattern} element={<TagPage />} />
                <Route path={routes.users.pattern} element={<UsersPage />} />
                <Route path={routes.user.pattern} element={<ProfilePage />} />
                {site.features.chat && (
                  <>
                    <Route path={routes.messaging.pattern} element={<MessagingPage />} />
                    <Route path={routes.directMessages.pattern} element={<DirectMessagesPage />} />
                  </>
                )}
                {site.features.games && (
                  <>
                    <Route path={routes.games.pattern} element={<LobbyPage />} />
                    <Route path={routes.game.pattern} element={<GamePage />} />
                  </>
                )}
                <Route path={routes.settings.pattern} element={<SettingsPage />} />
                <Route path={routes.queue.pattern} element={<StaffPage />} />
                <Route path={routes.administration.pattern} element={<StaffPage />} />
                <Route path={routes.allCommunities.pattern} element={<CommunitiesPage key="all" />} />
                <Route path={routes.myCommunities.pattern} element={<CommunitiesPage key="my" mine />} />
                <Route path={routes.community.pattern} element={<CommunityPage />} />
                <Route path={routes.formatting.pattern} element={<RarePages />} />
                {site.publicLog && <Route path={routes.log.pattern} element={<RarePages />} />}
                <Route path="/messages" element={<Navigate to={routes.messaging.to()} replace />} />
                <Route path="*" element={<NotFound />} />
              </Route>
            </Routes>
          </Suspense>
        </ErrorBoundary>
      </BrowserRouter>
    </SWRConfig>
  );
}
