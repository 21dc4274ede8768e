import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { UserContext } from '../lib/session';
import { SideNav } from './SideNav';
import './StaffItems';

// The badges load after the navigation.
vi.mock('./HomeBadge', () => ({ HomeBadge: () => null }));
vi.mock('../components/flags/QueueBadge', () => ({ default: () => null }));
vi.mock('./MessagingBadge', () => ({ MessagingBadge: () => null }));

function show(path: string, isAdministrator = false, moderatesCommunity = false) {
  const router = createMemoryRouter([{ path: '*', element: <SideNav /> }], { initialEntries: [path] });
  render(
    <UserContext
      value={{
        _id: 'u',
        username: 'ann',
        dateJoined: '',
        biography: '',
        questionCount: 0,
        answerCount: 0,
        isAdministrator,
        moderatesCommunity,
      }}
    >
      <RouterProvider router={router} />
    </UserContext>,
  );
  return (to: string) => act(() => router.navigate(to));
}
const communities = () => screen.getByRole('link', { name: /^Communities/ });
const isOpen = () => communities().getAttribute('aria-expanded') === 'true';

it('opens the group of the current page', async () => {
  const go = show('/communities/my');
  expect(isOpen()).toBe(true);
  expect(screen.getByRole('link', { name: 'My Communities' })).toHaveAttribute('aria-current', 'page');
  await userEvent.click(communities());
  await go('/tags');
  expect(isOpen()).toBe(false);
  await go('/communities/42');
  expect(isOpen()).toBe(true);
});

it('links administrators to the administration', async () => {
  // It loads when it is shown, for which act() must be awaited.
  await act(async () => void show('/tags', true));
  expect(await screen.findByRole('link', { name: 'Administration' })).toHaveAttribute('href', '/administration');
});

it('links moderators of communities to the reports only', async () => {
  await act(async () => void show('/tags', false, true));
  expect(await screen.findByRole('link', { name: 'Reports' })).toHaveAttribute('href', '/queue');
  expect(screen.queryByRole('link', { name: 'Administration' })).toBeNull();
});

it('hides the administration from other users', () => {
  show('/tags');
  expect(screen.queryByRole('link', { name: 'Administration' })).toBeNull();
});

it('toggles a group on each click of its link, on every page', async () => {
  show('/tags');
  expect(isOpen()).toBe(false);
  for (const expected of [true, false, true]) {
    await userEvent.click(communities());
    expect(isOpen()).toBe(expected);
  }
  await userEvent.click(screen.getByRole('link', { name: 'Tags' }));
  expect(isOpen()).toBe(true);
  await userEvent.click(communities());
  expect(isOpen(), 'a click closes it, though it leads there').toBe(false);
});
