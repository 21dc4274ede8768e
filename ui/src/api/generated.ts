// Generated from the Rust types by `cargo test`, which rewrites a stale file. Do not edit.

export type AddedBotToken = { bots: Array<BotView>, 
/**
 * The token itself. No other reply has it.
 */
token: string, };

export type AddedHook = { bots: Array<BotView>, 
/**
 * The path of its address. No other reply has it.
 */
path: string, };

export type AddedToken = { 
/**
 * All API tokens of the caller.
 */
apiTokens: Array<ApiToken>, 
/**
 * The token itself. No other reply has it.
 */
token: string, };

export type AddedWebhook = { _id: string, 
/**
 * The key of its signatures. No other reply has it.
 */
secret: string, 
/**
 * All webhooks of the same place.
 */
webhooks: Array<Webhook>, };

export type AddressTarget = { 
/**
 * Whether search engines should leave the page out: a profile whose owner has not allowed it. Absent: no.
 */
noIndex?: boolean, 
/**
 * The path of the page to which it leads, with its query and fragment. Absent: it is the address of its own
 * page.
 */
target?: string, };

export type AdminAction = "create-user" | "promote" | "demote" | "appoint-moderator" | "dismiss-moderator" | "disable" | "enable" | "delete-user" | "rename-user" | "merge-user" | "set-password" | "reset-sign-in" | "reset-second-factor" | "add-bot" | "change-bot" | "add-incoming-hook" | "remove-incoming-hook" | "add-token" | "revoke-token" | "end-session" | "end-sessions" | "invite" | "revoke-invitation" | "archive-community" | "unarchive-community" | "set-reading" | "remove-post" | "restore-post" | "purge-version" | "close-question" | "reopen-question" | "lock-question" | "unlock-question" | "edit-post" | "pin-question" | "unpin-question" | "move-question" | "undo-move" | "merge-question" | "undo-merge" | "move-answer" | "remove-message" | "remove-picture" | "ask-to-open" | "open-flagged" | "decide-flag" | "undo-decision" | "remove-link" | "add-webhook" | "change-webhook" | "remove-webhook" | "add-synonym" | "remove-synonym" | "rename-tag" | "delete-tag" | "restore-tag" | "resend-delivery" | "back-up" | "set-setting" | "warn" | "silence" | "suspend" | "clear-profile" | "lift-sanction" | "remove-content" | "restore-content" | "decide-appeal" | "hide-post" | "vouch" | "unvouch" | "protect-question" | "unprotect-question" | "begin-wave" | "end-wave" | "remove-new-users" | "undo-removal";

export type AdminCommunityView = { _id: string, archivedAt?: string, 
/**
 * The administrator who archived it, with their name at that time. Absent if its owner did.
 */
archivedBy?: string, createdAt: string, memberCount: number, name: string, 
/**
 * Absent if the last member has left.
 */
owner?: string, 
/**
 * Present if this administrator may read the questions.
 */
questionCount?: number, visibility: Visibility, };

export type AdminLogEntry = { _id: string, action: AdminAction, 
/**
 * The actor's name at that time; of the operator, their name on the server's system, or an empty
 * text.
 */
actor: string, 
/**
 * The actor's account. Absent: the operator.
 */
actorId?: string, 
/**
 * The value that the action replaced, cut like `detail`.
 */
before?: string, 
/**
 * The reason, or what else the action says; of a setting, its new value. The browser gets at most
 * the first 1,000 characters.
 */
detail: string, loggedAt: string, 
/**
 * The target's name at that time; of an answer or a comment, the title of its question; of a
 * message or a picture, its author.
 */
target: string, 
/**
 * Absent: the target has no id.
 */
targetId?: string, targetKind: AdminTargetKind, 
/**
 * The id of the API token with which the actor acted. Absent: none.
 */
tokenId?: string, };

export type AdminTargetKind = "user" | "community" | "question" | "answer" | "comment" | "message" | "picture" | "tag" | "invitation" | "backup" | "entry" | "setting" | "site" | "address";

export type AdminUserView = { _id: string, dateJoined: string, 
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
lastSeenAt?: string, role: Role, 
/**
 * The number of open sessions.
 */
sessions: number, 
/**
 * Until when the user can only read, if they are silenced.
 */
silencedUntil?: string, 
/**
 * Until when the user cannot log in, if they are suspended.
 */
suspendedUntil?: string, username: string, };

export type Announcement = { 
/**
 * When browsers stop to show it. Absent: never.
 */
endsAt?: string, kind: AnnouncementKind, 
/**
 * When it was set. The server's clock decides.
 */
postedAt?: string, 
/**
 * One line without formatting.
 */
text: string, };

export type AnnouncementKind = "info" | "warning";

export type Answer = { _id: string, ansBy: string, 
/**
 * Whether a bot wrote it.
 */
ansByBot?: boolean, 
/**
 * As in `User`. Absent also for a deleted account.
 */
ansByReputation?: number, ansDateTime: string, attribution?: Attribution, 
/**
 * Oldest first.
 */
comments: Array<Comment>, deletedAt?: string, 
/**
 * Usernames.
 */
downVotes: Array<string>, editedAt?: string, 
/**
 * Of a community wiki: who wrote the current text.
 */
lastEditedBy?: string, 
/**
 * The names of members in the text, without the `@`.
 */
mentions?: Array<string>, 
/**
 * The sizes of the pictures in its text and in those of its comments. Absent within a question.
 */
pictures?: Array<PictureSize>, 
/**
 * Upvotes minus downvotes, plus the imported score.
 */
score: number, 
/**
 * Markdown.
 */
text: string, 
/**
 * Usernames.
 */
upVotes: Array<string>, 
/**
 * Whether it waits for approval, so that only its author sees it.
 */
waiting?: boolean, 
/**
 * Whether it is a community wiki: every member who may answer there edits it, and its votes earn no reputation.
 */
wiki?: boolean, };

export type AnswerUpdate = { answer: Answer, 
/**
 * The number of answers to the question, including the new one.
 */
answerCount: number, qid: string, };

export type ApiToken = { _id: string, 
/**
 * From where the owner had logged in when they created it. Absent: the operator created it.
 */
address?: string, createdAt: string, 
/**
 * Absent: it has no end.
 */
expiresAt?: string, 
/**
 * At most a minute before the last use. Absent: it was never used.
 */
lastUsedAt?: string, name: string, scopes: Scopes, };

export type Appeal = { createdAt: string, 
/**
 * The entry of the log that they appeal.
 */
logId: string, 
/**
 * Absent while it is not decided.
 */
outcome?: AppealOutcome, 
/**
 * What the moderator said about it.
 */
reason?: string, text: string, };

export type AppealOutcome = "approved" | "rejected";

export type AppealedAction = { action: AdminAction, 
/**
 * Who took the action. Empty for the operator.
 */
actor: string, 
/**
 * Whether approving the appeal undoes the action. Otherwise a moderator undoes it by hand.
 */
isUndoneByApproval: boolean, loggedAt: string, 
/**
 * The reason that the actor gave. Empty if the viewer may not read the target.
 */
reason: string, 
/**
 * The name of the target. Empty if the viewer may not read it.
 */
target: string, 
/**
 * Absent: the target has none, or the viewer may not read it.
 */
targetId?: string, targetKind: AdminTargetKind, };

export type Ask = "held" | "signup" | "appeal";

export type Attribution = { author: string, licence: string, url: string, };

export type AuthoredPost = { _id: string, 
/**
 * Whether it is accepted, or of a question, whether one of its answers is.
 */
accepted: boolean, 
/**
 * The number of answers of the question.
 */
answerCount: number, createdAt: string, 
/**
 * The question that it is or belongs to.
 */
qid: string, score: number, 
/**
 * Markdown: an excerpt.
 */
text: string, 
/**
 * The title of that question.
 */
title: string, type: PostKind, };

export type AvatarOf = "users" | "communities";

export type AvatarUpdate = { of: AvatarOf, picture: string | null, 
/**
 * The username, or the id of the community.
 */
seed: string, };

export type Avatars = { 
/**
 * Of communities, by their ids.
 */
communities: Record<string, string>, 
/**
 * Of users, by their names as they were given.
 */
users: Record<string, string>, };

export type AwardedBadge = { _id: string, awardedAt: string, badge: Badge, };

export type Backup = { 
/**
 * The file size.
 */
bytes: number, 
/**
 * The backup's own description; absent if it is unreadable.
 */
content?: BackupContent, 
/**
 * The file name.
 */
name: string, };

export type BackupContent = { createdAt: string, 
/**
 * The schema's version.
 */
schema: number, users: number, };

export type Badge = "voted" | "solved" | "helped" | "improved" | "explained";

export type BadgeAwarded = { badge: Badge, };

export type BlockReply = { blocked: boolean, username: string, };

export type BotView = { _id: string, 
/**
 * Newest first.
 */
apiTokens: Array<ApiToken>, 
/**
 * The only community in which it posts. Absent: it posts on the whole site.
 */
communityId?: string, communityName?: string, createdAt: string, 
/**
 * Whether it waits for the moderators of that community to let it in.
 */
hasRequested?: boolean, incomingHook?: IncomingHook, 
/**
 * Whether it may act: it is not disabled or suspended, and its owner is an administrator who may log in.
 */
isActive: boolean, 
/**
 * Whether it is a member of that community: only then it posts there.
 */
isMember?: boolean, 
/**
 * The administrator who owns it.
 */
owner: string, username: string, };

