import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import SetupPage from './SetupPage';

/** Shows the page that a link leads to, against a server that answers so, and fills the form in. */
async function setUp(status: number, body: string, confirmation = 'colonnade at noon') {
  const fetch = vi.fn(async () => new Response(body, { status }));
  vi.stubGlobal('fetch', fetch);
  render(
    <MemoryRouter initialEntries={['/setup?token=secret']}>
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

afterEach(() => vi.unstubAllGlobals());

it('makes the administrator with the token of the link, and goes home', async () => {
  const fetch = await setUp(200, '{}');
  const body = JSON.stringify({ username: 'ann', password: 'colonnade at noon', token: 'secret' });
  expect(fetch).toHaveBeenCalledWith('/user/setup', expect.objectContaining({ method: 'POST', body }));
  expect(await screen.findByText('at home')).toBeInTheDocument();
});

it('says what the server said, and stays', async () => {
  await setUp(403, 'This link is not valid any more');
  expect(screen.getByRole('alert')).toHaveTextContent('Error while setting up: This link is not valid any more');
  expect(screen.queryByText('at home')).toBeNull();
});

it('wants the same password twice', async () => {
  const fetch = await setUp(200, '{}', 'something else');
  expect(screen.getByRole('alert')).toHaveTextContent('Passwords do not match');
  expect(fetch).not.toHaveBeenCalled();
});
