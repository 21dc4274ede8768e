import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AdminAction, Appeal, OwnLogEntry, OwnNotices, PublicLogEntry } from '../../api/generated';
import generated from '../../api/generated.ts?raw';
import NewsDot from '../../app/NewsDot';
import { installFakeServer, listResponse } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import { OwnReason, OwnSentence, unread } from './actions';
import Notices from './Notices';
import OwnLogPage from './OwnLogPage';
import PublicLogPage from './PublicLogPage';

const fakeServer = installFakeServer();
const user = userEvent.setup({ delay: null });

const removed: OwnLogEntry = {
  _id: 'm1',
  loggedAt: '2026-11-21T00:00:00.000Z',
  action: 'remove-post',
  targetKind: 'answer',
  targetId: 'a',
  target: 'Why?',
  qid: 'q',
  reason: 'off topic',
  isNew: true,
};
const disabled: OwnLogEntry = {
  _id: 'm0',
  loggedAt: removed.loggedAt,
  action: 'disable',
  targetKind: 'user',
  target: 'ann',
  reason: '',
  isNew: false,
};

let notices: OwnNotices;
let appeals: Appeal[];
let calls: string[];

beforeEach(() => {
  [appeals, calls] = [[], []];
  notices = {
    entries: [removed],
    entryCount: 1,
    badges: [{ _id: 'm2', badge: 'helped', awardedAt: removed.loggedAt }],
    reports: [],
    reportCount: 0,
  };
  fakeServer.on('GET /moderation/getNotices', () => notices);
  fakeServer.on('GET /moderation/getOwnLog', () => listResponse([removed, disabled]));
  fakeServer.on('GET /moderation/getMyAppeals', () => appeals);
  fakeServer.on('PATCH /moderation/markNoticesSeen', ({ body }) => {
    calls.push(String(body));
    notices = { entries: [], entryCount: 0, badges: [], reports: [], reportCount: 0 };
    return true;
  });
});

