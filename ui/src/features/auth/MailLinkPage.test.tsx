import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { installFakeServer, rejection } from '../../testing/fakeServer';
import ForgotPasswordPage from './ForgotPasswordPage';
import UnsubscribePage from './UnsubscribePage';
import VerifyAddressPage from './VerifyAddressPage';

const fakeServer = installFakeServer();
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

function show(address: string) {
  render(
    <MemoryRouter initialEntries={[address]}>
      <Routes>
        <Route path="/forgot" element={<ForgotPasswordPage />} />
        <Route path="/mail/verify" element={<VerifyAddressPage />} />
        <Route path="/u/:token" element={<UnsubscribePage />} />
      </Routes>
    </MemoryRouter>,
  );
}

it('confirms an address with the button only', async () => {
  fakeServer.on('POST /user/verifyMailAddress', () => ({ address: 'ann@example.org' }));
  show('/mail/verify#token=secret');
  expect(fakeServer.requests).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('ann@example.org is confirmed.')).toBeVisible();
  expect(fakeServer.requests[0]?.body).toBe('{"token":"secret","answers":true}');
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
});

it('sends no mails about answers to those who decline them', async () => {
  fakeServer.on('POST /user/verifyMailAddress', () => ({ address: 'ann@example.org' }));
  show('/mail/verify#token=secret');
  await userEvent.click(screen.getByRole('checkbox', { name: /when someone answers/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await screen.findByText('ann@example.org is confirmed.');
  expect(fakeServer.requests[0]?.body).toBe('{"token":"secret","answers":false}');
});

it('says why a link does not confirm an address', async () => {
  const invalid = 'This link is not valid, or not any more: ask for a new mail';
  fakeServer.on('POST /user/verifyMailAddress', () => rejection(403, invalid));
  show('/mail/verify#token=secret');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText(invalid)).toBeVisible();
});

it('offers nothing for a link without a token', () => {
  show('/mail/verify');
  expect(screen.getByRole('alert')).toHaveTextContent('This link is not valid');
  expect(screen.queryByRole('button')).toBeNull();
});

it('ends mails of a kind without a login', async () => {
  fakeServer.on('POST /u/u.comment.mac', () => ({ kind: 'comment' }));
  show('/u/u.comment.mac');
  await userEvent.click(screen.getByRole('button', { name: 'Unsubscribe' }));
  expect(await screen.findByText('You get no more mails about comments.')).toBeVisible();
});

it('sends a link to another password, and shows the reason if not', async () => {
  const limit = 'Too many requests, please slow down';
  fakeServer.on('POST /user/forgotPassword', () => rejection(429, limit));
  show('/forgot');
  await userEvent.type(screen.getByLabelText('E-mail address of your account'), 'ann@example.org');
  await userEvent.click(screen.getByRole('button', { name: 'Send the Link' }));
  expect(await screen.findByText(limit)).toBeVisible();
  fakeServer.on('POST /user/forgotPassword', () => ({}));
  await userEvent.click(screen.getByRole('button', { name: 'Send the Link' }));
  expect(await screen.findByText(/^If an account has the address ann@example.org/)).toBeVisible();
  expect(screen.getByRole('alert')).toBeEmptyDOMElement();
});
