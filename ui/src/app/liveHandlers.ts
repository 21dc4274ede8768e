import type { LiveHandlers } from '../api/socket';
import * as communities from '../features/communities/cache';
import { duplicatesPath } from '../features/questions/api';
import * as questions from '../features/questions/cache';
import * as users from '../features/users/cache';
import type { CacheEditor, Refetch } from '../lib/useCacheEditor';

type Caches = { edit: CacheEditor; mutate: Refetch };

/** What is done about each event: one handler for every one, or it does not compile. */
export function handlersFor({ edit, mutate, username }: Caches & { username: string }): LiveHandlers {
  return {
    questionUpdate: (question) => {
      questions.updated(edit, question);
      void mutate(duplicatesPath(question._id));
    },
    viewsUpdate: (question) => questions.viewed(edit, question),
    answerUpdate: (update) => questions.answered(edit, update),
    commentUpdate: (update) => questions.commented(edit, update),
    voteUpdate: (update) => questions.voted(edit, update),
    userUpdate: ({ user, type }) => {
      if (type === 'updated') users.updated(edit, user);
      else void mutate((path) => typeof path === 'string' && users.showsArrival(path, user));
    },
    communityUpdate: (update) => communities.changed({ edit, mutate }, update, username),
  };
}
