import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  localStorage.clear();
  vi.resetModules();
});

/** As after a reload: with what is stored. */
async function show() {
  const { Settings } = await import('./Settings');
  render(<Settings />);
  return screen.getByRole('checkbox', { name: 'Notifications' });
}

it('notifications are on until they are turned off, which is remembered', async () => {
  const toggle = await show();
  expect(toggle).toBeChecked();
  await userEvent.click(toggle);
  expect(toggle).not.toBeChecked();
  expect(localStorage.getItem('notificationsEnabled')).toBe('false');
  await userEvent.click(toggle);
  expect(localStorage.getItem('notificationsEnabled')).toBe('true');
});

it('notifications that were turned off are off', async () => {
  localStorage.setItem('notificationsEnabled', 'false');
  expect(await show()).not.toBeChecked();
});

it('what another tab chooses holds here too', async () => {
  const toggle = await show();
  localStorage.setItem('notificationsEnabled', 'false');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'notificationsEnabled', newValue: 'false' })));
  expect(toggle).not.toBeChecked();
});
