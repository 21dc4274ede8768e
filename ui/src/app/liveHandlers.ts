import type { LiveHandlers } from '../api/socket';
import * as communities from '../features/communities/cache';
import { gamePath } from '../features/games/api';
import * as games from '../features/games/cache';
import { noteGameError } from '../features/games/gameErrors';
import * as messaging from '../features/messaging/cache';
import { openOutbox } from '../features/messaging/outbox';
import * as reading from '../features/messaging/useReading';
import * as notifications from '../features/notifications/cache';
import { areNotificationsEnabled } from '../features/preferences/notifications';
import { duplicatesPath, questionPath } from '../features/questions/api';
import * as questions from '../features/questions/cache';
import * as stars from '../features/questions/stars/toggle';
import * as users from '../features/users/cache';
import { announce } from '../lib/announce';
import type { CacheEditor, Refetch } from '../lib/useCacheEditor';

type Caches = { edit: CacheEditor; mutate: Refetch; username: string };

/** Whether a path shows names of those who wrote or played something. */
const showsAuthors = (path: unknown) =>
  questions.isList(path) || [questionPath(''), gamePath('')].some((begin) => String(path).startsWith(begin));

/** What is done about each event: one handler for every one, or it does not compile. */
export function handlersFor({ edit, mutate, username }: Caches): LiveHandlers {
  return {
    questionUpdate: (question) => {
      questions.updated(edit, question);
      questions.reworded(edit, mutate, question);
      void mutate(duplicatesPath(question._id));
      notifications.touched(mutate, username, question);
      users.contributed(mutate, [question.askedBy, ...question.answers.map(({ ansBy }) => ansBy)]);
    },
    viewsUpdate: (question) => questions.viewed(edit, question),
    answerUpdate: (update) => {
      questions.answered(edit, update);
      users.contributed(mutate, [update.answer.ansBy]);
    },
    commentUpdate: (update) => {
      questions.commented(edit, update);
      notifications.touched(mutate, username, update.result);
      users.contributed(
        mutate,
        update.result.comments.map(({ commentBy }) => commentBy),
      );
    },
    voteUpdate: (update) => questions.voted(edit, update),
    userUpdate: ({ user, type }) => {
      // Who becomes an administrator is led there at once.
      if (user.username === username) void mutate('/user/me');
      if (type === 'updated') users.updated(edit, user);
      else void mutate((path) => typeof path === 'string' && users.showsArrival(path, user));
      if (type !== 'deleted') return;
      messaging.forgotten({ edit, mutate }, user.username);
      void mutate(showsAuthors);
    },
    notificationUpdate: (update) => {
      notifications.changed(edit, mutate, update);
      if (update.type === 'created' && areNotificationsEnabled()) announce(notifications.headline(update.notification));
    },
    messageUpdate: (update) => messaging.messaged(edit, update, username),
    chatUpdate: (update) => messaging.chatChanged({ edit, mutate }, update, username),
    communityUpdate: (update) => communities.changed({ edit, mutate }, update, username),
    gameUpdate: ({ gameInstance }) => games.updated({ edit, mutate }, gameInstance, username),
    gameError: ({ player, error, gameID }) => {
      if (player === username) noteGameError(gameID, error);
    },
    gamerUpdate: (leaders) => games.led({ edit, mutate }, leaders),
  };
}

/**
 * Shows what the same user does in other tabs of this browser, and sends what he has written and the server not got,
 * until the returned function is called.
 */
export function hearOtherTabs({ edit, mutate, username }: Caches): () => void {
  const stops = [stars.hearOtherTabs(edit, mutate), reading.hearOtherTabs(edit, mutate), openOutbox(edit, username)];
  return () => stops.forEach((stop) => void stop());
}