export type BulkRemoval = { _id: string, reason: string, 
/**
 * The number of users who are still being removed, or restored if it is undone.
 */
remaining: number, removedAt: string, removedBy: string, since: string, undoneAt?: string, until: string, 
/**
 * The number of users.
 */
users: number, 
/**
 * The number of accounts that waited for approval.
 */
waiting: number, };

export type CaseCounts = { declined: number, open: number, upheld: number, };

export type CaseKind = "question" | "answer" | "comment" | "message" | "user" | "community" | "signup" | "appeal" | "picture" | "address";

export type Changed = { 
/**
 * The answer that changed, or without a question the user, chat or community that changed.
 */
_id?: string, 
/**
 * The name of the replaced event.
 */
event: string, 
/**
 * The question that changed.
 */
qid?: string, };

export type Channel = "mail" | "digest" | "push" | "fullText";

export type Chat = { _id: string, createdAt: string, 
/**
 * The newest messages, oldest first: at most 100, or with `view=card` only the last one.
 */
messages: Array<Message>, 
/**
 * Usernames in alphabetical order; `[deleted]` for a deleted account.
 */
participants: Array<string>, 
/**
 * In responses: messages with a greater id are unread by the viewer.
 */
readUpTo?: string, 
/**
 * In responses: the number of unread messages, at most 100.
 */
unread?: number, 
/**
 * When the last message was written or the last participant was added.
 */
updatedAt: string, };

export type ChatChange = "created" | "newMessage" | "newParticipant";

export type ChatLeft = { chatId: string, username: string, };

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

export type ChatRead = ReadPosition & { chatId: string, };

export type ChatRecord = { _id: string, createdAt: string, participants: Array<string>, };

export type ChatTyping = { 
/**
 * Absent for the global chat.
 */
chatId?: string, username: string, };

export type ChatUpdate = { chat: Chat, type: ChatChange, };

export type CloseReason = "duplicate" | "off-topic" | "unclear" | "too-broad" | "opinion";

export type Colors = { 
/**
 * Of what is selected or can be followed.
 */
accent: string, 
/**
 * The ground of what is selected.
 */
accentBg: string, 
/**
 * The ground of a filled button, with white text.
 */
primary: string, 
/**
 * The same under the pointer.
 */
primaryHover: string, };

export type Comment = { _id: string, attribution?: Attribution, commentBy: string, 
/**
 * Whether a bot wrote it.
 */
commentByBot?: boolean, commentDateTime: string, deletedAt?: string, editedAt?: string, 
/**
 * The names of members in the text, without the `@`.
 */
mentions?: Array<string>, 
/**
 * The sizes of the pictures in its text. Absent within a question or an answer.
 */
pictures?: Array<PictureSize>, 
/**
 * Markdown.
 */
text: string, 
/**
 * Whether it waits for approval, so that only its author sees it.
 */
waiting?: boolean, };

export type CommentUpdate = { result: Question, type: "question", } | { 
/**
 * The question that the answer is to.
 */
qid: string, result: Answer, type: "answer", };

export type Community = { _id: string, 
/**
 * When the community was archived. Nobody can join or post in an archived community.
 */
archivedAt?: string, createdAt: string, description: string, 
/**
 * The number of all members, for every viewer.
 */
memberCount: number, 
/**
 * The newest 1,000 requests, oldest first. Moderators see all requests, other viewers only
 * their own.
 */
memberRequests: Array<MemberRequest>, 
/**
 * Usernames of the newest 1,000 members, oldest membership first. Responses always include a
 * viewer who is a member.
 */
members: Array<string>, 
/**
 * The names of members in the description, without the `@`.
 */
mentions?: Array<string>, 
/**
 * Usernames, limited and ordered like `members`.
 */
moderators: Array<string>, name: string, 
/**
 * Whether only members of the site read what is in this public community, also while everyone may read.
 */
needsAccount?: boolean, 
/**
 * When the community was opened again to readers without an account.
 */
openedAt?: string, 
/**
 * The username; `[deleted]` if the account is deleted.
 */
owner: string, 
/**
 * The sizes of the pictures in the description.
 */
pictures?: Array<PictureSize>, 
/**
 * Ids of the newest 1,000 questions, newest first.
 */
questions: Array<string>, 
/**
 * Present if one of the lists was cut at 1,000 entries.
 */
truncated?: boolean, visibility: Visibility, };

export type CommunityCard = { _id: string, archived: boolean, createdAt: string, description: string, isMember: boolean, isModerator: boolean, memberCount: number, 
/**
 * The names of members in the description, without the `@`.
 */
mentions?: Array<string>, 
/**
 * 0 for users outside a private community.
 */
moderatorCount: number, name: string, 
/**
 * Whether only members of the site read what is in this public community, also while everyone may read.
 */
needsAccount?: boolean, 
/**
 * When the community was opened again to readers without an account.
 */
openedAt?: string, 
/**
 * The username; `[deleted]` if the account is deleted.
 */
owner: string, 
/**
 * The sizes of the pictures in the description. Absent in lists.
 */
pictures?: Array<PictureSize>, 
/**
 * 0 for users outside a private community.
 */
questionCount: number, 
/**
 * 0 for everyone except moderators.
 */
requestCount: number, 
/**
 * Whether the viewer has a pending join request.
 */
requested: boolean, visibility: Visibility, };

export type CommunityChange = "created" | "updated";

export type CommunityReach = { authors: number, 
/**
 * The number of questions and answers.
 */
posts: number, };

export type CommunityUpdate = { 
/**
 * The recipient's projection of the community.
 */
community: Community, type: CommunityChange, };

export type ContentRemoval = { _id: string, 
/**
 * The number of posts and comments that it has removed and that are not restored.
 */
count: number, 
/**
 * Whether it, or its undoing, is not done yet.
 */
isPending?: boolean, 
/**
 * The entry of the admin log that undoes it.
 */
logId: string, reason: string, removedAt: string, removedBy: string, span: RemovedSpan, 
/**
 * When it was undone, if it was.
 */
undoneAt?: string, username: string, 
/**
 * Whether it removes their messages in the global chat too, which are not restored.
 */
withMessages?: boolean, };

export type Contribution = { answers: number, comments: number, 
/**
 * The day in UTC, such as 2026-11-21.
 */
date: string, questions: number, };

export type CreationOptions = { attestation: string, authenticatorSelection: Selection, challenge: string, excludeCredentials: Array<CredentialDescriptor>, pubKeyCredParams: Array<KeyParameter>, rp: Site, timeout: number, user: Owner, };

export type CredentialDescriptor = { 
/**
 * As base64url.
 */
id: string, transports: Array<string>, type: string, };

export type DecidedReport = { 
/**
 * The place of the decision among what the caller is told.
 */
_id: string, decidedAt: string, kind: CaseKind, outcome: Decision, 
/**
 * Why it was decided so.
 */
reason: string, 
/**
 * Whether the decision removed the object.
 */
removed: boolean, };

export type Decision = "uphold" | "decline" | "abuse" | "approve" | "reject";

export type DeletedPost = { _id: string, 
/**
 * Whether a moderator of the community removed it.
 */
byModerator?: boolean, deletedAt: string, 
/**
 * The question that it is or belongs to.
 */
qid: string, 
/**
 * Why an administrator or a moderator removed or rejected it.
 */
removalReason?: string, 
/**
 * Why others do not see it. Absent: its author deleted it and can restore it.
 */
state?: RemovalKind, 
/**
 * The tags of a question that waits for approval.
 */
tags?: Array<string>, 
/**
 * Markdown.
 */
text: string, 
/**
 * The title of that question.
 */
title: string, type: PostKind, };

export type DeliveryChoice = { channel: Channel, kind: DeliveryKind, };

export type DeliveryCounts = { 
/**
 * Of the last fourteen days.
 */
failed: number, 
/**
 * Of the last seven days.
 */
sent: number, waiting: number, 
/**
 * When the oldest waiting delivery was caused.
 */
waitingSince?: string, };

export type DeliveryKind = "verifyAddress" | "resetPassword" | "addressChanged" | "passwordChanged" | "signInReset" | "secondFactorReset" | "newDevice" | "reportDecided" | "invitation" | "answer" | "comment" | "mention" | "watched" | "reminder" | "dailyDigest" | "weeklyDigest";

export type DeliveryPreferences = { choices: Array<DeliveryChoice>, 
/**
 * When the quiet hours begin, in minutes after midnight. Absent without quiet hours.
 */
quietFrom?: number, 
/**
 * When they end; an earlier time is one of the next day.
 */
quietTo?: number, 
/**
 * The IANA name of their time zone.
 */
timeZone: string, };

export type Destination = { 
/**
 * Absent: nowhere.
 */
location?: string, };

export type Duplicate = "original" | "copy";

export type EditedPost = { _id: string, 
/**
 * Whether the content was not the same before.
 */
isChanged: boolean, 
/**
 * The question that it is or belongs to.
 */
qid: string, type: PostKind, };

export type EntryKind = "votes" | "accepted" | "suggested" | "edited" | "decided" | "admitted";

