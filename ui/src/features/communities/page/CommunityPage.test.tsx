import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useSWRConfig } from 'swr';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Community, CommunityCard, Member, MemberRequest, Removal } from '../../../api/generated';
import { loadEngine } from '../../../components/markdown/rendering';
import { routes } from '../../../lib/routes';
import { site } from '../../../lib/site';
import { useCacheEditor } from '../../../lib/useCacheEditor';
import { installFakeServer } from '../../../testing/fakeServer';
import { renderApp } from '../../../testing/renderApp';
import { communityUpdated } from '../cache';
import { CommunityPage } from './CommunityPage';

const fakeServer = installFakeServer();

const time = '2026-11-21T00:00:00.000Z';
let serial = 0;
let id: string;

/** The data of the server; `null`: the community does not exist. */
let community: Community | null;
let calls: string[];
let removals: Removal[];
let reply: ((path: string) => Promise<void> | void) | null;

const request = (username: string): MemberRequest => ({
  userId: `id of ${username}`,
  requestedAt: time,
  user: { _id: `id of ${username}`, username },
});

function cardOf(viewer: string, it: Community): CommunityCard {
  const { _id, name, description, visibility, owner, memberCount } = it;
  const isModerator = it.moderators.includes(viewer);
  return {
    ...{ _id, name, description, visibility, owner, memberCount },
    ...(it.mentions && { mentions: it.mentions }),
    moderatorCount: it.moderators.length,
    requestCount: isModerator ? it.memberRequests.length : 0,
    questionCount: 0,
    isMember: it.members.includes(viewer),
    isModerator,
    requested: it.memberRequests.some(({ user }) => user.username === viewer),
    archived: it.archivedAt !== undefined,
    createdAt: time,
    ...(it.needsAccount && { needsAccount: true }),
    ...(it.openedAt && { openedAt: it.openedAt }),
  };
}

let viewer: string;

