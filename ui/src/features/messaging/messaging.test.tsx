import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useSWRConfig } from 'swr';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Chat, ChatLeft, ChatUpdate, Message, MessageRemoved } from '../../api/generated';
import { markConnected } from '../../lib/connection';
import { useCacheEditor } from '../../lib/useCacheEditor';
import { installFakeServer } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import { chatLeft, chatUpdated, messageReceived, messageRemoved } from './cache';
import DirectMessagesPage from './direct/DirectMessagesPage';
import MessagingPage from './MessagingPage';
import { discard, openOutbox } from './outbox';
import UnreadMessagesBadge from './UnreadMessagesBadge';

const fakeServer = installFakeServer();

/** The rooms that were entered and left. */
const rooms = vi.hoisted(() => [] as string[]);
vi.mock('../../api/socket', () => ({
  emit: () => undefined,
  joinRoom: (id: string, { enter, leave }: { enter: string; leave: string }) => {
    rooms.push(`${enter} ${id}`);
    return () => void rooms.push(`${leave} ${id}`);
  },
}));

const id = (number: number) => String(number).padStart(13, '0');
const message = (number: number, msg: string, msgFrom = 'ben'): Message => ({
  _id: id(number),
  msg,
  msgFrom,
  msgDateTime: new Date(Date.UTC(2026, 10, 21) + number * 600_000).toISOString(),
  type: 'global',
});
const chat = (number: number, participants: string[], ...messages: Message[]): Chat => ({
  _id: id(number),
  participants: ['ann', ...participants],
  messages,
  createdAt: '2026-11-21T00:00:00.000Z',
  updatedAt: '2026-11-21T00:00:00.000Z',
});

/** The data of the server. */
let stored: Message[];
let chats: Chat[];
let readUpTo: Record<string, string>;
/** Handles a message that is sent to the server. */
let onSend: 'answers' | 'refuses' | 'does not get it' | 'stores it, and the answer is lost';
let sent: { msg: string; nonce: string }[];
let created: unknown[];
/** The last read message that the client reported. */
let marked: string[];
/** The calls that remove messages. */
let removals: string[];
/** Whether fetching older messages and reporting the read state fail. */
let isDown: boolean;

function store(msg: string, nonce: string): Message {
  const known = stored.find((message) => message.nonce === nonce);
  if (known) return known;
  const next = { ...message(500 + stored.length, msg, 'ann'), nonce };
  stored.push(next);
  return next;
}

const reply = (body: unknown, headers: Record<string, string> = {}) => new Response(JSON.stringify(body), { headers });
const seen = (chat: Chat): Chat => {
  const upTo = readUpTo[chat._id] ?? chat._id;
  return { ...chat, readUpTo: upTo, unread: chat.messages.filter(({ _id }) => _id > upTo).length };
};

async function serve(path: string, { method, body }: RequestInit): Promise<Response> {
  const [place = '', query = ''] = path.split('?');
  const data = JSON.parse(String(body ?? 'null'));
  if (place === '/messaging/addMessage') {
    sent.push(data.messageToAdd);
    if (onSend === 'refuses') return new Response('Message is too long', { status: 400 });
    if (onSend === 'does not get it') throw new TypeError('no network');
    const { msg, nonce } = data.messageToAdd;
    const message = store(msg, nonce);
    if (onSend === 'stores it, and the answer is lost') throw new TypeError('no network');
    return reply(message);
  }
  if (place.endsWith('/markRead')) {
    if (isDown) throw new TypeError('no network');
    const room = place.split('/')[1] === 'chat' ? (place.split('/')[2] ?? '') : 'global';
    readUpTo[room] = data.messageId;
    marked.push(data.messageId);
    return reply({ readUpTo: data.messageId, unread: 0 });
  }
  if (place === '/messaging/getMessages') {
    if (query.includes('cursor=') && isDown) return new Response('The site is busy, please try again', { status: 503 });
    if (query.includes('cursor=')) return reply([message(1, 'the very first')]);
    const link = stored[0]?.msg === 'older are there' ? '</messaging/getMessages?cursor=2>; rel="next"' : '';
    return reply(stored, { link });
  }
  if (place === '/messaging/deleteMessage' || place === '/administration/removeMessage') {
    removals.push(`${method} ${place} ${body}`);
    const removed = data.messageId ?? data.id;
    stored = stored.filter(({ _id }) => _id !== removed);
    return reply({ _id: removed });
  }
  if (place === '/messaging/getUnread') {
    const upTo = readUpTo.global ?? id(0);
    return reply({ readUpTo: upTo, unread: stored.filter(({ _id }) => _id > upTo).length });
  }
  if (place === '/chat/getUnreadChats') return reply({ unread: chats.map(seen).filter(({ unread }) => unread).length });
  if (place.startsWith('/chat/getChatsByUser/')) {
    const list = chats.map((chat) => ({ ...seen(chat), messages: chat.messages.slice(-1) }));
    return reply(list, { 'x-total-count': String(list.length) });
  }
  if (place === '/chat/createChat') {
    created.push(data.participants);
    return reply(chats[0]);
  }
  if (place === '/user/getUsers') {
    const search = new URLSearchParams(query).get('search') ?? '';
    const users = ['ann', 'ben', 'cem', 'cleo'].filter((name) => name.startsWith(search));
    return reply(users.map((username) => ({ _id: username, username, dateJoined: '', biography: '' })));
  }
  if (place.endsWith('/leave')) {
    const chatId = place.split('/')[2] ?? '';
    chats = chats.filter(({ _id }) => _id !== chatId);
    return reply({ chatId, username: 'ann' });
  }
  const found = chats.find(({ _id }) => place === `/chat/${_id}`);
  if (method === 'GET') return found ? reply(seen(found)) : new Response('Invalid chat ID', { status: 404 });
  throw new Error(`${method} ${path}`);
}