export type FailedDelivery = { _id: string, attempts: number, channel: Channel, createdAt: string, failedAt: string, kind: DeliveryKind, 
/**
 * Why the last attempt failed, in plain words; it may quote the mail server or the push service.
 */
problem: string, 
/**
 * The recipient's name; not their address.
 */
username: string, };

export type FinishedLogin = { outcome: LoginOutcome, 
/**
 * A username for someone who chooses one. It may be taken.
 */
suggestion?: string, 
/**
 * The user who is logged in.
 */
user?: User, };

export type FirstData = { 
/**
 * The community of the question, if it has one.
 */
community: CommunityCard | null, 
/**
 * The questions that are linked to it as duplicates.
 */
duplicates: Array<LinkedQuestion>, 
/**
 * The names of those of its authors whom search engines may name.
 */
listedAuthors: Array<string>, 
/**
 * The question. `null` if it is too large to be part of the page.
 */
question: Question | null, 
/**
 * The signed-in user. `null` for a reader without a session.
 */
user: User | null, };

export type FlagCase = { _id: string, 
/**
 * The action that is appealed.
 */
appeal?: AppealedAction, 
/**
 * The post or comment that the action was about. Absent: there is none, it is gone, or it is in a private
 * community that the viewer is no member of.
 */
appealed?: FlaggedContent, 
/**
 * What asks for a decision without a report. Absent: members have reported the object.
 */
ask?: Ask, 
/**
 * Who has asked last, within a day, to open it. It opens for another moderator of the site, and then for
 * this one.
 */
askedToOpen?: string, 
/**
 * Whether a decision can remove it.
 */
canRemove: boolean, 
/**
 * Whether the viewer can undo the decision.
 */
canUndo: boolean, 
/**
 * Who decides it at the moment.
 */
claimedBy?: string, claimedUntil?: string, 
/**
 * Absent: it is in a private community or chat. Two moderators of the site together can open it, if a
 * member who reported it could see it.
 */
content?: FlaggedContent, decidedAt?: string, decidedBy?: string, decision?: Decision, decisionReason?: string, flagCount: number, 
/**
 * The newest 20 reports, oldest first.
 */
flags: Array<QueuedFlag>, 
/**
 * Whether reports hide it until it is decided.
 */
hidden?: boolean, 
/**
 * Why a held post waits.
 */
holdReasons?: Array<HoldReason>, 
/**
 * Whether a report says that it is illegal. Such cases come first.
 */
illegal?: boolean, 
/**
 * Whether the viewer took the action that is appealed, and another moderator decides it therefore.
 */
isOwnAction?: boolean, 
/**
 * Whether the viewer reported it too, and therefore does not decide it.
 */
isOwnFlag: boolean, kind: CaseKind, objectId: string, 
/**
 * Whether the decision removed the object.
 */
removed: boolean, 
/**
 * Changes when its author edits a held post. A decision names the one that the moderator read.
 */
version?: string, };

export type FlagReason = "spam" | "rude" | "attention" | "illegal";

export type FlagUpdate = { kind: CaseKind, objectId: string, 
/**
 * Absent: it is open again.
 */
outcome?: Decision, };

export type FlaggedContent = { author: string, 
/**
 * Whether its author, or a removal, has deleted it.
 */
isDeleted: boolean, 
/**
 * The messages before and after an opened message of a private chat.
 */
neighbours?: Array<NeighbouringMessage>, 
/**
 * The question of a post or comment.
 */
qid?: string, 
/**
 * Markdown, shortened to 1,000 characters unless the viewer has opened or claimed the case.
 */
text: string, 
/**
 * The title of the question; the name of a community.
 */
title?: string, 
/**
 * Whether the text was shortened.
 */
truncated?: boolean, };

export type Follow = FollowedObject & { state: FollowState, };

export type FollowKind = "question" | "tag" | "community";

export type FollowRecord = { 
/**
 * question, tag or community.
 */
kind: string, 
/**
 * The id of the question or the community, or the name of the tag.
 */
object: string, since: string, 
/**
 * watching or muted.
 */
state: string, };

export type FollowReply = { kind: FollowKind, 
/**
 * The id of the question or the community, or the name of the tag.
 */
object: string, state: FollowState, 
/**
 * The number of watchers among those who may read the object, without its asker: at most 10,000.
 */
watchers: number, };

export type FollowState = "watching" | "normal" | "muted";

export type FollowedObject = { kind: FollowKind, 
/**
 * The title or the name.
 */
name: string, 
/**
 * The id of the question or the community, or the name of the tag.
 */
object: string, };

export type ForYou = { 
/**
 * Whether one of the member's latest posts is an answer.
 */
hasAnswered: boolean, 
/**
 * Whether one of the member's latest posts is a question.
 */
hasAsked: boolean, 
/**
 * The newest questions with these tags that the member has not opened.
 */
newQuestions: Array<QuestionCard>, 
/**
 * The names of the tags of the questions that the member has asked, answered and starred of
 * late, most frequent first.
 */
tags: Array<string>, 
/**
 * The newest questions with these tags that have no answers and accept them.
 */
unanswered: Array<QuestionCard>, };

export type FoundMessage = { _id: string, msgDateTime: string, 
/**
 * The author's username; `[deleted]` if the account is deleted.
 */
msgFrom: string, 
/**
 * A part of the text, in parts that are alternately outside and inside the words of the search.
 */
passage: Array<string>, };

export type FoundMessages = { 
/**
 * Where the search ended. Absent if it has read the whole chat.
 */
end?: SearchEnd, 
/**
 * Newest first, at most 50.
 */
messages: Array<FoundMessage>, };

export type GameError = { error: string, 
/**
 * The game id that the client sent.
 */
gameID: string, 
/**
 * The username of the player.
 */
player: string, };

export type GameInstance = { 
/**
 * When the game was created, or a player last joined or moved.
 */
actedAt: string, createdAt: string, 
/**
 * When the game ended, or while it is not over, when it was created.
 */
datePlayed: string, gameID: string, gameType: GameType, 
/**
 * The usernames of the players, ordered by turn.
 */
players: Array<string>, 
/**
 * The rematch of this game.
 */
rematchID?: string, state: GameState, };

export type GameState = NimState;

export type GameStatus = "WAITING_TO_START" | "IN_PROGRESS" | "OVER";

export type GameType = "Nim";

export type GameUpdate = { gameInstance: GameInstance, };

export type Gamer = { 
/**
 * The number of all completed games.
 */
gameCount: number, 
/**
 * The last 100 completed games, won or lost, most recent first.
 */
gameIDs: Array<string>, username: string, wins: number, };

export type GamerUpdate = Array<Gamer>;

export type Health = { 
/**
 * When backups are made: a time of day in UTC such as `03:30`, an interval such as `6h`, or empty: never by itself.
 */
backupSchedule: string, 
/**
 * Whether the backup directory is readable; if not, the log has the reason.
 */
backupsReadable: boolean, 
/**
 * The size of the database file.
 */
databaseBytes: number, 
/**
 * The free bytes of the data directory's disk, if the system reports them.
 */
freeBytes?: number, 
/**
 * Whether `server.base_url` is set.
 */
hasBaseUrl: boolean, 
/**
 * The newest readable backup.
 */
lastBackup?: Backup, 
/**
 * The size of the write-ahead log.
 */
logBytes: number, 
/**
 * The address under which the administrator uses the site, if `server.base_url` should be set to
 * it: no `base_url` is set, so the site answers under any name.
 */
missingBaseUrl?: string, room: Room, 
/**
 * The schema's version.
 */
schema: number, startedAt: string, 
/**
 * The largest size of these. Absent: there is no limit.
 */
storageLimit?: number, 
/**
 * The size of what is stored: the used part of the database, and the pictures.
 */
storedBytes: number, version: string, };

export type HoldReason = { 
/**
 * What was found, such as the domain: at most 100 characters. Empty: the signal says it all.
 */
detail: string, signal: HoldSignal, };

export type HoldSignal = "first" | "link" | "newDomain" | "copy" | "phone" | "offTopic" | "brief" | "advertising" | "blockedWord" | "blockedDomain" | "blockedNetwork";

export type InboxContent = { item: Notification, kind: "response", } | { item: Mention, kind: "mention", } | { item: InboxItem, kind: "watched", } | { item: OwnEntry, kind: "own", } | { item: WaitingRequests, kind: "requests", } | { item: Opening, kind: "opened", } | { item: OwnLogEntry, kind: "moderation", } | { item: DecidedReport, kind: "report", } | { item: AwardedBadge, kind: "badge", } | { item: SecurityNotice, kind: "security", } | { item: Reminder, kind: "reminder", } | { item: SearchResult, kind: "search", };

export type InboxEntry = InboxContent & { 
/**
 * The position in the order of time. Of entries of one kind, no two have the same.
 */
_id: string, at: string, 
/**
 * Whether the caller has not read it.
 */
isNew: boolean, 
/**
 * Whether the text of a response names the caller too.
 */
namesYou?: boolean, };

export type InboxItem = { 
/**
 * The new question, or the newest answer to the question.
 */
_id: string, 
/**
 * The author of the new question, or of the newest new answer.
 */
author: string, createdAt: string, 
/**
 * The oldest of them.
 */
firstNewAnswer?: string, 
/**
 * The number of new answers by others to a watched question: at most 20. 0 for a new question.
 */
newAnswers: number, qid: string, 
/**
 * What the caller watches.
 */
reason: FollowedObject, title: string, };

