import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Setting, SiteMail } from '../../api/generated';
import { installFakeServer } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import { MailSetting } from './MailSetting';

const fakeServer = installFakeServer();

const server: SiteMail = {
  host: 'smtp.example.org',
  port: 0,
  tls: 'starttls',
  from: 'Stoa <stoa@example.org>',
  username: 'stoa',
  hasPassword: true,
};

let bodies: unknown[];
let refusal: string | null;
const onSaved = vi.fn(async () => undefined);

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  [bodies, refusal] = [[], null];
  onSaved.mockClear();
  fakeServer.on('PATCH /administration/setMail', ({ body }) => {
    bodies.push(JSON.parse(`${body}`));
    return refusal ? new Response(refusal, { status: 400 }) : [];
  });
});

const user = userEvent.setup();
const show = (value: SiteMail | null, fixedBy?: string) => {
  const setting: Setting = { key: 'mail', value, ...(fixedBy !== undefined && { fixedBy }) };
  renderApp(<MailSetting setting={setting} onSaved={onSaved} />);
};
const form = () => within(screen.getByRole('form', { name: 'Mail server' }));

it('sets a server with its password', async () => {
  show(null);
  expect(screen.getByText('None: the site sends no mail')).toBeVisible();
  expect(screen.queryByRole('form', { name: 'Test mail' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Set: Mail server' }));
  await user.type(form().getByLabelText('Mail server'), 'smtp.example.org');
  await user.type(form().getByLabelText('Port (empty: the usual one)'), '2525');
  await user.selectOptions(form().getByLabelText('Encryption'), 'starttls');
  await user.type(form().getByLabelText('Sender'), 'Stoa <stoa@example.org>');
  await user.type(form().getByLabelText('Username (if the server asks for one)'), 'stoa');
  await user.type(form().getByLabelText('Password'), 'secret');
  await user.click(form().getByRole('button', { name: 'Save' }));
  const value = { ...server, port: 2525, hasPassword: false };
  expect(bodies).toEqual([{ before: null, value, mailPassword: 'secret' }]);
  expect(onSaved).toHaveBeenCalledOnce();
});

it('keeps the password unless the server or the username changes', async () => {
  show(server);
  await user.click(screen.getByRole('button', { name: 'Edit: Mail server' }));
  expect(form().getByLabelText('Password (empty: the present one stays)')).toHaveValue('');
  await user.type(form().getByLabelText('Sender'), '{Backspace}');
  await user.type(form().getByLabelText('Sender'), '>');
  await user.click(form().getByRole('button', { name: 'Save' }));
  expect(bodies).toEqual([{ before: server, value: { ...server, hasPassword: false } }]);
});

it('asks for the password of another server', async () => {
  show(server);
  await user.click(screen.getByRole('button', { name: 'Edit: Mail server' }));
  await user.type(form().getByLabelText('Mail server'), '.test');
  expect(form().getByLabelText('Password')).toBeVisible();
});

it('keeps the input of a refused change', async () => {
  refusal = 'The connection to this mail server must be encrypted';
  show(server);
  await user.click(screen.getByRole('button', { name: 'Edit: Mail server' }));
  await user.type(form().getByLabelText('Mail server'), '.test');
  await user.click(form().getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(refusal)).toBeVisible();
  expect(form().getByLabelText('Mail server')).toHaveValue('smtp.example.org.test');
});

it('removes the server', async () => {
  show(server);
  await user.click(screen.getByRole('button', { name: 'Remove: Mail server' }));
  expect(bodies).toEqual([{ before: server, value: null }]);
});

it('tries a server of the configuration, which cannot be changed', async () => {
  fakeServer.on('POST /administration/sendTestMail', ({ body }) => {
    bodies.push(JSON.parse(`${body}`));
    return { address: 'me@example.org', ...(bodies.length > 1 && { problem: '535 go away' }) };
  });
  show(server, 'config.toml, line 3');
  expect(screen.queryByRole('button', { name: 'Edit: Mail server' })).toBeNull();
  const button = screen.getByRole('button', { name: 'Send a test mail to me' });
  await user.click(button);
  expect(await screen.findByText('The mail server has accepted the mail to me@example.org.')).toBeVisible();
  await user.type(screen.getByLabelText(/^Your address/), 'me@example.org');
  await user.click(button);
  expect(await screen.findByText('535 go away')).toBeVisible();
  expect(bodies).toEqual([{ address: '' }, { address: 'me@example.org' }]);
});