let live: {
  msg: (msg: Message) => Promise<void>;
  chat: (update: ChatUpdate) => Promise<void>;
  left: (left: ChatLeft) => Promise<void>;
  removed: (removed: MessageRemoved) => Promise<void>;
  stop: () => void;
};
let refetch: () => Promise<void>;
function Live() {
  const edit = useCacheEditor();
  const { mutate } = useSWRConfig();
  live = {
    msg: (msg) => act(async () => messageReceived(edit, { msg }, 'ann')),
    chat: (update) => act(async () => chatUpdated({ edit, mutate }, update, 'ann')),
    left: (left) => act(async () => chatLeft({ edit, mutate }, left, 'ann')),
    removed: (removed) => act(async () => messageRemoved(edit, removed)),
    stop: live?.stop ?? (() => {}),
  };
  refetch = () => act(async () => void (await mutate(() => true)));
  live.stop();
  live.stop = openOutbox(edit, 'ann');
  return null;
}

function show(address = '/messaging', isAdministrator = false) {
  const pages = [
    { path: '/messaging', element: <MessagingPage /> },
    { path: '/messaging/direct-message', element: <DirectMessagesPage people={['ben', 'cleo']} /> },
    { path: '*', element: <p>Elsewhere</p> },
  ];
  const beside = (
    <>
      <Live />
      <section aria-label="Global">
        <UnreadMessagesBadge of="global" />
      </section>
      <section aria-label="Direct">
        <UnreadMessagesBadge of="direct" />
      </section>
    </>
  );
  return renderApp(pages, { address, beside, user: { isAdministrator } }).router;
}

