import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { installFakeServer } from '../../../testing/fakeServer';
import { renderApp } from '../../../testing/renderApp';
import { UserPicker } from './UserPicker';

const fakeServer = installFakeServer();
const user = (username: string) => ({ _id: username, username, dateJoined: '', biography: '' });

it('picks with Enter what the search found, not what an earlier one did', async () => {
  const onPick = vi.fn();
  let respond: (users: unknown) => void = () => {};
  const response = new Promise((resolve) => {
    respond = resolve;
  });
  fakeServer.on('GET /user/getUsers', ({ query }) => (query.get('search') ? response : [user('ann'), user('cleo')]));
  renderApp(<UserPicker excluded={[]} onPick={onPick} />);
  await screen.findByRole('option', { name: 'ann' });
  await userEvent.keyboard('c{Enter}');
  await waitFor(() => expect(fakeServer.requests.at(-1)?.query.get('search')).toBe('c'));
  await userEvent.keyboard('{Enter}');
  expect(onPick).not.toHaveBeenCalled();
  respond([user('cleo')]);
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await userEvent.keyboard('{Enter}');
  expect(onPick).toHaveBeenCalledExactlyOnceWith('cleo');
  expect(screen.getByRole('combobox')).toHaveValue('');
});

it('offers the people of the latest chats first, until there is a search', async () => {
  fakeServer.on('GET /user/getUsers', ({ query }) =>
    query.get('search') ? [user('ann')] : [user('010101'), user('zoe')],
  );
  renderApp(<UserPicker excluded={['me']} recent={['zoe', 'me', 'ben', 'zoe']} onPick={vi.fn()} />);
  const names = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
  await waitFor(() => expect(names()).toEqual(['zoe', 'ben', '010101']));
  await userEvent.type(screen.getByRole('combobox'), 'an');
  await waitFor(() => expect(names()).toEqual(['ann']));
});
