import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Setting, SettingKey, SettingValue } from '../../api/generated';
import { installFakeServer } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import { SiteSettings } from './SiteSettings';

const fakeServer = installFakeServer();

let settings: Setting[];
let calls: string[];
let refusal: string | null;

beforeEach(() => {
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const values: [SettingKey, SettingValue | null][] = [
    ['title', 'Stoa'],
    ['signup', 'open'],
    ['reading', 'members'],
    ['voice', true],
    ['games', true],
    ['chat', true],
    ['welcome', ''],
    ['rules', 'Be kind'],
    ['terms', ''],
    ['privacy', ''],
    ['contact', ''],
    ['announcement', null],
    ['firstSteps', true],
    ['holdFirst', '0'],
    ['hideReported', false],
    ['logo', ''],
    ['cover', ''],
    ['accent', ''],
    ['defaultTheme', 'dark'],
    ['defaultDensity', 'comfortable'],
    ['visitorReports', false],
    ['limitNew', false],
    ['holdSpam', false],
    ['blockedWords', ''],
    ['blockedDomains', '# notes\ncasino.example'],
    ['blockedNetworks', ''],
    ['reputation', true],
    ['badges', true],
    ['publicLog', false],
    ['signupProof', false],
    ['waveGuard', false],
    ['pictures', true],
    ['picturesPerMemberMb', 500],
    ['picturesPerDay', 50],
    ['picturesPerDayMb', 100],
    ['picturesSiteMb', 20000],
    ['mailsPerMinute', 60],
    ['mail', null],
  ];
  settings = values.map(([key, value]) => ({ key, value }));
  [calls, refusal] = [[], null];
  fakeServer.on('GET /administration/getSettings', () => settings);
  fakeServer.on('GET /administration/getPublicReach', () => ({ posts: 120, authors: 7 }));
  fakeServer.on('GET /administration/getHealth', () => ({ hasBaseUrl: false }));
  fakeServer.on('GET /administration/getUsers', () => [{ username: 'root1' }]);
  fakeServer.on('PATCH /administration/setSettings', ({ body }) => {
    calls.push(`${body}`);
    if (refusal) return new Response(refusal, { status: 409 });
    const [{ key, value }] = JSON.parse(`${body}`).changes;
    settings = settings.map((setting) => (setting.key === key ? { ...setting, value } : setting));
    return settings;
  });
});

const user = userEvent.setup();
const change = (key: string, before: unknown, value: unknown) => JSON.stringify({ changes: [{ key, before, value }] });

it('saves the title with the one that the administrator saw', async () => {
  renderApp(<SiteSettings />);
  const title = await screen.findByRole('textbox', { name: 'Title' });
  await user.clear(title);
  await user.type(title, 'Agora');
  await user.tab();
  expect(calls).toEqual([change('title', 'Stoa', 'Agora')]);
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Agora'));
});

