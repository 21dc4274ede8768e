// Made from the Rust types by `cargo test`, which rewrites it when it is stale. Do not edit.

export type User = { _id: string, username: string, dateJoined: string, 
/**
 * Markdown.
 */
biography: string, 
/**
 * The name an imported user had where he came from.
 */
displayName?: string, };

export type Attribution = { author: string, url: string, licence: string, };

export type Tag = { _id: string, name: string, description: string, };

export type TagCount = { _id: string, name: string, description: string, qcnt: number, };

export type Comment = { _id: string, 
/**
 * Markdown.
 */
text: string, commentBy: string, commentDateTime: string, attribution?: Attribution, };

export type Answer = { _id: string, 
/**
 * Markdown.
 */
text: string, ansBy: string, ansDateTime: string, 
/**
 * The oldest first.
 */
comments: Array<Comment>, score: number, attribution?: Attribution, };

export type Question = { _id: string, title: string, 
/**
 * Markdown.
 */
text: string, tags: Array<Tag>, 
/**
 * The oldest first.
 */
answers: Array<Answer>, askedBy: string, askDateTime: string, 
/**
 * One empty text for each user here who has seen it: how many, not who.
 */
views: Array<string>, 
/**
 * Usernames.
 */
upVotes: Array<string>, 
/**
 * Usernames.
 */
downVotes: Array<string>, comments: Array<Comment>, communityId?: string, 
/**
 * Viewers here plus what an import brought along.
 */
viewCount: number, answerCount: number, 
/**
 * Upvotes minus downvotes, plus what an import brought along.
 */
score: number, acceptedAnswerId?: string, attribution?: Attribution, };

export type QuestionCard = { _id: string, title: string, 
/**
 * Markdown: the first 1,000 characters, cut between blocks.
 */
text: string, 
/**
 * Whether the question's text goes on.
 */
truncated: boolean, tags: Array<Tag>, askedBy: string, askDateTime: string, answerCount: number, viewCount: number, score: number, 
/**
 * Whether this viewer has starred it.
 */
starred: boolean, 
/**
 * Whether one of its answers is accepted.
 */
accepted: boolean, communityId?: string, };

export type VoteReply = { msg: string, 
/**
 * Usernames.
 */
upVotes: Array<string>, 
/**
 * Usernames.
 */
downVotes: Array<string>, };

export type QuestionUpdate = Question;

export type ViewsUpdate = Question;

export type AnswerUpdate = { qid: string, answer: Answer, 
/**
 * How many the question has now.
 */
answerCount: number, };

export type CommentUpdate = { result: Question, type: "question", } | { 
/**
 * The question that the answer is to.
 */
qid: string, result: Answer, type: "answer", };

export type VoteUpdate = { qid: string, upVotes: Array<string>, downVotes: Array<string>, score: number, };

export type UserChange = "created" | "updated" | "deleted";

export type UserUpdate = { user: User, type: UserChange, };

/** Everything that the server pushes. */
export type LiveEvent =
  | { name: 'questionUpdate'; payload: QuestionUpdate }
  | { name: 'viewsUpdate'; payload: ViewsUpdate }
  | { name: 'answerUpdate'; payload: AnswerUpdate }
  | { name: 'commentUpdate'; payload: CommentUpdate }
  | { name: 'voteUpdate'; payload: VoteUpdate }
  | { name: 'userUpdate'; payload: UserUpdate };

/** The sentences that the server answers with and the UI says by itself too. */
export const sentences = {
  notSignedIn: 'Please log in',
  notYou: 'You can only do this as yourself',
  crossOrigin: 'This request came from another site',
  unknownHost: 'This address is not one of this site\'s',
  credentialsRequired: 'Please enter a username and password',
  invalidCredentials: 'Invalid username or password',
  usernameTaken: 'Username already taken',
  usernameInvalid: 'Usernames are 2 to 32 characters long: letters, digits, and . _ - between them',
  usernameReserved: 'This username is reserved',
  passwordTooShort: 'Password must be at least {} characters long',
  passwordTooLong: 'Password cannot be more than 256 characters',
  passwordTooCommon: 'This password is too common',
  newPasswordRequired: 'Please enter and confirm your new password.',
  currentPasswordRequired: 'Current password required',
  signupClosed: 'Sign-up is closed on this site',
  signupByInvitation: 'Sign-up on this site is by invitation',
  tooManyAttempts: 'Too many attempts, please try again later',
  tooManyRequests: 'Too many requests, please slow down',
  notFound: 'Not found',
  userNotFound: 'No user data found. Make sure the username parameter is correct.',
  questionNotFound: 'Question not found',
  postNotFound: 'Post not found',
  tagNotFound: 'Tag not found',
  communityNotFound: 'Community not found',
  notAMember: 'Please join the community to ask a question.',
  titleEmpty: 'Title cannot be empty',
  titleTooLong: 'Title cannot be more than 100 characters',
  questionTextEmpty: 'Question text cannot be empty',
  questionTextTooLong: 'Question text cannot be more than 30000 characters',
  answerTextEmpty: 'Answer text cannot be empty',
  answerTextTooLong: 'Answer text cannot be more than 30000 characters',
  commentTextEmpty: 'Comment text cannot be empty',
  commentTextTooLong: 'Comment text cannot be more than 5000 characters',
  commentTypeInvalid: 'Invalid comment type',
  biographyTooLong: 'Biography cannot be more than 2000 characters',
  invalidHyperlink: 'Invalid hyperlink format.',
  tagsMissing: 'Should have at least 1 tag',
  tagsTooMany: 'Cannot have more than 5 tags',
  tagTooLong: 'New tag length cannot be more than 20',
  tagInvalid: 'Tags cannot contain spaces or control characters',
  invalidOrder: 'Invalid order',
  invalidView: 'Invalid view',
  invalidLimit: 'Invalid limit',
  invalidCursor: 'Invalid cursor',
  invalidCharacter: 'Text cannot contain the NUL character',
  malformed: 'Malformed request: {}',
  bodyTimeout: 'The request took too long to arrive',
  methodNotAllowed: 'This address does not take that method',
  bodyTooLarge: 'The request is too large',
  uriTooLong: 'The address is too long',
  jsonOnly: 'Requests must be JSON',
  internal: 'Something went wrong on our side',
  busy: 'The site is busy, please try again',
  tookTooLong: 'This took too long, please try a simpler request',
  storageFull: 'The site cannot store anything at the moment',
} as const;

/** Limits of what people write, in characters unless it says otherwise. */
export const limits = {
  title: 100,
  tags: 5,
  tag: 20,
  questionText: 30000,
  answerText: 30000,
  commentText: 5000,
  biography: 2000,
  password: 256,
} as const;
