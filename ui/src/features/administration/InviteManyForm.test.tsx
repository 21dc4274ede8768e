import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { installFakeServer } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import { InviteManyForm } from './InviteManyForm';

const fakeServer = installFakeServer();
let calls: string[];

beforeEach(() => {
  calls = [];
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  fakeServer.on('POST /administration/createInvitations', ({ body }) => {
    calls.push(`${body}`);
    const { notes } = JSON.parse(`${body}`) as { notes: string[] };
    return notes.map((note, index) => ({
      invitation: { _id: note, note, createdAt: '2026-11-21T12:00:00.000Z', expiresAt: '2026-11-28T12:00:00.000Z' },
      token: `t${index}`,
    }));
  });
});

it('creates a link for each line that is not empty, and shows the list once', async () => {
  renderApp(<InviteManyForm close={() => undefined} />);
  await userEvent.type(screen.getByLabelText('Recipients, one on each line'), ' Ann \n\nben@example.org');
  await userEvent.click(screen.getByRole('button', { name: 'Create 2 links' }));
  expect(calls).toEqual(['{"notes":["Ann","ben@example.org"],"days":7}']);
  const list = `Ann\t${location.origin}/signup#invitation=t0\nben@example.org\t${location.origin}/signup#invitation=t1\n`;
  expect(await screen.findByLabelText('Links')).toHaveValue(list);
  const file = screen.getByRole('link', { name: 'Save as a file' });
  expect(file).toHaveAttribute('href', `data:text/plain;charset=utf-8,${encodeURIComponent(list)}`);
});

it('asks for 1 to 100 lines', async () => {
  renderApp(<InviteManyForm close={() => undefined} />);
  await userEvent.click(screen.getByRole('button', { name: 'Create links' }));
  expect(await screen.findByText('Please enter 1 to 100 lines')).toBeVisible();
  expect(calls).toEqual([]);
});
