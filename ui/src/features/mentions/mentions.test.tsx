import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useSWRConfig } from 'swr';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Mention, Notification } from '../../api/generated';
import BellPanel from '../../app/BellPanel';
import UnreadDot from '../../app/UnreadDot';
import { useSeenMentions } from '../../components/mentions/seen';
import { useCacheEditor } from '../../lib/useCacheEditor';
import { installFakeServer, listResponse, rejection } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import { notifications } from '../preferences/notifications';
import { invalidate } from './cache';
import Mentions from './Mentions';

const fakeServer = installFakeServer();
const user = userEvent.setup({ delay: null });

const comment: Mention = {
  _id: 'm3',
  kind: 'comment',
  contentId: 'c',
  qid: 'q',
  title: 'Why?',
  answerId: 'a',
  mentionedBy: 'ben',
  text: 'What do you think, @ann?',
  notified: false,
  createdAt: '2026-11-21T00:00:00.000Z',
};
const direct: Mention = {
  _id: 'm2',
  kind: 'message',
  contentId: 'd',
  chatId: 'x',
  mentionedBy: 'ben',
  text: '@ann?',
  notified: false,
  createdAt: comment.createdAt,
};
const { chatId: _, ...global } = { ...direct, _id: 'm1', contentId: 'g' };

const community: Mention = {
  _id: 'm4',
  kind: 'community',
  contentId: 'k',
  title: 'Columns',
  mentionedBy: 'ben',
  text: 'Ask @ann',
  notified: false,
  createdAt: comment.createdAt,
};

let stored: Mention[];
let unread: Notification[];
let calls: string[];

beforeEach(() => {
  [stored, unread, calls] = [[comment, direct, global], [], []];
  fakeServer.on('GET /mention/getMentions', () => listResponse(stored));
  fakeServer.on('PATCH /mention/markMentionsSeen', ({ body }) => {
    calls.push(String(body));
    const { ids } = JSON.parse(String(body)) as { ids?: string[] };
    stored = stored.filter(({ _id }) => ids && !ids.includes(_id));
    return true;
  });
  fakeServer.on(
    'GET /notification/getNotifications',
    () =>
      new Response(JSON.stringify(unread), {
        headers: { 'x-total-count': String(unread.length), 'x-unread-count': String(unread.length) },
      }),
  );
  fakeServer.on('GET /chat/getUnreadChats', () => ({ unread: 1 }));
});