describe('the notices', () => {
  it('say what was done and why, and which badge the viewer has got', async () => {
    renderApp(<Notices />);
    const [badge, entry] = await screen.findAllByRole('listitem');
    expect(entry).toHaveTextContent('Your answer to Why? was removed');
    expect(entry).toHaveTextContent('Reason: off topic');
    expect(within(entry as HTMLElement).getByRole('link', { name: 'Why?' })).toHaveAttribute('href', '/question/q');
    expect(badge).toHaveTextContent('Badge: Helped');
    expect(badge).toHaveTextContent('Gave an answer that the asker accepted.');
  });

  it('are gone when they are marked as seen', async () => {
    renderApp(<Notices />);
    await user.click(await screen.findByRole('button', { name: 'Mark all as seen' }));
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
    expect(calls).toEqual(['{"upTo":"m2"}']);
  });

  it('lead to the actions that they leave out', async () => {
    notices.entryCount = 23;
    renderApp(<Notices />);
    const link = await screen.findByRole('link', { name: '22 more actions' });
    expect(link).toHaveAttribute('href', '/settings/moderation');
  });

  it('say what became of the reports of the viewer', async () => {
    notices = {
      ...notices,
      entries: [],
      badges: [],
      reports: [
        { _id: 'm4', kind: 'comment', outcome: 'uphold', removed: true, reason: 'rude', decidedAt: removed.loggedAt },
        { _id: 'm3', kind: 'answer', outcome: 'decline', removed: false, reason: 'fine', decidedAt: removed.loggedAt },
      ],
      reportCount: 2,
    };
    renderApp(<Notices />);
    const link = await screen.findByRole('link', { name: 'Your report of a comment was right: it was removed' });
    expect(link.getAttribute('href')).toBe('/settings/privacy#reports');
    expect(screen.getByRole('link', { name: 'Your report of an answer was declined' })).toBeVisible();
    expect(screen.getByText('rude')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Mark all as seen' }));
    await waitFor(() => expect(calls).toEqual(['{"upTo":"m4"}']));
  });

  it('are counted at the bell', async () => {
    await act(async () => renderApp(<NewsDot isMarked={false} />));
    expect(await screen.findByText('2 notices')).toBeInTheDocument();
  });
});

describe('an action', () => {
  const texts = (entry: Partial<OwnLogEntry>) => {
    const shown = { ...removed, ...entry };
    const { container, unmount } = renderApp(
      <div>
        <p>
          <OwnSentence entry={shown} />
        </p>
        <OwnReason entry={shown} />
      </div>,
    );
    const found = [...container.querySelectorAll('p')].map(({ textContent }) => textContent.replace(/ +/g, ' '));
    const link = container.querySelector('a')?.getAttribute('href');
    unmount();
    return { found, link };
  };
  const question = { targetKind: 'question', targetId: 'q', target: 'Quagga' } as const;
  const account = { targetKind: 'user', targetId: 'u', target: 'ann' } as const;
  const words = /export type AdminAction = ([^;]*);/.exec(generated)?.[1]?.match(/[a-z-]+/g) as AdminAction[];

  it.each(
    words.filter((word) => !(unread as readonly string[]).includes(word)),
  )('has a plain sentence: %s', (action) => {
    const [sentence] = texts({ action, ...question, reason: '' }).found;
    expect(sentence).toMatch(/^(Your question|Posts of yours) Quagga [a-z]/);
    expect(sentence).not.toMatch(/was changed by a moderator|undefined/);
    if (action.includes('-')) expect(sentence).not.toContain(action);
  });

  it.each<[Partial<OwnLogEntry>, string[]]>([
    [
      { action: 'decide-flag', ...question, reason: 'approve: fine: really' },
      ['Your question Quagga was approved', 'Reason: fine: really'],
    ],
    [
      { action: 'decide-flag', ...question, reason: 'reject: spam' },
      ['Your question Quagga was not approved', 'Reason: spam'],
    ],
    [
      { action: 'undo-decision', targetKind: 'answer', reason: 'reject' },
      ['Your answer to Why? waits again: the decision about it was undone'],
    ],
    [
      { action: 'decide-appeal', targetKind: 'entry', target: 'ann', reason: 'reject: no' },
      ['Your appeal was rejected', 'Reason: no'],
    ],
    [{ action: 'lift-sanction', ...account, reason: 'silence' }, ['Your account is no longer silenced']],
    [
      { action: 'lift-sanction', ...account, reason: 'warning' },
      ['Your account has one warning less: it was taken back'],
    ],
    [{ action: 'rename-user', ...account, reason: 'kitty' }, ['Your account has the name kitty now']],
    [
      { action: 'merge-user', ...account, reason: 'm0' },
      ['Your account has the posts of m0 now: both accounts were merged'],
    ],
    [{ action: 'remove-content', ...account, reason: 'spam' }, ['Posts of yours were removed', 'Reason: spam']],
    [
      { action: 'close-question', ...question, reason: 'unclear: Which one?' },
      ['Your question Quagga was closed', 'Closed: it lacks what an answer needs to know', 'Reason: Which one?'],
    ],
    [
      { action: 'made-later' as AdminAction, ...question, reason: '' },
      ['Your question Quagga was changed by a moderator'],
    ],
  ])('is told in plain words: %j', (entry, expected) => {
    expect(texts(entry).found).toEqual(expected);
  });

  it('leads to a question that only its author sees', () => {
    const rejected = { ...question, action: 'decide-flag', reason: 'reject: spam', qid: undefined } as const;
    expect(texts(rejected as unknown as OwnLogEntry).link).toBe('/question/q');
  });
});

describe('the own log', () => {
  it('lists the actions and marks the new ones as seen', async () => {
    renderApp(<OwnLogPage />);
    const items = await screen.findAllByRole('listitem');
    expect(items[0]).toHaveTextContent('Your answer to Why? was removed');
    expect(items[1]).toHaveTextContent('Your account was disabled');
    expect(items[1]).not.toHaveTextContent('Reason');
    await waitFor(() => expect(calls).toEqual(['{"upTo":"m1"}']));
  });

  it('marks no badge as seen', async () => {
    notices.badges = [{ _id: 'm0', badge: 'helped', awardedAt: removed.loggedAt }];
    renderApp(<OwnLogPage />);
    await screen.findAllByRole('listitem');
    expect(calls).toEqual([]);
  });

  it('offers an appeal of what was done against the viewer only', async () => {
    const loggedAt = new Date().toISOString();
    const entries = ['vouch', 'unvouch'].map((action, index) => ({ ...disabled, _id: `m${index}`, loggedAt, action }));
    fakeServer.on('GET /moderation/getOwnLog', () => listResponse(entries));
    renderApp(<OwnLogPage />);
    const button = await screen.findByRole('button', { name: 'Appeal…' });
    expect(button.closest('li')).toHaveTextContent('Your account lost the trust of a moderator');
    expect(screen.getByText(/Your account has the trust of a moderator/)).toBeVisible();
  });

  it('offers no appeal of what is undone', async () => {
    const entry = { ...removed, loggedAt: new Date().toISOString() };
    fakeServer.on('GET /moderation/getOwnLog', () => listResponse([entry, { ...entry, _id: 'm0', isUndone: true }]));
    renderApp(<OwnLogPage />);
    expect(await screen.findAllByRole('button', { name: 'Appeal…' })).toHaveLength(1);
  });

  it('says what became of an appeal', async () => {
    const appeal = { text: 'a joke', createdAt: removed.loggedAt };
    appeals = [
      { ...appeal, logId: 'm1', outcome: 'rejected', reason: 'not funny' },
      { ...appeal, logId: 'm0' },
    ];
    renderApp(<OwnLogPage />);
    expect(await screen.findByText('You have appealed.')).toBeVisible();
    const [first] = screen.getAllByRole('listitem');
    expect(first).toHaveTextContent('Your appeal was rejected: not funny');
  });

  it('says that nothing was moderated', async () => {
    fakeServer.on('GET /moderation/getOwnLog', () => listResponse([]));
    renderApp(<OwnLogPage />);
    expect(await screen.findByText('Nothing of yours was moderated')).toBeVisible();
  });
});

describe('the public log', () => {
  const time = removed.loggedAt;
  const entries: PublicLogEntry[] = [
    { _id: '3', loggedAt: time, action: 'remove-post', targetKind: 'comment', qid: 'q', title: 'Why?' },
    { _id: '2', loggedAt: time, action: 'remove-post', targetKind: 'question' },
    { _id: '1', loggedAt: time, action: 'add-synonym', targetKind: 'tag', target: 'rust' },
    { _id: '0', loggedAt: time, action: 'disable', targetKind: 'user' },
  ];

  it('names what the viewer may read', async () => {
    fakeServer.on('GET /moderation/getPublicLog', () => listResponse(entries));
    renderApp(<PublicLogPage />);
    const items = await screen.findAllByRole('listitem');
    const texts = items.map(({ textContent }) => textContent);
    expect(texts[0]).toContain('A comment on Why? was removed');
    expect(screen.getByRole('link', { name: 'Why?' })).toHaveAttribute('href', '/question/q');
    expect(texts[1]).toContain('A question was removed');
    expect(texts[2]).toContain('The tag rust got a synonym');
    expect(texts[3]).toContain('An account was disabled');
  });
});
