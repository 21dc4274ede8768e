import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useSWRConfig } from 'swr';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Follow, FollowReply, InboxItem, Question } from '../../api/generated';
import { FollowButton } from '../../components/following/FollowButton';
import { useCacheEditor } from '../../lib/useCacheEditor';
import { installFakeServer, listResponse, rejection } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import { answerArrived, questionChanged } from './cache';
import { Follows } from './Follows';
import { useHasNews } from './useHasNews';
import Watched from './Watched';

const fakeServer = installFakeServer();
const user = userEvent.setup({ delay: null });

const item: InboxItem = {
  _id: 'q1',
  qid: 'q1',
  title: 'Why?',
  newAnswers: 0,
  author: 'ben',
  createdAt: '2026-11-21T00:00:00.000Z',
  reason: { kind: 'tag', object: 'plutus', name: 'plutus' },
};
const answered: InboxItem = {
  ...item,
  _id: 'a2',
  qid: 'q2',
  title: 'How?',
  newAnswers: 2,
  firstNewAnswer: 'a1',
  reason: { kind: 'question', object: 'q2', name: 'How?' },
};

let inbox: InboxItem[];
let follows: Follow[];
let calls: string[];

beforeEach(() => {
  HTMLElement.prototype.hidePopover = () => undefined;
  [inbox, follows, calls] = [[answered, item], [{ ...item.reason, state: 'watching' }], []];
  fakeServer.on('GET /following/getInbox', () => listResponse(inbox));
  fakeServer.on('GET /following/getFollows', () => listResponse(follows));
  fakeServer.on('PATCH /following/*', ({ path, body }) => {
    calls.push(`${path} ${body}`);
    return { kind: 'question', object: 'q1', state: 'muted', watchers: 0 } satisfies FollowReply;
  });
});

describe('the menu', () => {
  beforeEach(async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    fakeServer.on('GET /following/getFollow', () => ({ kind: 'tag', object: 'c++', state: 'watching', watchers: 3 }));
    await act(async () => renderApp(<FollowButton kind="tag" object="c++" />));
  });
  const button = () => screen.findByRole('button', { name: 'Watching this tag: 3 watchers' });

  it('shows the state and the number of watchers', async () => {
    expect(await button()).toHaveTextContent('Watching · 3');
    const current = screen.getByText('Watch: show me what is new');
    expect(current).toHaveAttribute('aria-current', 'true');
  });

  it('changes the state', async () => {
    await button();
    await user.click(screen.getByText('Mute: show me nothing of it'));
    expect(calls).toEqual(['/following/setFollow {"kind":"tag","object":"c++","state":"muted"}']);
    expect(await screen.findByRole('button', { name: 'Muted this tag: 0 watchers' })).toBeVisible();
  });

  it('says why the state could not be changed', async () => {
    fakeServer.on('PATCH /following/*', () => rejection(409, 'You cannot watch or mute more'));
    await button();
    await user.click(screen.getByText('Neither'));
    expect(await screen.findByText('Error while changing what you watch')).toBeVisible();
    expect(await button()).toBeVisible();
  });
});

describe('what is new', () => {
  it('is listed with its reason', async () => {
    renderApp(<Watched title="Watched" />);
    const [first, second] = await screen.findAllByRole('listitem');
    expect(first).toHaveTextContent('2 new answers from ben');
    expect(first).toHaveTextContent('because you watch this question');
    expect(within(first as HTMLElement).getByRole('link', { name: 'How?' })).toHaveAttribute('href', '/question/q2#a1');
    expect(second).toHaveTextContent('New question from ben');
    expect(second).toHaveTextContent('because you watch plutus');
  });

  it('is nothing for newcomers', async () => {
    inbox = [];
    renderApp(<Watched title="Watched" />);
    await waitFor(() => expect(fakeServer.requests).toHaveLength(1));
    expect(screen.queryByText('Watched')).toBeNull();
  });

  it('disappears when it is muted', async () => {
    renderApp(<Watched title="Watched" />);
    const mute = await screen.findByRole('button', { name: 'Mute: Why?' });
    inbox = [answered];
    await user.click(mute);
    expect(calls).toEqual(['/following/setFollow {"kind":"question","object":"q1","state":"muted"}']);
    await waitFor(() => expect(screen.queryByText('Why?')).toBeNull());
    expect(screen.getByText('How?')).toBeVisible();
  });

  it('is marked as seen up to the newest that is shown', async () => {
    renderApp(<Watched title="Watched" />);
    const button = await screen.findByRole('button', { name: 'Mark all as seen' });
    inbox = [];
    await user.click(button);
    expect(calls).toEqual(['/following/markInboxSeen {"upTo":"a2"}']);
    await waitFor(() => expect(screen.queryByText('Watched')).toBeNull());
  });
});

