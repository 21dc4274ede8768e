import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getSearchPage } from './api/search';
import { communityKey } from './components/community/useCommunity';
import { inboxKey, unreadKey } from './components/inbox/keys';
import { authenticate } from './features/auth/api';
import * as communities from './features/communities/api';
import { communityListKey, membersKey, requestsKey } from './features/communities/keys';
import * as games from './features/games/api';
import { gameListKey, leaderboardKey, ownGamesKey } from './features/games/keys';
import * as inbox from './features/inbox/api';
import { pickerKey } from './features/messaging/keys';
import * as questions from './features/questions/api';
import * as posts from './features/questions/detail/api';
import { candidatesKey, questionKey, questionListKey, starredListKey } from './features/questions/keys';
import * as stars from './features/questions/stars/api';
import * as users from './features/users/api';
import { contributionsKey, userListKey } from './features/users/keys';
import { type CacheKey, fetchKey } from './lib/cacheKeys';
import { tagListKey } from './lib/tags';
import { userKey } from './lib/userKey';
import { installFakeServer, rejection } from './testing/fakeServer';

const fakeServer = installFakeServer();

const reason = 'The site is busy, please try again';

const list = { order: 'newest', tag: '', search: '' } as const;
const question = { title: 'Why?', text: 'Why?', tags: ['why'], communityId: undefined, askedBy: 'ann', nonce: 'n' };

const fetched = (key: CacheKey) => () => fetchKey(key);

/** Each sentence that a failed call raises (section 8 of the specification), with all calls that raise it. */
const catalogue: Record<string, (() => Promise<unknown>)[]> = {
  'Error while signing up': [() => authenticate('signup', 'ann', 'secret')],
  'Error while logging in': [() => authenticate('login', 'ann', 'secret')],
  'Error when fetching or filtering questions': [
    fetched(questionListKey(list)),
    fetched(candidatesKey('why')),
    () => {
      const { path, logMessage } = questionListKey({ ...list, search: 'why' });
      return getSearchPage(path, logMessage);
    },
  ],
  'Error while creating a new question': [() => questions.addQuestion(question)],
  'Error while creating a new answer': [() => questions.addAnswer('q', { text: 'So', ansBy: 'ann', nonce: 'n' })],
  'Error while creating a new comment for the question': [
    () => posts.addComment('question', 'q', { text: 'So', commentBy: 'ann', nonce: 'n' }),
    () => posts.addComment('answer', 'a', { text: 'So', commentBy: 'ann', nonce: 'n' }),
  ],
  'Error while upvoting the question': [() => posts.vote('question', 'q', 'upvote')],
  'Error while downvoting the question': [() => posts.vote('question', 'q', 'downvote')],
  'Error when fetching question by id': [fetched(questionKey('q'))],
  'Error while adding / removing a star': [() => stars.addStar('q'), () => stars.removeStar('q')],
  'Error when fetching community': [
    fetched(communityKey('c')),
    fetched(communityListKey({ mine: true })),
    fetched(membersKey('c', 'member')),
    fetched(requestsKey('c')),
  ],
  'Error when fetching tags': [fetched(tagListKey({ search: '' }))],
  'Error when fetching users': [fetched(userListKey('', 'mostPosts')), fetched(pickerKey('', 8))],
  'Error when fetching user': [fetched(userKey('ann'))],
  'Error when resetting password': [() => users.resetPassword('ann', 'secret')],
  'Error when updating biography': [() => users.updateBiography('ann', 'Hi')],
  'Error when deleting user': [() => users.deleteUser('ann', 'keep')],
  'Error while getting games': [fetched(gameListKey('WAITING_TO_START')), fetched(ownGamesKey)],
  'Error while creating a new game': [() => games.createGame('Nim')],
  'Error when fetching leaderboard': [fetched(leaderboardKey)],
  [`Error while creating gamer: ${reason}`]: [() => games.createGamer('ann')],
  'Error while joining a game': [() => games.joinGame('g')],
  'Error while leaving a game': [() => games.leaveGame('g')],
  'Error when fetching gamers': [() => games.getGamers()],
  'Error when adding member to community': [() => communities.addMember('c', 'ann')],
  'Error while adding member request': [() => communities.addMemberRequest('c', 'ann')],
  'Error while creating a new community': [
    () => communities.addCommunity({ name: 'C', description: '', visibility: 'public' }),
  ],
  'Error while approving member request': [() => communities.approveMemberRequest('c', 'ann')],
  'Error while rejecting member request': [() => communities.rejectMemberRequest('c', 'ann')],
  'Error when fetching community questions': [fetched(questionListKey({ ...list, communityId: 'c' }))],
  'Error while adding moderator to community': [() => communities.addModerator('c', 'ann')],
  'Error retrieving notifications': [fetched(inboxKey()), fetched(unreadKey)],
  'Error marking notification as viewed': [() => inbox.markEntryRead('response', 'n')],
  'Error clearing notifications': [() => inbox.markInboxRead('n')],
  // Shown to the user too.
  'Error fetching user contributions': [fetched(contributionsKey('ann', '2026-11-01', '2026-11-30'))],
  'Failed to fetch starred questions': [fetched(starredListKey('ann'))],
};

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const logged = () => vi.mocked(console.error).mock.calls;

const calls = Object.entries(catalogue).flatMap(([sentence, calls]) => calls.map((call) => [sentence, call] as const));

describe('a failed call raises its sentence', () => {
  it.each(calls)('with the text of the server apart from it: %s', async (sentence, call) => {
    fakeServer.on('* *', () => rejection(418, reason));
    await expect(call()).rejects.toThrow(reason);
    expect(logged()).toContainEqual([sentence, ...(sentence.endsWith(reason) ? [] : [expect.any(Error)])]);
    const texts = logged().map(([text]) => String(text));
    expect(texts.filter((text) => text.includes(reason))).toEqual(sentence.endsWith(reason) ? [sentence] : []);
  });

  it.each(calls)('without a response too: %s', async (sentence, call) => {
    fakeServer.on('* *', () => {
      throw new TypeError('Failed to fetch');
    });
    await expect(call()).rejects.toThrow();
    const expected = sentence.replace(reason, 'Failed to fetch');
    expect(logged().map(([text]) => text)).toContain(expected);
  });
});
