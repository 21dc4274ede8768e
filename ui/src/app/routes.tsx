import { useEffect } from 'react';
import { createBrowserRouter, Navigate, type RouteObject, useSearchParams } from 'react-router-dom';
import { paths } from '../lib/paths';
import { Layout } from './Layout';
import { NotFoundPage } from './NotFoundPage';
import { PlannedPage } from './PlannedPage';
import { RouteError } from './RouteError';
import { SignedIn } from './SignedIn';

/** The public half starts with a fresh document, without caches and connections of this one. */
function PublicHalf() {
  useEffect(() => location.reload(), []);
  return null;
}

function Home() {
  const tag = useSearchParams()[0].get('tag');
  if (tag) return <Navigate to={paths.questionsWithTag(tag)} replace />;
  return (
    <PlannedPage title="Home" what="Notifications, the questions you starred and your communities will be here." />
  );
}

const pages: RouteObject[] = [
  { path: paths.home, Component: Home },
  { path: paths.questions, lazy: () => import('../features/questions/QuestionListPage') },
  { path: paths.question.pattern, lazy: () => import('../features/questions/QuestionPage') },
  { path: paths.newQuestion, lazy: () => import('../features/questions/NewQuestionPage') },
  { path: paths.newAnswer.pattern, lazy: () => import('../features/questions/NewAnswerPage') },
  { path: paths.tags, lazy: () => import('../features/tags/TagsPage') },
  { path: paths.users, lazy: () => import('../features/users/UsersPage') },
  { path: paths.user.pattern, lazy: () => import('../features/users/ProfilePage') },
  {
    path: paths.messaging,
    element: <PlannedPage title="Global Messages" what="One chat room for everybody will be here." />,
  },
  {
    path: paths.directMessages,
    element: <PlannedPage title="Direct Messages" what="Chats between users you choose will be here." />,
  },
  {
    path: paths.games,
    element: <PlannedPage title="Games" what="Nim for two players and a leaderboard will be here." />,
  },
  { path: paths.game.pattern, element: <PlannedPage title="Nim Game" what="A game of Nim will be played here." /> },
  {
    path: paths.communities,
    element: <PlannedPage title="All Communities" what="Public and private communities will be here." />,
  },
  {
    path: paths.myCommunities,
    element: <PlannedPage title="My Communities" what="The communities you belong to will be here." />,
  },
  {
    path: paths.community.pattern,
    element: <PlannedPage title="Community" what="A community with its questions and members will be here." />,
  },
  { path: '*', Component: NotFoundPage },
];

export const router = createBrowserRouter([
  {
    ErrorBoundary: RouteError,
    HydrateFallback: () => null,
    children: [
      { path: paths.login, Component: PublicHalf },
      { path: paths.signup, Component: PublicHalf },
      { path: '/login', element: <Navigate to={paths.login} replace /> },
      { path: '/messages', element: <Navigate to={paths.messaging} replace /> },
      {
        Component: SignedIn,
        children: [{ Component: Layout, children: [{ ErrorBoundary: RouteError, children: pages }] }],
      },
    ],
  },
]);
