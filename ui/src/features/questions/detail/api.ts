/** The calls that change posts. */
import { del, patch, post } from '../../../api/client';
import type {
  Answer,
  Comment,
  LinkedQuestion,
  PostKind,
  PurgedRevision,
  Question,
  Removal,
  SuggestedEdits,
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

/** Makes an answer a community wiki, or ends that. */
export const setWiki = (aid: string, wiki: boolean) => patch<Answer>('/answer/setWiki', { aid, wiki });

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

export const addDuplicate = (qid: string, duplicateOf: string) =>
  post<LinkedQuestion[]>('/question/addDuplicate', { qid, duplicateOf });

export const removeDuplicate = (qid: string, duplicateOf: string) =>
  del<LinkedQuestion[]>('/question/removeDuplicate', { qid, duplicateOf });

type Suggestion = { title?: string; text: string; tags?: string[]; reason: string };

/** The message if an edit cannot be suggested. */
export const suggestEditError = 'Error while suggesting the edit';

/** Suggests an edit of a version of a question or an answer. */
export const suggestEdit = (id: string, revisionId: string, { tags, ...edit }: Suggestion) =>
  post<SuggestedEdits>('/post/suggestEdit', {
    id,
    revisionId,
    ...edit,
    ...(tags && { tags: tags.map((name) => ({ name })) }),
  });

/** Accepts a suggested edit in place of a version, or declines it without one. */
export const decideSuggestedEdit = (id: string, revisionId: string | null, note: string) =>
  post<SuggestedEdits>('/post/decideSuggestedEdit', { id, accepted: revisionId !== null, revisionId, note });

export const withdrawSuggestedEdit = (id: string) => del<SuggestedEdits>('/post/withdrawSuggestedEdit', { id });

export const purgeRevision = (id: string, revisionId: string) =>
  del<PurgedRevision>('/post/purgeRevision', { id, revisionId });
