import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Appeal, OwnLogEntry, OwnNotices, PublicLogEntry } from '../../api/generated';
import NewsDot from '../../app/NewsDot';
import { installFakeServer, listResponse } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
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
  };
  fakeServer.on('GET /moderation/getNotices', () => notices);
  fakeServer.on('GET /moderation/getOwnLog', () => listResponse([removed, disabled]));
  fakeServer.on('GET /moderation/getMyAppeals', () => appeals);
  fakeServer.on('PATCH /moderation/markNoticesSeen', ({ body }) => {
    calls.push(String(body));
    notices = { entries: [], entryCount: 0, badges: [] };
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

  it('are counted at the bell', async () => {
    await act(async () => renderApp(<NewsDot isMarked={false} />));
    expect(await screen.findByText('2 notices')).toBeInTheDocument();
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
