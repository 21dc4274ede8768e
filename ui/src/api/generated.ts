// Made from the Rust types by `cargo test`, which rewrites it when it is stale. Do not edit.

export type User = { _id: string, username: string, dateJoined: string, 
/**
 * Markdown.
 */
biography: string, 
/**
 * The name an imported user had where he came from.
 */
displayName?: string, 
/**
 * Whether he runs the site.
 */
isAdministrator?: boolean, };

export type Session = { _id: string, createdAt: string, 
/**
 * Noted every five minutes at most.
 */
lastSeenAt: string, 
/**
 * From where it was opened.
 */
address: string, 
/**
 * What the browser said that it is.
 */
userAgent: string, 
/**
 * Whether it is the one that asks.
 */
current: boolean, };

export type Role = "user" | "administrator";

export type Standing = { _id: string, username: string, role: Role, dateJoined: string, 
/**
 * Since when he may not log in.
 */
disabledAt?: string, 
/**
 * When one of his sessions was last used; every five minutes at most it is noted.
 */
lastSeenAt?: string, 
/**
 * Where he is logged in.
 */
sessions: number, };

export type Attribution = { author: string, url: string, licence: string, };

export type Tag = { _id: string, name: string, description: string, };

export type TagCount = { _id: string, name: string, description: string, qcnt: number, };

export type Comment = { _id: string, 
/**
 * Markdown.
 */
text: string, commentBy: string, commentDateTime: string, editedAt?: string, deletedAt?: string, attribution?: Attribution, };

export type Answer = { _id: string, 
/**
 * Markdown.
 */
text: string, ansBy: string, ansDateTime: string, 
/**
 * The oldest first.
 */
comments: Array<Comment>, 
/**
 * Usernames.
 */
upVotes: Array<string>, 
/**
 * Usernames.
 */
downVotes: Array<string>, 
/**
 * Upvotes minus downvotes, plus what an import brought along.
 */
score: number, editedAt?: string, deletedAt?: string, attribution?: Attribution, };

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
score: number, acceptedAnswerId?: string, editedAt?: string, 
/**
 * Since when it takes no new answers.
 */
closedAt?: string, deletedAt?: string, attribution?: Attribution, };

export type QuestionCard = { _id: string, title: string, 
/**
 * Markdown: the first 1,000 characters, cut between blocks, and up to as much of what links in it refer to by name.
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
accepted: boolean, 
/**
 * Whether it takes no new answers.
 */
closed: boolean, communityId?: string, };

export type VoteReply = { msg: string, 
/**
 * Usernames.
 */
upVotes: Array<string>, 
/**
 * Usernames.
 */
downVotes: Array<string>, };

export type Revision = { _id: string, editedBy: string, editDateTime: string, 
/**
 * A question's.
 */
title?: string, 
/**
 * A question's.
 */
tags?: Array<string>, 
/**
 * Markdown.
 */
text: string, };

export type PostKind = "question" | "answer" | "comment";

export type DeletedPost = { _id: string, type: PostKind, 
/**
 * The question that it is or belongs to.
 */
qid: string, 
/**
 * Of that question.
 */
title: string, 
/**
 * Markdown.
 */
text: string, deletedAt: string, 
/**
 * Why an administrator has removed it: then its author cannot bring it back.
 */
removalReason?: string, };

export type Removal = { 
/**
 * Of what was removed.
 */
_id: string, type: PostKind, 
/**
 * The question that it is or belongs to.
 */
qid: string, 
/**
 * Of that question.
 */
title: string, 
/**
 * Markdown: the beginning.
 */
text: string, author: string, removedBy: string, removedAt: string, reason: string, };

export type Duplicate = "original" | "copy";

export type LinkedQuestion = { _id: string, title: string, answerCount: number, score: number, 
/**
 * Whether one of its answers is accepted.
 */
accepted: boolean, 
/**
 * Whether it takes no new answers.
 */
closed: boolean, linkedBy: string, 
/**
 * What this one is to the question that was asked for.
 */
duplicate: Duplicate, 
/**
 * Whether this viewer may take the link away.
 */
mayUnlink: boolean, };

export type Visibility = "public" | "private";

export type Requester = { _id: string, username: string, };

export type MemberRequest = { 
/**
 * The `_id` of the user.
 */
userId: string, requestedAt: string, user: Requester, };