export type InboxUnread = { 
/**
 * Whether anything is new in what the caller watches.
 */
hasWatched: boolean, 
/**
 * The direct chats with such texts.
 */
mentioningChats: number, 
/**
 * Texts that name the caller, without those that are counted as responses.
 */
mentions: number, 
/**
 * The number of milliseconds after which the next reminder is due, if there is one.
 */
nextDueMs?: number, 
/**
 * What moderators did, decided reports, badges, security notices, new results of watched searches, and what everyone may
 * read now.
 */
notices: number, 
/**
 * Votes, accepted answers, suggested edits, edits of wikis, communities that admitted the caller, and requests to join.
 */
own: number, 
/**
 * Due reminders.
 */
reminders: number, 
/**
 * Answers and comments to the caller's posts.
 */
responses: number, };

export type InboxUpdate = Record<string, never>;

export type IncomingHook = { createdAt: string, 
/**
 * When a question last came in. Absent: none has.
 */
lastUsedAt?: string, 
/**
 * The tags of questions that come in without any.
 */
tags: Array<string>, };

export type IncomingQuestionAsked = { _id: string, 
/**
 * Its path on this site.
 */
path: string, };

export type Invitation = { _id: string, createdAt: string, 
/**
 * The creator; absent if it was created on the command line.
 */
createdBy?: string, expiresAt: string, 
/**
 * Where it was mailed. Only its creator sees this, for a week after the mail was sent.
 */
mailedTo?: string, 
/**
 * The creator's note, such as the recipient; it may be empty. The user who signs up with the
 * invitation can read it in their own data.
 */
note: string, usedAt?: string, 
/**
 * The user who signed up with it.
 */
usedBy?: string, };

export type JoinRequestRecord = { communityId: string, 
/**
 * The name of the community.
 */
name: string, requestedAt: string, };

export type KeyParameter = { alg: number, type: string, };

export type LinkedIdentity = { _id: string, createdAt: string, issuer: string, lastUsedAt: string, 
/**
 * What the provider called them at the last login.
 */
name: string, };

export type LinkedQuestion = { _id: string, 
/**
 * Whether one of its answers is accepted.
 */
accepted: boolean, answerCount: number, 
/**
 * Whether it is closed to new answers.
 */
closed: boolean, 
/**
 * The role of this question for the requested one.
 */
duplicate: Duplicate, 
/**
 * Who made the link. Absent: a moderator, by merging the questions, and the viewer does not moderate the site.
 */
linkedBy?: string, 
/**
 * Whether the viewer may remove the link.
 */
mayUnlink: boolean, score: number, title: string, };

export type LoginOutcome = "loggedIn" | "chooseName" | "linked" | "confirmed";

export type LoginProvider = { 
/**
 * The text of its button.
 */
button: string, 
/**
 * Its name in the addresses of this site.
 */
id: string, 
/**
 * The issuer of its identities.
 */
issuer: string, name: string, };

export type MailRecord = { address?: string, choices: Array<DeliveryChoice>, 
/**
 * An address whose link has not been used yet.
 */
pending?: string, 
/**
 * The quiet hours, in minutes after midnight.
 */
quietFrom?: number, quietTo?: number, timeZone: string, verifiedAt?: string, };

export type MailSettings = { 
/**
 * The address that mails go to.
 */
address?: string, 
/**
 * Whether the mail server has refused the address so often that only mails about the account go to it.
 */
isRefused: boolean, 
/**
 * An address whose link has not been used yet.
 */
pending?: string, };

export type MailedInvitation = { 
/**
 * As the administrator wrote it.
 */
address: string, outcome: MailingOutcome, };

export type MailingOutcome = "sent" | "invalid" | "repeated" | "too-many";

export type Member = { 
/**
 * The id of the user.
 */
_id: string, isModerator: boolean, isOwner: boolean, joinedAt: string, username: string, };

export type MemberPictures = { bytes: number, pictures: number, username: string, };

export type MemberRecord = { _id: string, answerCount: number, dateJoined: string, isAdministrator: boolean, isSiteModerator: boolean, questionCount: number, removedComments: number, 
/**
 * The number of their questions and answers that moderators or reports hide.
 */
removedPosts: number, 
/**
 * What was reported of theirs. Absent: it is the caller themselves, who does not learn of it.
 */
reported?: CaseCounts, 
/**
 * What became of their reports.
 */
reports: ReportCounts, 
/**
 * Until when the member can only read, if they are silenced.
 */
silencedUntil?: string, 
/**
 * Until when the member cannot log in, if they are suspended.
 */
suspendedUntil?: string, username: string, };

export type MemberRequest = { requestedAt: string, 
/**
 * Who asks to join.
 */
user: UserReference, 
/**
 * The `_id` of the user.
 */
userId: string, };

export type MemberTrust = { 
/**
 * 0: new; 1: known; 2: trusted.
 */
level: number, 
/**
 * When they last lost the trust in them, by a suspension.
 */
lostAt?: string, username: string, vouchedAt?: string, 
/**
 * The moderator who has vouched for them. Absent: nobody has.
 */
vouchedBy?: string, };

export type MembershipRecord = { _id: string, isModerator: boolean, isOwner: boolean, joinedAt: string, name: string, };

export type Mention = { _id: string, 
/**
 * The answer that it is or comments on.
 */
answerId?: string, 
/**
 * The chat of a direct message.
 */
chatId?: string, 
/**
 * The question, the answer, the comment, the message or the community.
 */
contentId: string, 
/**
 * When the text first named the caller.
 */
createdAt: string, 
/**
 * The kind of the text.
 */
kind: MentionKind, 
/**
 * The author.
 */
mentionedBy: string, 
/**
 * Whether the caller has an unread notification about the same text. Viewing it marks the mention as
 * seen, and the other way round.
 */
notified: boolean, 
/**
 * The question that it is or belongs to. Absent for a message and a community.
 */
qid?: string, 
/**
 * Markdown: the first 1,000 characters.
 */
text: string, 
/**
 * The title of that question, or the name of the community.
 */
title?: string, };

export type MentionKind = "question" | "answer" | "comment" | "message" | "community";

export type MentionUpdate = { mention: Mention, };

export type Message = { _id: string, 
/**
 * When the author last changed the text.
 */
editedAt?: string, 
/**
 * The names of members in the text, without the `@`.
 */
mentions?: Array<string>, 
/**
 * Markdown. Clients render inline elements only: emphasis, code, links.
 */
msg: string, msgDateTime: string, 
/**
 * The author's username; `[deleted]` if the account is deleted.
 */
msgFrom: string, 
/**
 * The idempotency key that the author's client chose, if any.
 */
nonce?: string, 
/**
 * The message of the same chat that this one replies to.
 */
replyTo?: Quote, type: MessageKind, 
/**
 * The author of a direct message, unless the account is deleted.
 */
user?: UserReference, };

export type MessageEdited = { 
/**
 * Absent for the global chat.
 */
chatId?: string, msg: Message, };

export type MessageKind = "global" | "direct";

export type MessageRecord = { _id: string, 
/**
 * The chat; absent for the global chat.
 */
chatId?: string, createdAt: string, editedAt?: string, msg: string, 
/**
 * The message that it replies to.
 */
replyTo?: string, };

export type MessageRemoved = { _id: string, };

export type MessageUpdate = { msg: Message, };

export type MessagesAround = { 
/**
 * Whether there are messages after these.
 */
hasNewer: boolean, 
/**
 * Whether there are messages before these.
 */
hasOlder: boolean, 
/**
 * Oldest first: at most 50 before the point, none with `after`, and at most 50 from the point on.
 */
messages: Array<Message>, 
/**
 * The message at the point. Absent with `after`, and in a chat without messages.
 */
target?: string, };

export type ModerationNotice = { 
/**
 * The entry of the log.
 */
logId: string, };

export type MyFlag = { _id: string, createdAt: string, decidedAt?: string, 
/**
 * Why it was decided so.
 */
decisionReason?: string, kind: CaseKind, objectId: string, 
/**
 * Absent: not decided.
 */
outcome?: Decision, 
/**
 * The question of a post or comment, if the caller may read it now.
 */
qid?: string, reason: FlagReason, 
/**
 * Whether the decision removed the object.
 */
removed: boolean, 
/**
 * What the caller wrote; it may be empty.
 */
text: string, 
/**
 * The title of the question, the name of the user or of the community, if the caller may read it now.
 */
title?: string, };

export type NeighbouringMessage = { author: string, 
/**
 * Whether it was written before the reported one.
 */
isBefore: boolean, text: string, };

export type NewAccounts = { 
/**
 * Users, without staff and imported users.
 */
users: number, 
/**
 * Accounts that wait for approval.
 */
waiting: number, };

export type NewInvitation = { invitation: Invitation, 
/**
 * The token of the link `/signup#invitation={token}`.
 */
token: string, };

export type NewSecondFactor = { 
/**
 * The QR code of the address, as SVG.
 */
qrCode: string, 
/**
 * In base 32, in groups of four, to be typed into the app.
 */
secret: string, 
/**
 * An `otpauth` address, which opens the app on a phone.
 */
url: string, };

export type News = { 
/**
 * The oldest of them.
 */
firstNewAnswer?: string, 
/**
 * The newest answer, whether it is new or not.
 */
lastAnswer?: string, 
/**
 * The number of answers by others since the visit: at most 100.
 */
newAnswers: number, qid: string, };

