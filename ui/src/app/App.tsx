import { Suspense } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { base } from '../api/base';
import { lazily } from '../components/lazily';
import { Skeleton } from '../components/Skeleton';
import { routes } from '../lib/routes';
import { site } from '../lib/site';
import { ErrorBoundary } from './ErrorBoundary';
import { Layout } from './Layout';
import { NotFound } from './NotFound';
import { SignedIn } from './SignedIn';

const HomePage = lazily(() => import('./HomePage'));
const QuestionListPage = lazily(() => import('../features/questions/list/QuestionListPage'));
const QuestionPage = lazily(() => import('../features/questions/detail/QuestionPage'));
const NewQuestionPage = lazily(() => import('../features/questions/form/NewQuestionPage'));
const EditQuestionPage = lazily(() => import('../features/questions/form/EditQuestionPage'));
const NewAnswerPage = lazily(() => import('../features/questions/form/NewAnswerPage'));
const HistoryPage = lazily(() => import('../features/questions/detail/HistoryPage'));
const DeletedPage = lazily(() => import('../features/questions/detail/DeletedPage'));
const TagsPage = lazily(() => import('../features/tags/TagsPage'));
const CommunitiesPage = lazily(() => import('../features/communities/list/CommunitiesPage'));
const CommunityPage = lazily(() => import('./CommunityPage'));
const MessagingPage = lazily(() => import('../features/messaging/MessagingPage'));
const DirectMessagesPage = lazily(() => import('../features/messaging/direct/DirectMessagesPage'));
const UsersPage = lazily(() => import('../features/users/UsersPage'));
const LobbyPage = lazily(() => import('../features/games/lobby/LobbyPage'));
const GamePage = lazily(() => import('../features/games/game/GamePage'));
const AdministrationPage = lazily(() => import('../features/administration/AdministrationPage'));
const ProfilePage = lazily(() => import('./ProfilePage'));
const ApiDocsPage = lazily(() => import('../features/apiDocs/ApiDocsPage'));
const SetupPage = lazily(() => import('../features/auth/SetupPage'));

/** Everything behind the login, and what needs none but is seldom wanted. */
export default function App() {
  return (
    <SWRConfig value={{ revalidateOnFocus: false, shouldRetryOnError: false }}>
      <BrowserRouter basename={base || '/'}>
        <ErrorBoundary>
          <Suspense fallback={<Skeleton />}>
            <Routes>
              <Route path={routes.apiDocs.pattern} element={<ApiDocsPage />} />
              <Route path="/setup" element={<SetupPage />} />
              <Route
                element={
                  <SignedIn>
                    <Layout />
                  </SignedIn>
                }
              >
                <Route path={routes.home.pattern} element={<HomePage />} />
                <Route path={routes.questions.pattern} element={<QuestionListPage />} />
                <Route path={routes.question.pattern} element={<QuestionPage />} />
                <Route path={routes.newQuestion.pattern} element={<NewQuestionPage />} />
                <Route path={routes.editQuestion.pattern} element={<EditQuestionPage />} />
                <Route path={routes.newAnswer.pattern} element={<NewAnswerPage />} />
                <Route path="/new/answer" element={<Navigate to={routes.questions.to()} replace />} />
                <Route path={routes.history.pattern} element={<HistoryPage />} />
                <Route path={routes.deleted.pattern} element={<DeletedPage />} />
                <Route path={routes.tags.pattern} element={<TagsPage />} />
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
                <Route path={routes.administration.pattern} element={<AdministrationPage />} />
                <Route path={routes.allCommunities.pattern} element={<CommunitiesPage key="all" />} />
                <Route path={routes.myCommunities.pattern} element={<CommunitiesPage key="my" mine />} />
                <Route path={routes.community.pattern} element={<CommunityPage />} />
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
