import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { InboxEntry, InboxUnread, Reminder, StarNote } from '../../../api/generated';
import { unreadKey } from '../../../components/inbox/keys';
import { useUnread } from '../../../components/inbox/useUnread';
import { installFakeServer, nothingUnread, rejection } from '../../../testing/fakeServer';
import { renderApp } from '../../../testing/renderApp';
import { toggleStar } from '../stars/toggleStar';
import { QuestionNote } from './OwnNote';
import { ReminderEntry } from './ReminderEntry';
import { fieldValue, inDays, inOneMonth } from './times';
import { useReminderUpdates } from './useReminderUpdates';

const fakeServer = installFakeServer();
const user = userEvent.setup({ delay: null });

const reminder: Reminder = { qid: 'q', title: 'Why?', note: 'Look again', remindAt: '2026-11-21T00:00:00.000Z' };

let isStarred: boolean;
let notes: StarNote[];
let unread: InboxUnread;
let changes: Record<string, string>[];

beforeEach(() => {
  [isStarred, notes, unread, changes] = [true, [], { ...nothingUnread, reminders: 1 }, []];
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  fakeServer.on('GET /star/getStar/q', () => ({ qid: 'q', starred: isStarred }));
  fakeServer.on('GET /star/getStarNotes', () => notes);
  fakeServer.on('GET /inbox/getUnreadCounts', () => unread);
  fakeServer.on('PATCH /star/setStarNote', ({ body }) => {
    changes.push(JSON.parse(String(body)));
    return { qid: 'q', note: '' };
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const fetches = (path: string) => fakeServer.requests.filter((request) => request.path === path).length;

/** Opens the dialog of a question with a note and a reminder, if it has either. */
async function open(known: Partial<StarNote> = {}) {
  notes = Object.keys(known).length > 0 ? [{ qid: 'q', note: '', ...known }] : [];
  await act(async () => renderApp(<QuestionNote qid="q" title="Why?" />));
  await act(async () => user.click(await screen.findByRole('button', { name: 'Note and reminder: Why?' })));
  return await screen.findByRole('dialog', { name: 'Note and reminder' });
}
const field = () => screen.getByLabelText('Private note');
const choice = () => screen.getByLabelText('Remind me');
const timeField = () => screen.getByLabelText('Date and time');
const press = (name: string) => user.click(screen.getByRole('button', { name }));

/** The number of days until a time, rounded. */
const daysUntil = (time: string | undefined) => Math.round((Date.parse(time ?? '') - Date.now()) / 86_400_000);

describe('the note on the page of a question', () => {
  it('is not there without a star', async () => {
    isStarred = false;
    await act(async () => renderApp(<QuestionNote qid="q" title="Why?" />));
    await waitFor(() => expect(fetches('/star/getStar/q')).toBe(1));
    expect(screen.queryByRole('button')).toBeNull();
    expect(fetches('/star/getStarNotes')).toBe(0);
  });

  it('shows the text and the time', async () => {
    notes = [{ qid: 'q', note: 'One\nTwo', remindAt: '2027-01-02T10:00:00.000Z' }];
    renderApp(<QuestionNote qid="q" title="Why?" />);
    expect(await screen.findByText(/^Reminder:/)).toHaveTextContent('2027');
    expect(screen.getByText(/One/)).toHaveTextContent('Your note: One Two');
  });
});

describe('the dialog', () => {
  it('saves a note without a reminder', async () => {
    await open();
    await user.type(field(), 'Read again');
    await press('Save');
    expect(changes).toEqual([{ qid: 'q', note: 'Read again' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('leaves an unchanged reminder as it is, even if it is due', async () => {
    await open({ note: 'One', remindAt: '2020-01-01T00:00:00.000Z' });
    await user.type(field(), ' Two');
    await press('Save');
    expect(changes).toEqual([{ qid: 'q', note: 'One Two' }]);
  });

  it.each([
    ['tomorrow', 1, 1],
    ['week', 7, 7],
    ['month', 28, 31],
  ])('reminds after a time: %s', async (value, least, most) => {
    await open();
    await user.selectOptions(choice(), value);
    await press('Save');
    const days = daysUntil(changes[0]?.remindAt);
    expect(days).toBeGreaterThanOrEqual(least);
    expect(days).toBeLessThanOrEqual(most);
  });

  it('reminds at a time in the time zone of the viewer', async () => {
    await open();
    await user.selectOptions(choice(), 'time');
    const time = fieldValue(inDays(3));
    fireEvent.change(timeField(), { target: { value: time } });
    await press('Save');
    expect(changes[0]?.remindAt).toBe(new Date(time).toISOString());
  });

  it.each(['2020-01-01T00:00', ''])('refuses the time "%s" before it asks the server', async (time) => {
    await open();
    await user.selectOptions(choice(), 'time');
    fireEvent.change(timeField(), { target: { value: time } });
    await press('Save');
    expect(screen.getByRole('alert')).toHaveTextContent('A reminder must be in the future and at most two years ahead');
    expect(changes).toEqual([]);
  });

  it('refuses a note that is too long', async () => {
    await open();
    fireEvent.change(field(), { target: { value: 'x'.repeat(1_001) } });
    await press('Save');
    expect(screen.getByRole('alert')).toHaveTextContent('Note cannot be more than 1000 characters');
    expect(changes).toEqual([]);
  });

  it('keeps what was written if it cannot be saved', async () => {
    await open();
    fakeServer.on('PATCH /star/setStarNote', () => rejection(409, 'Star this question first'));
    await user.type(field(), 'Read again');
    await press('Save');
    expect(await screen.findByText('Error while saving the note')).toBeVisible();
    expect(screen.getByText('Star this question first')).toBeVisible();
    expect(field()).toHaveValue('Read again');
  });

  it('removes the reminder', async () => {
    await open({ note: 'One', remindAt: '2027-01-01T00:00:00.000Z' });
    await user.selectOptions(choice(), 'none');
    await press('Save');
    expect(changes).toEqual([{ qid: 'q', note: 'One', remindAt: 'none' }]);
  });

  it('removes both', async () => {
    await open({ note: 'One', remindAt: '2027-01-01T00:00:00.000Z' });
    notes = [];
    await press('Remove both');
    expect(changes).toEqual([{ qid: 'q', note: '', remindAt: 'none' }]);
    await waitFor(() => expect(screen.queryByText(/One/)).toBeNull());
  });

  it('offers to remove only what is there', async () => {
    await open();
    expect(screen.queryByRole('button', { name: 'Remove both' })).toBeNull();
  });
});

describe('a due reminder', () => {
  const entry: Extract<InboxEntry, { kind: 'reminder' }> = {
    _id: 'r',
    at: reminder.remindAt,
    isNew: true,
    kind: 'reminder',
    item: reminder,
  };

  it('says why it is here, with the note', () => {
    renderApp(<ReminderEntry entry={entry} />);
    const item = screen.getByRole('listitem');
    expect(within(item).getByRole('link', { name: 'Why?' })).toHaveAttribute('href', '/question/q');
    expect(item).toHaveTextContent('Look again');
    expect(item).toHaveTextContent('because you asked to be reminded');
  });

  it('is done', async () => {
    renderApp(<ReminderEntry entry={entry} />);
    await user.click(screen.getByRole('button', { name: 'Done: Why?' }));
    expect(changes).toEqual([{ qid: 'q', remindAt: 'none' }]);
  });

  it('comes again tomorrow', async () => {
    renderApp(<ReminderEntry entry={entry} />);
    await user.click(screen.getByRole('button', { name: 'Tomorrow: Why?' }));
    expect(changes.map(({ qid, note, remindAt }) => [qid, note, daysUntil(remindAt)])).toEqual([['q', undefined, 1]]);
  });
});

describe('the next reminder', () => {
  function Count() {
    const unread = useUnread();
    useReminderUpdates(unread);
    return <p>{unread?.reminders} due</p>;
  }
  /** Shows the number of due reminders, with a clock that stands still. */
  async function show(nextDueMs: number) {
    vi.useFakeTimers();
    unread = { ...nothingUnread, nextDueMs };
    await act(async () => renderApp(<Count />));
    await act(async () => vi.advanceTimersByTimeAsync(1));
    expect(screen.getByText('0 due')).toBeVisible();
  }
  const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));

  it('appears when the server said', async () => {
    await show(90_000);
    unread = { ...nothingUnread, reminders: 1 };
    await pass(89_000);
    expect(screen.getByText('0 due')).toBeVisible();
    await pass(2_000);
    expect(screen.getByText('1 due')).toBeVisible();
  });

  it('is asked for once a day if it is far away', async () => {
    await show(40 * 86_400_000);
    expect(fetches(unreadKey.path)).toBe(1);
    unread = { ...nothingUnread, nextDueMs: 39 * 86_400_000 };
    await pass(86_400_000);
    expect(fetches(unreadKey.path)).toBe(2);
    await pass(86_400_000);
    expect(fetches(unreadKey.path)).toBe(3);
  });

  it('is asked for when a star changes', async () => {
    await act(async () => renderApp(<Count />));
    expect(await screen.findByText('1 due')).toBeVisible();
    fakeServer.on('DELETE /star/removeStar', () => ({ qid: 'q', starred: false }));
    unread = nothingUnread;
    const refetch = () => Promise.resolve();
    await act(() => toggleStar(vi.fn(), refetch as never, { qid: 'q', starred: false }));
    expect(await screen.findByText('0 due')).toBeVisible();
  });
});

it('a month after the last day of a month is the last day of the next', () => {
  expect(inOneMonth(new Date(2027, 0, 31, 9)).toString()).toBe(new Date(2027, 1, 28, 9).toString());
  expect(inOneMonth(new Date(2027, 10, 25, 9)).toString()).toBe(new Date(2027, 11, 25, 9).toString());
});
