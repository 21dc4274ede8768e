import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { MemberRecord } from '../../api/generated';
import { routes } from '../../lib/routes';
import { installFakeServer, listResponse, rejection } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import AdministrationPage from './AdministrationPage';

const fakeServer = installFakeServer();

const member: MemberRecord = {
  _id: 'u',
  username: 'ben',
  dateJoined: '2026-11-21T00:00:00.000Z',
  isAdministrator: false,
  isSiteModerator: false,
  silencedUntil: '2099-01-01T00:00:00.000Z',
  questionCount: 3,
  answerCount: 1,
  removedPosts: 2,
  removedComments: 0,
  reported: { open: 1, upheld: 2, declined: 3 },
  reports: { upheld: 4, declined: 5, abuse: 6 },
};

beforeEach(() => {
  fakeServer.on('GET /moderation/getMember/*', () => member);
  fakeServer.on('GET /moderation/getTrust', () => ({ username: 'ben', level: 1 }));
  fakeServer.on('GET /moderation/getSanctions', () => listResponse([]));
  fakeServer.on('GET /moderation/getContentRemovals/*', () => listResponse([]));
  fakeServer.on('GET /administration/getLog', () => listResponse([]));
  fakeServer.on('GET /administration/getHealth', () => ({}));
  fakeServer.on('GET /administration/getUsers', () =>
    listResponse([
      { _id: 'v', username: 'benno', dateJoined: member.dateJoined, role: 'user', sessions: 0 },
      { _id: 'u', username: 'ben', dateJoined: member.dateJoined, role: 'user', sessions: 2 },
    ]),
  );
});

function show(viewer: { username: string; isAdministrator?: boolean; isSiteModerator?: boolean }, name = 'ben') {
  const pages = [{ path: routes.administration.pattern, element: <AdministrationPage /> }, { path: '*' }];
  return renderApp(pages, { address: routes.administration.toMember(name), user: viewer });
}

it('shows moderators what they know of a member, with the actions', async () => {
  show({ username: 'max1', isSiteModerator: true });
  const facts = await screen.findByRole('region', { name: 'Account' });
  const posts = await within(facts).findByText('3 questions, 1 answer');
  expect(posts).toBeVisible();
  expect(within(facts).getByText('2 posts, 0 comments')).toBeVisible();
  expect(facts).toHaveTextContent('1 open, 2 upheld, 3 declined');
  expect(within(facts).getByRole('link', { name: '1 open' })).toHaveAttribute('href', '/queue');
  expect(facts).toHaveTextContent('4 upheld, 5 declined, 6 abusive');
  expect(screen.getByText('Silenced', { selector: 'span, small, strong' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Moderate ben' })).toBeVisible();
  expect(await screen.findByText('No warnings, silences or suspensions.')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'For administrators' })).toBeNull();
});

it('shows administrators the account and its actions too, and no other account', async () => {
  show({ username: 'root1', isAdministrator: true });
  expect(await screen.findByRole('button', { name: 'Actions for ben' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Actions for benno' })).toBeNull();
});

it('says that there is no such account', async () => {
  fakeServer.on('GET /moderation/getMember/*', () => rejection(404, 'No user data found.'));
  show({ username: 'max1', isSiteModerator: true }, 'nobody');
  expect(await screen.findByText('There is no such account')).toBeVisible();
});
