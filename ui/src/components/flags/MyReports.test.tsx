import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { MyFlag } from '../../api/generated';
import { installFakeServer, listResponse } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import MyReports from './MyReports';

const fakeServer = installFakeServer();
const flag: MyFlag = {
  _id: '1',
  kind: 'comment',
  objectId: 'c',
  reason: 'rude',
  text: '',
  createdAt: '2026-11-21T12:00:00.000Z',
  outcome: 'decline',
  removed: false,
  decisionReason: 'This may stay',
  title: 'Why?',
  qid: 'q',
};

beforeEach(() => {
  const { title: _, qid: __, ...hidden } = { ...flag, _id: '0', outcome: 'uphold' as const, removed: true };
  fakeServer.on('GET /flag/getMyFlags', () => listResponse([flag, hidden]));
});

it('opens by its address, and names what the viewer may read', async () => {
  renderApp([{ path: '*', element: <MyReports /> }], { address: '/settings/privacy#reports' });
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first).toHaveTextContent('Comment on Why?Your report was declinedReason: This may stay');
  expect(screen.getByRole('link', { name: 'Why?' })).toHaveAttribute('href', '/question/q#c');
  expect(second).toHaveTextContent('CommentYour report was right: it was removedReason: This may stay');
});
