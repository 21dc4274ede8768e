import { type ReactNode, Suspense, useState } from 'react';
import { createBrowserRouter, Navigate, type RouteObject, RouterProvider } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { base } from '../api/base';
import { lazily } from '../components/lazily';
import { Skeleton } from '../components/Skeleton';
import { routes } from '../lib/routes';
import { site } from '../lib/site';
import { Layout } from './Layout';
import { NotFound } from './NotFound';
import { RouteError } from './RouteError';
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

const page = (element: ReactNode) => <Suspense fallback={<Skeleton />}>{element}</Suspense>;

const pages: RouteObject[] = [
  { path: routes.apiDocs.pattern, element: page(<ApiDocsPage />), errorElement: <RouteError /> },
  { path: '/setup', element: page(<SetupPage />), errorElement: <RouteError /> },
  {
    element: (
      <SignedIn>
        <Layout />
      </SignedIn>
    ),
    errorElement: <RouteError />,
    children: [
      {
        // A page that fails leaves the header and the navigation standing.
        errorElement: <RouteError />,
        children: [
          { path: routes.home.pattern, element: page(<HomePage />) },
          { path: routes.questions.pattern, element: page(<QuestionListPage />) },
          { path: routes.question.pattern, element: page(<QuestionPage />) },
          { path: routes.newQuestion.pattern, element: page(<NewQuestionPage />) },
          { path: routes.editQuestion.pattern, element: page(<EditQuestionPage />) },
          { path: routes.newAnswer.pattern, element: page(<NewAnswerPage />) },
          { path: '/new/answer', element: <Navigate to={routes.questions.to()} replace /> },
          { path: routes.history.pattern, element: page(<HistoryPage />) },
          { path: routes.deleted.pattern, element: page(<DeletedPage />) },
          { path: routes.tags.pattern, element: page(<TagsPage />) },
          { path: routes.users.pattern, element: page(<UsersPage />) },
          { path: routes.user.pattern, element: page(<ProfilePage />) },
          ...(site.features.chat
            ? [
                { path: routes.messaging.pattern, element: page(<MessagingPage />) },
                { path: routes.directMessages.pattern, element: page(<DirectMessagesPage />) },
              ]
            : []),
          ...(site.features.games
            ? [
                { path: routes.games.pattern, element: page(<LobbyPage />) },
                { path: routes.game.pattern, element: page(<GamePage />) },
              ]
            : []),
          { path: routes.administration.pattern, element: page(<AdministrationPage />) },
          { path: routes.allCommunities.pattern, element: page(<CommunitiesPage key="all" />) },
          { path: routes.myCommunities.pattern, element: page(<CommunitiesPage key="my" mine />) },
          { path: routes.community.pattern, element: page(<CommunityPage />) },
          { path: '/messages', element: <Navigate to={routes.messaging.to()} replace /> },
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
  },
];

/** Everything behind the login, and what needs none but is seldom wanted. */
export default function App() {
  // Not before it is shown: it is loaded in advance, while the address is still that of the landing page.
  const [router] = useState(() => createBrowserRouter(pages, { basename: base || '/' }));
  return (
    <SWRConfig value={{ revalidateOnFocus: false, shouldRetryOnError: false }}>
      <RouterProvider router={router} />
    </SWRConfig>
  );
}
