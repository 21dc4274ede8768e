import { waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { Mention } from '../../api/generated';
import { installFakeServer, listResponse, nothingUnread } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import { useSeenMentions } from './seen';

const fakeServer = installFakeServer();

const shared = { mentionedBy: 'ben', text: '@ann?', notified: false, createdAt: '2026-11-21T00:00:00.000Z' };
const mentions: Mention[] = [
  { ...shared, _id: 'm4', kind: 'community', contentId: 'k', title: 'Columns' },
  { ...shared, _id: 'm3', kind: 'comment', contentId: 'c', qid: 'q', title: 'Why?', answerId: 'a' },
  { ...shared, _id: 'm2', kind: 'message', contentId: 'd', chatId: 'x' },
  { ...shared, _id: 'm1', kind: 'message', contentId: 'g' },
];

let calls: string[];
beforeEach(() => {
  calls = [];
  fakeServer.on('GET /mention/getMentions', () => listResponse(mentions));
  fakeServer.on('PATCH /mention/markMentionsSeen', ({ body }) => {
    calls.push(String(body));
    return true;
  });
});

function Page({ place }: { place: string | null }) {
  useSeenMentions(place);
  return null;
}

it.each([
  ['question', 'q', 'm3'],
  ['direct chat', 'x', 'm2'],
  ['global chat', null, 'm1'],
  ['community', 'k', 'm4'],
])('marks what mentions the viewer in their %s as seen', async (_, place, id) => {
  fakeServer.on('GET /inbox/getUnreadCounts', () => ({ ...nothingUnread, mentions: 1 }));
  renderApp(<Page place={place} />);
  await waitFor(() => expect(calls).toEqual([`{"ids":["${id}"]}`]));
});

it('asks for no mentions if none is unread', async () => {
  renderApp(<Page place="q" />);
  await waitFor(() => expect(fakeServer.requests).toHaveLength(1));
  expect(fakeServer.requests[0]?.path).toBe('/inbox/getUnreadCounts');
});
