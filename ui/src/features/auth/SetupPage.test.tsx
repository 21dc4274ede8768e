import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { installFakeServer } from '../../testing/fakeServer';
import SetupPage from './SetupPage';

const fakeServer = installFakeServer();

/** Renders the page of a setup link against a server with this response, and fills in the form. */
async function setUp(status: number, body: string, confirmation = 'colonnade at noon') {
  const fetch = vi.fn(async () => new Response(body, { status }));
  fakeServer.on('POST /user/setup', fetch);
  render(
    <MemoryRouter initialEntries={['/setup#token=secret']}>
      <Routes>
        <Route path="/setup" element={<SetupPage />} />
        <Route path="/home" element={<p>at home</p>} />
      </Routes>
    </MemoryRouter>,
  );
  await userEvent.type(screen.getByLabelText('Username'), 'ann');
  await userEvent.type(screen.getByLabelText('Password'), 'colonnade at noon');
  await userEvent.type(screen.getByLabelText('Confirm Password'), confirmation);
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
  return fetch;
}

it('makes the administrator with the token of the link, and goes home', async () => {
  const fetch = await setUp(200, '{}');
  const body = JSON.stringify({ username: 'ann', password: 'colonnade at noon', token: 'secret' });
  expect(fetch).toHaveBeenCalledWith(expect.objectContaining({ url: '/user/setup', method: 'POST', body }));
  expect(await screen.findByText('at home')).toBeInTheDocument();
});

it("shows the server's message and stays", async () => {
  await setUp(403, 'This link is no longer valid');
  expect(screen.getByRole('alert')).toHaveTextContent('Error while setting up: This link is no longer valid');
  expect(screen.queryByText('at home')).toBeNull();
});

it('wants the same password twice', async () => {
  const fetch = await setUp(200, '{}', 'something else');
  expect(screen.getByRole('alert')).toHaveTextContent('Passwords do not match');
  expect(fetch).not.toHaveBeenCalled();
});
