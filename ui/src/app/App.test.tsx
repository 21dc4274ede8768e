import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import App from './App';

vi.mock('./RequireSession', async () => ({ RequireSession: (await import('react-router-dom')).Outlet }));
vi.mock('./HomePage', () => new Promise(() => {}));

it('says that a page is being loaded', async () => {
  history.replaceState(null, '', '/home');
  render(<App />);
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeInTheDocument();
});
