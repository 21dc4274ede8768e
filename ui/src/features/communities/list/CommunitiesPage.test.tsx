import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Community, CommunityCard } from '../../../api/generated';
import { installFakeServer } from '../../../testing/fakeServer';
import { renderApp } from '../../../testing/renderApp';
import CommunitiesPage from './CommunitiesPage';

const fakeServer = installFakeServer();

let serial = 0;
const card = (name: string, more: Partial<CommunityCard> = {}): CommunityCard => ({
  _id: `${name}${serial}`,
  name,
  description: `About **${name}**`,
  visibility: 'public',
  owner: 'zoe',
  memberCount: 1,
  moderatorCount: 1,
  requestCount: 0,
  questionCount: 0,
  isMember: false,
  isModerator: false,
  requested: false,
  archived: false,
  createdAt: '2026-11-21T00:00:00.000Z',
  ...more,
});
const communityOf = ({ _id, name, description, visibility, owner }: CommunityCard, more: Partial<Community> = {}) => ({
  _id,
  name,
  description,
  visibility,
  owner,
  members: ['zoe'],
  moderators: ['zoe'],
  memberRequests: [],
  questions: [],
  memberCount: 1,
  createdAt: '2026-11-21T00:00:00.000Z',
  ...more,
});

/** The data of the server, and its responses to mutating calls. */
let cards: CommunityCard[];
let asked: string[];
let calls: string[];
let reply: (path: string) => Promise<Response>;

const json = (data: unknown) => new Response(JSON.stringify(data));

