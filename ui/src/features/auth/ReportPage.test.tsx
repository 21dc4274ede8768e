import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { site } from '../../lib/site';
import { installFakeServer, rejection } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import ReportPage from './ReportPage';

const fakeServer = installFakeServer();
const user = userEvent.setup();
const hasMail = site.features.mail;

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  site.visitorReports = true;
});
afterEach(() => {
  delete site.visitorReports;
  site.features.mail = hasMail;
});

const show = () => renderApp([{ path: '/report', element: <ReportPage /> }], { address: '/report' });
const field = (name: RegExp) => screen.getByRole('textbox', { name });

async function fill() {
  await user.type(field(/^Address/), 'https://stoa.test/tags');
  await user.type(field(/^Country/), 'Utopia');
  await user.type(field(/^Why/), 'It is forbidden');
}

it('sends a report and thanks for it', async () => {
  fakeServer.on('POST /report/addReport', () => ({}));
  site.features.mail = true;
  show();
  await fill();
  await user.type(field(/e-mail/), 'zoe@example.org');
  await user.click(screen.getByRole('button', { name: 'Send the report' }));
  expect(await screen.findByText(/^Thank you/)).toBeVisible();
  const { body } = fakeServer.requests.find(({ method }) => method === 'POST') ?? {};
  expect(JSON.parse(`${body}`)).toEqual({
    address: 'https://stoa.test/tags',
    place: 'Utopia',
    text: 'It is forbidden',
    name: '',
    mail: 'zoe@example.org',
  });
  expect(field(/^Why/)).toHaveValue('');
});

it('keeps the input of a refused report, and asks for no address if there is no mail', async () => {
  fakeServer.on('POST /report/addReport', () => rejection(429, 'Too many requests, please slow down'));
  site.features.mail = false;
  show();
  await fill();
  expect(screen.queryByRole('textbox', { name: /e-mail/ })).toBeNull();
  expect(screen.getByText(/^Only moderators/)).not.toHaveTextContent('address');
  await user.click(screen.getByRole('button', { name: 'Send the report' }));
  expect(await screen.findByText('Too many requests, please slow down')).toBeVisible();
  expect(field(/^Why/)).toHaveValue('It is forbidden');
});

it('is not there while it is off', () => {
  delete site.visitorReports;
  show();
  expect(screen.getByRole('heading', { name: 'There is no such page' })).toBeVisible();
});
