// Generated from the Rust types by `cargo test`, which rewrites a stale file. Do not edit.

export type User = { _id: string, username: string, dateJoined: string, 
/**
 * Markdown.
 */
biography: string, 
/**
 * The name of an imported user on their original site.
 */
displayName?: string, 
/**
 * Whether the user is an administrator.
 */
isAdministrator?: boolean, 
/**
 * Whether the user is a moderator of the site and not an administrator.
 */
isSiteModerator?: boolean, 
/**
 * Until when the caller themselves is silenced: they may read, but write nothing. Absent for other
 * users.
 */
silencedUntil?: string, 
/**
 * The number of their questions that everyone may read.
 */
questionCount: number, 
/**
 * The number of their answers that everyone may read.
 */
answerCount: number, 
/**
 * What their questions and answers that everyone may read have earned: 5 for each vote on a question
 * and 10 on an answer, up or down, their own left out, and 15 for an answer that another member
 * accepted; at least 0. It gives no right. Absent: the site does not show it.
 */
reputation?: number, };

export type Session = { _id: string, createdAt: string, 
/**
 * Recorded at most every five minutes.
 */
lastSeenAt: string, 
/**
 * The client's address at the login.
 */
address: string, 
/**
 * The browser's `User-Agent` at the login.
 */
userAgent: string, 
/**
 * Whether it is the session of this request.
 */
current: boolean, };

export type Role = "user" | "moderator" | "administrator";

export type AdminUserView = { _id: string, username: string, role: Role, dateJoined: string, 
/**
 * When the account was disabled, if it is.
 */
disabledAt?: string, 
/**
 * The administrator who disabled it, with their name at that time; empty for the operator. Absent
 * if the log of administration does not say it.
 */
disabledBy?: string, 
/**
 * The last use of any session, recorded at most every five minutes.
 */
lastSeenAt?: string, 
/**
 * The number of open sessions.
 */
sessions: number, };

export type NewAccounts = { 
/**
 * Users, without staff and imported users.
 */
users: number, 
/**
 * Accounts that wait for approval.
 */
waiting: number, };

export type BulkRemoval = { _id: string, removedBy: string, removedAt: string, reason: string, since: string, until: string, 
/**
 * The number of users.
 */
users: number, 
/**
 * The number of accounts that waited for approval.
 */
waiting: number, 
/**
 * The number of users who are still being removed, or restored if it is undone.
 */
remaining: number, undoneAt?: string, };

export type SignupChallenge = { challenge: string, bits: number, 
/**
 * Until when the solution is accepted, once.
 */
validUntil: string, };

export type WaitingReply = { 
/**
 * Always true.
 */
awaitsApproval: boolean, 
/**
 * A sentence for the person.
 */
message: string, };

export type SignupWave = { beganAt: string, 
/**
 * When it ends, unless there are more sign-ups than usual again.
 */
endsAt: string, 
/**
 * The largest number of sign-ups in an hour.
 */
most: number, 
/**
 * The number that was too many: of the whole site, or of one network.
 */
limit: number, 
/**
 * The network, such as `203.0.113.0/24`, if one network had too many.
 */
network?: string, };

export type Signups = { 
/**
 * The number of accounts that wait for approval.
 */
waiting: number, 
/**
 * The wave during which sign-ups need approval and a proof of work. Absent: there is none.
 */
wave?: SignupWave, };

export type Attribution = { author: string, url: string, licence: string, };

export type Tag = { _id: string, name: string, description: string, };

export type TagCount = { _id: string, name: string, description: string, qcnt: number, 
/**
 * The synonym that contains the text, if the name does not.
 */
synonym?: string, };

export type Comment = { _id: string, 
/**
 * Markdown.
 */
text: string, commentBy: string, commentDateTime: string, editedAt?: string, deletedAt?: string, attribution?: Attribution, 
/**
 * The names of members in the text, without the `@`.
 */
mentions?: Array<string>, 
/**
 * The sizes of the pictures in its text. Absent within a question or an answer.
 */
pictures?: Array<PictureSize>, 
/**
 * Whether it waits for approval, so that only its author sees it.
 */
waiting?: boolean, };

export type Answer = { _id: string, 
/**
 * Markdown.
 */
text: string, ansBy: string, ansDateTime: string, 
/**
 * Oldest first.
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
 * Upvotes minus downvotes, plus the imported score.
 */
score: number, editedAt?: string, deletedAt?: string, attribution?: Attribution, 
/**
 * The names of members in the text, without the `@`.
 */
mentions?: Array<string>, 
/**
 * The sizes of the pictures in its text and in those of its comments. Absent within a question.
 */
pictures?: Array<PictureSize>, 
/**
 * Whether it waits for approval, so that only its author sees it.
 */
waiting?: boolean, };

export type CloseReason = "duplicate" | "off-topic" | "unclear" | "too-broad" | "opinion";

export type EditedPost = { _id: string, type: PostKind, 
/**
 * The question that it is or belongs to.
 */
qid: string, 
/**
 * Whether the content was not the same before.
 */
isChanged: boolean, };

export type Question = { _id: string, title: string, 
/**
 * Markdown.
 */
text: string, tags: Array<Tag>, 
/**
 * Oldest first.
 */
answers: Array<Answer>, askedBy: string, askDateTime: string, 
/**
 * One empty string per user of this site who has viewed the question: the number, not the
 * names.
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
 * Viewers on this site plus imported views.
 */
viewCount: number, answerCount: number, 
/**
 * Upvotes minus downvotes, plus the imported score.
 */
score: number, acceptedAnswerId?: string, editedAt?: string, 
/**
 * When the question was closed to new answers.
 */
closedAt?: string, 
/**
 * Since when only members of trust level 1 or higher answer it.
 */
protectedAt?: string, 
/**
 * Why a moderator closed it. Absent if its author did.
 */
closeReason?: CloseReason, 
/**
 * What to do next, in the words of the moderator who closed it.
 */
closeNote?: string, 
/**
 * Since when only moderators may answer, comment, vote and edit there.
 */
lockedAt?: string, deletedAt?: string, attribution?: Attribution, 
/**
 * The names of members in the text, without the `@`.
 */
mentions?: Array<string>, 
/**
 * The sizes of the pictures in its text and in those of its answers and comments, at most 500.
 */
pictures?: Array<PictureSize>, 
/**
 * Whether it waits for approval, so that only its author sees it.
 */
waiting?: boolean, };

