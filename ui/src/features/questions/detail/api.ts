/** What one does to posts, and what is to be read of them besides the question itself. */
import { del, patch, post } from '../../../api/client';
import type { Comment, LinkedQuestion, PostKind, Question, Removal, VoteReply } from '../../../api/generated';

export const addComment = (
  on: 'question' | 'answer',
  id: string,
  comment: { text: string; commentBy: string; nonce: string },
) => post<Comment>('/comment/addComment', { id, type: on, comment });

/** What the calls for each kind of post are named after, and how they name its id. */
const calls = {
  question: { name: 'Question', id: 'qid' },
  answer: { name: 'Answer', id: 'aid' },
  comment: { name: 'Comment', id: 'cid' },
} as const satisfies Record<PostKind, unknown>;

const call = (verb: string, kind: PostKind, id: string) =>
  [`/${kind}/${verb}${calls[kind].name}`, { [calls[kind].id]: id }] as const;

export type Vote = 'upvote' | 'downvote';

export const vote = (kind: 'question' | 'answer', id: string, way: Vote) => post<VoteReply>(...call(way, kind, id));

export const acceptAnswer = (qid: string, aid: string) => post<Question>('/question/acceptAnswer', { qid, aid });

export const unacceptAnswer = (qid: string) => post<Question>('/question/unacceptAnswer', { qid });

/** Changes the text of an answer or a comment. Questions have a page for that. */
export function editText(kind: 'answer' | 'comment', id: string, text: string) {
  const [path, body] = call('edit', kind, id);
  return patch(path, { ...body, text });
}

/** Deletes one's own post. A question with answers is closed instead. */
export const deletePost = (kind: PostKind, id: string) => del(...call('delete', kind, id));

/** Brings back what one has deleted, and opens a closed question again. */
export const undeletePost = (kind: PostKind, id: string) => post(...call('undelete', kind, id));

/** Takes anybody's post away, and tells its author the reason. For administrators. */
export const removePost = (id: string, reason: string) => post<Removal>('/administration/removePost', { id, reason });

/** The path, and cache key, of one's own deleted posts: all, or those of one question. */
export const deletedPath = (qid?: string) =>
  `/post/getDeletedPosts?${new URLSearchParams(qid ? { qid } : { limit: '20' })}`;

/** The path of the first part of what a post has said. */
export const revisionsPath = (id: string) => `/post/getRevisions/${encodeURIComponent(id)}?limit=20`;

export const addDuplicate = (qid: string, duplicateOf: string) =>
  post<LinkedQuestion[]>('/question/addDuplicate', { qid, duplicateOf });

export const removeDuplicate = (qid: string, duplicateOf: string) =>
  del<LinkedQuestion[]>('/question/removeDuplicate', { qid, duplicateOf });

/** The path, and cache key, of the questions that one may be a duplicate of. */
export const candidatesPath = (search: string) =>
  `/question/getQuestion?${new URLSearchParams({ view: 'card', limit: '5', search })}`;
