import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FlagCase, FlaggedContent, WaitingEdit } from '../../api/generated';
import { installFakeServer, listResponse } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import QueuePage from './QueuePage';

const fakeServer = installFakeServer();
const time = '2026-11-21T12:00:00.000Z';

const flagged = (id: string, title: string): FlagCase => ({
  _id: id,
  kind: 'question',
  objectId: `q${id}`,
  flags: [{ reason: 'spam', text: 'buys', createdAt: time, flaggedBy: 'ben' }],
  flagCount: 1,
  content: { author: 'ann', title, text: 'Buy *this*', qid: `q${id}`, isDeleted: false },
  isOwnFlag: false,
  canRemove: true,
  removed: false,
  canUndo: false,
});

let queue: FlagCase[];
let edits: WaitingEdit[];
let calls: string[];
let canUndo: boolean;

beforeEach(() => {
  canUndo = true;
  [queue, edits, calls] = [[flagged('1', 'Zebra'), flagged('2', 'Giraffe')], [], []];
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  fakeServer.on('* /flag/*', async ({ url: path, method, body }) => {
    if (method === 'GET' && path.startsWith('/flag/getQueuedEdits')) return listResponse(edits);
    if (method === 'GET') return new Response(JSON.stringify(path.startsWith('/flag/getQueue') ? queue : []));
    calls.push(`${path} ${body}`);
    if (path === '/flag/decideCase') queue = queue.filter(({ _id }) => !`${body}`.includes(`"id":"${_id}"`));
    const [first] = queue;
    if (path === '/flag/decideCase') return new Response(JSON.stringify({ _id: JSON.parse(`${body}`).id, canUndo }));
    return new Response(
      JSON.stringify({ ...first, content: { author: 'ann', title: 'Opened', text: '', isDeleted: false } }),
    );
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const user = userEvent.setup();
const show = (address = '/queue') =>
  renderApp([{ path: '/queue', element: <QueuePage /> }, { path: '*' }], { address, user: { username: 'max1' } });
const decisions = () => calls.filter((call) => call.startsWith('/flag/decideCase'));

it('shows a picture, and what a visitor says', async () => {
  const visitor = { path: '/tags', place: 'Utopia', name: 'Zoe', getsMail: true };
  queue = [
    {
      ...flagged('3', ''),
      kind: 'picture',
      flags: [{ reason: 'illegal', text: 'forbidden', createdAt: time, visitor }],
      content: { author: 'ann', text: '', isDeleted: false },
    },
  ];
  show();
  const item = await screen.findByRole('listitem', { name: 'Reported picture' });
  expect(within(item).getByRole('link', { name: /Open the picture/ })).toHaveAttribute('href', '/media/q3');
  expect(item).toHaveTextContent('Zoe, Utopia: /tags');
  expect(item).toHaveTextContent('mailed to the visitor');
});

it('sanctions the author in two clicks, for moderators of the site alone', async () => {
  HTMLElement.prototype.hidePopover = () => undefined;
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  fakeServer.on('GET /moderation/getSanctions', () => []);
  const { unmount } = show();
  const [ordinary] = await screen.findAllByRole('listitem', { name: 'Reported question' });
  expect(within(ordinary as HTMLElement).queryByRole('button', { name: 'Moderate ann' })).toBeNull();
  unmount();
  renderApp([{ path: '/queue', element: <QueuePage /> }], {
    address: '/queue',
    user: { username: 'max1', isSiteModerator: true },
  });
  const [item] = await screen.findAllByRole('listitem', { name: 'Reported question' });
  await user.click(within(item as HTMLElement).getByRole('button', { name: 'Moderate ann' }));
  await user.click(within(item as HTMLElement).getByText('Suspend…'));
  expect(await screen.findByRole('heading', { name: 'Suspend ann?' })).toBeVisible();
});

it('decides with three keys and undoes with one', async () => {
  show();
  const [first] = await screen.findAllByRole('listitem', { name: 'Reported question' });
  expect(first).toHaveFocus();
  await user.keyboard('j1{Enter}');
  await waitFor(() => expect(decisions()).toHaveLength(1));
  expect(decisions()[0]).toBe(
    '/flag/decideCase {"id":"2","decision":"uphold","remove":true,"reason":"Spam or advertising"}',
  );
  await waitFor(() => expect(screen.queryByText('Giraffe')).toBeNull());
  // The keys go on after the case that had the focus is gone.
  await user.keyboard('u');
  await waitFor(() => expect(calls).toContain('/flag/undoDecision {"id":"2"}'));
});

it('lists the suggested edits that wait, which lead to their posts', async () => {
  const edit = {
    _id: '7',
    suggestedBy: 'cem',
    suggestedAt: time,
    postId: 'a1',
    qid: 'q1',
    title: 'Columns',
    reason: 'clearer',
  };
  edits = [edit, { ...edit, _id: '8', postId: 'q1' }];
  const { unmount } = show();
  const section = within(await screen.findByRole('region', { name: 'Suggested edits' }));
  const [ofAnswer, ofQuestion] = section.getAllByRole('link', { name: 'Columns' });
  expect(ofAnswer).toHaveAttribute('href', '/question/q1/suggestions/a1');
  expect(ofQuestion).toHaveAttribute('href', '/question/q1/suggestions/q1');
  expect(section.getAllByRole('listitem')[0]).toHaveTextContent(/clearer.*Answer · suggested by cem/);
  unmount();
  queue = [];
  const view = show();
  expect(await screen.findByRole('region', { name: 'Suggested edits' })).toBeVisible();
  expect(screen.queryByText('Nothing waits for a decision')).toBeNull();
  view.unmount();
  edits = [];
  show('/queue?only=edits');
  expect(await screen.findByText('Nothing waits for a decision')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Suggested edits' })).toBeNull();
});

it('goes on with the case that took the place of the decided one', async () => {
  queue = ['1', '2', '3', '4'].map((id) => flagged(id, `Zebra ${id}`));
  show();
  await screen.findByText('Zebra 1');
  const focused = () => document.activeElement?.getAttribute('data-case');
  await user.keyboard('jj3{Enter}');
  await waitFor(() => expect(screen.queryByText('Zebra 3')).toBeNull());
  expect(focused()).toBe('4');
  await user.keyboard('3{Enter}');
  await waitFor(() => expect(screen.queryByText('Zebra 4')).toBeNull());
  expect(focused()).toBe('2');
  await user.keyboard('k');
  expect(focused()).toBe('1');
});

it('replaces the prepared reason by what is typed', async () => {
  show();
  await screen.findByText('Zebra');
  await user.keyboard('1wrong advice{Enter}');
  await waitFor(() => expect(decisions()).toHaveLength(1));
  expect(decisions()[0]).toContain('"reason":"wrong advice"');
});

it('gives a claim back that is not used', async () => {
  show();
  await screen.findByText('Zebra');
  await user.keyboard('2{Escape}');
  await waitFor(() =>
    expect(calls).toEqual(['/flag/claimCase {"id":"1"}', '/flag/claimCase {"id":"1","release":true}']),
  );
});

it('says before what cannot be undone, and offers no undoing of it', async () => {
  const [zebra] = queue as [FlagCase];
  queue = [{ ...zebra, kind: 'message' }, flagged('2', 'Giraffe')];
  canUndo = false;
  show();
  await screen.findByText('Zebra');
  await user.keyboard('1');
  expect(screen.getByText(/This cannot be undone: a removed message cannot be restored/)).toBeVisible();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByText('Zebra')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  await user.keyboard('u');
  expect(calls.filter((call) => call.startsWith('/flag/undo'))).toEqual([]);
});

it('marks what is reported as illegal, and shows one kind of cases on demand', async () => {
  const paths: string[] = [];
  fakeServer.on('GET /flag/getQueue', ({ url }) => {
    paths.push(url);
    return new Response(JSON.stringify([{ ...flagged('1', 'Zebra'), illegal: true }]));
  });
  show();
  expect(await screen.findByText('Illegal?')).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Appeals');
  await waitFor(() => expect(paths.at(-1)).toBe('/flag/getQueue?order=oldest&only=appeals&limit=50'));
});

it('approves what waits with two keys, in the version that was read', async () => {
  queue = [
    {
      ...flagged('1', 'Quagga'),
      ask: 'held',
      flags: [],
      flagCount: 0,
      canRemove: false,
      holdReasons: [{ signal: 'first', detail: '' }],
      version: 'v7',
    },
  ];
  show();
  const [first] = await screen.findAllByRole('listitem', { name: 'Waiting question' });
  expect(first).toHaveTextContent('Waits for approval');
  expect(first).toHaveTextContent('Among the first posts of its author');
  await user.keyboard('1{Enter}');
  await waitFor(() => expect(decisions()).toHaveLength(1));
  expect(decisions()[0]).toBe(
    '/flag/decideCase {"id":"1","decision":"approve","remove":false,"reason":"This may be seen","version":"v7"}',
  );
});

it('removes or shows what reports hide, and shows a long text on demand', async () => {
  const [zebra] = queue as [FlagCase];
  queue = [{ ...zebra, hidden: true, content: { ...(zebra.content as FlaggedContent), truncated: true } }];
  show();
  const [first] = (await screen.findAllByRole('listitem', { name: 'Reported question' })) as [HTMLElement];
  expect(first).toHaveTextContent('Hidden');
  expect(within(first).queryByRole('button', { name: 'Uphold' })).toBeNull();
  expect(within(first).getByRole('button', { name: 'Remove' })).toBeVisible();
  await user.click(within(first).getByRole('button', { name: 'Show all' }));
  expect(await screen.findByText('Opened')).toBeVisible();
  expect(calls).toEqual(['/flag/claimCase {"id":"1"}']);
});

it('asks for a reason, and does not decide without one', async () => {
  show();
  const [first] = await screen.findAllByRole('listitem', { name: 'Reported question' });
  await user.click(within(first as HTMLElement).getByRole('button', { name: 'Decline' }));
  await user.clear(screen.getByRole('textbox', { name: 'Reason' }));
  await user.click(screen.getByRole('button', { name: 'Decline', description: '' }));
  expect(screen.getByText('Reason cannot be empty')).toBeVisible();
  expect(decisions()).toEqual([]);
});

it('does not show what is private until it is opened', async () => {
  const { content: _, ...hidden } = flagged('3', 'Secret');
  queue = [hidden];
  show();
  const item = await screen.findByRole('listitem', { name: 'Reported question' });
  expect(within(item).getByText(/This is private: two moderators must open it/)).toBeVisible();
  expect(within(item).queryByRole('button', { name: 'Remove' })).toBeNull();
  item.focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Opened')).toBeVisible();
  expect(calls).toEqual(['/flag/openCase {"id":"3"}']);
});

it('offers no decision on the viewer’s own report or what another moderator decides', async () => {
  queue = [
    { ...flagged('1', 'Zebra'), isOwnFlag: true },
    { ...flagged('2', 'Giraffe'), claimedBy: 'mia' },
  ];
  show();
  expect(await screen.findByText('You reported this: another moderator decides it.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Decline' })).toBeNull();
});

it('shows what was removed to those who decide about its appeal', async () => {
  queue = [
    {
      ...flagged('9', 'Zebra'),
      kind: 'appeal',
      ask: 'appeal',
      flags: [],
      flagCount: 0,
      content: { author: 'ann', text: 'It was on topic', isDeleted: false },
      appeal: {
        action: 'remove-post',
        targetKind: 'answer',
        targetId: 'a',
        target: 'Zebra',
        actor: 'max1',
        loggedAt: time,
        reason: 'off topic',
        isUndoneByApproval: true,
      },
      appealed: { author: 'ann', title: 'Zebra', text: 'Horses have none', qid: 'q', isDeleted: true },
    },
  ];
  show();
  const item = await screen.findByRole('listitem', { name: 'appeal' });
  expect(await within(item).findByText('Horses have none')).toBeVisible();
  expect(await within(item).findByText('It was on topic')).toBeVisible();
  expect(within(item).getByText('off topic')).toBeVisible();
  expect(within(item).getByRole('link', { name: 'Zebra' })).toHaveAttribute('href', '/question/q#a');
});

it('shows what an appeal is about, and approves it', async () => {
  queue = [
    {
      ...flagged('9', 'Zebra'),
      kind: 'appeal',
      ask: 'appeal',
      flags: [],
      flagCount: 0,
      canRemove: false,
      content: { author: 'ann', text: 'It was a joke', isDeleted: false },
      appeal: {
        action: 'silence',
        targetKind: 'user',
        target: 'ann',
        actor: 'max1',
        loggedAt: time,
        reason: 'until 2026-11-29 12:00 UTC: insults',
        isUndoneByApproval: true,
      },
    },
  ];
  show();
  const item = await screen.findByRole('listitem', { name: 'appeal' });
  expect(within(item).getByText(/Against a silence/)).toBeVisible();
  expect(within(item).getByText('Approving it undoes the action.')).toBeVisible();
  item.focus();
  await user.keyboard('1{Enter}');
  await waitFor(() => expect(decisions()).toHaveLength(1));
  expect(decisions()[0]).toContain('"id":"9","decision":"approve","remove":false');
});