export type Community = { _id: string, name: string, description: string, visibility: Visibility, 
/**
 * A username; `[deleted]` when he is gone.
 */
owner: string, 
/**
 * Usernames: of the newest 1,000 memberships the oldest first, and in replies the viewer's own in any case.
 */
members: Array<string>, 
/**
 * Usernames, as the members'.
 */
moderators: Array<string>, 
/**
 * The newest 1,000, the oldest of them first: all for moderators, one's own for who has made one.
 */
memberRequests: Array<MemberRequest>, 
/**
 * Ids of the newest 1,000, newest first.
 */
questions: Array<string>, 
/**
 * All of them, whoever may know their names.
 */
memberCount: number, createdAt: string, 
/**
 * Since when nobody can join it or ask in it.
 */
archivedAt?: string, 
/**
 * Present when one of the lists is longer than what is shown of it.
 */
truncated?: true, };

export type CommunityCard = { _id: string, name: string, description: string, visibility: Visibility, 
/**
 * A username; `[deleted]` when he is gone.
 */
owner: string, memberCount: number, 
/**
 * 0 for an outsider of a private one.
 */
moderatorCount: number, 
/**
 * 0 for all but moderators.
 */
requestCount: number, 
/**
 * 0 for an outsider of a private one.
 */
questionCount: number, isMember: boolean, isModerator: boolean, 
/**
 * Whether the viewer has asked to join and waits for an answer.
 */
requested: boolean, archived: boolean, createdAt: string, };

export type Member = { 
/**
 * Of the user.
 */
_id: string, username: string, isModerator: boolean, isOwner: boolean, joinedAt: string, };

export type CommunityStanding = { _id: string, name: string, visibility: Visibility, 
/**
 * Nobody, where the last member is gone.
 */
owner?: string, memberCount: number, 
/**
 * Where this administrator may read them.
 */
questionCount?: number, createdAt: string, archivedAt?: string, };

export type SignIn = { username: string, session: Session, };

export type Invitation = { _id: string, 
/**
 * Nobody, where it was made on the command line.
 */
createdBy?: string, createdAt: string, expiresAt: string, 
/**
 * For whom it is, as whoever made it calls him; it may be empty. Whoever signs up with it can read it among his data.
 */
note: string, 
/**
 * Who has signed up with it.
 */
usedBy?: string, usedAt?: string, };

export type NewInvitation = { invitation: Invitation, 
/**
 * What the link says: `/signup#invitation=` and this.
 */
token: string, };

export type NewPassword = { username: string, password: string, };

export type BackupContent = { createdAt: string, 
/**
 * The schema's version.
 */
schema: number, users: number, };

export type Backup = { 
/**
 * Of its file.
 */
name: string, 
/**
 * Of its file.
 */
bytes: number, 
/**
 * What it says of itself; nothing, when it cannot be read.
 */
content?: BackupContent, };

export type Health = { version: string, 
/**
 * The schema's version.
 */
schema: number, startedAt: string, 
/**
 * Of the database's file.
 */
databaseBytes: number, 
/**
 * Of what has been committed and is not in that file yet.
 */
logBytes: number, 
/**
 * Left on the disk of the data directory, where the system tells.
 */
freeBytes?: number, 
/**
 * The last one of which is known what is in it.
 */
lastBackup?: Backup, 
/**
 * Whether the directory of the backups can be read; if not, the log says why.
 */
backupsReadable: boolean, };

export type StarReply = { qid: string, starred: boolean, };

export type Contribution = { 
/**
 * In UTC, such as 2026-11-21.
 */
date: string, questions: number, comments: number, answers: number, };

export type UpdateType = "answer" | "comment";

export type Notification = { _id: string, questionId: string, questionTitle: string, 
/**
 * The answer, or the answer commented on.
 */
answerId?: string, updateType: UpdateType, updateBy: string, 
/**
 * Markdown: the first 1,000 characters of the answer or the comment as it is now.
 */
updateText: string, viewed: boolean, createdAt: string, };

export type MessageKind = "global" | "direct";

export type Message = { _id: string, 
/**
 * Markdown, of which only what fits into a line is shown: emphasis, code, links.
 */
msg: string, 
/**
 * A username; `[deleted]` when he is gone.
 */
msgFrom: string, msgDateTime: string, type: MessageKind, 
/**
 * How its author's client calls it, if it does.
 */
nonce?: string, };