describe('the list of what is watched and muted', () => {
  it('links to each and shows its state', async () => {
    follows = [
      { kind: 'community', object: 'c1', name: 'Chess', state: 'muted' },
      { kind: 'question', object: 'q1', name: 'Why?', state: 'watching' },
      { kind: 'tag', object: 'c++', name: 'C++', state: 'watching' },
    ];
    renderApp(<Follows />);
    const hrefs = (await screen.findAllByRole('link')).map((link) => link.getAttribute('href'));
    expect(hrefs).toEqual(['/communities/c1', '/question/q1', '/questionPage?tag=C%2B%2B']);
    expect(screen.getByRole('button', { name: 'Muted Chess' })).toHaveTextContent('Muted');
  });

  it('no longer has what is neither', async () => {
    renderApp(<Follows />);
    await screen.findByRole('link', { name: 'plutus' });
    follows = [];
    await user.click(screen.getByText('Neither'));
    expect(calls).toEqual(['/following/setFollow {"kind":"tag","object":"plutus","state":"normal"}']);
    expect(await screen.findByText(/^Nothing/)).toBeVisible();
  });
});

describe('the switch for answered questions', () => {
  beforeEach(() => fakeServer.on('GET /following/getWatchAnswered', () => false));
  const box = () => screen.findByRole('checkbox', { name: 'Watch the questions that I answer from now on' });

  it('is off until the viewer turns it on', async () => {
    renderApp(<Follows />);
    expect(await box()).not.toBeChecked();
    await user.click(await box());
    expect(calls).toEqual(['/following/setWatchAnswered {"watch":true}']);
    await waitFor(async () => expect(await box()).toBeChecked());
  });

  it('stays as it is if it cannot be changed', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    fakeServer.on('PATCH /following/*', () => rejection(503, 'Busy'));
    renderApp(<Follows />);
    await user.click(await box());
    expect(await screen.findByText('Error while changing what you watch')).toBeVisible();
    expect(await box()).not.toBeChecked();
  });
});

describe('events', () => {
  let change: (question: Partial<Question>) => void;
  let answer: (qid: string) => void;
  function News() {
    const edit = useCacheEditor();
    const { mutate } = useSWRConfig();
    change = (question) => questionChanged(edit, mutate, { tags: [], ...question } as Question);
    answer = (qid) => answerArrived(edit, mutate, qid);
    return <p>{useHasNews() ? 'news' : 'no news'}</p>;
  }
  const fetches = () => fakeServer.requests.filter(({ path }) => path === '/following/getInbox').length;
  const settle = (act_: () => void) =>
    act(async () => {
      act_();
      await new Promise((resolve) => setTimeout(resolve));
    });

  beforeEach(() => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    follows = [
      { kind: 'tag', object: 'Plutus', name: 'Plutus', state: 'watching' },
      { kind: 'community', object: 'c', name: 'C', state: 'watching' },
      { kind: 'question', object: 'q2', name: 'How?', state: 'watching' },
      { kind: 'question', object: 'q3', name: 'Muted', state: 'muted' },
    ];
  });

  it('ask for news only where the viewer watches', async () => {
    renderApp(<News />);
    expect(await screen.findByText('news')).toBeVisible();
    await settle(() => change({ _id: 'x', tags: [{ _id: 't', name: 'other', description: '' }] }));
    await settle(() => answer('q3'));
    expect(fetches()).toBe(1);
    await settle(() => change({ _id: 'x', tags: [{ _id: 't', name: 'plutus', description: '' }] }));
    expect(fetches(), 'a tag').toBe(2);
    await settle(() => change({ _id: 'x', communityId: 'c' }));
    expect(fetches(), 'a community').toBe(3);
    await settle(() => answer('q2'));
    expect(fetches(), 'a question').toBe(4);
  });

  it('ask for nothing if the viewer watches nothing', async () => {
    follows = [];
    renderApp(<News />);
    await waitFor(() => expect(fakeServer.requests).toHaveLength(1));
    await settle(() => answer('q2'));
    expect(screen.getByText('no news')).toBeVisible();
    expect(fetches()).toBe(0);
  });
});
