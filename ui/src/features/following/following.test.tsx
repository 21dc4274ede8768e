import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useSWRConfig } from 'swr';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Follow, FollowReply, Question } from '../../api/generated';
import UnreadDot from '../../app/UnreadDot';
import { FollowButton } from '../../components/following/FollowButton';
import { useCacheEditor } from '../../lib/useCacheEditor';
import { installFakeServer, listResponse, nothingUnread, rejection } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import { answerArrived, questionChanged } from './cache';
import { Follows } from './Follows';

const fakeServer = installFakeServer();
const user = userEvent.setup({ delay: null });

let follows: Follow[];
let calls: string[];

beforeEach(() => {
  HTMLElement.prototype.hidePopover = () => undefined;
  [follows, calls] = [[{ kind: 'tag', object: 'plutus', name: 'plutus', state: 'watching' }], []];
  fakeServer.on('GET /inbox/getUnreadCounts', () => ({ ...nothingUnread, hasWatched: true }));
  fakeServer.on('GET /chat/getUnreadChats', () => ({ unread: 0 }));
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
    expect(await screen.findByText(/^You are not watching anything yet/)).toBeVisible();
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
    return <UnreadDot />;
  }
  const fetches = () => fakeServer.requests.filter(({ path }) => path === '/inbox/getUnreadCounts').length;
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
    expect(await screen.findByText('News in what you watch')).toBeInTheDocument();
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
    expect(await screen.findByText('News in what you watch')).toBeInTheDocument();
    await settle(() => answer('q2'));
    expect(fetches()).toBe(1);
  });
});