export type PictureSize = { _id: string, 
/**
 * In pixels.
 */
width: number, 
/**
 * In pixels.
 */
height: number, };

export type Profile = { 
/**
 * The sizes of the pictures in the biography.
 */
pictures?: Array<PictureSize>, _id: string, username: string, dateJoined: string, 
/**
 * Markdown.
 */
biography: string, 
/**
 * The name of an imported user on their original site.
 */
displayName?: string, 
/**
 * Whether the user is an administrator.
 */
isAdministrator?: boolean, 
/**
 * Whether the user is a moderator of the site and not an administrator.
 */
isSiteModerator?: boolean, 
/**
 * Until when the caller themselves is silenced: they may read, but write nothing. Absent for other
 * users.
 */
silencedUntil?: string, 
/**
 * The number of their questions that everyone may read.
 */
questionCount: number, 
/**
 * The number of their answers that everyone may read.
 */
answerCount: number, 
/**
 * What their questions and answers that everyone may read have earned: 5 for each vote on a question
 * and 10 on an answer, up or down, their own left out, and 15 for an answer that another member
 * accepted; at least 0. It gives no right. Absent: the site does not show it.
 */
reputation?: number, };

export type PictureType = "image/png" | "image/jpeg";

export type Picture = { _id: string, 
/**
 * In pixels.
 */
width: number, 
/**
 * In pixels.
 */
height: number, 
/**
 * The size on the disk, with the thumbnail.
 */
bytes: number, type: PictureType, };

export type PictureDeleted = { _id: string, };

export type PicturesToday = { 
/**
 * The number of files.
 */
count: number, limit: number, bytes: number, byteLimit: number, };

export type PictureUsage = { 
/**
 * The size of all pictures.
 */
bytes: number, limit: number, 
/**
 * The number of pictures.
 */
count: number, today: PicturesToday, };

export type PictureKind = "question" | "answer" | "comment" | "message" | "tag" | "community" | "biography" | "avatar" | "logo";

export type PictureUse = { kind: PictureKind, 
/**
 * The question, the answer, the comment or the message, the community or the user whose description
 * it is, or the user or the community whose picture it is. Absent for the logo, and for the
 * description of a tag: the id of a tag says
 * when it was first used, which may have been in a private community.
 */
contentId?: string, 
/**
 * The question that it is or belongs to.
 */
qid?: string, 
/**
 * The title of that question.
 */
title?: string, 
/**
 * The answer that it is or comments on.
 */
answerId?: string, 
/**
 * The chat of a direct message.
 */
chatId?: string, 
/**
 * The name of the tag.
 */
tag?: string, 
/**
 * The name of the community.
 */
community?: string, };

export type PictureRecord = { _id: string, 
/**
 * The name of the member who has uploaded it.
 */
owner: string, 
/**
 * In pixels.
 */
width: number, 
/**
 * In pixels.
 */
height: number, 
/**
 * The size on the disk, with the thumbnail.
 */
bytes: number, type: PictureType, uploadedAt: string, 
/**
 * The first 5 texts that show it and that the caller may read.
 */
uses: Array<PictureUse>, 
/**
 * The number of these texts. At most 100 are counted.
 */
useCount: number, };

export type UnusedPictures = { pictures: number, bytes: number, };

export type MemberPictures = { username: string, pictures: number, bytes: number, };

export type PictureCounts = { pictures: number, 
/**
 * The size of all files.
 */
bytes: number, files: number, unused: UnusedPictures, 
/**
 * The 10 members whose pictures take the most.
 */
largest: Array<MemberPictures>, };

export type AvatarOf = "users" | "communities";

export type Avatars = { 
/**
 * Of users, by their names as they were given.
 */
users: Record<string, string>, 
/**
 * Of communities, by their ids.
 */
communities: Record<string, string>, };

export type AvatarUpdate = { of: AvatarOf, 
/**
 * The username, or the id of the community.
 */
seed: string, picture: string | null, };

export type FirstData = { 
/**
 * The signed-in user.
 */
user: User, 
/**
 * The question. `null` if it is too large to be part of the page.
 */
question: Question | null, 
/**
 * The questions that are linked to it as duplicates.
 */
duplicates: Array<LinkedQuestion>, 
/**
 * The community of the question, if it has one.
 */
community: CommunityCard | null, };

export type ForYou = { 
/**
 * The names of the tags of the questions that the member has asked, answered and starred of
 * late, most frequent first.
 */
tags: Array<string>, 
/**
 * The newest questions with these tags that the member has not opened.
 */
newQuestions: QuestionCard[], 
/**
 * The newest questions with these tags that have no answers and accept them.
 */
unanswered: QuestionCard[], 
/**
 * Whether one of the member's latest posts is a question.
 */
hasAsked: boolean, 
/**
 * Whether one of the member's latest posts is an answer.
 */
hasAnswered: boolean, };

export type SearchMatch = { title: Array<string>, 
/**
 * The post that the passage is from: the question or an answer.
 */
postId: string, 
/**
 * The author of the post.
 */
postBy: string, 
/**
 * Empty if the words are only in the title or the tags.
 */
passage: Array<string>, };

export type QuestionCard = { _id: string, title: string, 
/**
 * Markdown: at most the first 1,000 characters, cut between blocks, and up to 1,000 characters
 * of link reference definitions that they use.
 */
text: string, 
/**
 * Whether the text was cut.
 */
truncated: boolean, tags: Array<Tag>, askedBy: string, askDateTime: string, answerCount: number, viewCount: number, score: number, 
/**
 * Whether the viewer has starred the question.
 */
starred: boolean, 
/**
 * Whether one of its answers is accepted.
 */
accepted: boolean, 
/**
 * Whether it is closed to new answers.
 */
closed: boolean, communityId?: string, communityName?: string, 
/**
 * Whether only the members of its community may read it.
 */
isPrivate: boolean, 
/**
 * What matched, in the results of a search with words.
 */
match?: SearchMatch, };

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
 * Only for questions.
 */
title?: string, 
/**
 * Only for questions.
 */
tags?: Array<string>, 
/**
 * Markdown.
 */
text: string, 
/**
 * Whether the content was purged: the texts are empty.
 */
purged?: boolean, 
/**
 * Whether the caller can purge it.
 */
canPurge?: boolean, };

export type PurgedRevision = { _id: string, purged: boolean, };

export type PostKind = "question" | "answer" | "comment";

