import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { PictureRecord } from '../../api/generated';
import { installFakeServer, listResponse, rejection } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import MyFilesPage from './MyFilesPage';

const fakeServer = installFakeServer();
const user = userEvent.setup({ delay: null });

const record = (id: string, rest: Partial<PictureRecord> = {}): PictureRecord => ({
  _id: id,
  width: 800,
  height: 600,
  bytes: 1_500_000,
  type: 'image/jpeg',
  uploadedAt: '2026-11-21T12:00:00.000Z',
  uses: [],
  useCount: 0,
  owner: 'ann',
  ...rest,
});

let pictures: PictureRecord[];

beforeEach(() => {
  // jsdom shows no dialogs.
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
      fireEvent(this, new Event('close'));
    },
  });
  pictures = [
    record('0000000000001', {
      uses: [
        { kind: 'answer', contentId: 'a', qid: 'q', title: 'Why?' },
        { kind: 'comment', contentId: 'c', qid: 'q', title: 'Why?' },
        { kind: 'message', contentId: 'm' },
        { kind: 'message', contentId: 'n', chatId: 'chat' },
        { kind: 'tag', contentId: 't', tag: 'rust' },
        { kind: 'community', contentId: 'k', community: 'Knitters' },
      ],
      useCount: 8,
    }),
    record('0000000000002'),
  ];
  fakeServer.on('GET /picture/getMyPictures', () => listResponse(pictures));
  fakeServer.on('GET /picture/getPictureUsage', () => ({
    bytes: 3_000_000,
    limit: 500_000_000,
    count: pictures.length,
    today: { count: 2, limit: 50, bytes: 3_000_000, byteLimit: 100_000_000 },
  }));
});

it('shows the used space and where each picture is shown', async () => {
  renderApp(<MyFilesPage />);
  expect(await screen.findByText('3.0 MB of 500 MB in 2 pictures')).toBeVisible();
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '3000000');
  const [used, unused] = await screen.findAllByRole('listitem');
  const links = within(used as HTMLElement).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/media/0000000000001',
    '/question/q#a',
    '/question/q#c',
    '/messaging',
    '/messaging/direct-message?chat=chat',
    '/tagPage?tag=rust',
    '/communities/k',
  ]);
  expect(used).toHaveTextContent('and 2 other texts');
  expect(used).toHaveTextContent('JPEG · 800 × 600 · 1.5 MB');
  expect(unused).toHaveTextContent('Not used');
});

it('deletes a picture after it has said where it is shown', async () => {
  let isRefused = true;
  fakeServer.on('DELETE /picture/deletePicture/*', () => {
    if (isRefused) return rejection(503);
    pictures = pictures.slice(1);
    return { _id: '0000000000001' };
  });
  renderApp(<MyFilesPage />);
  const [button] = await screen.findAllByRole('button', { name: /^Delete the picture of/ });
  await user.click(button as HTMLElement);
  const dialog = within(screen.getByRole('dialog', { name: 'Delete this picture?' }));
  expect(dialog.getByRole('link', { name: 'Answer to Why?' })).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await dialog.findByText('Error while deleting the picture')).toBeVisible();
  isRefused = false;
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('3.0 MB of 500 MB in 1 picture')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
});

it('says how pictures come there', async () => {
  pictures = [];
  renderApp(<MyFilesPage />);
  expect(await screen.findByRole('heading', { name: 'No pictures yet' })).toBeVisible();
});
