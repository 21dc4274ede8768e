import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { site } from '../lib/site';
import App from './App';

vi.mock('./RequireSession', async () => ({ RequireSession: (await import('react-router-dom')).Outlet }));
vi.mock('./HomePage', () => new Promise(() => {}));

it('says that a page is being loaded', async () => {
  history.replaceState(null, '', '/home');
  render(<App />);
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeInTheDocument();
});

it('has the pages of mail as soon as mail is on', async () => {
  await import('./RarePages');
  site.features.mail = true;
  history.replaceState(null, '', '/forgot');
  await act(async () => void render(<App />));
  expect(await screen.findByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  site.features.mail = false;
});