export type AuthoredPost = { _id: string, type: PostKind, 
/**
 * The question that it is or belongs to.
 */
qid: string, 
/**
 * The title of that question.
 */
title: string, 
/**
 * Markdown: an excerpt.
 */
text: string, score: number, 
/**
 * The number of answers of the question.
 */
answerCount: number, 
/**
 * Whether it is accepted, or of a question, whether one of its answers is.
 */
accepted: boolean, createdAt: string, };

export type RemovalKind = "removed" | "hidden" | "held" | "withdrawn" | "rejected";

export type DeletedPost = { _id: string, type: PostKind, 
/**
 * The question that it is or belongs to.
 */
qid: string, 
/**
 * The title of that question.
 */
title: string, 
/**
 * Markdown.
 */
text: string, deletedAt: string, 
/**
 * Why others do not see it. Absent: its author deleted it and can restore it.
 */
state?: RemovalKind, 
/**
 * The tags of a question that waits for approval.
 */
tags?: Array<string>, 
/**
 * Why an administrator or a moderator removed or rejected it.
 */
removalReason?: string, 
/**
 * Whether a moderator of the community removed it.
 */
byModerator?: boolean, };

export type Removal = { 
/**
 * The id of the removed post or comment.
 */
_id: string, type: PostKind, 
/**
 * The question that it is or belongs to.
 */
qid: string, 
/**
 * The title of that question.
 */
title: string, 
/**
 * Markdown: an excerpt.
 */
text: string, author: string, removedBy: string, removedAt: string, reason: string, 
/**
 * Whether it was removed by a moderator, so that moderators may restore it.
 */
byModerator?: boolean, };

export type AdminAction = "create-user" | "promote" | "demote" | "appoint-moderator" | "dismiss-moderator" | "disable" | "enable" | "delete-user" | "rename-user" | "merge-user" | "set-password" | "reset-sign-in" | "end-session" | "end-sessions" | "invite" | "revoke-invitation" | "archive-community" | "unarchive-community" | "remove-post" | "restore-post" | "purge-version" | "close-question" | "reopen-question" | "lock-question" | "unlock-question" | "edit-post" | "pin-question" | "unpin-question" | "move-question" | "undo-move" | "merge-question" | "undo-merge" | "move-answer" | "remove-message" | "remove-picture" | "open-flagged" | "decide-flag" | "undo-decision" | "add-synonym" | "remove-synonym" | "resend-delivery" | "back-up" | "set-setting" | "warn" | "silence" | "suspend" | "lift-sanction" | "remove-content" | "restore-content" | "decide-appeal" | "hide-post" | "vouch" | "unvouch" | "protect-question" | "unprotect-question" | "begin-wave" | "end-wave" | "remove-new-users" | "undo-removal";

export type AdminTargetKind = "user" | "community" | "question" | "answer" | "comment" | "message" | "picture" | "tag" | "invitation" | "backup" | "entry" | "setting" | "site" | "address";

export type AdminLogEntry = { _id: string, loggedAt: string, 
/**
 * The actor's account. Absent: the operator.
 */
actorId?: string, 
/**
 * The actor's name at that time; of the operator, their name on the server's system, or an empty
 * text.
 */
actor: string, action: AdminAction, targetKind: AdminTargetKind, 
/**
 * Absent: the target has no id.
 */
targetId?: string, 
/**
 * The target's name at that time; of an answer or a comment, the title of its question; of a
 * message or a picture, its author.
 */
target: string, 
/**
 * The reason, or what else the action says; of a setting, its new value. The browser gets at most
 * the first 1,000 characters.
 */
detail: string, 
/**
 * The value that the action replaced, cut like `detail`.
 */
before?: string, };

export type Duplicate = "original" | "copy";

export type LinkedQuestion = { _id: string, title: string, answerCount: number, score: number, 
/**
 * Whether one of its answers is accepted.
 */
accepted: boolean, 
/**
 * Whether it is closed to new answers.
 */
closed: boolean, linkedBy: string, 
/**
 * The role of this question for the requested one.
 */
duplicate: Duplicate, 
/**
 * Whether the viewer may remove the link.
 */
mayUnlink: boolean, };

export type PinKind = "site" | "tag" | "community";

export type Pin = { place: PinKind, 
/**
 * The name of the tag, with the place `tag`.
 */
tag?: string, };

export type Undoable = { 
/**
 * The lists above which it is pinned and from which they may unpin it.
 */
pins: Array<Pin>, 
/**
 * Whether they may return it to where it was before its latest move.
 */
mayUndoMove: boolean, 
/**
 * Whether they may return the answers that its merge has moved.
 */
mayUndoMerge: boolean, };

export type QuestionPermissions = { 
/**
 * Whether they may answer it.
 */
mayAnswer: boolean, 
/**
 * Whether they may comment and vote there, and edit what they have written there.
 */
mayRespond: boolean, 
/**
 * What they may undo. Only for its moderators.
 */
undoable?: Undoable, };

export type SuggestedQuestion = { _id: string, title: string, };

export type SuggestedCommunity = { _id: string, name: string, };

export type SuggestedTag = { name: string, 
/**
 * The number of questions with it that the caller may read.
 */
questionCount: number, 
/**
 * The synonym that contains the text, unless the name does.
 */
synonym?: string, };

export type Suggestions = { 
/**
 * The best results of the text as a search.
 */
questions: Array<SuggestedQuestion>, 
/**
 * Tags whose names or synonyms begin with the text, then those whose names or synonyms contain it.
 */
tags: Array<SuggestedTag>, 
/**
 * Usernames that begin with the text.
 */
users: Array<string>, 
/**
 * Communities whose names begin with the text.
 */
communities: Array<SuggestedCommunity>, };

export type Visibility = "public" | "private";

export type UserReference = { _id: string, username: string, };

export type MemberRequest = { 
/**
 * The `_id` of the user.
 */
userId: string, requestedAt: string, 
/**
 * Who asks to join.
 */
user: UserReference, };

