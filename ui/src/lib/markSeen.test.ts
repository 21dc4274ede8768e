import { expect, it, vi } from 'vitest';
import { installFakeServer, rejection } from '../testing/fakeServer';
import { markSeen } from './markSeen';

const fakeServer = installFakeServer();

it('tells the other tabs what was marked as seen, and nothing that failed', async () => {
  const heard = vi.fn();
  const otherTab = new BroadcastChannel('seen');
  otherTab.onmessage = ({ data }) => heard(data);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  fakeServer.on('PATCH /following/markInboxSeen', () => rejection(500, 'No'));
  await expect(markSeen('/following/markInboxSeen', { upTo: 'i' }, 'inbox')).rejects.toThrow('No');
  const bodies: unknown[] = [];
  fakeServer.on('PATCH /mention/markMentionsSeen', ({ body }) => bodies.push(body) > 0);
  await markSeen('/mention/markMentionsSeen', { ids: ['m'] }, 'mentions');
  expect(bodies).toEqual(['{"ids":["m"]}']);
  await vi.waitFor(() => expect(heard.mock.calls).toEqual([['mentions']]));
  otherTab.close();
});
