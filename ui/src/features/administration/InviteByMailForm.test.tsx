import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { installFakeServer } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import { InviteByMailForm } from './InviteByMailForm';

const fakeServer = installFakeServer();
let calls: string[];

beforeEach(() => {
  calls = [];
  fakeServer.on('POST /administration/mailInvitations', ({ body }) => {
    calls.push(`${body}`);
    const { addresses } = JSON.parse(`${body}`) as { addresses: string[] };
    return addresses.map((address) => ({ address, outcome: address.includes('@') ? 'sent' : 'invalid' }));
  });
});

it('mails an invitation to each address, and says what became of each', async () => {
  renderApp(<InviteByMailForm close={() => undefined} />);
  await userEvent.type(screen.getByLabelText('E-mail addresses'), 'ann@example.org, ben@example.org\nnobody');
  await userEvent.click(screen.getByRole('button', { name: 'Send 3 invitations' }));
  expect(await screen.findByRole('heading', { name: '2 of 3 invitations on the way' })).toHaveFocus();
  expect(calls).toEqual(['{"addresses":["ann@example.org","ben@example.org","nobody"],"days":7}']);
  expect(screen.getByText('nobody').closest('li')).toHaveTextContent('this is not a valid address');
});

it('asks for 1 to 30 addresses', async () => {
  renderApp(<InviteByMailForm close={() => undefined} />);
  await userEvent.click(screen.getByRole('button', { name: 'Send invitation' }));
  expect(await screen.findByText('Please enter 1 to 30 addresses')).toBeVisible();
  expect(calls).toEqual([]);
});
