import type { User } from '../api/generated';
import type { LiveHandlers } from '../api/listen';
import { loadWithRetry } from '../api/liveConnection';
import { isAvatar } from '../components/avatars/avatars';
import { isMentions } from '../components/mentions/keys';
import * as following from '../features/following/cache';
import * as inbox from '../features/inbox/cache';
import { headline } from '../features/inbox/entries';
import * as messaging from '../features/messaging/cache';
import { openOutbox } from '../features/messaging/outbox';
import * as presence from '../features/messaging/presenceEvents';
import * as reading from '../features/messaging/readTabs';
import { adoptPreferences } from '../features/preferences/account';
import { areNotificationsEnabled } from '../features/preferences/notifications';
import * as questions from '../features/questions/cache';
import { duplicatesKey, isAboutSuggestedEdits } from '../features/questions/keys';
import * as stars from '../features/questions/stars/toggleStar';
import * as unread from '../features/questions/unread/cache';
import * as users from '../features/users/cache';
import { announce } from '../lib/announce';
import { keyEquals, keysOfTypes } from '../lib/cacheKeys';
import { refetchSoon } from '../lib/refetchSoon';
import type { CacheEditor, Refetch } from '../lib/useCacheEditor';
import { currentUserKey } from './currentUser';

type LiveContext = { edit: CacheEditor; mutate: Refetch; username: string };

/** The delay before the queue of reports is fetched again, in milliseconds: several moderators see each change. */
const queueDelayMs = 500;

/** Matches what names the authors of posts or the players of games. */
const showsAuthors = keysOfTypes('questionList', 'starredList', 'question', 'game');

/** Returns a function that calls another with a module, which loads before the first call. Keeps the order of calls. */
function onDemand<Part>(load: () => Promise<Part>): (use: (part: Part) => void) => void {
  let loading: Promise<Part> | undefined;
  return (use) => {
    loading ??= loadWithRetry(load);
    void loading.then(use);
  };
}

// Many pages get none of these events.
const withGames = onDemand(() => import('../features/games/cache'));
const withCommunities = onDemand(() => import('../features/communities/cache'));
const withBadges = onDemand(() => import('../components/badges/events'));
const withChanged = onDemand(() => import('./changed'));

/** Creates the handlers of all events. */
export function createHandlers({ edit, mutate, username }: LiveContext): LiveHandlers {
  const refreshReports = () => mutate(keysOfTypes('flags'));
  return {
    questionUpdate: (question) => {
      questions.questionUpdated(edit, question);
      questions.invalidateExcerpts(edit, mutate, question);
      void mutate(duplicatesKey(question._id));
      inbox.postChanged(mutate, username, question);
      following.questionChanged(edit, mutate, question);
      inbox.invalidate(edit, mutate, question._id);
      users.invalidateContributions(mutate, [question.askedBy, ...question.answers.map(({ ansBy }) => ansBy)]);
    },
    viewsUpdate: (question) => questions.viewsUpdated(edit, question),
    answerUpdate: (update) => {
      questions.answerUpdated(edit, update);
      unread.answerArrived(edit, update, username);
      following.answerArrived(edit, mutate, update.qid);
      users.invalidateContributions(mutate, [update.answer.ansBy]);
    },
    commentUpdate: (update) => {
      questions.commentUpdated(edit, update);
      inbox.postChanged(mutate, username, update.result);
      inbox.invalidate(edit, mutate, update.result._id);
      users.invalidateContributions(
        mutate,
        update.result.comments.map(({ commentBy }) => commentBy),
      );
    },
    voteUpdate: (update) => questions.votesUpdated(edit, update),
    userUpdate: (update) => {
      const { user, type } = update;
      if (update.formerUsername) withChanged(({ userRenamed }) => userRenamed(mutate, update, username));
      // A new administrator sees the administration link immediately.
      if (user.username === username) void mutate(currentUserKey);
      if (type === 'updated') users.userUpdated(edit, user);
      else users.userAddedOrDeleted(mutate, user);
      if (type !== 'deleted') return;
      messaging.anonymizeUser({ edit, mutate }, user.username);
      void mutate(showsAuthors);
    },
    notificationUpdate: (update) => {
      inbox.notificationUpdated(edit, mutate, update);
      if (update.type === 'created' && areNotificationsEnabled()) announce(headline(update.notification));
    },
    mention: ({ mention }) => {
      inbox.changed(mutate);
      void mutate(isMentions);
      if (areNotificationsEnabled()) announce(`${mention.mentionedBy} mentioned you`);
    },
    inboxUpdate: () => {
      inbox.changed(mutate);
      void mutate(isAboutSuggestedEdits);
    },
    avatarUpdate: ({ of, seed, picture }) => edit<string | null>(isAvatar(of, seed), () => picture),
    messageUpdate: (update) => messaging.messageReceived(edit, update, username),
    messageEdited: (edited) => messaging.messageEdited(edit, edited),
    messageRemoved: (removed) => {
      messaging.messageRemoved(edit, removed);
      inbox.invalidate(edit, mutate, removed._id);
    },
    chatUpdate: (update) => messaging.chatUpdated({ edit, mutate }, update, username),
    chatLeft: (left) => messaging.chatLeft({ edit, mutate }, left, username),
    chatRead: (read) => messaging.chatRead(edit, read),
    chatPresence: presence.presenceChanged,
    chatTyping: presence.typed,
    communityUpdate: (update) => {
      withCommunities((communities) => communities.communityUpdated({ edit, mutate }, update, username));
      inbox.invalidate(edit, mutate, update.community._id);
      // Requests to join are entries of the moderators.
      if (update.community.visibility === 'private' && update.community.moderators.includes(username))
        inbox.changed(mutate);
      if (update.community.moderators.includes(username))
        edit<User>(keyEquals(currentUserKey), (user) => ({ ...user, moderatesCommunity: true }));
    },
    gameUpdate: ({ gameInstance }) => withGames((games) => games.gameUpdated({ edit, mutate }, gameInstance, username)),
    gameError: (error) => withGames((games) => games.gameFailed(error, username)),
    gamerUpdate: (leaders) => withGames((games) => games.leaderboardUpdated({ edit, mutate }, leaders)),
    siteUpdate: (update) => withChanged(({ siteChanged }) => siteChanged(mutate, update)),
    flagUpdate: () => {
      void mutate(keysOfTypes('flags', 'moderation'));
      inbox.changed(mutate);
    },
    queueUpdate: () => refetchSoon('queue', queueDelayMs, refreshReports),
    moderationNotice: () => {
      void mutate(keysOfTypes('moderation'));
      inbox.changed(mutate);
      // It may say that the viewer is silenced.
      void mutate(currentUserKey);
    },
    preferencesUpdate: ({ preferences }) => adoptPreferences(preferences),
    badgeAwarded: ({ badge }) => withBadges((badges) => badges.badgeAwarded(mutate, badge)),
    changed: (change) => withChanged(({ refetchChanged }) => refetchChanged({ edit, mutate }, change)),
  };
}

/**
 * Shows changes that the same user makes in other tabs of this browser, and sends undelivered
 * messages, until the returned function is called.
 */
export function syncTabs({ edit, mutate, username }: LiveContext): () => void {
  const stops = [stars.syncTabs(edit, mutate), reading.syncTabs(edit, mutate), openOutbox(edit, username)];
  return () => stops.forEach((stop) => void stop());
}
