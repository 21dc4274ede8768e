import { screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { routes } from '../lib/routes';
import { site } from '../lib/site';
import { installFakeServer } from '../testing/fakeServer';
import { renderApp } from '../testing/renderApp';
import SettingsPage from './SettingsPage';

installFakeServer();
afterEach(() => {
  site.features.mail = false;
});

const show = (address: string) =>
  renderApp([{ path: routes.settings.pattern, element: <SettingsPage /> }], { address });

const contents = () =>
  within(screen.getByRole('navigation', { name: 'Settings' }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')]);

it('begins with the preferences, and leads to all other settings', () => {
  site.features.mail = true;
  show('/settings');
  expect(screen.getAllByRole('heading').map((heading) => heading.textContent)).toEqual(['Preferences']);
  expect(contents()).toEqual([
    ['Preferences', '/settings', 'page'],
    ['Login and security', '/settings/account', null],
    ['Notifications', '/settings/notifications', null],
    ['Watched and muted', '/settings/watched', null],
    ['Privacy and data', '/settings/privacy', null],
    ['My files', '/settings/files', null],
    ['Drafts', '/settings/drafts', null],
    ['Moderation of your posts', '/settings/moderation', null],
  ]);
});

it('says why there is nothing to choose where the site sends nothing', () => {
  show('/settings/notifications');
  expect(screen.getByText('This site sends neither mails nor messages to devices.')).toBeVisible();
  expect(contents().map(([title]) => title)).not.toContain('Notifications');
});

it('knows no other part', () => {
  show('/settings/toString');
  expect(screen.queryByRole('navigation', { name: 'Settings' })).toBeNull();
});