export type NimMove = { numObjects: number, 
/**
 * The username of the player.
 */
playerID: string, };

export type NimState = { moves: Array<NimMove>, player1?: string, player2?: string, remainingObjects: number, status: GameStatus, 
/**
 * Present if the game has a winner.
 */
winners?: Array<string>, };

export type NoticeKind = "signInReset" | "secondFactorReset" | "mailServer" | "newDevice" | "webhookOff";

export type Notification = { 
/**
 * The id of the new answer or comment.
 */
_id: string, 
/**
 * The new answer, or the answer that the new comment is on.
 */
answerId?: string, createdAt: string, questionId: string, questionTitle: string, updateBy: string, 
/**
 * Markdown: the first 1,000 characters of the current text of the answer or the comment.
 */
updateText: string, updateType: UpdateType, viewed: boolean, };

export type NotificationChange = "created" | "viewed" | "cleared";

export type NotificationUpdate = { 
/**
 * With `cleared`, which concerns all notifications, the newest one.
 */
notification: Notification, type: NotificationChange, };

export type Opening = { communityId?: string, 
/**
 * The name of the community.
 */
name?: string, openedAt: string, };

export type OwnData = { answers: Array<PostRecord>, 
/**
 * Their API tokens, without the tokens themselves.
 */
apiTokens: Array<ApiToken>, 
/**
 * What they said against actions of moderators, and what became of it.
 */
appeals: Array<Appeal>, badges: Array<AwardedBadge>, 
/**
 * The users whom they have blocked.
 */
blockedUsers: Array<string>, chats: Array<ChatRecord>, comments: Array<PostRecord>, communities: Array<MembershipRecord>, 
/**
 * What they reported, and what became of it.
 */
flags: Array<MyFlag>, 
/**
 * What they watch or have muted.
 */
follows: Array<FollowRecord>, 
/**
 * Current and past games.
 */
games: Array<GameInstance>, 
/**
 * Their logins at OpenID Connect providers.
 */
identities: Array<LinkedIdentity>, 
/**
 * The votes that their posts reached, their accepted answers and the communities that admitted them.
 */
inbox_entries: Array<OwnEntry>, 
/**
 * Invitations that they created, and the one that they signed up with.
 */
invitations: Array<Invitation>, mail: MailRecord, 
/**
 * Whether search engines may list their profile and show their name beside their posts.
 */
mayBeIndexed: boolean, 
/**
 * The texts that name them.
 */
mentions: Array<Mention>, 
/**
 * Messages in the global chat and in other chats.
 */
messages: Array<MessageRecord>, 
/**
 * What moderators and administrators did to their content and their account.
 */
moderation: Array<OwnLogEntry>, notifications: Array<Notification>, 
/**
 * Their passkeys, without the keys.
 */
passkeys: Array<Passkey>, 
/**
 * The pictures that they have uploaded. Each is at `/media/` and its id.
 */
pictures: Array<OwnPicture>, 
/**
 * The devices that are told of news by push messages.
 */
pushDevices: Array<PushDevice>, questions: Array<PostRecord>, 
/**
 * Pending requests to join private communities.
 */
requests: Array<JoinRequestRecord>, 
/**
 * Their warnings, silences and suspensions.
 */
sanctions: Array<OwnSanction>, 
/**
 * The searches that they have saved, oldest first.
 */
savedSearches: Array<SavedSearchRecord>, 
/**
 * Since when a login with their password needs a code. Absent: it needs none.
 */
secondFactorSince?: string, 
/**
 * What others did to their sign-in, newest first.
 */
securityNotices: Array<SecurityNotice>, sessions: Array<Session>, 
/**
 * Their private notes and reminders of starred questions, and of questions whose star they removed.
 */
starNotes: Array<StarNote>, stars: Array<StarRecord>, 
/**
 * The edits that they suggested of posts of others.
 */
suggestedEdits: Array<SuggestedEditRecord>, 
/**
 * What they wrote as descriptions of tags, oldest first.
 */
tagDescriptions: Array<TagDescriptionRecord>, user: User, 
/**
 * What they have seen of questions.
 */
visits: Array<VisitRecord>, votes: Array<VoteRecord>, };

export type OwnEntry = { _id: string, 
/**
 * The answer, if it is about one.
 */
answerId?: string, 
/**
 * The asker who accepted the answer, who made the newest suggestion or edit, or the author of the post who decided about one.
 * Nothing says who voted or who admitted, or which moderator decided.
 */
by?: string, communityId?: string, 
/**
 * Of a decision: whether the suggested edit was accepted.
 */
isAccepted?: boolean, 
/**
 * Whether the caller has not seen it.
 */
isNew: boolean, kind: EntryKind, 
/**
 * The sentence that came with the decision.
 */
note?: string, 
/**
 * The question that the post is or belongs to.
 */
qid?: string, 
/**
 * Markdown: the first 1,000 characters of the post. Empty for a community.
 */
text: string, 
/**
 * The title of the question, or the name of the community.
 */
title: string, toldAt: string, 
/**
 * The votes that the post reached, without those of its author.
 */
votes?: number, };

export type OwnLogEntry = { _id: string, action: AdminAction, 
/**
 * Whether the caller has not marked it as seen.
 */
isNew: boolean, 
/**
 * Whether it is a sanction that was lifted, or a removal that was undone.
 */
isUndone?: boolean, loggedAt: string, 
/**
 * The question that the target is or belongs to, if the caller may read it.
 */
qid?: string, 
/**
 * Why, or what else the action says: at most the first 1,000 characters.
 */
reason: string, 
/**
 * The target's name at that time, of what waited for approval its name now; of an answer or a comment, the title of
 * its question.
 */
target: string, 
/**
 * Absent: the target has no id.
 */
targetId?: string, targetKind: AdminTargetKind, };

export type OwnNotices = { 
/**
 * The badges that they have been awarded, the latest first.
 */
badges: Array<AwardedBadge>, 
/**
 * The newest 20 actions that concern them, newest first.
 */
entries: Array<OwnLogEntry>, 
/**
 * The number of all of them.
 */
entryCount: number, 
/**
 * The number of all of them, up to 999.
 */
reportCount: number, 
/**
 * Their newest 20 reports that were decided, the last decided first.
 */
reports: Array<DecidedReport>, };

export type OwnPicture = { _id: string, 
/**
 * The size on the disk, with the thumbnail.
 */
bytes: number, 
/**
 * In pixels.
 */
height: number, type: PictureType, uploadedAt: string, 
/**
 * In pixels.
 */
width: number, };

export type OwnSanction = { createdAt: string, 
/**
 * When it ends by itself. Absent: a warning.
 */
endsAt?: string, kind: SanctionKind, 
/**
 * When it was lifted, if it was.
 */
liftedAt?: string, 
/**
 * The entry of the log, with which the caller may appeal it.
 */
logId: string, reason: string, };

export type Owner = { displayName: string, 
/**
 * As base64url.
 */
id: string, name: string, };

export type Palette = { dark: Colors, light: Colors, };

export type Passkey = { _id: string, createdAt: string, 
/**
 * The host for which it was made. It works for no other.
 */
host: string, 
/**
 * Whether it is copied to other devices of its owner, as by a password manager.
 */
isSynced: boolean, lastUsedAt?: string, name: string, };

export type Passkeys = { 
/**
 * The host for which new ones are made. Absent: this site can have none.
 */
host?: string, passkeys: Array<Passkey>, 
/**
 * Why this site can have none.
 */
unavailable?: string, };

export type PasswordLink = { expiresAt: string, 
/**
 * The token of the link `/reset#token={token}`.
 */
token: string, username: string, };

export type Picture = { _id: string, 
/**
 * The size on the disk, with the thumbnail.
 */
bytes: number, 
/**
 * In pixels.
 */
height: number, type: PictureType, 
/**
 * In pixels.
 */
width: number, };

export type PictureCounts = { 
/**
 * The size of all files.
 */
bytes: number, files: number, 
/**
 * The 10 members whose pictures take the most.
 */
largest: Array<MemberPictures>, pictures: number, unused: UnusedPictures, };

export type PictureDeleted = { _id: string, };

export type PictureKind = "question" | "answer" | "comment" | "message" | "tag" | "community" | "biography" | "avatar" | "logo" | "cover";

export type PictureRecord = { _id: string, 
/**
 * The size on the disk, with the thumbnail.
 */
bytes: number, 
/**
 * In pixels.
 */
height: number, 
/**
 * The name of the member who has uploaded it.
 */
owner: string, type: PictureType, uploadedAt: string, 
/**
 * The number of these texts. At most 100 are counted.
 */
useCount: number, 
/**
 * The first 5 texts that show it and that the caller may read.
 */
uses: Array<PictureUse>, 
/**
 * In pixels.
 */
width: number, };

export type PictureSize = { _id: string, 
/**
 * In pixels.
 */
height: number, 
/**
 * In pixels.
 */
width: number, };

export type PictureType = "image/png" | "image/jpeg";

export type PictureUsage = { 
/**
 * The size of all pictures.
 */
bytes: number, 
/**
 * The number of pictures.
 */
count: number, limit: number, today: PicturesToday, };