beforeEach(() => {
  [stored, chats, readUpTo, onSend, sent, created, marked, isDown] = [[], [], {}, 'answers', [], [], [], false];
  removals = [];
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  fakeServer.on(['* /messaging/*', '* /administration/*', '* /chat/*', 'GET /user/getUsers'], ({ url, method, body }) =>
    serve(url, { method, body }),
  );
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
});
afterEach(() => {
  cleanup();
  for (const { nonce } of sent) act(() => discard(nonce));
  live.stop();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const user = userEvent.setup({ delay: null });
const list = () => screen.getByRole('region', { name: 'Messages' });
/** Returns the lines of the list, without authors and times. */
const lines = () =>
  within(list())
    .getAllByRole('listitem')
    .filter((item) => !item.hasAttribute('data-day'))
    .map((item) => item.querySelector('.markdown')?.textContent ?? item.textContent);
const field = () => screen.findByRole('textbox', { name: 'Message' });
const write = async (text: string) => user.type(await field(), `${text}{Enter}`);

describe('the global chat', () => {
  it('shows authors and messages, grouped under headings', async () => {
    stored = [message(1, '1'), { ...message(1, '2'), _id: id(2) }, message(3, '3', 'cem'), message(4, '4')];
    readUpTo.global = id(4);
    show();
    await field();
    expect(lines()).toEqual(['1', '2', '3', '4']);
    expect(
      within(list())
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['ben', 'cem', 'ben']);
  });

  it('separates days, which begin with a heading', async () => {
    stored = [message(1, 'one'), message(2, 'two'), message(300, 'three')];
    readUpTo.global = id(300);
    show();
    await field();
    const days = [...list().querySelectorAll('[data-day]')];
    expect(days.map(({ textContent }) => textContent)).toEqual([
      'Saturday, November 21, 2026',
      'Monday, November 23, 2026',
    ]);
    expect(days[1]?.nextElementSibling).toHaveTextContent('three');
  });

  /** Confirms the removal of the message that the button is about. */
  async function remove(name: string, reason?: string) {
    await user.click(screen.getByRole('button', { name }));
    const dialog = await screen.findByRole('dialog', { name: 'Remove this message?' });
    if (reason) await user.type(within(dialog).getByLabelText('Reason'), reason);
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }

  it('lets authors remove their own messages after asking', async () => {
    stored = [message(1, 'oops', 'ann'), message(2, 'theirs')];
    readUpTo.global = id(2);
    show();
    await field();
    expect(screen.queryByRole('button', { name: 'Remove the message by ben' })).toBeNull();
    await remove('Remove my message');
    expect(removals).toEqual([`DELETE /messaging/deleteMessage {"messageId":"${id(1)}"}`]);
    await live.removed({ _id: id(1) });
    expect(lines()).toEqual(['theirs']);
  });

  it('lets moderators remove every message with a reason', async () => {
    stored = [message(1, 'buy this')];
    show('/messaging', true);
    await field();
    await remove('Remove the message by ben', 'spam');
    expect(removals).toEqual([`POST /administration/removeMessage {"id":"${id(1)}","reason":"spam"}`]);
  });

  it('loses a message that someone else removes', async () => {
    stored = [message(1, 'one'), message(2, 'two')];
    readUpTo.global = id(2);
    show();
    await field();
    await live.removed({ _id: id(2) });
    expect(lines()).toEqual(['one']);
  });

  it('sends with Enter, adds lines with Shift+Enter, and rejects blank text', async () => {
    show();
    await write('  ');
    expect(screen.getByRole('alert')).toHaveTextContent('Message cannot be empty');
    await user.clear(await field());
    await user.type(await field(), 'one{Shift>}{Enter}{/Shift}two{Enter}');
    await waitFor(() => expect(stored.map(({ msg }) => msg)).toEqual(['one\ntwo']));
    expect(sent).toMatchObject([{ msgFrom: 'u' }]);
    expect(await field()).toHaveValue('');
    expect(await field()).toHaveFocus();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('does not send with the Enter that ends a composition', async () => {
    show();
    await user.type(await field(), 'にほんご');
    // As Safari reports it.
    fireEvent.keyDown(await field(), { key: 'Enter', keyCode: 229 });
    expect(await field()).toHaveValue('にほんご');
    expect(sent).toEqual([]);
  });

  it('shows a message once, whichever comes first: the answer, the event, or a refetch', async () => {
    show();
    await write('mine');
    await waitFor(() => expect(stored).toHaveLength(1));
    const [mine] = stored;
    await waitFor(() => expect(screen.queryByText('Sending…')).toBeNull());
    expect(lines()).toEqual(['mine']);
    await live.msg(mine as Message);
    await refetch();
    await live.msg(message(900, 'theirs'));
    await live.msg(message(900, 'theirs'));
    expect(lines()).toEqual(['mine', 'theirs']);
    // Writing marks everything before it as read, on the server.
    await waitFor(() => expect(marked).toEqual([id(900)]));
  });

  it('keeps an unsent message and sends it once', async () => {
    show();
    onSend = 'does not get it';
    await write('first');
    await write('second');
    expect(await screen.findAllByText('Not sent yet. It will be sent again automatically.')).toHaveLength(2);
    onSend = 'answers';
    await act(async () => markConnected());
    await waitFor(() => expect(stored.map(({ msg }) => msg)).toEqual(['first', 'second']));
    await waitFor(() => expect(screen.queryByText(/Not sent|Sending/)).toBeNull());
    expect(lines()).toEqual(['first', 'second']);
    expect(new Set(sent.map(({ nonce }) => nonce)).size).toBe(2);
  });

  it('does not resend a message that arrived without a reply', async () => {
    show();
    onSend = 'stores it, and the answer is lost';
    await write('once');
    await screen.findByText('Not sent yet. It will be sent again automatically.');
    await act(async () => markConnected());
    onSend = 'answers';
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByText(/Not sent|Sending/)).toBeNull());
    expect(lines()).toEqual(['once']);
    expect(stored).toHaveLength(1);
    expect(sent.length).toBeGreaterThan(1);
  });

  it('drops a pending message when a refetch contains it', async () => {
    show();
    onSend = 'stores it, and the answer is lost';
    await write('once');
    await screen.findByText('Not sent yet. It will be sent again automatically.');
    await refetch();
    await waitFor(() => expect(screen.queryByText(/Not sent/)).toBeNull());
    expect(lines()).toEqual(['once']);
    expect(sessionStorage).toHaveLength(0);
  });

  it('shows why the server rejects a message, which can be discarded', async () => {
    show();
    onSend = 'refuses';
    await write('too much');
    expect(await screen.findByText('Not sent: Message is too long')).toBeVisible();
    // A rejected message is not sent again automatically.
    await act(async () => markConnected());
    expect(sent).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.queryByText('too much')).toBeNull();
    await waitFor(() => expect(list()).toHaveFocus());
  });

  it('keeps unsent text as a draft', async () => {
    const router = show();
    await user.type(await field(), 'half a sent');
    await act(() => router.navigate('/elsewhere'));
    await act(() => router.navigate('/messaging'));
    expect(await field()).toHaveValue('half a sent');
    await user.type(await field(), 'ence{Enter}');
    await act(() => router.navigate('/elsewhere'));
    await act(() => router.navigate('/messaging'));
    expect(await field()).toHaveValue('');
  });

  it('fetches older messages, and says when it cannot', async () => {
    stored = [message(5, 'older are there'), message(6, 'newer')];
    readUpTo.global = id(6);
    show();
    await field();
    isDown = true;
    await user.click(screen.getByRole('button', { name: 'Load older messages' }));
    expect(await screen.findByText('The site is busy, please try again')).toBeVisible();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Load older messages' }));
    await screen.findByText('the very first');
    expect(lines()).toEqual(['the very first', 'older are there', 'newer']);
    expect(screen.getByText('This is the beginning.')).toBeVisible();
    await refetch();
    expect(lines()).toEqual(['the very first', 'older are there', 'newer']);
  });

  it('marks unread messages and reports them as read', async () => {
    stored = [message(1, 'old'), message(2, 'new'), message(3, 'newer')];
    readUpTo.global = id(1);
    show();
    expect(await within(screen.getByLabelText('Global')).findByText('2 unread messages')).toBeInTheDocument();
    await field();
    expect(lines()).toEqual(['old', 'New', 'new', 'newer']);
    await waitFor(() => expect(readUpTo.global).toBe(id(3)));
    await waitFor(() => expect(screen.getByLabelText('Global')).toHaveTextContent(/^$/));
    // New messages at the visible end are not marked, and the divider stays.
    await live.msg(message(4, 'newest'));
    expect(screen.getByLabelText('Global')).toHaveTextContent(/^$/);
    expect(lines()).toEqual(['old', 'New', 'new', 'newer', 'newest']);
    await waitFor(() => expect(readUpTo.global).toBe(id(4)));
  });

  it('reports read messages at the next connect after a failure', async () => {
    stored = [message(1, 'old'), message(2, 'new')];
    readUpTo.global = id(1);
    isDown = true;
    show();
    await field();
    await waitFor(() => expect(console.error).toHaveBeenCalledWith(new TypeError('no network')));
    isDown = false;
    await act(async () => markConnected());
    await waitFor(() => expect(marked).toEqual([id(2)]));
    await act(async () => markConnected());
    await waitFor(() => expect(screen.getByLabelText('Global')).toHaveTextContent(/^$/));
    expect(marked).toHaveLength(1);
  });

  it('counts messages that arrive while the end is not visible', async () => {
    stored = [message(1, 'old')];
    readUpTo.global = id(1);
    const router = show();
    await field();
    expect(lines()).toEqual(['old']);
    await act(() => router.navigate('/elsewhere'));
    for (const number of [2, 3]) await live.msg(message(number, `new ${number}`));
    expect(await within(screen.getByLabelText('Global')).findByText('2 unread messages')).toBeInTheDocument();
    stored.push(message(2, 'new 2'), message(3, 'new 3'));
    await act(() => router.navigate('/messaging'));
    await field();
    expect(lines()).toEqual(['old', 'New', 'new 2', 'new 3']);
  });

  it('shows only formatting that fits into a line', async () => {
    stored = [message(1, '# no heading\n- **bold** `code` ~~gone~~ [link](https://x.y) <b>tag</b> $a_b$')];
    show();
    await field();
    await waitFor(() => expect(list().querySelector('strong')).not.toBeNull());
    const text = list().querySelector('.markdown');
    expect(text).toHaveTextContent('# no heading - bold code gone link <b>tag</b> $a_b$');
    expect([...(text?.querySelectorAll('*') ?? [])].map(({ tagName }) => tagName)).toEqual([
      'STRONG',
      'CODE',
      'DEL',
      'A',
    ]);
    expect(within(list()).getByRole('link', { name: 'link' })).toHaveAttribute(
      'rel',
      'nofollow noopener noreferrer ugc',
    );
  });
});

describe('direct messages', () => {
  const item = (name: string) => screen.findByRole('link', { name: new RegExp(`^Chat with: ${name}`) });
  const order = () =>
    within(screen.getByRole('navigation', { name: 'Chats' }))
      .getAllByRole('link')
      .map((link) => link.querySelector('bdi')?.textContent);

  beforeEach(() => {
    chats = [chat(20, ['ben'], message(21, 'from ben')), chat(10, ['cem'], message(11, 'from cem', 'cem'))];
    readUpTo = { [id(20)]: id(21), [id(10)]: id(11) };
  });

  it('are listed, and asked to be selected', async () => {
    show('/messaging/direct-message');
    expect(await item('ben'), 'a chat with two participants names no author').not.toHaveTextContent('ben:');
    expect(await item('ben')).toHaveTextContent('from ben');
    expect(screen.getByRole('heading', { name: 'Select a user to start chatting' })).toBeVisible();
    await user.click(await item('cem'));
    expect(await screen.findByRole('heading', { name: 'Chat Participants: ann, cem' })).toBeVisible();
    expect(lines()).toEqual(['from cem']);
  });

  it('come to the top when something is written, and are counted until they are read', async () => {
    const router = show('/messaging/direct-message');
    await item('cem');
    expect(order()).toEqual(['ben', 'cem']);
    const news = [message(11, 'from cem', 'cem'), message(30, 'more', 'cem')];
    chats = [chat(10, ['cem'], ...news), chat(20, ['ben'], message(21, 'from ben'))];
    await live.chat({ chat: chats[0] as Chat, type: 'newMessage' });
    expect(order()).toEqual(['cem', 'ben']);
    expect(await item('cem')).toHaveTextContent('1 unread message');
    expect(await within(screen.getByLabelText('Direct')).findByText('1 unread chat')).toBeInTheDocument();
    await user.click(await item('cem'));
    await waitFor(() => expect(lines()).toEqual(['from cem', 'New', 'more']));
    await waitFor(() => expect(readUpTo[id(10)]).toBe(id(30)));
    await waitFor(() => expect(screen.getByLabelText('Direct')).toHaveTextContent(/^$/));
    expect(await item('cem')).not.toHaveTextContent('unread');
    // Own messages are read.
    await act(() => router.navigate('/elsewhere'));
    await act(() => router.navigate('/messaging/direct-message'));
    const own = chat(20, ['ben'], message(21, 'from ben'), message(40, 'mine', 'ann'));
    chats = [own, chats[0] as Chat];
    readUpTo[id(20)] = id(40);
    await live.chat({ chat: own, type: 'newMessage' });
    expect(order()).toEqual(['ben', 'cem']);
    expect(await item('ben')).toHaveTextContent('You: mine');
    expect(await item('ben')).not.toHaveTextContent('unread');
  });

  it('show a new chat, and one the viewer was added to', async () => {
    show('/messaging/direct-message');
    await item('ben');
    const begun = chat(50, ['cleo']);
    chats = [begun, ...chats];
    await live.chat({ chat: begun, type: 'created' });
    expect(order()).toEqual(['cleo', 'ben', 'cem']);
    await live.chat({ chat: begun, type: 'created' });
    expect(order()).toEqual(['cleo', 'ben', 'cem']);
    chats = [chat(60, ['dan', 'eve'], message(61, 'long ago')), ...chats];
    await live.chat({ chat: chats[0] as Chat, type: 'newParticipant' });
    await waitFor(() => expect(order()).toEqual(['dan, eve', 'cleo', 'ben', 'cem']));
    expect(await item('dan, eve')).toHaveTextContent('ben: long ago');
  });

  it('are left after a confirmation', async () => {
    // jsdom does not open or close dialogs.
    HTMLDialogElement.prototype.showModal = function showModal() {
      this.open = true;
    };
    HTMLDialogElement.prototype.close = function close() {
      this.open = false;
    };
    const router = show(`/messaging/direct-message?chat=${id(20)}`);
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    const dialog = screen.getByRole('dialog', { name: 'Leave this chat?' });
    await user.click(within(dialog).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(order()).toEqual(['cem']));
    expect(router.state.location.search).toBe('');
  });

  it('lose a participant who leaves', async () => {
    chats = [chat(60, ['dan', 'eve'], message(61, 'hello', 'dan')), ...chats];
    show(`/messaging/direct-message?chat=${id(60)}`);
    expect(await screen.findByRole('heading', { name: 'Chat Participants: ann, dan, eve' })).toBeVisible();
    chats = [chat(60, ['dan'], message(61, 'hello', 'dan')), ...chats.slice(1)];
    await live.left({ chatId: id(60), username: 'eve' });
    expect(await screen.findByRole('heading', { name: 'Chat Participants: ann, dan' })).toBeVisible();
    await waitFor(() => expect(order()).toEqual(['dan', 'ben', 'cem']));
  });

  it('enter the room of the open chat, and leave it', async () => {
    chats = [chat(7, ['ben']), chat(8, ['cleo'])];
    rooms.length = 0;
    const router = show(`/messaging/direct-message?chat=${id(7)}`);
    await screen.findByRole('heading', { level: 2 });
    await act(() => router.navigate(`/messaging/direct-message?chat=${id(8)}`));
    await act(() => router.navigate('/messaging'));
    await screen.findByRole('heading', { name: 'Global Messages' });
    const [first, second] = [`Chat ${id(7)}`, `Chat ${id(8)}`];
    expect(rooms.slice(0, 4)).toEqual([`join${first}`, `leave${first}`, `join${second}`, `leave${second}`]);
    await waitFor(() => expect(rooms.slice(4)).toEqual(['joinChat global']));
  });

  it('say that a chat is none of ours', async () => {
    show(`/messaging/direct-message?chat=${id(99)}`);
    expect(await screen.findByRole('heading', { name: 'Invalid chat ID' })).toBeVisible();
  });

  it('report an event that they do not know, and go on', async () => {
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    show('/messaging/direct-message');
    await item('ben');
    await live.chat({ chat: chats[1] as Chat, type: 'renamed' as ChatUpdate['type'] });
    expect(reported).toHaveBeenCalledWith(new Error('Invalid chat update type'));
    expect(order()).toEqual(['ben', 'cem']);
  });

  it('start with the selected users, also by keyboard', async () => {
    const router = show('/messaging/direct-message');
    await user.click(await screen.findByRole('button', { name: 'Start a Chat' }));
    await user.click(screen.getByRole('button', { name: 'Create New Chat' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Please select a user to chat with');
    const search = screen.getByRole('combobox', { name: 'Search Usernames' });
    await screen.findByRole('option', { name: 'ben' });
    expect(screen.queryByRole('option', { name: 'ann' }), 'not with oneself').toBeNull();
    await user.type(search, 'c');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
    await user.keyboard('{ArrowDown}');
    fireEvent.keyDown(search, { key: 'Enter', keyCode: 229 });
    expect(screen.getByText(/^Selected user:/), 'that Enter belongs to an input method').toHaveTextContent('none yet');
    await user.keyboard('{Enter}');
    expect(screen.getByText(/^Selected user:/)).toHaveTextContent('Selected user: cleo');
    await user.click(await screen.findByRole('option', { name: 'ben' }));
    expect(screen.getByText(/^Selected users:/)).toHaveTextContent('Selected users: cleo ✕ben');
    await user.click(screen.getByRole('button', { name: 'Remove cleo' }));
    await user.click(screen.getByRole('button', { name: 'Create New Chat' }));
    expect(created).toEqual([['ann', 'ben']]);
    await waitFor(() => expect(router.state.location.search).toBe(`?chat=${id(20)}`));
    expect(screen.getByRole('button', { name: 'Start a Chat' })).toHaveAttribute('aria-expanded', 'false');
  });
});