beforeEach(() => {
  serial += 1;
  id = `community${serial}`;
  community = {
    _id: id,
    name: 'Columns',
    description: 'Of *stone*',
    visibility: 'private',
    owner: 'ann',
    members: ['ann', 'ben', 'cleo'],
    moderators: ['ann', 'ben'],
    memberRequests: [request('dan'), request('eve')],
    questions: [],
    memberCount: 3,
    createdAt: time,
  };
  calls = [];
  reply = () => undefined;
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  HTMLElement.prototype.hidePopover = () => undefined;
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  fakeServer.on(['* /community/*', 'POST /post/restorePost'], async ({ url: path, method, body }) => {
    const json = (data: unknown) => new Response(JSON.stringify(data));
    if (!community) return new Response('Community not found', { status: 404 });
    const { members, moderators, owner, memberRequests } = community;
    if (path.startsWith('/community/getCommunity/')) return json(cardOf(viewer, community));
    if (path.startsWith('/community/getMembers/')) {
      const all = members.map(
        (username): Member => ({
          _id: username,
          username,
          isModerator: moderators.includes(username),
          isOwner: username === owner,
          joinedAt: time,
        }),
      );
      return json(path.includes('role=moderator') ? all.filter(({ isModerator }) => isModerator) : all);
    }
    if (path.startsWith('/community/getMemberRequests/')) return json(memberRequests);
    if (path.startsWith('/community/getRemovals/')) return json(removals);
    calls.push(`${method} ${path} ${body}`);
    if (!reply) return new Response('The site is busy, please try again', { status: 503 });
    await reply(path);
    return json(community);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

let event: (change: Partial<Community>) => Promise<void>;
function Events() {
  const [edit, { mutate }] = [useCacheEditor(), useSWRConfig()];
  event = (change) =>
    act(async () => {
      community = { ...(community as Community), ...change };
      communityUpdated({ edit, mutate }, { community, type: 'updated' }, viewer);
    });
  return null;
}

async function show(username: string) {
  viewer = username;
  renderApp(
    [{ path: routes.community.pattern, element: <CommunityPage questions={(id) => <p>Questions of {id}</p>} /> }],
    { address: `/communities/${id}`, user: { username }, beside: <Events /> },
  );
  if (community) await screen.findByRole('heading', { level: 1, name: 'Columns' });
}

const user = userEvent.setup();
const button = (name: string | RegExp, place: HTMLElement = document.body) =>
  within(place).getByRole('button', { name });
/** Finds an item of a menu. Menus open only in browsers. */
const action = (name: string, place: HTMLElement = document.body) =>
  within(place).getByRole('button', { name, hidden: true });
const people = () => screen.getByRole('tabpanel');
const row = async (username: string) =>
  (await within(people()).findByRole('link', { name: username })).closest('li') as HTMLElement;
const board = () => screen.getByRole('region', { name: /^Join Requests/ });

describe('a community', () => {
  it('is shown to its members, with their roles', async () => {
    await show('cleo');
    expect(screen.getByText('Joined')).toBeVisible();
    expect(screen.queryByText('Owner', { selector: 'header span' })).toBeNull();
    expect(screen.getByText(`Questions of ${id}`)).toBeVisible();
    expect(screen.getByText('Private')).toBeInTheDocument();
    expect(await screen.findByText('stone', { selector: 'em' })).toBeVisible();
    expect(screen.queryByText('Join Requests')).toBeNull();
    expect(await row('ben')).toHaveTextContent('Moderator');
    expect(within(people()).queryByRole('button')).toBeNull();
  });

  it('hides a private community from outsiders until they are accepted', async () => {
    await show('zoe');
    expect(screen.getByRole('heading', { name: 'Must request access to join this community.' })).toBeVisible();
    expect(screen.queryByText(/Questions of/)).toBeNull();
    expect(screen.queryByRole('tablist')).toBeNull();
    reply = () => {
      community = { ...(community as Community), memberRequests: [request('zoe')] };
    };
    await user.click(button('Request to Join'));
    expect(await screen.findByText(/You have asked to join/)).toBeVisible();
    expect(button('Request Sent')).toHaveAttribute('aria-disabled', 'true');
    expect(calls).toEqual([`POST /community/addMemberRequest/${id} {"userId":"zoe"}`]);
    await event({ members: ['ann', 'ben', 'cleo', 'zoe'], memberRequests: [], memberCount: 4 });
    expect(screen.getByText(`Questions of ${id}`)).toBeVisible();
    expect(screen.getByText('Joined')).toBeVisible();
    await event({ members: ['ann'], memberCount: 1 });
    expect(screen.queryByText(/Questions of/)).toBeNull();
  });

  it('withdraws a request', async () => {
    community = { ...(community as Community), memberRequests: [request('zoe')] };
    await show('zoe');
    reply = () => {
      community = { ...(community as Community), memberRequests: [] };
    };
    await user.click(button('Withdraw request'));
    expect(await screen.findByRole('button', { name: 'Request to Join' })).toBeEnabled();
    expect(calls).toEqual([`POST /community/leaveCommunity/${id} {"userId":"zoe"}`]);
  });

  it('can be read and joined by everyone when it is public', async () => {
    community = { ...(community as Community), visibility: 'public', memberRequests: [] };
    await show('zoe');
    expect(screen.getByText(`Questions of ${id}`)).toBeVisible();
    expect(screen.queryByText('Private')).toBeNull();
    reply = () => {
      community = { ...(community as Community), members: ['ann', 'zoe'], memberCount: 2 };
    };
    await user.click(button('Join'));
    expect(await screen.findByText('Joined', { selector: 'span' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Join/ })).toBeNull();
    expect(screen.getByRole('heading', { level: 1 }), 'where the keys go on').toHaveFocus();
  });

  it('says error when it cannot be fetched, and is fetched again when asked', async () => {
    const known = community;
    community = null;
    await show('zoe');
    expect(await screen.findByText('error')).toBeVisible();
    expect(screen.getByText('Community not found')).toBeVisible();
    community = known;
    await user.click(button('Try again'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Columns' })).toBeVisible();
  });
});

describe('the description', () => {
  // What loads on demand.
  beforeAll(async () => {
    await loadEngine();
    await import('./EditDescription');
    await import('../../../components/mentions/NameList');
  });
  const field = () => screen.findByRole('textbox', { name: 'Description' });

  it('links the members whom it names', async () => {
    community = { ...(community as Community), description: 'Ask @ben or @zoe', mentions: ['ben'] };
    await show('dan');
    const named = await screen.findByText(/^Ask/);
    expect(within(named).getByRole('link')).toHaveAttribute('href', '/user/ben');
    expect(screen.queryByRole('button', { name: 'Edit description' })).toBeNull();
  });

  it('is edited by a moderator, with the names of the members first', async () => {
    fakeServer.on('GET /mention/getNames', () => ['cem', 'cleo']);
    await show('ben');
    await user.click(button(/description$/));
    const text = await field();
    expect(text).toHaveFocus();
    await user.clear(text);
    await user.type(text, 'Ask @c');
    const options = await screen.findAllByRole('option', { hidden: true });
    expect(options[0]).toHaveTextContent('cleo');
    await user.keyboard('{Enter}');
    expect(text).toHaveValue('Ask @cleo ');
    reply = () => {
      community = { ...(community as Community), description: 'Ask @cleo', mentions: ['cleo'] };
    };
    await user.click(button('Save'));
    expect(await screen.findByText(/^Ask/)).toBeVisible();
    expect(button('Edit description')).toHaveFocus();
    expect(calls).toEqual([`PATCH /community/editDescription/${id} {"description":"Ask @cleo "}`]);
  });

  it('stays in the form if it cannot be saved, and says what was changed elsewhere', async () => {
    await show('ben');
    await user.click(button(/description$/));
    await user.type(await field(), 'mine');
    reply = null;
    await user.click(button('Save'));
    expect(await screen.findByText(/Error while changing the description/)).toBeVisible();
    await event({ description: 'theirs' });
    expect(await screen.findByText(/changed elsewhere/)).toBeVisible();
    expect((await field()) as HTMLTextAreaElement).toHaveDisplayValue(/mine$/);
    await user.click(button('Cancel'));
    expect(await screen.findByText('theirs')).toBeVisible();
  });

  it('is closed with Escape while it is unchanged', async () => {
    await show('ben');
    await user.click(button(/description$/));
    await field();
    await user.keyboard('{Escape}');
    expect(button(/description$/)).toHaveFocus();
  });

  it('is not edited in an archived community', async () => {
    community = { ...(community as Community), archivedAt: time };
    await show('ben');
    expect(screen.queryByRole('button', { name: /description$/ })).toBeNull();
  });
});

describe('removed posts', () => {
  it('are listed for moderators, who restore them', async () => {
    const removal: Removal = {
      _id: 'r',
      type: 'answer',
      qid: 'q',
      title: 'Why?',
      text: 'Buy this',
      author: 'eve',
      removedBy: 'ann',
      removedAt: time,
      reason: 'spam',
      byModerator: true,
    };
    removals = [removal];
    await show('ben');
    await user.click(screen.getByText('Removed posts'));
    const item = (await screen.findByText('spam')).closest('li') as HTMLElement;
    expect(item).toHaveTextContent('Written by eve · removed by the moderator ann');
    removals = [];
    await user.click(button('Restore the answer by eve', item));
    expect(await screen.findByRole('heading', { name: 'No removed posts' })).toBeVisible();
    expect(calls).toEqual(['POST /post/restorePost {"id":"r"}']);
  });

  it('are not shown to members', async () => {
    await show('cleo');
    expect(screen.queryByText('Removed posts')).toBeNull();
  });
});

describe('join requests', () => {
  it('are only for moderators of private communities', async () => {
    community = { ...(community as Community), visibility: 'public' };
    await show('ben');
    await row('ben');
    expect(screen.queryByText('Join Requests')).toBeNull();
  });

  it('are accepted at once', async () => {
    await show('ben');
    const dan = (await within(board()).findByRole('link', { name: 'dan' })).closest('li') as HTMLElement;
    let release = () => {};
    reply = () =>
      new Promise((resolve) => {
        release = () => {
          const it = community as Community;
          community = { ...it, members: [...it.members, 'dan'], memberCount: 4, memberRequests: [request('eve')] };
          resolve();
        };
      });
    expect(button('Accept', dan)).toHaveAccessibleDescription(/^dan/);
    await user.click(button('Accept', dan));
    expect(dan).not.toBeVisible();
    expect(calls).toEqual([`POST /community/approveMemberRequest/${id} {"userId":"id of dan"}`]);
    release();
    expect(await row('dan')).toBeVisible();
    expect(screen.getByRole('tab', { name: 'Members (4)' })).toBeVisible();
    expect(within(board()).getByText('1')).toBeVisible();
    await waitFor(() => expect(board()).toHaveFocus());
  });

  it('are denied, and there are none in the end', async () => {
    community = { ...(community as Community), memberRequests: [request('dan')] };
    await show('ann');
    reply = () => {
      community = { ...(community as Community), memberRequests: [] };
    };
    await user.click(await within(board()).findByRole('button', { name: 'Deny' }));
    expect(await within(board()).findByText('No pending requests')).toBeVisible();
    expect(calls).toEqual([`DELETE /community/rejectMemberRequest/${id} {"userId":"id of dan"}`]);
    await event({ memberRequests: [{ ...request('dan'), requestedAt: '2026-11-22T00:00:00.000Z' }] });
    expect(await within(board()).findByRole('link', { name: 'dan' }), 'who may ask again').toBeVisible();
  });

  it('are back when the server refuses', async () => {
    community = { ...(community as Community), memberRequests: [request('eve')] };
    await show('ben');
    reply = null;
    const eve = (await within(board()).findByRole('link', { name: 'eve' })).closest('li') as HTMLElement;
    await user.click(button('Accept', eve));
    expect(await within(eve).findByRole('alert')).toHaveTextContent('The site is busy, please try again');
    expect(eve).toBeVisible();
    expect(button('Accept', eve)).toHaveFocus();
  });

  it('show only the error of the last answer', async () => {
    await show('ben');
    reply = null;
    const dan = (await within(board()).findByRole('link', { name: 'dan' })).closest('li') as HTMLElement;
    await user.click(button('Accept', dan));
    expect(await within(dan).findByText('Error while approving member request')).toBeVisible();
    await user.click(button('Deny', dan));
    expect(await within(dan).findByText('Error while rejecting member request')).toBeVisible();
    expect(within(dan).queryByText('Error while approving member request')).toBeNull();
    expect(within(dan).getByText('The site is busy, please try again')).toBeVisible();
  });

  it('appear when they arrive', async () => {
    community = { ...(community as Community), memberRequests: [] };
    await show('ben');
    expect(await within(board()).findByText('No pending requests')).toBeVisible();
    await event({ memberRequests: [request('fay')] });
    expect(await within(board()).findByRole('link', { name: 'fay' })).toBeVisible();
  });
});

describe('the people', () => {
  it('are in two tabs, which the arrow keys turn', async () => {
    await show('cleo');
    const members = screen.getByRole('tab', { name: 'Members (3)' });
    expect(members).toHaveAttribute('aria-selected', 'true');
    await row('cleo');
    await user.click(members);
    await user.keyboard('{ArrowRight}');
    const moderators = screen.getByRole('tab', { name: 'Moderators (2)' });
    expect(moderators).toHaveFocus();
    expect(moderators).toHaveAttribute('aria-selected', 'true');
    await row('ben');
    expect(within(people()).queryByRole('link', { name: 'cleo' })).toBeNull();
    await user.keyboard('{Home}');
    expect(members).toHaveFocus();
    await row('cleo');
  });

  it('are both below the questions where the page has one column, and a link leads there', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (media) => Object.assign(new EventTarget(), { media, matches: media === '(max-width: 991px)' }) as MediaQueryList,
    );
    await show('cleo');
    const members = screen.getByRole('region', { name: 'Members (3)' });
    const moderators = screen.getByRole('region', { name: 'Moderators (2)' });
    expect(await within(members).findByRole('link', { name: 'cleo' })).toBeVisible();
    expect(await within(moderators).findByRole('link', { name: 'ben' })).toBeVisible();
    expect(within(moderators).queryByRole('link', { name: 'cleo' })).toBeNull();
    expect(screen.queryByRole('tab')).toBeNull();
    const side = screen.getByRole('complementary', { name: 'People' });
    const questions = screen.getByRole('region', { name: 'Questions' });
    expect(questions.compareDocumentPosition(side)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    side.scrollIntoView = vi.fn();
    await user.click(screen.getByRole('link', { name: '3 members' }));
    expect(side.scrollIntoView).toHaveBeenCalled();
    expect(side).toHaveFocus();
  });

  it('are promoted by moderators, at once', async () => {
    await show('ben');
    expect(within(await row('ann')).queryByRole('button', { name: 'Promote to Moderator' })).toBeNull();
    reply = null;
    await user.click(button('Promote to Moderator', await row('cleo')));
    expect(await within(await row('cleo')).findByRole('alert')).toHaveTextContent('The site is busy');
    let release = () => {};
    reply = () =>
      new Promise((resolve) => {
        release = () => {
          community = { ...(community as Community), moderators: ['ann', 'ben', 'cleo'] };
          resolve();
        };
      });
    await user.click(button('Promote to Moderator', await row('cleo')));
    expect(await row('cleo')).toHaveTextContent('Moderator');
    expect(screen.queryByRole('button', { name: 'Promote to Moderator' })).toBeNull();
    release();
    expect(await screen.findByRole('tab', { name: 'Moderators (3)' })).toBeVisible();
    expect(calls.at(-1)).toBe(`POST /community/addModerator/${id} {"userId":"cleo"}`);
  });

  /** Returns the actions in the menu of a member. */
  const actions = async (username: string) =>
    within(await row(username))
      .queryAllByRole('button', { hidden: true })
      .map((button) => button.textContent)
      .filter((label) => label && label !== 'Promote to Moderator');

  it('are removed by a moderator, but for moderators', async () => {
    await show('ben');
    expect(await actions('cleo')).toEqual(['Remove from community']);
    expect(await actions('ann')).toEqual([]);
    expect(await actions('ben')).toEqual([]);
    await user.click(action('Remove from community', await row('cleo')));
    expect(calls).toEqual([]);
    const dialog = screen.getByRole('dialog', { name: 'Remove cleo from Columns?' });
    reply = () => {
      community = { ...(community as Community), members: ['ann', 'ben'], memberCount: 2 };
    };
    await user.click(button('Remove', dialog));
    await waitFor(() => expect(within(people()).queryByRole('link', { name: 'cleo' })).toBeNull());
    expect(calls).toEqual([`DELETE /community/removeMember/${id} {"userId":"cleo"}`]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('are in the hands of the owner', async () => {
    await show('ann');
    expect(screen.getByText('Owner', { selector: 'header span' })).toBeVisible();
    expect(await actions('ben')).toEqual(['Hand over community', 'Remove as moderator', 'Remove from community']);
    expect(await actions('cleo')).toEqual(['Hand over community', 'Remove from community']);
    expect(await actions('ann')).toEqual([]);
    await user.click(action('Hand over community', await row('ben')));
    reply = null;
    await user.click(button('Hand over', screen.getByRole('dialog')));
    expect(await within(screen.getByRole('dialog')).findByRole('alert')).toHaveTextContent('The site is busy');
    await user.click(button('Cancel', screen.getByRole('dialog')));
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(action('Remove as moderator', await row('ben')));
    reply = () => {
      community = { ...(community as Community), moderators: ['ann'] };
    };
    await user.click(button('Remove as moderator', screen.getByRole('dialog')));
    expect(await screen.findByRole('tab', { name: 'Moderators (1)' })).toBeVisible();
    expect(calls).toEqual([
      `POST /community/handOverCommunity/${id} {"userId":"ben"}`,
      `DELETE /community/removeModerator/${id} {"userId":"ben"}`,
    ]);
  });
});

describe('the community’s own menu', () => {
  it('lets a member leave, after a question', async () => {
    await show('cleo');
    await user.click(action('Leave community'));
    const dialog = screen.getByRole('dialog', { name: 'Leave Columns?' });
    expect(dialog).toHaveTextContent('must request to join again');
    reply = () => {
      community = { ...(community as Community), members: ['ann', 'ben'], memberCount: 2 };
    };
    await user.click(button('Leave', dialog));
    expect(await screen.findByRole('heading', { name: 'Must request access to join this community.' })).toBeVisible();
    expect(calls).toEqual([`POST /community/leaveCommunity/${id} {"userId":"cleo"}`]);
  });

  it('lets the owner archive it and take that back', async () => {
    await show('ann');
    expect(screen.queryByRole('button', { name: 'Leave community', hidden: true })).toBeNull();
    await user.click(action('Archive community'));
    reply = () => {
      community = { ...(community as Community), archivedAt: time };
    };
    await user.click(button('Archive', screen.getByRole('dialog')));
    expect(await screen.findByText(/This community is archived/)).toBeVisible();
    expect(within(board()).queryByRole('button', { name: 'Accept' }), 'it would be refused').toBeNull();
    expect(within(board()).getAllByRole('button', { name: 'Deny' })).toHaveLength(2);
    reply = () => {
      const { archivedAt: _, ...rest } = community as Community;
      community = rest;
    };
    await user.click(button('Unarchive'));
    await waitFor(() => expect(screen.queryByText(/This community is archived/)).toBeNull());
  });
});

describe('reading without an account', () => {
  const box = () => screen.getByRole('checkbox', { name: 'Reading needs an account' });
  beforeEach(() => {
    community = { ...(community as Community), visibility: 'public', memberRequests: [] };
    site.publicReading = true;
    fakeServer.on('GET /community/getReach/*', () => ({ posts: 12, authors: 1 }));
  });
  afterEach(() => {
    site.publicReading = false;
  });

  it('is ended by the owner at once', async () => {
    await show('ann');
    reply = () => {
      community = { ...(community as Community), needsAccount: true };
    };
    await user.click(box());
    expect(calls).toEqual([`PATCH /community/setReading/${id} {"needsAccount":true}`]);
    await waitFor(() => expect(box()).toBeChecked());
    expect(screen.getByText(/^Only members of this site can read what is written here/)).toBeVisible();
  });

  it('needs two confirmations, which say what becomes public, and is told on the page', async () => {
    community = { ...(community as Community), needsAccount: true };
    await show('ann');
    await user.click(box());
    expect(await screen.findByText(/^12 posts of 1 person with their comments/)).toBeVisible();
    await user.click(button('Continue…'));
    expect(calls).toEqual([]);
    reply = () => {
      const { needsAccount: _, ...open } = community as Community;
      community = { ...open, openedAt: time };
    };
    await user.click(button('Let everyone read'));
    expect(calls).toEqual([`PATCH /community/setReading/${id} {"needsAccount":false}`]);
    await waitFor(() => expect(box()).not.toBeChecked());
    expect(screen.getByText(/everyone can read what is written here/)).toBeVisible();
  });

  it('is no decision of moderators', async () => {
    await show('ben');
    expect(screen.queryByRole('checkbox', { name: 'Reading needs an account' })).toBeNull();
  });

  it('needs no second question while members read the site', async () => {
    site.publicReading = false;
    community = { ...(community as Community), needsAccount: true };
    await show('ann');
    await user.click(box());
    expect(calls).toEqual([`PATCH /community/setReading/${id} {"needsAccount":false}`]);
  });

  it('is not offered while members read the site', async () => {
    site.publicReading = false;
    await show('ann');
    expect(screen.queryByRole('checkbox', { name: 'Reading needs an account' })).toBeNull();
  });
});