export type PictureUse = { 
/**
 * The answer that it is or comments on.
 */
answerId?: string, 
/**
 * The chat of a direct message.
 */
chatId?: string, 
/**
 * The name of the community.
 */
community?: string, 
/**
 * The question, the answer, the comment or the message, the community or the user whose description
 * it is, or the user or the community whose picture it is. Absent for the logo and the cover, and for the
 * description of a tag: the id of a tag says
 * when it was first used, which may have been in a private community.
 */
contentId?: string, kind: PictureKind, 
/**
 * The question that it is or belongs to.
 */
qid?: string, 
/**
 * The name of the tag.
 */
tag?: string, 
/**
 * The title of that question.
 */
title?: string, };

export type PicturesToday = { byteLimit: number, bytes: number, 
/**
 * The number of files.
 */
count: number, limit: number, };

export type Pin = { place: PinKind, 
/**
 * The name of the tag, with the place `tag`.
 */
tag?: string, };

export type PinKind = "site" | "tag" | "community";

export type PostKind = "question" | "answer" | "comment";

export type PostRecord = { _id: string, 
/**
 * The answer that a comment is on, if it is on one.
 */
aid?: string, 
/**
 * The community of a question.
 */
communityId?: string, createdAt: string, deletedAt?: string, editedAt?: string, 
/**
 * The question of an answer or a comment.
 */
qid?: string, 
/**
 * The reason, if an administrator removed it.
 */
removalReason?: string, 
/**
 * Earlier texts, newest first; for a question or an answer also the current text.
 */
revisions: Array<Revision>, 
/**
 * Markdown.
 */
text: string, 
/**
 * The title of a question.
 */
title?: string, };

export type Preferences = { 
/**
 * Whether colors that are easier to distinguish replace the theme.
 */
colorBlindMode?: boolean, 
/**
 * Whether the home page shows what a new member can do first.
 */
firstSteps?: boolean, 
/**
 * Whether the home page shows notifications.
 */
notifications?: boolean, 
/**
 * Whether keyboard shortcuts are on.
 */
shortcuts?: boolean, textSize?: TextSize, theme?: Theme, voice?: VoiceMode, };

export type PreferencesUpdate = { preferences: Preferences, };

export type Profile = User & { 
/**
 * The sizes of the pictures in the biography.
 */
pictures?: Array<PictureSize>, };

export type PublicLogEntry = { _id: string, action: AdminAction, loggedAt: string, 
/**
 * The question that the target is or belongs to, if the caller may read it.
 */
qid?: string, 
/**
 * The name of a tag or a community.
 */
target?: string, targetKind: AdminTargetKind, 
/**
 * Its title.
 */
title?: string, };

export type PublicReach = { 
/**
 * The number of their authors.
 */
authors: number, 
/**
 * The number of questions and answers.
 */
posts: number, };

export type PublicSite = { announcement?: Announcement, 
/**
 * The picture that is the site's cover, five times as wide as high. Absent: there is none.
 */
cover?: string, 
/**
 * How high the rows of question lists are for who has not chosen. Absent: `comfortable`.
 */
defaultDensity?: string, 
/**
 * The theme of who has chosen none. Absent: `dark`.
 */
defaultTheme?: string, 
/**
 * Whether pages of other sites may show questions as cards in frames.
 */
embedding?: boolean, features: SiteFeatures, 
/**
 * The picture that is the site's logo. Absent: the drawn one.
 */
logo?: string, 
/**
 * Whether people log in and sign up only through providers.
 */
onlyProviders?: boolean, 
/**
 * The pages that have a text. Absent: none has.
 */
pages?: Array<SettingKey>, 
/**
 * The colors of the site. Absent: those of the themes.
 */
palette?: Palette, 
/**
 * The OpenID Connect providers at which people can log in. Absent: there is none.
 */
providers?: Array<LoginProvider>, 
/**
 * Whether members may read the log of moderation.
 */
publicLog?: boolean, 
/**
 * Whether everyone may read what every member may read, also without an account.
 */
publicReading?: boolean, 
/**
 * Who may sign up.
 */
signup: "open" | "approval" | "invite" | "closed", 
/**
 * Whether a sign-up needs a proof of work. During a wave of sign-ups it may need one without this.
 */
signupProof?: boolean, title: string, 
/**
 * Whether visitors can report illegal content.
 */
visitorReports?: boolean, 
/**
 * Markdown for the login and sign-up pages.
 */
welcome?: string, 
/**
 * Which of `reputation` and `badges` are off. Absent: none.
 */
without?: Array<SettingKey>, };

export type PurgedRevision = { _id: string, purged: boolean, };

export type PushDevice = { _id: string, createdAt: string, 
/**
 * Whether messages only say that there is something new.
 */
hidesText: boolean, 
/**
 * Whether it is the browser of the caller's session.
 */
isCurrent: boolean, 
/**
 * The kinds of news that it is told of, of those that the user wants by push.
 */
kinds: Array<DeliveryKind>, 
/**
 * The browser and its system, such as `Firefox on Android`.
 */
name: string, };

export type PushSettings = { 
/**
 * Newest first.
 */
devices: Array<PushDevice>, 
/**
 * What the user wants to be told by push. A device may be told of less.
 */
kinds: Array<DeliveryKind>, 
/**
 * The `applicationServerKey` for a subscription, in the URL-safe alphabet of Base64.
 */
publicKey: string, };

export type Question = { _id: string, acceptedAnswerId?: string, answerCount: number, 
/**
 * Oldest first.
 */
answers: Array<Answer>, askDateTime: string, askedBy: string, 
/**
 * Whether a bot wrote it.
 */
askedByBot?: boolean, 
/**
 * As in `User`. Absent also for a deleted account.
 */
askedByReputation?: number, attribution?: Attribution, 
/**
 * What to do next, in the words of the moderator who closed it.
 */
closeNote?: string, 
/**
 * Why a moderator closed it. Absent if its author did.
 */
closeReason?: CloseReason, 
/**
 * When the question was closed to new answers.
 */
closedAt?: string, comments: Array<Comment>, communityId?: string, deletedAt?: string, 
/**
 * Usernames.
 */
downVotes: Array<string>, editedAt?: string, 
/**
 * Since when only moderators may answer, comment, vote and edit there.
 */
lockedAt?: string, 
/**
 * The names of members in the text, without the `@`.
 */
mentions?: Array<string>, 
/**
 * The sizes of the pictures in its text and in those of its answers and comments, at most 500.
 */
pictures?: Array<PictureSize>, 
/**
 * Since when only members of trust level 1 or higher answer it.
 */
protectedAt?: string, 
/**
 * Upvotes minus downvotes, plus the imported score.
 */
score: number, tags: Array<Tag>, 
/**
 * Markdown.
 */
text: string, title: string, 
/**
 * Usernames.
 */
upVotes: Array<string>, 
/**
 * Viewers on this site plus imported views.
 */
viewCount: number, 
/**
 * One empty string per user of this site who has viewed the question: the number, not the
 * names.
 */
views: Array<string>, 
/**
 * Whether it waits for approval, so that only its author sees it.
 */
waiting?: boolean, };

export type QuestionCard = { _id: string, 
/**
 * Whether one of its answers is accepted.
 */
accepted: boolean, answerCount: number, askDateTime: string, askedBy: string, 
/**
 * Whether a bot wrote it.
 */
askedByBot?: boolean, 
/**
 * As in `User`. Absent also for a deleted account.
 */
askedByReputation?: number, 
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
match?: SearchMatch, score: number, 
/**
 * Whether the viewer has starred the question.
 */
starred: boolean, tags: Array<Tag>, 
/**
 * Markdown: at most the first 500 characters, cut between blocks where one ends in their second half, and up to 1,000
 * characters of link reference definitions that they use.
 */
text: string, title: string, 
/**
 * Whether the text was cut.
 */
truncated: boolean, viewCount: number, };

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
 * The posts there with open suggested edits that they see: those of their own posts, or if they are a moderator, of all
 * posts, and their own suggestions.
 */
suggestedEdits?: Array<SuggestedEditCount>, 
/**
 * What they may undo. Only for its moderators.
 */
undoable?: Undoable, };

export type QuestionUpdate = Question;

export type QueueCount = { count: number, };

export type QueueUpdate = Record<string, never>;

export type QueuedFlag = { createdAt: string, 
/**
 * Who reported. Only moderators of the site see it.
 */
flaggedBy?: string, reason: FlagReason, text: string, 
/**
 * Present if a visitor without an account reported.
 */
visitor?: VisitorReport, };

export type Quote = { _id: string, 
/**
 * The first 200 characters.
 */
msg?: string, 
/**
 * The author's username; `[deleted]` if the account is deleted.
 */
msgFrom?: string, };

export type ReadPosition = { 
/**
 * They have read the messages up to this id.
 */
readUpTo: string, username: string, };

export type ReadState = { 
/**
 * Messages with a greater id are unread.
 */
readUpTo: string, 
/**
 * The number of unread messages, at most 100.
 */
unread: number, };

export type RecoveryCodes = { recoveryCodes: Array<string>, };

export type Reminder = { 
/**
 * Plain text. Empty without a note.
 */
note: string, qid: string, remindAt: string, title: string, };

export type Reminders = { 
/**
 * Those that are due, the latest first: at most 20.
 */
due: Array<Reminder>, 
/**
 * The number of milliseconds after which the next one is due, if there is one.
 */
nextDueMs?: number, };