describe('the list', () => {
  it('says who mentioned the viewer, where, and leads there', async () => {
    renderApp(<Mentions withNotifications />);
    const [first, second, third] = await screen.findAllByRole('listitem');
    const link = (item: HTMLElement | undefined) => within(item as HTMLElement).getByRole('link');
    expect(first).toHaveTextContent('because ben mentioned you in a comment');
    expect(first).toHaveTextContent('What do you think, @ann?');
    expect(link(first)).toHaveTextContent(/^Why\?$/);
    expect(link(first)).toHaveAttribute('href', '/question/q#c');
    expect(second).toHaveTextContent('because ben mentioned you');
    expect(link(second)).toHaveAttribute('href', '/messaging/direct-message?chat=x#d');
    expect(link(third)).toHaveTextContent('Global chat');
    expect(link(third)).toHaveAttribute('href', '/messaging#g');
  });

  it('leads from the description of a community to the community', async () => {
    stored = [community];
    renderApp(<Mentions withNotifications />);
    expect(await screen.findByRole('link', { name: 'Columns' })).toHaveAttribute('href', '/communities/k');
    expect(screen.getByRole('listitem')).toHaveTextContent('because ben mentioned you in the description');
  });

  it('marks a mention as seen when it is opened', async () => {
    renderApp(<Mentions withNotifications />);
    await user.click(await screen.findByRole('link', { name: 'Why?' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Why?' })).toBeNull());
    expect(calls).toEqual(['{"ids":["m3"]}']);
  });

  it('marks all up to the newest as seen, and is gone', async () => {
    renderApp(<Mentions withNotifications />);
    await user.click(await screen.findByRole('button', { name: 'Mark all as seen' }));
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
    expect(calls).toEqual(['{"upTo":"m3"}']);
  });

  it('says why they could not be marked', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    fakeServer.on('PATCH /mention/markMentionsSeen', () => rejection(503, 'The site is busy, please try again'));
    renderApp(<Mentions withNotifications />);
    await user.click(await screen.findByRole('button', { name: 'Mark all as seen' }));
    expect(await screen.findByText('Error while marking all as seen')).toBeVisible();
  });

  it('is fetched again after a change of what is in it', async () => {
    let change = async (_id: string) => {};
    function Live() {
      const edit = useCacheEditor();
      const { mutate } = useSWRConfig();
      change = (id) => act(async () => invalidate(edit, mutate, id));
      return <Mentions withNotifications />;
    }
    renderApp(<Live />);
    await screen.findByRole('link', { name: 'Why?' });
    stored = [];
    await change('another');
    expect(screen.getByRole('link', { name: 'Why?' })).toBeVisible();
    await change('q');
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  });
});

describe('a page', () => {
  function Page({ place }: { place: string | null }) {
    useSeenMentions(place);
    return null;
  }

  it.each([
    ['question', 'q', 'm3'],
    ['direct chat', 'x', 'm2'],
    ['global chat', null, 'm1'],
    ['community', 'k', 'm4'],
  ])('marks what mentions the viewer in its %s as seen', async (_, place, id) => {
    stored = [...stored, community];
    renderApp(<Page place={place} />);
    await waitFor(() => expect(calls).toEqual([`{"ids":["${id}"]}`]));
  });
});

describe('the bell', () => {
  const answer: Notification = {
    _id: 'c',
    questionId: 'q',
    questionTitle: 'Why?',
    updateType: 'comment',
    updateBy: 'ben',
    updateText: 'What do you think, @ann?',
    viewed: false,
    createdAt: comment.createdAt,
  };

  it('counts a post once, and a chat once', async () => {
    stored = [{ ...comment, notified: true }, direct, global];
    unread = [answer];
    // A part of it loads later.
    await act(async () => renderApp(<UnreadDot />));
    expect(await screen.findByText('3 unread notifications')).toBeInTheDocument();
    // The direct message is in the unread chat.
    await waitFor(() => expect(document.title).toMatch(/^\(3\) /));
  });

  it('shows a post that mentions the viewer once, among the notifications', async () => {
    stored = [{ ...comment, notified: true }, global];
    unread = [answer, { ...answer, _id: 'other', updateBy: 'cem' }];
    renderApp(<BellPanel />);
    const notified = (await screen.findByRole('link', { name: 'New comment from ben' })).closest('li');
    await waitFor(() => expect(notified).toHaveTextContent('because ben mentioned you'));
    expect(screen.getByRole('link', { name: 'New comment from cem' }).closest('li')).not.toHaveTextContent('because');
    expect(screen.getByRole('link', { name: 'Global chat' })).toBeVisible();
    expect(screen.queryByText(/mentioned you in a comment/)).toBeNull();
  });

  it('shows every mention while notifications are off', async () => {
    notifications.set('false');
    stored = [{ ...comment, notified: true }];
    renderApp(<BellPanel />);
    expect(await screen.findByText(/mentioned you in a comment/)).toBeVisible();
    notifications.set('true');
  });

  it('says nothing of mentions while notifications are off', async () => {
    notifications.set('false');
    const { container } = renderApp(<UnreadDot />);
    await waitFor(() => expect(fakeServer.requests.some(({ path }) => path === '/chat/getUnreadChats')).toBe(true));
    expect(container).toBeEmptyDOMElement();
    expect(fakeServer.requests.filter(({ path }) => path === '/mention/getMentions')).toEqual([]);
    notifications.set('true');
  });
});