it('says how much everyone could read, and asks twice', async () => {
  renderApp(<SiteSettings />);
  const select = await screen.findByRole('combobox', { name: 'Reading' });
  await user.selectOptions(select, 'everyone');
  expect(await screen.findByText(/120 posts of 7 people/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Continue…' }));
  expect(calls).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Let everyone read' }));
  expect(calls).toEqual([change('reading', 'members', 'everyone')]);
  await waitFor(() => expect(select).toHaveValue('everyone'));
  await user.selectOptions(select, 'members');
  expect(calls[1]).toEqual(change('reading', 'everyone', 'members'));
});

it('lets only members read if the question is cancelled', async () => {
  renderApp(<SiteSettings />);
  const select = await screen.findByRole('combobox', { name: 'Reading' });
  await user.selectOptions(select, 'everyone');
  await user.click(await screen.findByRole('button', { name: 'Continue…' }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(select).toHaveValue('members');
  expect(calls).toEqual([]);
});

it('keeps the input of a refused change', async () => {
  refusal = 'This setting was changed meanwhile: reload the page, then save again';
  renderApp(<SiteSettings />);
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), '!{Enter}');
  expect(await screen.findByText(refusal)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Stoa!');
});

it('says where a fixed setting comes from', async () => {
  settings = settings.map((setting) =>
    setting.key === 'games'
      ? { ...setting, value: false, fixedBy: 'environment variable STOA_FEATURES_GAMES' }
      : setting,
  );
  renderApp(<SiteSettings />);
  expect(await screen.findByLabelText('Games')).toBeDisabled();
  expect(screen.getByText(/environment variable STOA_FEATURES_GAMES/)).toBeVisible();
});

it('turns features off and closes sign-up', async () => {
  renderApp(<SiteSettings />);
  await user.click(await screen.findByLabelText('Chat'));
  await waitFor(() => expect(screen.getByLabelText('Chat')).not.toBeChecked());
  await user.selectOptions(screen.getByLabelText('Sign-up'), 'closed');
  expect(calls).toEqual([change('chat', true, false), change('signup', 'open', 'closed')]);
});

it('edits a text, and names a link that it may not have, beside Save', async () => {
  renderApp(<SiteSettings />);
  await user.click(await screen.findByRole('button', { name: 'Edit: Rules' }));
  const text = screen.getByRole('textbox', { name: 'Rules' });
  expect(text).toHaveValue('Be kind');
  await user.clear(text);
  await user.type(text, 'see [[x](ftp://a)');
  const form = within(screen.getByRole('form', { name: 'Rules' }));
  refusal = 'Invalid hyperlink format.';
  await user.click(form.getByRole('button', { name: 'Save' }));
  const error = (await screen.findByText(refusal)).closest('[role=alert]');
  expect(text).toHaveAccessibleDescription(expect.stringContaining(refusal));
  expect(error?.nextElementSibling).toContainElement(form.getByRole('button', { name: 'Save' }));
  refusal = null;
  await user.clear(text);
  await user.type(text, 'Be [[brief](/about/terms)');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(calls[1]).toBe(change('rules', 'Be kind', 'Be [brief](/about/terms)'));
});

it('saves a text with the one that was there when editing began', async () => {
  renderApp(<SiteSettings />);
  await user.click(await screen.findByRole('button', { name: 'Edit: Rules' }));
  // Another administrator changes it, which the reply to the next call tells.
  settings = settings.map((setting) => (setting.key === 'rules' ? { ...setting, value: 'Be brief' } : setting));
  await user.click(screen.getByLabelText('Games'));
  await waitFor(() => expect(screen.getByLabelText('Games')).not.toBeChecked());
  await user.type(screen.getByRole('textbox', { name: 'Rules' }), '!');
  await user.click(within(screen.getByRole('form', { name: 'Rules' })).getByRole('button', { name: 'Save' }));
  expect(calls[1]).toBe(change('rules', 'Be kind', 'Be kind!'));
});

it('announces and removes an announcement', async () => {
  renderApp(<SiteSettings />);
  const form = within(await screen.findByRole('form', { name: 'Announcement' }));
  await user.selectOptions(form.getByLabelText('Kind'), 'warning');
  await user.click(form.getByLabelText('Text'));
  await user.paste('Down\nat noon');
  expect(form.getByLabelText('Text')).toHaveValue('Down at noon');
  await user.keyboard('{Enter}');
  const set = { text: 'Down at noon', kind: 'warning' };
  expect(calls).toEqual([change('announcement', null, set)]);
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  expect(calls[1]).toBe(change('announcement', set, null));
});

it('lists the first steps until they are dismissed', async () => {
  renderApp(<SiteSettings />);
  const steps = await screen.findByRole('region', { name: 'Set up the site' });
  await waitFor(() => expect(steps).toHaveTextContent('To do: Set the address'));
  expect(steps).toHaveTextContent('To do: Give the site a title');
  expect(steps).toHaveTextContent('To do: Create a backup');
  expect(steps).toHaveTextContent('Done: Write rules');
  expect(steps).toHaveTextContent('To do: Decide who may sign up');
  expect(steps).toHaveTextContent('To do: Write the privacy and contact pages');
  await waitFor(() => expect(steps).toHaveTextContent('To do: Invite people'));
  expect(steps).toHaveTextContent('Done: Make a second person a moderator');
  await user.click(within(steps).getByRole('button', { name: 'Dismiss this list' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Set up the site' })).toBeNull());
});

it('edits a list of blocked entries', async () => {
  renderApp(<SiteSettings />);
  await user.click(await screen.findByLabelText('Limit new members'));
  await waitFor(() => expect(screen.getByLabelText('Limit new members')).toBeChecked());
  expect(screen.getByText('1 entry')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Edit: Blocked words' }));
  await user.type(screen.getByRole('textbox', { name: 'Blocked words' }), 'cheap pills');
  await user.click(within(screen.getByRole('form', { name: 'Blocked words' })).getByRole('button', { name: 'Save' }));
  expect(calls).toEqual([change('limitNew', false, true), change('blockedWords', '', 'cheap pills')]);
  await waitFor(() => expect(screen.getAllByText('1 entry')).toHaveLength(2));
});

it('saves a limit as a number, and names its bounds', async () => {
  renderApp(<SiteSettings />);
  const limit = () => screen.getByRole('textbox', { name: 'Uploads of a member in a day' });
  const form = within(await screen.findByRole('form', { name: 'Uploads of a member in a day' }));
  for (const text of ['0', '10001', '1.5', 'many', ' ']) {
    await user.clear(limit());
    await user.type(limit(), `${text}{Enter}`);
    expect(await form.findByText('Please enter a whole number from 1 to 10000')).toBeVisible();
  }
  expect(calls).toEqual([]);
  await user.clear(limit());
  await user.type(limit(), '20{Enter}');
  expect(calls).toEqual([change('picturesPerDay', 50, 20)]);
  await waitFor(() => expect(limit()).toHaveValue('20'));
});

it('does not change a limit of the configuration', async () => {
  settings = settings.map((setting) =>
    setting.key === 'mailsPerMinute' ? { ...setting, fixedBy: 'config.toml, line 3' } : setting,
  );
  renderApp(<SiteSettings />);
  expect(await screen.findByRole('textbox', { name: 'Mails in a minute' })).toHaveAttribute('readonly');
  expect(screen.getByText(/config.toml, line 3/)).toBeVisible();
});

it('saves nothing when a field is left as it was', async () => {
  renderApp(<SiteSettings />);
  await user.click(await screen.findByRole('textbox', { name: 'Title' }));
  await user.tab();
  await user.click(screen.getByRole('textbox', { name: 'Mails in a minute' }));
  await user.tab();
  expect(calls).toEqual([]);
});

it('has contents, and finds settings by their names and hints', async () => {
  renderApp(<SiteSettings />);
  const contents = within(await screen.findByRole('navigation', { name: 'Contents of the settings' }));
  expect(contents.getAllByRole('link')).toHaveLength(8);
  expect(contents.getByRole('link', { name: 'Limits' })).toHaveAttribute('href', '#limits-heading');
  const search = contents.getByRole('searchbox', { name: 'Search settings' });
  await user.type(search, 'SPAM approval');
  expect(contents.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['New members and spam']);
  expect(screen.getByLabelText('Hold suspected spam')).toBeVisible();
  expect(screen.queryByLabelText('Limit new members')).toBeNull();
  await user.type(search, ' colonnade');
  expect(screen.getByText('No setting has these words.')).toBeVisible();
});

it('changes the color of the site when the choice ends, and goes back to that of the theme', async () => {
  renderApp(<SiteSettings />);
  const color = await screen.findByLabelText('Color');
  fireEvent.change(color, { target: { value: '#aa0000' } });
  fireEvent.change(color, { target: { value: '#c0392b' } });
  expect(calls).toEqual([]);
  fireEvent.blur(color);
  await waitFor(() => expect(calls).toEqual([change('accent', '', '#c0392b')]));
  await user.click(await screen.findByRole('button', { name: 'Use the color of the theme' }));
  expect(calls[1]).toBe(change('accent', '#c0392b', ''));
  await user.selectOptions(screen.getByLabelText('Default theme'), 'Light');
  expect(calls[2]).toBe(change('defaultTheme', 'dark', 'light'));
  await user.selectOptions(screen.getByLabelText('Lists of questions, for members who have not chosen'), 'Compact');
  expect(calls[3]).toBe(change('defaultDensity', 'comfortable', 'compact'));
});