export type Removal = { 
/**
 * The id of the removed post or comment.
 */
_id: string, author: string, 
/**
 * Whether it was removed by a moderator, so that moderators may restore it.
 */
byModerator?: boolean, 
/**
 * The question that it is or belongs to.
 */
qid: string, reason: string, removedAt: string, removedBy: string, 
/**
 * Markdown: an excerpt.
 */
text: string, 
/**
 * The title of that question.
 */
title: string, type: PostKind, };

export type RemovalKind = "removed" | "hidden" | "held" | "withdrawn" | "rejected";

export type RemovedSpan = "day" | "all";

export type ReportCounts = { abuse: number, declined: number, upheld: number, };

export type RequestOptions = { 
/**
 * Empty: any passkey of the site.
 */
allowCredentials: Array<CredentialDescriptor>, challenge: string, rpId: string, timeout: number, userVerification: string, };

export type Revision = { _id: string, 
/**
 * Whether the caller can purge it.
 */
canPurge?: boolean, editDateTime: string, editedBy: string, 
/**
 * Whether the content was purged: the texts are empty.
 */
purged?: boolean, 
/**
 * Only for questions.
 */
tags?: Array<string>, 
/**
 * Markdown.
 */
text: string, 
/**
 * Only for questions.
 */
title?: string, };

export type Role = "user" | "moderator" | "administrator";

export type Room = "enough" | "little" | "no";

export type Sanction = { _id: string, createdAt: string, 
/**
 * Who imposed it. Absent: the operator.
 */
createdBy?: string, 
/**
 * When it ends by itself. Absent: a warning or a clearing.
 */
endsAt?: string, kind: SanctionKind, 
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
logId: string, reason: string, 
/**
 * The member.
 */
username: string, };

export type SanctionKind = "warning" | "silence" | "suspension" | "clearing";

export type SavedSearch = { 
/**
 * The community that is searched. Without it, everything.
 */
communityId?: string, 
/**
 * Its name, if the caller may read what is in it.
 */
communityName?: string, state: SearchState, text: string, };

export type SavedSearchRecord = { 
/**
 * The community that is searched. Without it, everything.
 */
communityId?: string, text: string, 
/**
 * Since when the user watches the search, if they do.
 */
watchedSince?: string, };

export type Scopes = Array<"read" | "write" | "moderate" | "admin">;

export type SearchEnd = { 
/**
 * The next call goes on before this id.
 */
before: string, msgDateTime: string, };

export type SearchMatch = { 
/**
 * Markdown on one line. Empty if the words are only in the title or the tags.
 */
passage: Array<string>, 
/**
 * The author of the post.
 */
postBy: string, 
/**
 * The post that the passage is from: the question or an answer.
 */
postId: string, title: Array<string>, };

export type SearchResult = { 
/**
 * The community that is searched. Without it, everything.
 */
communityId?: string, 
/**
 * Its name, if the caller may read what is in it.
 */
communityName?: string, foundAt: string, 
/**
 * The newest result.
 */
qid: string, text: string, 
/**
 * Its title.
 */
title: string, };

export type SearchState = "removed" | "saved" | "watched";

export type SecurityNotice = { _id: string, 
/**
 * The administrator's name at that time; absent if it was the operator, on the command line.
 */
by?: string, createdAt: string, 
/**
 * The browser, system and address of a login with a new device; the name of a webhook that is off.
 */
device?: string, dismissedAt?: string, kind: NoticeKind, };

export type Selection = { requireResidentKey: boolean, residentKey: string, userVerification: string, };

export type Session = { _id: string, 
/**
 * The client's address at the login.
 */
address: string, createdAt: string, 
/**
 * Whether it is the session of this request.
 */
current: boolean, 
/**
 * Recorded at most every five minutes.
 */
lastSeenAt: string, signedInBy: SignInMethod, 
/**
 * The browser's `User-Agent` at the login.
 */
userAgent: string, };

export type SessionInfo = { session: Session, username: string, };

export type Setting = { 
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
fixedBy?: string, key: SettingKey, 
/**
 * The value that applies; null: there is no announcement, or no mail server.
 */
value: SettingValue | null, };

export type SettingKey = "title" | "signup" | "reading" | "voice" | "games" | "chat" | "welcome" | "rules" | "terms" | "privacy" | "contact" | "announcement" | "firstSteps" | "holdFirst" | "hideReported" | "limitNew" | "holdSpam" | "blockedWords" | "blockedDomains" | "blockedNetworks" | "reputation" | "badges" | "publicLog" | "signupProof" | "waveGuard" | "logo" | "cover" | "accent" | "defaultTheme" | "defaultDensity" | "visitorReports" | "pictures" | "picturesPerMemberMb" | "picturesPerDay" | "picturesPerDayMb" | "picturesSiteMb" | "mailsPerMinute" | "mail";

export type SettingValue = boolean | number | string | Announcement | SiteMail;

export type SignInMethod = "password" | "code" | "passkey" | "provider";

export type SignInState = { 
/**
 * Whether the caller has a password and another way to sign in.
 */
canRemovePassword: boolean, hasPassword: boolean, 
/**
 * Whether the caller has a role that needs a second factor here, and this session has none: until then the
 * role gives no rights.
 */
needsSecondFactor: boolean, 
/**
 * The number of recovery codes that were not used yet.
 */
recoveryCodes: number, 
/**
 * The number of devices that need no code at the moment.
 */
rememberedDevices: number, 
/**
 * Since when a login with the password needs a code. Absent: it needs none.
 */
secondFactorSince?: string, };

export type SignedUp = User | WaitingReply;

export type SignupChallenge = { bits: number, challenge: string, 
/**
 * Until when the solution is accepted, once.
 */
validUntil: string, };

export type SignupWave = { beganAt: string, 
/**
 * When it ends, unless there are more sign-ups than usual again.
 */
endsAt: string, 
/**
 * The number that was too many: of the whole site, or of one network.
 */
limit: number, 
/**
 * The largest number of sign-ups in an hour.
 */
most: number, 
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

export type Site = { id: string, name: string, };

export type SiteEvent = "question.created" | "answer.created" | "comment.created" | "post.edited" | "answer.accepted" | "question.closed" | "question.reopened" | "post.removed" | "post.restored" | "test";

export type SiteFeatures = { chat: boolean, games: boolean, mail: boolean, 
/**
 * Whether members can log in with passkeys.
 */
passkeys: boolean, pictures: boolean, push: boolean, voice: boolean, webhooks: boolean, };

export type SiteMail = { 
/**
 * The sender of all mails, such as `Stoa <stoa@example.org>`.
 */
from: string, 
/**
 * Whether there is a password. It is never told.
 */
hasPassword?: boolean, 
/**
 * The name of the server.
 */
host: string, 
/**
 * The port; 0 stands for the usual one.
 */
port?: number, 
/**
 * `implicit` or `starttls`; of the configuration also `none`.
 */
tls: string, 
/**
 * The username at the mail server; empty if it asks for none.
 */
username?: string, };

export type SitePage = { page: SettingKey, 
/**
 * Markdown.
 */
text: string, };

export type SiteUpdate = { site: PublicSite, };

export type StarNote = { 
/**
 * Plain text. Empty without a note.
 */
note: string, qid: string, 
/**
 * The time of the reminder, if there is one.
 */
remindAt?: string, };

export type StarRecord = { qid: string, starredAt: string, };

export type StarReply = { qid: string, starred: boolean, };

export type Streak = { days: number, };

export type SuggestedCommunity = { _id: string, name: string, };

export type SuggestedEdit = { _id: string, 
/**
 * Whether the post has another version than the one that was edited.
 */
isOutdated: boolean, 
/**
 * Whether the caller suggested it.
 */
mine: boolean, 
/**
 * Can be empty.
 */
reason: string, suggestedAt: string, suggestedBy: string, 
/**
 * Only for questions.
 */
tags?: Array<string>, 
/**
 * Markdown.
 */
text: string, 
/**
 * Only for questions.
 */
title?: string, };

export type SuggestedEditCount = { 
/**
 * The id of the question or the answer.
 */
_id: string, count: number, 
/**
 * Whether one of them is the caller's.
 */
mine: boolean, };

export type SuggestedEditRecord = { _id: string, decidedAt?: string, isAccepted?: boolean, note?: string, 
/**
 * The question or the answer.
 */
post: string, reason: string, 
/**
 * Only for questions, separated by spaces.
 */
tags?: string, text: string, 
/**
 * Only for questions.
 */
title?: string, };

export type SuggestedEdits = { 
/**
 * The id of the question or the answer.
 */
_id: string, 
/**
 * Whether the caller accepts and declines them.
 */
mayDecide: boolean, 
/**
 * The current version. Suggesting and accepting name it, and are refused if it is another one by then.
 */
revisionId: string, 
/**
 * All of them for who decides; for others, only their own. Oldest first.
 */
suggestions: Array<SuggestedEdit>, 
/**
 * Only for questions.
 */
tags?: Array<string>, 
/**
 * Markdown.
 */
text: string, 
/**
 * Only for questions.
 */
title?: string, };

export type SuggestedQuestion = { _id: string, 
/**
 * Whether it has an accepted answer.
 */
accepted: boolean, answerCount: number, 
/**
 * What matched, in which post.
 */
match?: SearchMatch, title: string, };

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
 * Communities whose names begin with the text.
 */
communities: Array<SuggestedCommunity>, 
/**
 * The best results of the text as a search.
 */
questions: Array<SuggestedQuestion>, 
/**
 * The corrected search that found them, if similar words helped words that nobody used.
 */
searchedFor?: string, 
/**
 * A search that may have been meant.
 */
suggestion?: string, 
/**
 * Tags whose names or synonyms begin with the text, then those whose names or synonyms contain it.
 */
tags: Array<SuggestedTag>, 
/**
 * The number of all results.
 */
total: number, 
/**
 * Usernames that begin with the text.
 */
users: Array<string>, };

