import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SWRConfig } from 'swr';
import { beforeEach, expect, it, vi } from 'vitest';
import { installFakeServer, rejection } from '../../testing/fakeServer';
import { Avatar } from './Avatar';
import { ChangeAvatar } from './ChangeAvatar';
import { inside, moved, wholePicture } from './crop';

const server = installFakeServer();

const show = (content: React.ReactNode) =>
  render(<SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>{content}</SWRConfig>);

const picture = () => document.querySelector('img');

// jsdom has no dialogs.
beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
  server.on('GET /avatar/getAvatars', () => ({
    users: { ada: '1234567890abc' },
    communities: { c1: 'abc1234567890' },
  }));
});

/** Opens the dialog. It loads, for which act() must be awaited. */
async function openDialog() {
  await act(async () => screen.getByRole('button', { name: 'Change picture' }).click());
  return userEvent.setup();
}

it('asks for all pictures of a page at once', async () => {
  show(
    <>
      <Avatar seed="ada" />
      <Avatar seed="bob" />
      <Avatar of="communities" seed="c1" />
      <Avatar seed="[deleted]" />
    </>,
  );
  await waitFor(() => expect(document.querySelectorAll('img')).toHaveLength(2));
  const urls = server.requests.map(({ url }) => url);
  expect(urls).toEqual(['/avatar/getAvatars?users=ada,bob&communities=c1']);
  expect([...document.querySelectorAll('img')].map(({ src }) => new URL(src).pathname)).toEqual([
    '/media/1234567890abc',
    '/media/abc1234567890',
  ]);
  expect(document.querySelectorAll('svg'), 'patterns for the others').toHaveLength(2);
});

it('asks for at most 100 at once', async () => {
  const names = Array.from({ length: 150 }, (_, index) => `user-${index}`);
  show(names.map((name) => <Avatar key={name} seed={name} />));
  await waitFor(() => expect(server.requests).toHaveLength(2));
  expect(server.requests.map(({ query }) => query.get('users')?.split(',').length)).toEqual([100, 50]);
});

it('shows the pattern if the picture is gone', async () => {
  show(<Avatar seed="ada" />);
  await waitFor(() => expect(picture()).not.toBeNull());
  act(() => void picture()?.dispatchEvent(new Event('error')));
  expect(picture()).toBeNull();
  expect(document.querySelector('svg')).not.toBeNull();
});

it('shows the pattern while the server does not answer', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  server.on('GET /avatar/getAvatars', () => rejection(500, 'Internal error'));
  show(<Avatar seed="ada" />);
  await waitFor(() => expect(server.requests).toHaveLength(1));
  expect(document.querySelector('svg')).not.toBeNull();
});

it('removes a picture', async () => {
  server.on('PATCH /avatar/setAvatar', () => ({ of: 'users', seed: 'ada', picture: null }));
  show(
    <>
      <Avatar seed="ada" />
      <ChangeAvatar of="users" seed="ada" />
    </>,
  );
  const user = await openDialog();
  await user.click(await screen.findByRole('button', { name: 'Remove the picture' }));
  await waitFor(() => expect(picture()).toBeNull());
  const { body } = server.requests.find(({ method }) => method === 'PATCH') ?? {};
  expect(JSON.parse(body ?? '')).toEqual({ picture: null });
});

it('says why a picture cannot be changed', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  server.on('PATCH /avatar/setCommunityAvatar', () => rejection(403, 'Only moderators can do this'));
  show(<ChangeAvatar of="communities" seed="c1" />);
  const user = await openDialog();
  await user.click(await screen.findByRole('button', { name: 'Remove the picture' }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('The picture could not be changed.');
  expect(alert).toHaveTextContent('Only moderators can do this');
});

it('keeps the square inside of the picture', () => {
  const wide = { width: 400, height: 200 };
  expect(inside(wide, wholePicture)).toEqual(wholePicture);
  expect(inside(wide, { x: 0, y: 0, zoom: 1 })).toEqual({ x: 0.25, y: 0.5, zoom: 1 });
  expect(inside(wide, { x: 1, y: 1, zoom: 2 })).toEqual({ x: 0.875, y: 0.75, zoom: 2 });
  expect(moved(wide, wholePicture, 0.1, 0.1), 'to the right: the center goes left').toEqual({
    x: 0.45,
    y: 0.5,
    zoom: 1,
  });
  expect(moved(wide, wholePicture, -9, 9)).toEqual({ x: 0.75, y: 0.5, zoom: 1 });
});

it('keeps a wide part of a picture inside of it', () => {
  const frame = { width: 1600, height: 320 };
  const picture = { width: 1000, height: 1000 };
  // 1,000 by 200 pixels are kept, and with zoom 2, 500 by 100.
  expect(inside(picture, { x: 0, y: 0, zoom: 1 }, frame)).toEqual({ x: 0.5, y: 0.1, zoom: 1 });
  expect(inside(picture, { x: 1, y: 1, zoom: 2 }, frame)).toEqual({ x: 0.75, y: 0.95, zoom: 2 });
  expect(moved(picture, wholePicture, 0.5, -0.2, frame)).toEqual({ x: 0.5, y: 0.7, zoom: 1 });
});
