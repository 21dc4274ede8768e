import { render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { loadEngine } from '../../components/markdown/rendering';
import { LoginContext } from '../../lib/session';
import { site } from '../../lib/site';
import { installFakeServer, rejection } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import { AuthPage } from './AuthPage';
import OperatorPage from './OperatorPage';

const fakeServer = installFakeServer();
beforeAll(loadEngine);
afterEach(() => {
  delete site.pages;
  delete site.welcome;
  delete site.visitorReports;
});

const show = (page: string) =>
  renderApp([{ path: '/about/:page', element: <OperatorPage /> }], { address: `/about/${page}` });

it('shows a page as Markdown, with links to the others', async () => {
  site.pages = ['rules', 'privacy'];
  fakeServer.on('GET /site/getPage', () => ({ page: 'rules', text: 'Be **kind**' }));
  show('rules');
  expect((await screen.findByText('kind')).tagName).toBe('STRONG');
  expect(screen.getByRole('heading', { name: 'Rules' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', '/about/privacy');
});

it('says that there is no such page', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  fakeServer.on('GET /site/getPage', () => rejection(404));
  show('terms');
  expect(await screen.findByRole('heading', { name: 'There is no such page' })).toBeVisible();
});

it('shows the welcome and the links beside the login', async () => {
  site.pages = ['contact'];
  site.welcome = 'We love *columns*';
  site.visitorReports = true;
  history.replaceState(null, '', '/');
  render(
    <LoginContext value={() => undefined}>
      <AuthPage />
    </LoginContext>,
  );
  expect(screen.getByText('Please login to continue.')).toBeVisible();
  expect((await screen.findByText('columns')).tagName).toBe('EM');
  expect(screen.getByRole('link', { name: 'Report illegal content' })).toHaveAttribute('href', '/report');
  expect(screen.getByRole('link', { name: 'Contact' })).toHaveAttribute('href', '/about/contact');
});