export type SuspensionAppealState = { 
/**
 * Absent if the suspended member has not appealed.
 */
appeal?: Appeal, 
/**
 * Whether they may appeal it now.
 */
mayAppeal: boolean, };

export type Tag = { _id: string, description: string, name: string, };

export type TagCount = { _id: string, description: string, name: string, qcnt: number, 
/**
 * The synonym that contains the text, if the name does not.
 */
synonym?: string, };

export type TagDescription = { 
/**
 * When it was saved.
 */
editDateTime?: string, 
/**
 * Who saved it. Absent before the first version.
 */
editedBy?: string, 
/**
 * The current version of the description, which an edit is based on. Absent before the first one.
 */
revisionId?: string, 
/**
 * Markdown. Empty without a description.
 */
text: string, };

export type TagDescriptionRecord = { editDateTime: string, 
/**
 * Whether the text was purged.
 */
purged: boolean, 
/**
 * The name of the tag, in lower case.
 */
tag: string, 
/**
 * Markdown.
 */
text: string, };

export type TagPage = TagDescription & { 
/**
 * Whether the tag can be described. One that only private communities use cannot.
 */
canEdit: boolean, name: string, 
/**
 * The number of questions with the tag that the caller may read.
 */
questionCount: number, 
/**
 * Other names of the tag, by name.
 */
synonyms: Array<string>, 
/**
 * Up to 5 questions with the tag that the caller may read, best voted first.
 */
topQuestions: Array<TopQuestion>, };

export type TagState = { isDeleted: boolean, name: string, };

export type TagSynonyms = { 
/**
 * The name of the main tag.
 */
name: string, 
/**
 * Its synonyms, by name.
 */
synonyms: Array<string>, };

export type TagUse = { 
/**
 * Whether the tag is deleted. Then no question shows it.
 */
isDeleted: boolean, name: string, 
/**
 * How many questions that everyone may read have no other tag.
 */
onlyTagCount: number, 
/**
 * The number of questions with the tag that the caller may read.
 */
questionCount: number, };

export type TestMailResult = { 
/**
 * The address that the mail was for.
 */
address: string, 
/**
 * Why it was not sent. Absent: the mail server has accepted it.
 */
problem?: string, };

export type TextSize = "small" | "medium" | "large";

export type Theme = "flatly" | "darkly" | "minty" | "quartz" | "light" | "dark" | "system";

export type TopQuestion = { _id: string, answerCount: number, score: number, title: string, };

export type Undoable = { 
/**
 * Whether they may return the answers that its merge has moved.
 */
mayUndoMerge: boolean, 
/**
 * Whether they may return it to where it was before its latest move.
 */
mayUndoMove: boolean, 
/**
 * The lists above which it is pinned and from which they may unpin it.
 */
pins: Array<Pin>, };

export type Undone = { 
/**
 * The entry whose action is undone.
 */
logId: string, };

export type UnreadChats = { 
/**
 * At most 100.
 */
unread: number, };

export type Unsubscribed = { kind: DeliveryKind, };

export type UnusedPictures = { bytes: number, pictures: number, };

export type UpdateType = "answer" | "comment";

export type User = { _id: string, 
/**
 * The number of their answers that everyone may read.
 */
answerCount: number, 
/**
 * Markdown.
 */
biography: string, dateJoined: string, 
/**
 * The name of an imported user on their original site.
 */
displayName?: string, 
/**
 * Whether the user is an administrator.
 */
isAdministrator?: boolean, 
/**
 * Whether the account is a bot, as which only programs act.
 */
isBot?: boolean, 
/**
 * Whether the user is a moderator of the site and not an administrator.
 */
isSiteModerator?: boolean, 
/**
 * Whether the caller themselves moderates a community. Absent for other users.
 */
moderatesCommunity?: boolean, 
/**
 * What the caller themselves has chosen. Absent for other users, and while they have chosen nothing.
 */
preferences?: Preferences, 
/**
 * The number of their questions that everyone may read.
 */
questionCount: number, 
/**
 * What their questions and answers that everyone may read have earned: 5 for each vote on a question
 * and 10 on an answer, up or down, their own left out, and 15 for an answer that another member
 * accepted; at least 0. It gives no right. Absent: the site does not show it.
 */
reputation?: number, 
/**
 * Until when the caller themselves is silenced: they may read, but write nothing. Absent for other
 * users.
 */
silencedUntil?: string, username: string, };

export type UserChange = "created" | "updated" | "deleted";

export type UserReference = { _id: string, username: string, };

export type UserUpdate = { 
/**
 * A name that led to another account or to none until now, and leads to this user: they were renamed,
 * or the account of this name was merged into theirs.
 */
formerUsername?: string, type: UserChange, user: User, };

export type VerifiedAddress = { address: string, };

export type ViewsUpdate = Question;

export type Visibility = "public" | "private";

export type VisitRecord = { 
/**
 * The newest answer that was there.
 */
lastAnswer?: string, qid: string, renewedAt: string, };

export type VisitorReport = { 
/**
 * Whether the decision is mailed to the visitor, with its reason.
 */
getsMail: boolean, 
/**
 * The visitor's name, if they have given one. Only moderators of the site see it.
 */
name?: string, 
/**
 * The path on this site that they have named.
 */
path: string, 
/**
 * Where it is illegal.
 */
place: string, };

export type VoiceMode = "automatic" | "on click" | "off";

export type VoteRecord = { 
/**
 * The answer, if the vote is on an answer.
 */
aid?: string, 
/**
 * The question, or the answer's question.
 */
qid: string, 
/**
 * 1 for an upvote, -1 for a downvote.
 */
value: number, votedAt: string, };

export type VoteReply = { 
/**
 * Usernames.
 */
downVotes: Array<string>, msg: string, 
/**
 * Usernames.
 */
upVotes: Array<string>, };

export type VoteUpdate = { downVotes: Array<string>, qid: string, score: number, upVotes: Array<string>, };

export type WaitingEdit = { _id: string, 
/**
 * The question or the answer.
 */
postId: string, 
/**
 * The question that it is or belongs to.
 */
qid: string, 
/**
 * Why, in the words of the member. Can be empty.
 */
reason: string, suggestedAt: string, suggestedBy: string, 
/**
 * The title of that question.
 */
title: string, };

export type WaitingReply = { 
/**
 * Always true.
 */
awaitsApproval: boolean, 
/**
 * A sentence for the person.
 */
message: string, };

export type WaitingRequests = { communityId: string, name: string, 
/**
 * Who made the newest of them.
 */
newestBy: string, requestedAt: string, 
/**
 * The number of waiting requests.
 */
requests: number, };

export type Webhook = { _id: string, address: string, 
/**
 * Absent: of the site.
 */
communityId?: string, createdAt: string, events: Array<SiteEvent>, 
/**
 * The first failure since the last message that the receiver took.
 */
failingSince?: string, form: WebhookForm, 
/**
 * Until when the former secret signs too.
 */
formerSecretUntil?: string, 
/**
 * The account whose rights its messages have.
 */
managedBy: string, name: string, 
/**
 * Since when it is off. Absent: it is on.
 */
offAt?: string, 
/**
 * Why the site turned it off. Absent: it did not.
 */
offReason?: string, 
/**
 * The number of messages that wait, at most 5,000.
 */
waiting: number, };

export type WebhookDelivery = { 
/**
 * The id of the message, which a receiver gets in the header `webhook-id`.
 */
_id: string, attempts: number, createdAt: string, 
/**
 * How long the last attempt took, in milliseconds.
 */
duration?: number, 
/**
 * When it was taken or given up. Absent: it waits.
 */
endedAt?: string, event: SiteEvent, isSent: boolean, 
/**
 * Why the last attempt had no reply, or why the message was given up.
 */
problem?: string, 
/**
 * The first 4,000 characters of the last reply.
 */
reply?: string, 
/**
 * The status of the last reply.
 */
status?: number, };

export type WebhookForm = "standard" | "slack" | "discord" | "matrix" | "ntfy";

export type WebhookSecret = { 
/**
 * The key of its signatures. No other reply has it.
 */
secret: string, };

export type WeekFigures = { 
/**
 * The number of members who wrote them.
 */
authors: number, 
/**
 * When the week begins.
 */
from: string, 
/**
 * The median time until the first answer to a question of this week, in minutes. Absent without an answer.
 */
minutesToAnswer?: number, 
/**
 * The number of questions and answers.
 */
posts: number, signUps: number, 
/**
 * The number of questions of this week that have no answer.
 */
unanswered: number, };

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
  | { name: 'inboxUpdate'; payload: InboxUpdate }
  | { name: 'badgeAwarded'; payload: BadgeAwarded }
  | { name: 'preferencesUpdate'; payload: PreferencesUpdate }
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