export type Community = { _id: string, name: string, description: string, 
/**
 * The names of members in the description, without the `@`.
 */
mentions?: Array<string>, 
/**
 * The sizes of the pictures in the description.
 */
pictures?: Array<PictureSize>, visibility: Visibility, 
/**
 * The username; `[deleted]` if the account is deleted.
 */
owner: string, 
/**
 * Usernames of the newest 1,000 members, oldest membership first. Responses always include a
 * viewer who is a member.
 */
members: Array<string>, 
/**
 * Usernames, limited and ordered like `members`.
 */
moderators: Array<string>, 
/**
 * The newest 1,000 requests, oldest first. Moderators see all requests, other viewers only
 * their own.
 */
memberRequests: Array<MemberRequest>, 
/**
 * Ids of the newest 1,000 questions, newest first.
 */
questions: Array<string>, 
/**
 * The number of all members, for every viewer.
 */
memberCount: number, createdAt: string, 
/**
 * When the community was archived. Nobody can join or post in an archived community.
 */
archivedAt?: string, 
/**
 * Present if one of the lists was cut at 1,000 entries.
 */
truncated?: true, };

export type CommunityCard = { _id: string, name: string, description: string, 
/**
 * The names of members in the description, without the `@`.
 */
mentions?: Array<string>, 
/**
 * The sizes of the pictures in the description. Absent in lists.
 */
pictures?: Array<PictureSize>, visibility: Visibility, 
/**
 * The username; `[deleted]` if the account is deleted.
 */
owner: string, memberCount: number, 
/**
 * 0 for users outside a private community.
 */
moderatorCount: number, 
/**
 * 0 for everyone except moderators.
 */
requestCount: number, 
/**
 * 0 for users outside a private community.
 */
questionCount: number, isMember: boolean, isModerator: boolean, 
/**
 * Whether the viewer has a pending join request.
 */
requested: boolean, archived: boolean, createdAt: string, };

export type Member = { 
/**
 * The id of the user.
 */
_id: string, username: string, isModerator: boolean, isOwner: boolean, joinedAt: string, };

export type AdminCommunityView = { _id: string, name: string, visibility: Visibility, 
/**
 * Absent if the last member has left.
 */
owner?: string, memberCount: number, 
/**
 * Present if this administrator may read the questions.
 */
questionCount?: number, createdAt: string, archivedAt?: string, 
/**
 * The administrator who archived it, with their name at that time. Absent if its owner did.
 */
archivedBy?: string, };

export type SessionInfo = { username: string, session: Session, };

export type Invitation = { _id: string, 
/**
 * The creator; absent if it was created on the command line.
 */
createdBy?: string, createdAt: string, expiresAt: string, 
/**
 * The creator's note, such as the recipient; it may be empty. The user who signs up with the
 * invitation can read it in their own data.
 */
note: string, 
/**
 * The user who signed up with it.
 */
usedBy?: string, usedAt?: string, };

export type NewInvitation = { invitation: Invitation, 
/**
 * The token of the link `/signup#invitation={token}`.
 */
token: string, };

export type PasswordLink = { username: string, 
/**
 * The token of the link `/reset#token={token}`.
 */
token: string, expiresAt: string, };

export type NoticeKind = "signInReset";

export type SecurityNotice = { _id: string, kind: NoticeKind, 
/**
 * The administrator's name at that time; absent if it was the operator, on the command line.
 */
by?: string, createdAt: string, dismissedAt?: string, };

export type Channel = "mail" | "digest" | "push";

export type DeliveryKind = "verifyAddress" | "resetPassword" | "addressChanged" | "passwordChanged" | "signInReset" | "reportDecided" | "answer" | "comment" | "mention" | "watched" | "reminder" | "dailyDigest" | "weeklyDigest";

export type DeliveryChoice = { channel: Channel, kind: DeliveryKind, };

export type DeliveryPreferences = { choices: Array<DeliveryChoice>, 
/**
 * The IANA name of their time zone.
 */
timeZone: string, 
/**
 * When the quiet hours begin, in minutes after midnight. Absent without quiet hours.
 */
quietFrom?: number, 
/**
 * When they end; an earlier time is one of the next day.
 */
quietTo?: number, };

export type DeliveryCounts = { waiting: number, 
/**
 * Of the last seven days.
 */
sent: number, 
/**
 * Of the last fourteen days.
 */
failed: number, 
/**
 * When the oldest waiting delivery was caused.
 */
waitingSince?: string, };

export type FailedDelivery = { _id: string, 
/**
 * The recipient's name; not their address.
 */
username: string, channel: Channel, kind: DeliveryKind, createdAt: string, failedAt: string, attempts: number, 
/**
 * Why the last attempt failed, in plain words; it may quote the mail server or the push service.
 */
problem: string, };

export type MailSettings = { 
/**
 * The address that mails go to.
 */
address?: string, 
/**
 * An address whose link has not been used yet.
 */
pending?: string, 
/**
 * Whether the mail server has refused the address so often that only mails about the account go to it.
 */
isRefused: boolean, };

export type VerifiedAddress = { address: string, };

export type Unsubscribed = { kind: DeliveryKind, };

export type PushDevice = { _id: string, 
/**
 * The browser and its system, such as `Firefox on Android`.
 */
name: string, createdAt: string, 
/**
 * Whether it is the browser of the caller's session.
 */
isCurrent: boolean, 
/**
 * Whether messages only say that there is something new.
 */
hidesText: boolean, 
/**
 * The kinds of news that it is told of, of those that the user wants by push.
 */
kinds: Array<DeliveryKind>, };

export type PushSettings = { 
/**
 * The `applicationServerKey` for a subscription, in the URL-safe alphabet of Base64.
 */
publicKey: string, 
/**
 * Newest first.
 */
devices: Array<PushDevice>, 
/**
 * What the user wants to be told by push. A device may be told of less.
 */
kinds: Array<DeliveryKind>, };

export type BackupContent = { createdAt: string, 
/**
 * The schema's version.
 */
schema: number, users: number, };

export type Backup = { 
/**
 * The file name.
 */
name: string, 
/**
 * The file size.
 */
bytes: number, 
/**
 * The backup's own description; absent if it is unreadable.
 */
content?: BackupContent, };

export type Health = { version: string, 
/**
 * The schema's version.
 */
schema: number, startedAt: string, 
/**
 * The size of the database file.
 */
databaseBytes: number, 
/**
 * The size of the write-ahead log.
 */
logBytes: number, 
/**
 * The free bytes of the data directory's disk, if the system reports them.
 */
freeBytes?: number, 
/**
 * The newest readable backup.
 */
lastBackup?: Backup, 
/**
 * Whether the backup directory is readable; if not, the log has the reason.
 */
backupsReadable: boolean, 
/**
 * The address under which the administrator uses the site, if `server.base_url` should be set to
 * it: no `base_url` is set, so the site answers under any name.
 */
missingBaseUrl?: string, };

