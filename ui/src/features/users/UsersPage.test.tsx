import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { User } from '../../api/generated';
import { dateOf } from '../../lib/dates';
import { installFakeServer } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import UsersPage from './UsersPage';

const fakeServer = installFakeServer();

const everybody: User[] = ['ann', 'anna', 'ben'].map((username) => ({
  _id: username,
  username,
  dateJoined: '2026-11-21T12:00:00.000Z',
  biography: '',
  questionCount: 1,
  answerCount: 0,
  ...(username === 'ben' && { displayName: 'Ben of old' }),
}));

let isDown: boolean;
let orders: (string | null)[];

beforeEach(() => {
  isDown = false;
  orders = [];
  fakeServer.on('GET /user/getUsers', async ({ url: path }) => {
    if (isDown) return new Response('The site is busy', { status: 503 });
    orders.push(new URLSearchParams(path.split('?')[1]).get('order'));
    const search = new URLSearchParams(path.split('?')[1]).get('search') ?? '';
    const users = everybody.filter(({ username }) => username.includes(search));
    return new Response(JSON.stringify(users), { headers: { 'x-total-count': String(users.length) } });
  });
});

function show(address = '/users') {
  const { router } = renderApp([{ path: '/users', element: <UsersPage /> }], {
    address: address,
    swr: { dedupingInterval: 2000 },
  });
  return router;
}

it('lists users with the date they joined', async () => {
  show();
  expect(screen.getByRole('heading', { name: 'Users List' })).toBeVisible();
  expect(await screen.findByText('3 users')).toBeVisible();
  const ben = screen.getByRole('link', { name: 'ben' });
  expect(ben).toHaveAttribute('href', '/user/ben');
  expect(ben.closest('li')).toHaveTextContent(`Ben of oldJoined ${dateOf('2026-11-21T12:00:00.000Z')}`);
});

it('searches for the trimmed text and keeps it in the address', async () => {
  const router = show();
  await screen.findByText('3 users');
  await userEvent.type(screen.getByPlaceholderText('Search Usernames ...'), ' ann ');
  expect(await screen.findByText('2 users')).toBeVisible();
  expect(router.state.location.search).toBe('?search=ann');
  expect(Array.from(document.querySelectorAll('mark'), ({ textContent }) => textContent)).toEqual(['ann', 'ann']);
  expect(screen.queryByRole('link', { name: 'ben' })).toBeNull();
});

it('shows that no user matches, with a link back', async () => {
  show('/users?search=zoe');
  expect(await screen.findByRole('heading', { name: 'No Users Found' })).toBeVisible();
  expect(screen.getByPlaceholderText('Search Usernames ...')).toHaveValue('zoe');
  await userEvent.click(screen.getByRole('link', { name: 'Show all users' }));
  await waitFor(() => expect(screen.getByText('3 users')).toBeVisible());
  expect(screen.getByPlaceholderText('Search Usernames ...')).toHaveValue('');
});

it('says when they cannot be fetched, and tries again', async () => {
  isDown = true;
  show();
  expect(await screen.findByText('Error when fetching users')).toBeVisible();
  isDown = false;
  screen.getByRole('button', { name: 'Try again' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('3 users')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Users List' })).toHaveFocus());
});

it('lists those first who have written most, or by name', async () => {
  show();
  expect(await screen.findByRole('button', { name: 'Most posts' })).toHaveAttribute('aria-pressed', 'true');
  await userEvent.click(screen.getByRole('button', { name: 'Name' }));
  await waitFor(() => expect(orders).toEqual(['mostPosts', 'name']));
  expect(screen.getAllByText('1 question · 0 answers')).toHaveLength(3);
});
