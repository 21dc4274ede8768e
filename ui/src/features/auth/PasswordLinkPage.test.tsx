import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { installFakeServer, rejection } from '../../testing/fakeServer';
import PasswordLinkPage from './PasswordLinkPage';

const fakeServer = installFakeServer();
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const invalid = 'This link is not valid, or not any more: ask an administrator for a new one';

function show(hash: string) {
  render(
    <MemoryRouter initialEntries={[`/reset${hash}`]}>
      <Routes>
        <Route path="/reset" element={<PasswordLinkPage />} />
        <Route path="/home" element={<p>at home</p>} />
      </Routes>
    </MemoryRouter>,
  );
}

async function submit(confirmation = 'colonnade at noon') {
  await userEvent.type(screen.getByLabelText('New Password'), 'colonnade at noon');
  if (confirmation) await userEvent.type(screen.getByLabelText('Confirm New Password'), confirmation);
  await userEvent.click(screen.getByRole('button', { name: 'Set Password and Log In' }));
}

it('sends the password with the token of the link, and goes home', async () => {
  fakeServer.on('POST /user/usePasswordLink', () => ({ username: 'ann' }));
  show('#token=secret');
  await submit();
  expect(await screen.findByText('at home')).toBeVisible();
  expect(fakeServer.requests[0]?.body).toBe('{"token":"secret","password":"colonnade at noon","code":""}');
});

it("shows the server's message about a link that is not valid", async () => {
  fakeServer.on('POST /user/usePasswordLink', () => rejection(403, invalid));
  show('#token=secret');
  await submit();
  expect(await screen.findByText(invalid)).toBeVisible();
});

it('says that a link without a token is not valid', () => {
  show('');
  expect(screen.getByRole('alert')).toHaveTextContent(invalid);
  expect(screen.queryByLabelText('New Password')).toBeNull();
});

it('wants the same password twice', async () => {
  show('#token=secret');
  await submit('something else');
  expect(screen.getByRole('alert')).toHaveTextContent('Passwords do not match.');
  expect(fakeServer.requests).toHaveLength(0);
});

it('can show the passwords', async () => {
  show('#token=secret');
  await userEvent.click(screen.getByLabelText('Show Passwords'));
  expect(screen.getByLabelText('New Password')).toHaveAttribute('type', 'text');
});