export type StarReply = { qid: string, starred: boolean, };

export type StarNote = { qid: string, 
/**
 * Plain text. Empty without a note.
 */
note: string, 
/**
 * The time of the reminder, if there is one.
 */
remindAt?: string, };

export type Reminder = { qid: string, title: string, 
/**
 * Plain text. Empty without a note.
 */
note: string, remindAt: string, };

export type Reminders = { 
/**
 * Those that are due, the latest first: at most 20.
 */
due: Array<Reminder>, 
/**
 * The number of milliseconds after which the next one is due, if there is one.
 */
nextDueMs?: number, };

export type News = { qid: string, 
/**
 * The number of answers by others since the visit: at most 100.
 */
newAnswers: number, 
/**
 * The oldest of them.
 */
firstNewAnswer?: string, 
/**
 * The newest answer, whether it is new or not.
 */
lastAnswer?: string, };

export type FollowKind = "question" | "tag" | "community";

export type FollowState = "watching" | "normal" | "muted";

export type FollowReply = { kind: FollowKind, 
/**
 * The id of the question or the community, or the name of the tag.
 */
object: string, state: FollowState, 
/**
 * The number of watchers among those who may read the object, without its asker: at most 10,000.
 */
watchers: number, };

export type FollowedObject = { kind: FollowKind, 
/**
 * The id of the question or the community, or the name of the tag.
 */
object: string, 
/**
 * The title or the name.
 */
name: string, };

export type Follow = { state: FollowState, kind: FollowKind, 
/**
 * The id of the question or the community, or the name of the tag.
 */
object: string, 
/**
 * The title or the name.
 */
name: string, };

export type InboxItem = { 
/**
 * The new question, or the newest answer to the question.
 */
_id: string, qid: string, title: string, 
/**
 * The number of new answers by others to a watched question: at most 20. 0 for a new question.
 */
newAnswers: number, 
/**
 * The oldest of them.
 */
firstNewAnswer?: string, 
/**
 * The author of the new question, or of the newest new answer.
 */
author: string, createdAt: string, 
/**
 * What the caller watches.
 */
reason: FollowedObject, };

export type TagDescription = { 
/**
 * Markdown. Empty without a description.
 */
text: string, 
/**
 * The current version of the description, which an edit is based on. Absent before the first one.
 */
revisionId?: string, 
/**
 * Who saved it. Absent before the first version.
 */
editedBy?: string, 
/**
 * When it was saved.
 */
editDateTime?: string, };

export type TagPage = { name: string, 
/**
 * The number of questions with the tag that the caller may read.
 */
questionCount: number, 
/**
 * Whether the tag can be described. One that only private communities use cannot.
 */
canEdit: boolean, 
/**
 * Other names of the tag, by name.
 */
synonyms: Array<string>, 
/**
 * Up to 5 questions with the tag that the caller may read, best voted first.
 */
topQuestions: Array<TopQuestion>, 
/**
 * Markdown. Empty without a description.
 */
text: string, 
/**
 * The current version of the description, which an edit is based on. Absent before the first one.
 */
revisionId?: string, 
/**
 * Who saved it. Absent before the first version.
 */
editedBy?: string, 
/**
 * When it was saved.
 */
editDateTime?: string, };

export type TagSynonyms = { 
/**
 * The name of the main tag.
 */
name: string, 
/**
 * Its synonyms, by name.
 */
synonyms: Array<string>, };

export type TopQuestion = { _id: string, title: string, score: number, answerCount: number, };

export type BlockReply = { username: string, blocked: boolean, };

export type MemberTrust = { username: string, 
/**
 * 0: new; 1: known; 2: trusted.
 */
level: number, 
/**
 * The moderator who has vouched for them. Absent: nobody has.
 */
vouchedBy?: string, vouchedAt?: string, 
/**
 * When they last lost the trust in them, by a suspension.
 */
lostAt?: string, };

export type HoldSignal = "first" | "link" | "newDomain" | "copy" | "phone" | "offTopic" | "brief" | "advertising" | "blockedWord" | "blockedDomain" | "blockedNetwork";

export type HoldReason = { signal: HoldSignal, 
/**
 * What was found, such as the domain: at most 100 characters. Empty: the signal says it all.
 */
detail: string, };

export type CaseKind = "question" | "answer" | "comment" | "message" | "user" | "community" | "signup" | "appeal" | "picture" | "address";

export type Ask = "held" | "signup" | "appeal";

export type FlagReason = "spam" | "rude" | "attention" | "illegal";

export type Decision = "uphold" | "decline" | "abuse" | "approve" | "reject";

export type MyFlag = { _id: string, kind: CaseKind, objectId: string, reason: FlagReason, 
/**
 * What the caller wrote; it may be empty.
 */
text: string, createdAt: string, 
/**
 * Absent: not decided.
 */
outcome?: Decision, 
/**
 * Whether the decision removed the object.
 */
removed: boolean, 
/**
 * Why it was decided so.
 */
decisionReason?: string, decidedAt?: string, };

export type VisitorReport = { 
/**
 * The path on this site that they have named.
 */
path: string, 
/**
 * Where it is illegal.
 */
place: string, 
/**
 * The visitor's name, if they have given one. Only moderators of the site see it.
 */
name?: string, 
/**
 * Whether the decision is mailed to the visitor, with its reason.
 */
getsMail: boolean, };

export type QueuedFlag = { reason: FlagReason, text: string, createdAt: string, 
/**
 * Who reported. Only moderators of the site see it.
 */
flaggedBy?: string, 
/**
 * Present if a visitor without an account reported.
 */
visitor?: VisitorReport, };

export type NeighbouringMessage = { author: string, text: string, 
/**
 * Whether it was written before the reported one.
 */
isBefore: boolean, };

export type FlaggedContent = { author: string, 
/**
 * The title of the question; the name of a community.
 */
title?: string, 
/**
 * Markdown, shortened to 1,000 characters unless the viewer has opened or claimed the case.
 */
text: string, 
/**
 * Whether the text was shortened.
 */
truncated?: boolean, 
/**
 * The question of a post or comment.
 */
qid?: string, 
/**
 * Whether its author, or a removal, has deleted it.
 */
isDeleted: boolean, 
/**
 * The messages before and after an opened message of a private chat.
 */
neighbours?: Array<NeighbouringMessage>, };

export type SanctionKind = "warning" | "silence" | "suspension";