export type ReadState = { 
/**
 * Messages with a greater id are unread.
 */
readUpTo: string, 
/**
 * How many those are; 100 stands for 100 and more.
 */
unread: number, };

export type Chat = { _id: string, 
/**
 * Usernames in alphabetical order; `[deleted]` for who is gone.
 */
participants: Array<string>, 
/**
 * The newest, the oldest of them first: in a list of chats the last one, elsewhere at most 100.
 */
messages: Array<Message>, createdAt: string, 
/**
 * When the last message was written, or somebody was added after it.
 */
updatedAt: string, 
/**
 * In replies: messages with a greater id the viewer has not read.
 */
readUpTo?: string, 
/**
 * In replies: how many those are; 100 stands for 100 and more.
 */
unread?: number, };

export type UnreadChats = { 
/**
 * 100 stands for 100 and more.
 */
unread: number, };

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

export type CommunityChange = "created" | "updated";

export type CommunityUpdate = { 
/**
 * As the one who is told sees it.
 */
community: Community, type: CommunityChange, };

export type NotificationChange = "created" | "viewed" | "cleared";

export type NotificationUpdate = { 
/**
 * With `cleared`, which is about all of them, the newest.
 */
notification: Notification, type: NotificationChange, };

export type MessageUpdate = { msg: Message, };

export type ChatChange = "created" | "newMessage" | "newParticipant";

export type ChatUpdate = { chat: Chat, type: ChatChange, };

export type GameType = "Nim";

export type GameStatus = "WAITING_TO_START" | "IN_PROGRESS" | "OVER";

export type NimMove = { numObjects: number, 
/**
 * The player's name.
 */
playerID: string, };

export type NimState = { status: GameStatus, player1?: string, player2?: string, moves: Array<NimMove>, remainingObjects: number, 
/**
 * Only of a game that was won.
 */
winners?: Array<string>, };

export type GameState = NimState;

export type GameInstance = { gameID: string, gameType: GameType, 
/**
 * Their names, in the order of their turns.
 */
players: Array<string>, state: GameState, 
/**
 * When it ended; until then, when it was created.
 */
datePlayed: string, createdAt: string, 
/**
 * When somebody last created, joined or moved.
 */
actedAt: string, 
/**
 * The game in which both play again.
 */
rematchID?: string, };

export type Gamer = { username: string, wins: number, 
/**
 * The games that he has played to their end, won or lost; of many the last hundred. The last is the first.
 */
gameIDs: Array<string>, 
/**
 * How many games that are.
 */
gameCount: number, };

export type Streak = { days: number, };

export type GameUpdate = { gameInstance: GameInstance, };

export type GameError = { 
/**
 * His name.
 */
player: string, error: string, 
/**
 * The game, as he named it.
 */
gameID: string, };

export type GamerUpdate = Array<Gamer>;

/** Everything that the server pushes. */
export type LiveEvent =
  | { name: 'questionUpdate'; payload: QuestionUpdate }
  | { name: 'viewsUpdate'; payload: ViewsUpdate }
  | { name: 'answerUpdate'; payload: AnswerUpdate }
  | { name: 'commentUpdate'; payload: CommentUpdate }
  | { name: 'voteUpdate'; payload: VoteUpdate }
  | { name: 'userUpdate'; payload: UserUpdate }
  | { name: 'communityUpdate'; payload: CommunityUpdate }
  | { name: 'notificationUpdate'; payload: NotificationUpdate }
  | { name: 'messageUpdate'; payload: MessageUpdate }
  | { name: 'chatUpdate'; payload: ChatUpdate }
  | { name: 'gamerUpdate'; payload: GamerUpdate }
  | { name: 'gameUpdate'; payload: GameUpdate }
  | { name: 'gameError'; payload: GameError };

/** Limits of what people write, in characters unless it says otherwise. */
export const limits = {
  title: 100,
  tags: 5,
  tag: 20,
  questionText: 30000,
  answerText: 30000,
  commentText: 5000,
  message: 2000,
  participants: 50,
  biography: 2000,
  communityName: 100,
  communityDescription: 2000,
  password: 256,
  reason: 500,
  invitationNote: 100,
} as const;
