import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { MyFlag } from '../../api/generated';
import { installFakeServer, listResponse } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import { ReportButton } from './ReportButton';

const fakeServer = installFakeServer();
let calls: string[];
let mine: MyFlag[];

beforeEach(() => {
  calls = [];
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  mine = [];
  fakeServer.on('GET /flag/getMyFlags', () => listResponse(mine));
  fakeServer.on('POST /flag/withdrawFlag', async ({ body }) => {
    calls.push(`${body}`);
    return new Response('"f"');
  });
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
  await user.click(screen.getByRole('button', { name: 'Report' }));
  expect(screen.getByText('Please choose a reason')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Illegal content' }));
  await user.click(screen.getByRole('button', { name: 'Report' }));
  expect(screen.getByText('Please say what is wrong')).toBeVisible();
  expect(calls).toEqual([]);
  await user.type(screen.getByRole('textbox'), 'stolen');
  await user.click(screen.getByRole('button', { name: 'Report' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls).toEqual(['{"kind":"answer","id":"a","reason":"illegal","text":"stolen"}']);
  expect(screen.getByRole('button', { name: 'Reported answer' })).toBeVisible();
});

it('says that the viewer has reported it, and withdraws that', async () => {
  mine = [
    {
      _id: 'f',
      kind: 'answer',
      objectId: 'a',
      reason: 'spam',
      text: '',
      createdAt: '2026-11-21T12:00:00.000Z',
      removed: false,
    },
  ];
  renderApp([{ path: '*', element: <ReportButton kind="answer" id="a" /> }], { address: '/' });
  await act(async () => screen.getByRole('button', { name: 'Report answer…' }).click());
  expect(await screen.findByRole('dialog', { name: 'You have reported this answer' })).toHaveTextContent(
    'Spam or advertising. Moderators have not decided yet.',
  );
  await user.click(screen.getByRole('button', { name: 'Withdraw the report' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls).toEqual(['{"id":"f"}']);
});