beforeEach(() => {
  serial += 1;
  localStorage.clear();
  [cards, asked, calls] = [[], [], []];
  reply = async () => new Response('The site is busy, please try again', { status: 503 });
  fakeServer.on(['GET /community/getAllCommunities', 'POST /community/*'], async ({ url: path, method, body }) => {
    if (method === 'GET') {
      asked.push(path);
      return new Response(JSON.stringify(cards), { headers: { 'x-total-count': String(cards.length) } });
    }
    calls.push(`${method} ${path} ${body}`);
    return reply(path);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

function show(mine = false, address = '/communities/all') {
  const user = { _id: 'u', username: 'ann', dateJoined: '', biography: '' };
  const { router } = renderApp([{ path: '*', element: <CommunitiesPage mine={mine} /> }], { address: address, user });
  return router;
}

const cardOf = async (name: string) => (await screen.findByRole('link', { name })).closest('li') as HTMLElement;
const button = (name: string, place: HTMLElement = document.body) => within(place).getByRole('button', { name });

describe('the cards', () => {
  it("have one button each, according to the viewer's role", async () => {
    cards = [
      card('Mine', { isMember: true, memberCount: 2 }),
      card('Closed', { visibility: 'private' }),
      card('Asked', { visibility: 'private', requested: true }),
      card('Open'),
    ];
    show();
    const states = { Mine: 'Joined', Closed: 'Request to Join', Asked: 'Request Sent', Open: 'Join' };
    for (const [name, label] of Object.entries(states)) {
      const place = await cardOf(name);
      expect(
        within(place)
          .getAllByRole('button')
          .map((button) => button.textContent),
      ).toEqual([label]);
      const isDone = name === 'Mine' || name === 'Asked';
      expect((button(label, place) as HTMLButtonElement).disabled).toBe(isDone);
      expect(within(place).queryAllByText('Private')).toHaveLength(name === 'Closed' || name === 'Asked' ? 1 : 0);
    }
    expect(await cardOf('Mine')).toHaveTextContent('About Mine2 members');
    expect(screen.getByRole('link', { name: 'Open' })).toHaveAttribute('href', `/communities/Open${serial}`);
    expect(button('Join', await cardOf('Open'))).toHaveAccessibleDescription('Open');
  });

  it('join at once, and keep the focus', async () => {
    cards = [card('Open')];
    let release = () => {};
    const joined = communityOf(card('Open'), { members: ['zoe', 'ann'], memberCount: 2 });
    reply = () =>
      new Promise((resolve) => {
        release = () => resolve(json(joined));
      });
    show();
    await userEvent.click(button('Join', await cardOf('Open')));
    expect(button('Joined')).toHaveAttribute('aria-disabled', 'true');
    expect(button('Joined')).toHaveFocus();
    await userEvent.click(button('Joined'));
    expect(calls).toEqual([`POST /community/addMember/Open${serial} {"userId":"ann"}`]);
    cards = [card('Open', { isMember: true, memberCount: 2 })];
    release();
    expect(await screen.findByText('2 members')).toBeVisible();
    await userEvent.tab();
    expect(button('Joined')).toBeDisabled();
  });

  it('ask to join, and are as before when the server refuses', async () => {
    cards = [card('Closed', { visibility: 'private' })];
    show();
    await userEvent.click(button('Request to Join', await cardOf('Closed')));
    const detail = await screen.findByText('The site is busy, please try again');
    expect(detail.closest('[role=alert]')).toContainElement(screen.getByText('Error while adding member request'));
    expect(button('Request to Join')).toBeEnabled();
    expect(button('Request to Join')).toHaveFocus();
    reply = async () =>
      json(
        communityOf(card('Closed', { visibility: 'private' }), {
          memberRequests: [{ userId: 'u', requestedAt: '', user: { _id: 'u', username: 'ann' } }],
        }),
      );
    await userEvent.click(button('Request to Join'));
    expect(await screen.findByRole('button', { name: 'Request Sent' })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(calls.at(-1)).toBe(`POST /community/addMemberRequest/Closed${serial} {"userId":"ann"}`);
  });
});

describe('a list', () => {
  it('lists all communities or those of the viewer', async () => {
    show(true, '/communities/my');
    expect(screen.getByRole('heading', { level: 1, name: 'My Communities' })).toBeVisible();
    expect(await screen.findByText('You are not part of any communities.')).toBeVisible();
    expect(new URLSearchParams(asked[0]?.split('?')[1]).get('member')).toBe('true');
    expect(screen.getByRole('link', { name: 'Browse all communities' })).toHaveAttribute('href', '/communities/all');
  });

  it('says when there are none', async () => {
    show();
    expect(await screen.findByText('No communities available.')).toBeVisible();
    expect(asked[0]).not.toContain('member');
  });

  it('is filtered by the typed text', async () => {
    cards = [card('Columns')];
    const router = show();
    await cardOf('Columns');
    await userEvent.type(screen.getByLabelText('Filter communities'), ' col ');
    await waitFor(() => expect(router.state.location.search).toBe('?search=col'));
    await waitFor(() => expect(asked.at(-1)).toContain('search=col'));
    expect(await screen.findByText('Col', { selector: 'mark' })).toBeVisible();
    cards = [];
    await userEvent.type(screen.getByLabelText('Filter communities'), 'x');
    expect(await screen.findByRole('heading', { name: 'No Communities Found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Clear the filter' })).toHaveAttribute('href', '/communities/all');
  });
});

describe('creating a community', () => {
  const open = () => userEvent.click(button('Create Community'));

  it('sends the fields, public by default', async () => {
    show();
    await open();
    expect(screen.getByLabelText('Name*')).toHaveFocus();
    expect(screen.getByLabelText('Public')).toBeChecked();
    await userEvent.type(screen.getByLabelText('Name*'), 'Columns');
    reply = async () => json(communityOf(card('Columns'), { members: ['ann'], owner: 'ann' }));
    cards = [card('Columns', { isMember: true })];
    await userEvent.click(button('Create'));
    expect(await screen.findByRole('link', { name: 'Go there' })).toHaveAttribute(
      'href',
      `/communities/Columns${serial}`,
    );
    expect(calls).toEqual(['POST /community/addCommunity {"name":"Columns","description":"","visibility":"public"}']);
    expect(screen.queryByLabelText('Name*')).toBeNull();
    expect(button('Create Community')).toHaveFocus();
    expect(await cardOf('Columns')).toBeVisible();
    expect(localStorage).toHaveLength(0);
  });

  it('keeps the rules, and says where they are broken', async () => {
    show();
    await open();
    await userEvent.click(button('Create'));
    expect(screen.getByText('Community name cannot be empty')).toBeVisible();
    expect(screen.getByLabelText('Name*')).toHaveFocus();
    expect(screen.getByLabelText('Name*')).toBeInvalid();
    await userEvent.type(screen.getByLabelText('Name*'), 'Columns');
    expect(screen.queryByText('Community name cannot be empty')).toBeNull();
    await userEvent.click(screen.getByLabelText('Description'));
    await userEvent.paste('x'.repeat(2_001));
    await userEvent.click(screen.getByLabelText('Private'));
    await userEvent.click(button('Create'));
    expect(screen.getByText('Community description cannot be more than 2000 characters')).toBeVisible();
    expect(calls).toEqual([]);
  });

  it('says that a name is taken, at the name, and keeps the rest', async () => {
    show();
    await open();
    await userEvent.type(screen.getByLabelText('Name*'), 'Columns');
    await userEvent.click(screen.getByLabelText('Private'));
    reply = async () => new Response('Community name already exists.', { status: 409 });
    await userEvent.click(button('Create'));
    expect(await screen.findByText('Community name already exists.')).toBeVisible();
    expect(screen.getByLabelText('Name*')).toHaveAccessibleDescription(/Community name already exists\./);
    expect(screen.getByLabelText('Name*')).toHaveFocus();
    expect(calls.at(-1)).toContain('"visibility":"private"');
    expect(screen.getByLabelText('Private')).toBeChecked();
  });

  it('raises that a name is taken on the page too, and apart from what failed', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    show();
    await open();
    await userEvent.type(screen.getByLabelText('Name*'), 'Columns');
    reply = async () => new Response('Community name already exists.', { status: 409 });
    await userEvent.click(button('Create'));
    await screen.findByText('Community name already exists.');
    expect(console.error).toHaveBeenCalledWith(
      'Error while creating a new community',
      expect.objectContaining({ message: 'Community name already exists.' }),
    );
    expect(console.error).toHaveBeenLastCalledWith('Community name already exists');
    expect(screen.getByText('Community name already exists')).toBeVisible();
    expect(screen.queryByText('Error while creating a new community')).toBeNull();
  });

  it('knows names of the listed communities without asking the server', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    cards = [card('Columns')];
    show();
    await screen.findByRole('link', { name: 'Columns' });
    await open();
    await userEvent.type(screen.getByLabelText('Name*'), ' columns ');
    await userEvent.click(button('Create'));
    expect(screen.getByText('Community name already exists.')).toBeVisible();
    expect(calls).toEqual([]);
    expect(console.error).toHaveBeenCalledExactlyOnceWith('Community name already exists');
    await userEvent.type(screen.getByLabelText('Name*'), '2');
    await userEvent.click(button('Create'));
    expect(calls).toHaveLength(1);
  });

  it('takes nothing that would be lost while it is being sent', async () => {
    show();
    await open();
    let refuse = () => {};
    reply = () => new Promise((resolve) => (refuse = () => resolve(new Response('Busy', { status: 503 }))));
    const name = screen.getByLabelText('Name*');
    await userEvent.type(name, 'Columns{Enter}');
    await userEvent.type(name, 'x');
    await userEvent.type(screen.getByLabelText('Description'), 'x');
    await userEvent.click(screen.getByLabelText('Private'));
    expect(name).toHaveValue('Columns');
    expect(screen.getByLabelText('Description')).toHaveValue('');
    expect(screen.getByLabelText('Public')).toBeChecked();
    refuse();
    await screen.findByText('Busy');
    expect(name).toHaveFocus();
    await userEvent.keyboard('x');
    await userEvent.click(screen.getByLabelText('Private'));
    expect(name).toHaveValue('Columnsx');
    expect(screen.getByLabelText('Private')).toBeChecked();
  });

  it('restores its draft until it is cancelled', async () => {
    show();
    await open();
    await userEvent.type(screen.getByLabelText('Name*'), 'Half');
    await open();
    await open();
    expect(screen.getByLabelText('Name*')).toHaveValue('Half');
    await userEvent.click(button('Cancel'));
    await open();
    expect(screen.getByLabelText('Name*')).toHaveValue('');
  });
});