export type Sanction = { _id: string, 
/**
 * The member.
 */
username: string, kind: SanctionKind, reason: string, 
/**
 * Who imposed it. Absent: the operator.
 */
createdBy?: string, createdAt: string, 
/**
 * When it ends by itself. Absent: a warning.
 */
endsAt?: string, 
/**
 * When it was lifted, if it was.
 */
liftedAt?: string, 
/**
 * Who lifted it, unless it was the operator.
 */
liftedBy?: string, 
/**
 * The entry of the log of administration, with which it is undone.
 */
logId: string, };

export type OwnSanction = { 
/**
 * The entry of the log, with which the caller may appeal it.
 */
logId: string, kind: SanctionKind, reason: string, createdAt: string, 
/**
 * When it ends by itself. Absent: a warning.
 */
endsAt?: string, 
/**
 * When it was lifted, if it was.
 */
liftedAt?: string, };

export type RemovedSpan = "day" | "all";

export type ContentRemoval = { _id: string, username: string, reason: string, removedBy: string, removedAt: string, span: RemovedSpan, 
/**
 * The number of posts and comments that it has removed and that are not restored.
 */
count: number, 
/**
 * Whether it removes their messages in the global chat too, which are not restored.
 */
withMessages?: boolean, 
/**
 * Whether it, or its undoing, is not done yet.
 */
isPending?: boolean, 
/**
 * When it was undone, if it was.
 */
undoneAt?: string, 
/**
 * The entry of the log of administration, which undoes it.
 */
logId: string, };

export type Undone = { 
/**
 * The entry whose action is undone.
 */
logId: string, };

export type AppealOutcome = "approved" | "rejected";

export type Appeal = { 
/**
 * The entry of the log that they appeal.
 */
logId: string, text: string, createdAt: string, 
/**
 * Absent while it is not decided.
 */
outcome?: AppealOutcome, 
/**
 * What the moderator said about it.
 */
reason?: string, };

export type SuspensionAppealState = { 
/**
 * Absent if the suspended member has not appealed.
 */
appeal?: Appeal, 
/**
 * Whether they may appeal it now.
 */
mayAppeal: boolean, };

export type AppealedAction = { action: AdminAction, targetKind: AdminTargetKind, 
/**
 * The name of the target. Empty if the viewer may not read it.
 */
target: string, 
/**
 * Who took the action. Empty for the operator.
 */
actor: string, loggedAt: string, 
/**
 * The reason that the actor gave. Empty if the viewer may not read the target.
 */
reason: string, 
/**
 * Whether approving the appeal undoes the action. Otherwise a moderator undoes it by hand.
 */
isUndoneByApproval: boolean, };

export type FlagCase = { _id: string, kind: CaseKind, objectId: string, 
/**
 * What asks for a decision without a report. Absent: members have reported the object.
 */
ask?: Ask, 
/**
 * The newest 20 reports, oldest first.
 */
flags: Array<QueuedFlag>, flagCount: number, 
/**
 * Absent: it is in a private community or chat. A moderator of the site can open it.
 */
content?: FlaggedContent, 
/**
 * Whether the viewer reported it too, and therefore does not decide it.
 */
isOwnFlag: boolean, 
/**
 * Whether the viewer took the action that is appealed, and another moderator decides it therefore.
 */
isOwnAction?: boolean, 
/**
 * The action that is appealed.
 */
appeal?: AppealedAction, 
/**
 * Whether a decision can remove it.
 */
canRemove: boolean, 
/**
 * Whether reports hide it until it is decided.
 */
hidden?: boolean, 
/**
 * Why a held post waits.
 */
holdReasons?: Array<HoldReason>, 
/**
 * Changes when its author edits a held post. A decision names the one that the moderator read.
 */
version?: string, 
/**
 * Who decides it at the moment.
 */
claimedBy?: string, claimedUntil?: string, decision?: Decision, decisionReason?: string, decidedBy?: string, decidedAt?: string, 
/**
 * Whether the decision removed the object.
 */
removed: boolean, 
/**
 * Whether the viewer can undo the decision.
 */
canUndo: boolean, };

export type FlagUpdate = { kind: CaseKind, objectId: string, 
/**
 * Absent: it is open again.
 */
outcome?: Decision, };

export type QueueCount = { count: number, };

export type QueueUpdate = Record<symbol, never>;

export type ModerationNotice = { 
/**
 * The entry of the log.
 */
logId: string, };

export type Contribution = { 
/**
 * The day in UTC, such as 2026-11-21.
 */
date: string, questions: number, comments: number, answers: number, };

export type UpdateType = "answer" | "comment";

export type Notification = { 
/**
 * The id of the new answer or comment.
 */
_id: string, questionId: string, questionTitle: string, 
/**
 * The new answer, or the answer that the new comment is on.
 */
answerId?: string, updateType: UpdateType, updateBy: string, 
/**
 * Markdown: the first 1,000 characters of the current text of the answer or the comment.
 */
updateText: string, viewed: boolean, createdAt: string, };

export type MentionKind = "question" | "answer" | "comment" | "message" | "community";

export type Mention = { _id: string, 
/**
 * The kind of the text.
 */
kind: MentionKind, 
/**
 * The question, the answer, the comment, the message or the community.
 */
contentId: string, 
/**
 * The question that it is or belongs to. Absent for a message and a community.
 */
qid?: string, 
/**
 * The title of that question, or the name of the community.
 */
title?: string, 
/**
 * The answer that it is or comments on.
 */
answerId?: string, 
/**
 * The chat of a direct message.
 */
chatId?: string, 
/**
 * The author.
 */
mentionedBy: string, 
/**
 * Markdown: the first 1,000 characters.
 */
text: string, 
/**
 * Whether the caller has an unread notification about the same text. Viewing it marks the mention as
 * seen, and the other way round.
 */
notified: boolean, 
/**
 * When the text first named the caller.
 */
createdAt: string, };

export type MessageKind = "global" | "direct";

export type Quote = { _id: string, 
/**
 * The author's username; `[deleted]` if the account is deleted.
 */
msgFrom?: string, 
/**
 * The first 200 characters.
 */
msg?: string, };

