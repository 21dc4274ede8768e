import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { installFakeServer } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import { ReportButton } from './ReportButton';

const fakeServer = installFakeServer();
let calls: string[];

beforeEach(() => {
  calls = [];
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  fakeServer.on('POST /flag/addFlag', async ({ body }) => {
    calls.push(`${body}`);
    return new Response('{}');
  });
});

const user = userEvent.setup();

it('reports with a reason, and asks what is wrong where that is needed', async () => {
  renderApp([{ path: '*', element: <ReportButton kind="answer" id="a" /> }], { address: '/' });
  // The dialog loads when it opens, for which act() must be awaited.
  await act(async () => screen.getByRole('button', { name: 'Report answer…' }).click());
  expect(await screen.findByRole('dialog', { name: 'Report this answer' })).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Illegal content' }));
  await user.click(screen.getByRole('button', { name: 'Report' }));
  expect(screen.getByText('Please say what is wrong')).toBeVisible();
  expect(calls).toEqual([]);
  await user.type(screen.getByRole('textbox'), 'stolen');
  await user.click(screen.getByRole('button', { name: 'Report' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls).toEqual(['{"kind":"answer","id":"a","reason":"illegal","text":"stolen"}']);
});
