// Generated from the Rust wire types by `cargo test`. Do not edit by hand.
// (Draft written before the server exists; the names and shapes below are the contract.)

export type User = { _id: string; username: string; dateJoined: string; biography: string; displayName?: string };
export type Attribution = { author: string; url: string; licence: string };
export type Tag = { _id: string; name: string; description: string };
export type TagCount = { _id: string; name: string; description: string; qcnt: number };
export type Comment = { _id: string; text: string; commentBy: string; commentDateTime: string; attribution?: Attribution };
export type Answer = {
  _id: string;
  text: string;
  ansBy: string;
  ansDateTime: string;
  comments: Comment[];
  score: number;
  attribution?: Attribution;
};
export type Question = {
  _id: string;
  title: string;
  text: string;
  tags: Tag[];
  answers: Answer[];
  askedBy: string;
  askDateTime: string;
  views: string[];
  upVotes: string[];
  downVotes: string[];
  comments: Comment[];
  communityId?: string;
  viewCount: number;
  answerCount: number;
  score: number;
  acceptedAnswerId?: string;
  attribution?: Attribution;
};
export type QuestionCard = {
  _id: string;
  title: string;
  text: string;
  truncated: boolean;
  tags: Tag[];
  askedBy: string;
  askDateTime: string;
  answerCount: number;
  viewCount: number;
  score: number;
  starred: boolean;
  accepted: boolean;
  communityId?: string;
};
export type VoteReply = { msg: string; upVotes: string[]; downVotes: string[] };

export type LiveEvent =
  | { name: 'questionUpdate'; payload: Question }
  | { name: 'viewsUpdate'; payload: Question }
  | { name: 'answerUpdate'; payload: { qid: string; answer: Answer } }
  | { name: 'commentUpdate'; payload: { result: Question; type: 'question' } | { result: Answer; type: 'answer' } }
  | { name: 'voteUpdate'; payload: { qid: string; upVotes: string[]; downVotes: string[] } }
  | { name: 'userUpdate'; payload: { user: User; type: 'created' | 'updated' | 'deleted' } };

export const sentences = {
  credentialsRequired: 'Please enter a username and password',
  invalidCredentials: 'Invalid username or password',
  usernameTaken: 'Username already taken',
  titleEmpty: 'Title cannot be empty',
  titleTooLong: 'Title cannot be more than 100 characters',
  questionTextEmpty: 'Question text cannot be empty',
  answerTextEmpty: 'Answer text cannot be empty',
  commentTextEmpty: 'Comment text cannot be empty',
  invalidHyperlink: 'Invalid hyperlink format.',
  tagsMissing: 'Should have at least 1 tag',
  tagsTooMany: 'Cannot have more than 5 tags',
  tagTooLong: 'New tag length cannot be more than 20',
  newPasswordRequired: 'Please enter and confirm your new password.',
  currentPasswordRequired: 'Current password required',
  userNotFound: 'No user data found. Make sure the username parameter is correct.',
} as const;

export const limits = {
  title: 100,
  tags: 5,
  tag: 20,
  questionText: 30000,
  answerText: 30000,
  commentText: 5000,
  biography: 2000,
} as const;