export type Message = { _id: string, 
/**
 * Markdown. Clients render inline elements only: emphasis, code, links.
 */
msg: string, 
/**
 * The author's username; `[deleted]` if the account is deleted.
 */
msgFrom: string, msgDateTime: string, type: MessageKind, 
/**
 * The author of a direct message, unless the account is deleted.
 */
user?: UserReference, 
/**
 * The idempotency key that the author's client chose, if any.
 */
nonce?: string, 
/**
 * When the author last changed the text.
 */
editedAt?: string, 
/**
 * The message of the same chat that this one replies to.
 */
replyTo?: Quote, 
/**
 * The names of members in the text, without the `@`.
 */
mentions?: Array<string>, };

export type MessagesAround = { 
/**
 * Oldest first: at most 50 before the point, none with `after`, and at most 50 from the point on.
 */
messages: Array<Message>, 
/**
 * The message at the point. Absent with `after`, and in a chat without messages.
 */
target?: string, 
/**
 * Whether there are messages before these.
 */
hasOlder: boolean, 
/**
 * Whether there are messages after these.
 */
hasNewer: boolean, };

export type FoundMessage = { _id: string, 
/**
 * The author's username; `[deleted]` if the account is deleted.
 */
msgFrom: string, msgDateTime: string, 
/**
 * A part of the text, in parts that are alternately outside and inside the words of the search.
 */
passage: Array<string>, };

export type SearchEnd = { 
/**
 * The next call goes on before this id.
 */
before: string, msgDateTime: string, };

export type FoundMessages = { 
/**
 * Newest first, at most 50.
 */
messages: Array<FoundMessage>, 
/**
 * Where the search ended. Absent if it has read the whole chat.
 */
end?: SearchEnd, };

export type ReadState = { 
/**
 * Messages with a greater id are unread.
 */
readUpTo: string, 
/**
 * The number of unread messages, at most 100.
 */
unread: number, };

export type MessageRemoved = { _id: string, };

export type Chat = { _id: string, 
/**
 * Usernames in alphabetical order; `[deleted]` for a deleted account.
 */
participants: Array<string>, 
/**
 * The newest messages, oldest first: at most 100, or with `view=card` only the last one.
 */
messages: Array<Message>, createdAt: string, 
/**
 * When the last message was written or the last participant was added.
 */
updatedAt: string, 
/**
 * In responses: messages with a greater id are unread by the viewer.
 */
readUpTo?: string, 
/**
 * In responses: the number of unread messages, at most 100.
 */
unread?: number, };

export type UnreadChats = { 
/**
 * At most 100.
 */
unread: number, };

export type QuestionUpdate = Question;

export type ViewsUpdate = Question;

export type AnswerUpdate = { qid: string, answer: Answer, 
/**
 * The number of answers to the question, including the new one.
 */
answerCount: number, };

export type CommentUpdate = { "type": "question", result: Question, } | { "type": "answer", 
/**
 * The question that the answer is to.
 */
qid: string, result: Answer, };

export type VoteUpdate = { qid: string, upVotes: Array<string>, downVotes: Array<string>, score: number, };

export type UserChange = "created" | "updated" | "deleted";

export type UserUpdate = { user: User, type: UserChange, 
/**
 * A name that led to another account or to none until now, and leads to this user: they were renamed,
 * or the account of this name was merged into theirs.
 */
formerUsername?: string, };

export type CommunityChange = "created" | "updated";

export type CommunityUpdate = { 
/**
 * The recipient's projection of the community.
 */
community: Community, type: CommunityChange, };

export type NotificationChange = "created" | "viewed" | "cleared";

export type NotificationUpdate = { 
/**
 * With `cleared`, which concerns all notifications, the newest one.
 */
notification: Notification, type: NotificationChange, };

export type MentionUpdate = { mention: Mention, };

export type Badge = "voted" | "solved" | "helped" | "improved" | "explained";

export type AwardedBadge = { _id: string, badge: Badge, awardedAt: string, };

export type BadgeAwarded = { badge: Badge, };

export type OwnLogEntry = { _id: string, loggedAt: string, action: AdminAction, targetKind: AdminTargetKind, 
/**
 * Absent: the target has no id.
 */
targetId?: string, 
/**
 * The target's name at that time; of an answer or a comment, the title of its question.
 */
target: string, 
/**
 * The question that the target is or belongs to, if the caller may read it.
 */
qid?: string, 
/**
 * Why, or what else the action says: at most the first 1,000 characters.
 */
reason: string, 
/**
 * Whether the caller has not marked it as seen.
 */
isNew: boolean, };

export type OwnNotices = { 
/**
 * The newest 20 actions that concern them, newest first.
 */
entries: Array<OwnLogEntry>, 
/**
 * The number of all of them.
 */
entryCount: number, 
/**
 * The badges that they have been awarded, the latest first.
 */
badges: Array<AwardedBadge>, };

export type PublicLogEntry = { _id: string, loggedAt: string, action: AdminAction, targetKind: AdminTargetKind, 
/**
 * The name of a tag or a community.
 */
target?: string, 
/**
 * The question that the target is or belongs to, if the caller may read it.
 */
qid?: string, 
/**
 * Its title.
 */
title?: string, };

export type MessageUpdate = { msg: Message, };

export type MessageEdited = { 
/**
 * Absent for the global chat.
 */
chatId?: string, msg: Message, };

export type ChatChange = "created" | "newMessage" | "newParticipant";

export type ChatUpdate = { chat: Chat, type: ChatChange, };

export type ChatLeft = { chatId: string, username: string, };

export type ReadPosition = { username: string, 
/**
 * They have read the messages up to this id.
 */
readUpTo: string, };

export type ChatRead = { chatId: string, username: string, 
/**
 * They have read the messages up to this id.
 */
readUpTo: string, };

export type ChatPresence = { 
/**
 * Absent for the global chat.
 */
chatId?: string, 
/**
 * How many users they are.
 */
count: number, 
/**
 * All of them in a direct chat, and in the global chat at most 20.
 */
usernames: Array<string>, };

export type ChatTyping = { 
/**
 * Absent for the global chat.
 */
chatId?: string, username: string, };

export type GameType = "Nim";

export type GameStatus = "WAITING_TO_START" | "IN_PROGRESS" | "OVER";

export type NimMove = { numObjects: number, 
/**
 * The username of the player.
 */
playerID: string, };

export type NimState = { status: GameStatus, player1?: string, player2?: string, moves: Array<NimMove>, remainingObjects: number, 
/**
 * Present if the game has a winner.
 */
winners?: Array<string>, };

export type GameState = NimState;

