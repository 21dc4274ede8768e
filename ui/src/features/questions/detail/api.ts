/** The calls that change posts. */
import { del, patch, post } from '../../../api/client';
import type {
  Comment,
  LinkedQuestion,
  PostKind,
  PurgedRevision,
  Question,
  Removal,
  VoteReply,
} from '../../../api/generated';

/** The message if a comment cannot be added. */
export const addCommentError = 'Error while creating a new comment for the question';

/** The messages of failed votes. */
export const voteErrors = {
  question: { upvote: 'Error while upvoting the question', downvote: 'Error while downvoting the question' },
  answer: { upvote: 'Error while upvoting the answer', downvote: 'Error while downvoting the answer' },
} as const;

export const addComment = (
  on: 'question' | 'answer',
  id: string,
  comment: { text: string; commentBy: string; nonce: string },
) => post<Comment>('/comment/addComment', { id, type: on, comment }, addCommentError);

/** The names of the calls for each kind of post, and of their id parameters. */
const calls = {
  question: { name: 'Question', id: 'qid' },
  answer: { name: 'Answer', id: 'aid' },
  comment: { name: 'Comment', id: 'cid' },
} as const satisfies Record<PostKind, unknown>;

const call = (verb: string, kind: PostKind, id: string) =>
  [`/${kind}/${verb}${calls[kind].name}`, { [calls[kind].id]: id }] as const;

export type Vote = 'upvote' | 'downvote';

export const vote = (kind: 'question' | 'answer', id: string, direction: Vote) =>
  post<VoteReply>(...call(direction, kind, id), voteErrors[kind][direction]);

export const acceptAnswer = (qid: string, aid: string) => post<Question>('/question/acceptAnswer', { qid, aid });

export const unacceptAnswer = (qid: string) => post<Question>('/question/unacceptAnswer', { qid });

/** Edits the text of an answer or comment. Questions have their own page. */
export function editText(kind: 'answer' | 'comment', id: string, text: string) {
  const [path, body] = call('edit', kind, id);
  return patch(path, { ...body, text });
}

/** Deletes an own post. A question with answers is closed instead. */
export const deletePost = (kind: PostKind, id: string) => del(...call('delete', kind, id));

/** Undeletes an own post, or reopens a closed question. */
export const undeletePost = (kind: PostKind, id: string) => post(...call('undelete', kind, id));

/** As whom a user removes posts of others. */
export type Remover = 'administrator' | 'moderator';

const removals: Record<Remover, string> = {
  administrator: '/administration/removePost',
  moderator: '/post/removePost',
};

/** Removes a post and tells its author the reason. */
export const removePost = (remover: Remover, id: string, reason: string) =>
  post<Removal>(removals[remover], { id, reason });

/** Lets only members of trust level 1 or higher answer a question. */
export const protectQuestion = (qid: string, reason: string) =>
  post<Question>('/moderation/protectQuestion', { qid, reason });

export const unprotectQuestion = (qid: string, reason: string) =>
  post<Question>('/moderation/unprotectQuestion', { qid, reason });

export const addDuplicate = (qid: string, duplicateOf: string) =>
  post<LinkedQuestion[]>('/question/addDuplicate', { qid, duplicateOf });

export const removeDuplicate = (qid: string, duplicateOf: string) =>
  del<LinkedQuestion[]>('/question/removeDuplicate', { qid, duplicateOf });

export const purgeRevision = (id: string, revisionId: string) =>
  del<PurgedRevision>('/post/purgeRevision', { id, revisionId });
