import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { installFakeServer } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import { Contributions } from './Contributions';

const fakeServer = installFakeServer();

let reply: () => Response;
let requests: URLSearchParams[];

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z'), toFake: ['Date'] });
  reply = () => new Response('[{"date":"2026-11-02","questions":1,"comments":0,"answers":0}]');
  requests = [];
  fakeServer.on('GET /contributions/getContributions', async ({ url: path }) => {
    requests.push(new URLSearchParams(path.split('?')[1]));
    return reply();
  });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Renders the contributions again when the address changes. */
function Page() {
  useLocation();
  return <Contributions username="ann" />;
}
const show = () => renderApp(<Page />);

it('are fetched for the six weeks that are shown', async () => {
  show();
  expect(await screen.findByText(/^Monday, November 2, 2026: 1 contribution: 1 question$/)).toBeInTheDocument();
  await userEvent.click(screen.getByLabelText('Previous month'));
  await waitFor(() => expect(requests).toHaveLength(2));
  expect(requests.map((query) => Object.fromEntries(query))).toEqual([
    { userID: 'ann', from: '2026-10-26', to: '2026-12-06' },
    { userID: 'ann', from: '2026-09-28', to: '2026-11-08' },
  ]);
});

it('of the next month can be reached once it has begun', async () => {
  vi.setSystemTime('2026-11-30T12:00:00Z');
  const { router } = show();
  await screen.findByText(/^Monday, November 2, 2026/);
  vi.setSystemTime('2026-12-01T12:00:00Z');
  await act(() => router.navigate('/user/ann'));
  await userEvent.click(screen.getByLabelText('Next month'));
  expect(screen.getByRole('heading', { name: 'December 2026' })).toBeVisible();
});

it('that cannot be fetched say why, and are tried again', async () => {
  reply = () => new Response('The site is busy, please try again', { status: 503 });
  show();
  expect(await screen.findByText('Error loading contributions: The site is busy, please try again')).toBeVisible();
  expect(document.querySelector('td')).toBeNull();
  reply = () => new Response('[]');
  await userEvent.click(screen.getByText('Try again'));
  await waitFor(() => expect(document.querySelectorAll('td')).toHaveLength(42));
});

it('show an error if the server does not respond', async () => {
  reply = () => {
    throw new TypeError('Failed to fetch');
  };
  show();
  expect(await screen.findByText('Error loading contributions: Error fetching user contributions')).toBeVisible();
});