export type GameInstance = { gameID: string, gameType: GameType, 
/**
 * The usernames of the players, ordered by turn.
 */
players: Array<string>, state: GameState, 
/**
 * When the game ended, or while it is not over, when it was created.
 */
datePlayed: string, createdAt: string, 
/**
 * When the game was created, or a player last joined or moved.
 */
actedAt: string, 
/**
 * The rematch of this game.
 */
rematchID?: string, };

export type Gamer = { username: string, wins: number, 
/**
 * The last 100 completed games, won or lost, most recent first.
 */
gameIDs: Array<string>, 
/**
 * The number of all completed games.
 */
gameCount: number, };

export type Streak = { days: number, };

export type GameUpdate = { gameInstance: GameInstance, };

export type GameError = { 
/**
 * The username of the player.
 */
player: string, error: string, 
/**
 * The game id that the client sent.
 */
gameID: string, };

export type GamerUpdate = Array<Gamer>;

export type Changed = { 
/**
 * The question that changed.
 */
qid?: string, 
/**
 * The answer that changed, or without a question the user, chat or community that changed.
 */
_id?: string, 
/**
 * The name of the replaced event.
 */
event: string, };

export type SettingKey = "title" | "signup" | "voice" | "games" | "chat" | "welcome" | "rules" | "terms" | "privacy" | "contact" | "announcement" | "firstSteps" | "holdFirst" | "hideReported" | "limitNew" | "holdSpam" | "blockedWords" | "blockedDomains" | "blockedNetworks" | "reputation" | "badges" | "publicLog" | "signupProof" | "waveGuard" | "logo" | "visitorReports" | "pictures" | "picturesPerMemberMb" | "picturesPerDay" | "picturesPerDayMb" | "picturesSiteMb" | "mailsPerMinute" | "mail";

export type SettingValue = boolean | number | string | Announcement | SiteMail;

export type SiteMail = { 
/**
 * The name of the server.
 */
host: string, 
/**
 * The port; 0 stands for the usual one.
 */
port: number, 
/**
 * `implicit` or `starttls`; of the configuration also `none`.
 */
tls: string, 
/**
 * The sender of all mails, such as `Stoa <stoa@example.org>`.
 */
from: string, 
/**
 * The username at the mail server; empty if it asks for none.
 */
username: string, 
/**
 * Whether there is a password. It is never told.
 */
hasPassword: boolean, };

export type TestMailResult = { 
/**
 * The address that the mail was for.
 */
address: string, 
/**
 * Why it was not sent. Absent: the mail server has accepted it.
 */
problem?: string, };

export type Setting = { key: SettingKey, 
/**
 * The value that applies; null: there is no announcement, or no mail server.
 */
value: SettingValue | null, 
/**
 * When the value was set. Absent: it is the default, or the configuration's.
 */
changedAt?: string, 
/**
 * The administrator who set the value.
 */
changedBy?: string, 
/**
 * Where the configuration sets the value, such as `environment variable STOA_SITE_TITLE`. Absent:
 * administrators can change it.
 */
fixedBy?: string, };

export type AnnouncementKind = "info" | "warning";

export type Announcement = { 
/**
 * One line without formatting.
 */
text: string, kind: AnnouncementKind, 
/**
 * When browsers stop to show it. Absent: never.
 */
endsAt?: string, 
/**
 * When it was set. The server's clock decides.
 */
postedAt?: string, };

export type SitePage = { page: SettingKey, 
/**
 * Markdown.
 */
text: string, };

export type SiteFeatures = { voice: boolean, games: boolean, chat: boolean, mail: boolean, push: boolean, pictures: boolean, };

export type PublicSite = { title: string, 
/**
 * Who may sign up.
 */
signup: 'open' | 'approval' | 'invite' | 'closed', 
/**
 * Whether a sign-up needs a proof of work. During a wave of sign-ups it may need one without this.
 */
signupProof?: boolean, features: SiteFeatures, 
/**
 * The picture that is the site's logo. Absent: the drawn one.
 */
logo?: string, 
/**
 * Whether members may read the log of moderation.
 */
publicLog?: boolean, 
/**
 * Markdown for the login and sign-up pages.
 */
welcome?: string, 
/**
 * The pages that have a text. Absent: none has.
 */
pages?: Array<SettingKey>, announcement?: Announcement, 
/**
 * Whether visitors can report illegal content.
 */
visitorReports?: boolean, };

export type SiteUpdate = { site: PublicSite, };

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
  | { name: 'mention'; payload: MentionUpdate }
  | { name: 'badgeAwarded'; payload: BadgeAwarded }
  | { name: 'avatarUpdate'; payload: AvatarUpdate }
  | { name: 'messageUpdate'; payload: MessageUpdate }
  | { name: 'messageEdited'; payload: MessageEdited }
  | { name: 'messageRemoved'; payload: MessageRemoved }
  | { name: 'chatUpdate'; payload: ChatUpdate }
  | { name: 'chatLeft'; payload: ChatLeft }
  | { name: 'chatRead'; payload: ChatRead }
  | { name: 'chatPresence'; payload: ChatPresence }
  | { name: 'chatTyping'; payload: ChatTyping }
  | { name: 'gamerUpdate'; payload: GamerUpdate }
  | { name: 'gameUpdate'; payload: GameUpdate }
  | { name: 'gameError'; payload: GameError }
  | { name: 'siteUpdate'; payload: SiteUpdate }
  | { name: 'flagUpdate'; payload: FlagUpdate }
  | { name: 'queueUpdate'; payload: QueueUpdate }
  | { name: 'moderationNotice'; payload: ModerationNotice }
  | { name: 'changed'; payload: Changed };

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
  tagDescription: 5000,
  biography: 2000,
  communityName: 100,
  communityDescription: 2000,
  password: 256,
  reason: 500,
  invitationNote: 100,
  mailAddress: 254,
} as const;

export const starNoteLimit = 1000;
export const appealLimit = 1000;

export const settingLimits = {
  title: 60,
  welcome: 2000,
  page: 30000,
  announcement: 300,
  blockedList: 20000,
  blocked: 1000,
} as const;

/** The smallest and the largest value of settings that are numbers. */
export const settingBounds = {
  picturesPerMemberMb: [1, 1000000],
  picturesPerDay: [1, 10000],
  picturesPerDayMb: [1, 100000],
  picturesSiteMb: [1, 10000000],
  mailsPerMinute: [1, 6000],
} as const;

export const reportLimits = { line: 100, text: 2000 } as const;
