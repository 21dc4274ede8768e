//! Errors, and the table of all error messages that users see: name, HTTP status, exact text.
//!
//! A feature rejects a request with `Err(Sentence::…)?`; users see no other text. The details of an
//! [`Error::Internal`] go to the log, and the user sees [`Sentence::Internal`].

use std::fmt;
use std::time::Duration;

/// The result of the site's fallible functions.
pub type Result<T, E = Error> = std::result::Result<T, E>;

macro_rules! sentences {
    ($($name:ident $status:literal $text:literal)*) => {
        /// An error message for the user, with its HTTP status.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Sentence { $($name),* }

        impl Sentence {
            pub const ALL: &[Sentence] = &[$(Sentence::$name),*];

            /// Returns the HTTP status.
            pub fn status(self) -> u16 {
                match self { $(Sentence::$name => $status),* }
            }

            /// Returns the name, which stays the same when the text changes.
            pub fn name(self) -> &'static str {
                match self { $(Sentence::$name => stringify!($name)),* }
            }

            /// Returns the exact text; `{}` stands for the argument of [`Error::with`].
            pub fn text(self) -> &'static str {
                match self { $(Sentence::$name => $text),* }
            }
        }
    };
}

impl Sentence {
    /// Returns whether this only says that a proof is wrong, and the time of the reply must say no more.
    pub fn hides_its_cause(self) -> bool {
        matches!(
            self,
            Sentence::PasskeyRefused
                | Sentence::ProviderAnswerInvalid
                | Sentence::LogoutTokenInvalid
        )
    }
}

sentences! {
    // The caller
    NotSignedIn              401 "Please log in"
    NotSignedInToStar        401 "You must be logged in to star a question."
    NotSignedInToUnstar      401 "You must be logged in to remove a star."
    NotYou                   403 "You can only do this as yourself"
    TokenRefused             401 "This API token is unknown, expired or revoked"
    TokenRequired            401 "This needs an API token: Authorization: Bearer stoa_..."
    TokenAndSession          400 "Send a session cookie or an API token, not both"
    TokenNotAllowed          403 "API tokens cannot do this: log in to the site"
    TokenScopeMissing        403 "This API token needs the scope {}"
    TokensTooMany            409 "You cannot have more than 20 API tokens"
    TokenNotFound            404 "API token not found"
    TokenNameEmpty           400 "API token name cannot be empty"
    TokenNameTooLong         400 "API token name cannot be more than 50 characters"
    TokenScopesEmpty         400 "Choose at least one scope"
    TokenDaysInvalid         400 "API tokens are valid for 1 to 366 days, or without an end"
    NotForBots               403 "Bots cannot do this"
    BotElsewhere             403 "This bot can only post in its community"
    BotInactive              409 "This bot cannot act: it is disabled or suspended, or its owner is not an administrator who can log in"
    BotScopes                400 "The API token of a bot has the scopes read and write only"
    BotsTooMany              409 "There cannot be more than 50 bots"
    BotOwnerNotAdministrator 409 "Only an administrator can own a bot"
    IsBot                    409 "This account is a bot"
    NotABot                  409 "This account is not a bot"
    HookNotFound             404 "There is no incoming hook at this address"
    WebhookNotFound          404 "Webhook not found"
    WebhooksTooMany          409 "There cannot be more than 10 webhooks here"
    WebhookNameEmpty         400 "Webhook name cannot be empty"
    WebhookNameTooLong       400 "Webhook name cannot be more than 50 characters"
    WebhookAddressInvalid    400 "Enter an https address on the internet, or one that the server's configuration allows"
    WebhookEventsEmpty       400 "Choose at least one event"
    WebhooksNeedBaseUrl      409 "Webhooks need server.base_url in the server's configuration"
    CrossOrigin              403 "This request came from another site"
    UnknownHost              403 "This address is not one of this site's"
    CredentialsRequired      400 "Please enter a username and password"
    InvalidCredentials       401 "Invalid username or password"
    UsernameTaken            409 "Username already taken"
    UsernameInvalid          400 "Usernames are 2 to 32 characters long: letters, digits, and . _ - between them"
    UsernameReserved         400 "This username is reserved"
    PasswordTooShort         400 "Password must be at least {} characters long"
    PasswordTooLong          400 "Password cannot be more than 256 characters"
    PasswordTooCommon        400 "This password is too common"
    NewPasswordRequired      400 "Please enter and confirm your new password."
    CurrentPasswordRequired  403 "Current password required"
    CodeRequired             401 "Enter the code from your authenticator app"
    CodeWrong                403 "This code is wrong or was used already"
    SecondFactorExists       409 "Two-factor login is on already"
    SecondFactorMissing      409 "Two-factor login is not on"
    SecondFactorNeeded       403 "Your role needs two-factor login: turn it on in your settings, under Login and security"
    PasskeyRefused           403 "This passkey was not accepted: try again, or log in another way"
    PasskeysUnavailable      404 "This site cannot have passkeys"
    PasskeysTooMany          409 "You cannot have more than 20 passkeys"
    PasskeyKnown             409 "You have added this passkey already"
    PasskeyNotFound          404 "Passkey not found"
    PasskeyNameEmpty         400 "Passkey name cannot be empty"
    PasskeyNameTooLong       400 "Passkey name cannot be more than 50 characters"
    LastWayIn                409 "This is your only way to log in: add another one first"
    AccountDisabled          403 "This account is disabled"
    AccountSuspended         403 "This account is suspended until {}"
    Silenced                 403 "You are silenced until {}: until then you can read, but not write"
    AccountWaits             403 "Your account waits for approval by a moderator"
    AccountRejected          403 "Your account was not approved. Reason: {}"
    ProofRequired            403 "This site needs a proof of work for a sign-up at the moment"
    ProofInvalid             403 "The proof of work is not valid, or not any more"
    SignupSpanInvalid        400 "Choose a time span within the last 30 days"
    NoNewAccounts            409 "Nobody signed up in this time span"
    SignupsWaiting           429 "Too many accounts wait for approval, please try again later"
    SetupOver                403 "This link is no longer valid: restart the server for a new one"
    AdministratorsOnly       403 "Only administrators can do this"
    SiteModeratorsOnly       403 "Only moderators of the site can do this"
    IsAdministrator          409 "This user is an administrator, who has the rights of a moderator already"
    IsSiteModerator          409 "This user is a moderator of the site and not an administrator"
    FormerNamesTooMany       409 "An account can have at most {} former names"
    MergeIntoItself          409 "An account cannot be merged into itself"
    MergeOwnAccount          409 "You cannot merge your own account: ask another administrator"
    MergeRunning             409 "One of these accounts is still being merged, please try again soon"
    LastAdministrator        409 "Without this account the site would have no administrator"
    SignupClosed             403 "Sign-up is closed on this site"
    SignupByInvitation       403 "Sign-up on this site is by invitation"
    SignupBlocked            403 "Sign-up is not possible from your network"
    InvitationInvalid        403 "This invitation is not valid, or not any more: ask for a new one"
    PasswordLinkInvalid      403 "This link is not valid, or not any more: ask an administrator for a new one"
    ProviderUnavailable      503 "Logging in with {} is not possible at the moment"
    ProviderRefused          403 "The login was refused by {}"
    ProviderAnswerInvalid    403 "The answer of {} could not be verified"
    ProviderAskedNothing     403 "{} did not ask you to prove who you are"
    LogoutTokenInvalid       400 "This logout token could not be verified"
    ProviderFlowEnded        403 "This login took too long, or began in another browser: please start again"
    ProviderNotFound         404 "This site has no such provider"
    ProvidersOnly            403 "On this site you log in through a provider"
    IdentityUnknown          403 "This is not one of the logins of your account"
    IdentityTaken            409 "This login belongs to another account"
    IdentitiesTooMany        409 "An account can have at most 10 logins at providers"
    IdentityNotFound         404 "This login is not one of your account"
    MailLinkInvalid          403 "This link is not valid, or not any more: ask for a new mail"
    UnsubscribeLinkInvalid   403 "This link is not valid"
    TooManyAttempts          429 "Too many attempts, please try again later"
    TooManyRequests          429 "Too many requests, please slow down"
    StoredBytesExceeded      429 "You have written too much in a short time, please continue later"
    VisitorReportsFull       429 "This site takes no more reports of visitors at the moment: please write to its contact"
    SearchesTooMany          429 "Too many searches are waiting, please try again"
    MetricsTokenRequired     401 "The metrics need their token: Authorization: Bearer ..."

    // The target
    NotFound                 404 "Not found"
    MailNotSetUp             404 "Mail is not set up on this site"
    UserNotFound             404 "No user data found. Make sure the username parameter is correct."
    QuestionNotFound         404 "Question not found"
    QuestionGone             410 "This question was removed"
    PostNotFound             404 "Post not found"
    TagNotFound              404 "Tag not found"
    CommunityNotFound        404 "Community not found"
    NotificationNotFound     404 "Notification not found"
    ChatNotFound             404 "Invalid chat ID"
    MessageNotFound          404 "Message not found"
    SessionNotFound          404 "Session not found"
    InvitationNotFound       404 "Invitation not found"
    NoticeNotFound           404 "Notice not found"
    DeliveryNotFound         404 "Delivery not found"
    PushDeviceNotFound       404 "Device not found"
    NotAMember               403 "Please join the community to ask a question."
    AccessByRequest          403 "Must request access to join this community."
    ModeratorsOnly           403 "Only moderators can do this"
    OwnerOnly                403 "Only the owner can do this"
    JoinRequestNotFound      404 "Join request not found"
    MemberNotFound           404 "Member not found"
    CommunityArchived        409 "This community is archived"
    CommunityPrivate         409 "Only its members read a private community"
    OwnerIsModerator         409 "The owner is always a moderator"
    HandOverFirst            409 "Hand the community over before you leave it"
    NotYourPost              403 "You can only change your own posts"
    NotYourMessage           403 "You can only remove your own messages"
    NotYourMessageToEdit     403 "You can only edit your own messages"
    NotTheAsker              403 "Only the asker can accept an answer"
    NotYourLink              403 "Only the person who linked the questions, the asker of one of them, or a moderator can unlink them"
    BackupRunning            409 "A backup is already running"
    RevisionCurrent          409 "The current version cannot be purged: edit or delete the post first"
    QuestionClosed           409 "This question is closed"
    QuestionProtected        403 "This question is protected: new members cannot answer it yet"
    QuestionProtectedAlready 409 "This question is protected already"
    QuestionNotProtected     409 "This question is not protected"
    NewMemberLinks           403 "New members can use at most {} links in a text"
    NewMemberPictures        403 "New members can use at most {} picture in a text"
    NewMemberMentions        403 "New members can mention at most {} members in a text"
    NewMemberMessages        403 "New members cannot send direct messages yet"
    NewMemberQuestions       403 "New members can ask at most {} questions on their first day"
    NewMemberAnswers         403 "New members can give at most {} answers on their first day"
    EditSuspicious           403 "A moderator must read this first: post it as a new text"
    VouchedAlready           409 "A moderator has vouched for this member already"
    VouchMissing             409 "No moderator has vouched for this member"
    VouchUnneeded            409 "Moderators of the site need nobody to vouch for them"
    SuggestedEditNotFound    404 "This suggested edit does not exist any more"
    SuggestedEditDecided     409 "This suggested edit was already decided"
    SuggestedEditUnneeded    409 "You can edit this post yourself"
    SuggestedEditUnchanged   400 "Change something before you suggest the edit"
    SuggestedEditsTooMany    409 "You cannot have more than 20 open suggested edits"
    PostHasSuggestedEdits    409 "This post has 5 open suggested edits already"
    PostChanged              409 "This post was edited since you opened it: compare with its current text"
    QuestionLocked           409 "This question is locked: only moderators can change it"
    QuestionNotLocked        409 "This question is not locked"
    ClosedByModerator        409 "A moderator has closed this question: only moderators can reopen it"
    NotClosedByModerator     409 "No moderator has closed this question"
    PinNotPublic             409 "Only a question that everybody may read can be pinned here"
    PinsTooMany              409 "No more than 3 questions can be pinned in one place"
    MovedAlready             409 "The question is there already"
    MoveToPublic             409 "A question of a private community cannot become public"
    MoveWithoutAuthor        409 "The author of the question is not a member of this community"
    MoveNotFound             409 "This question was not moved"
    MergeElsewhere           409 "These questions are not in the same community: move one of them first"
    MergedAlready            409 "This question is merged already"
    MergedOthers             409 "Another question was merged into this one within the last 30 days: undo that first"
    MergedTarget             409 "That question is merged into another one: choose that one"
    MergeTooLarge            409 "The answers are too many or too long, or have too many comments and votes, to be moved at once"
    MergeTargetFull          409 "A question with more than 1000 answers does not get those of others"
    MergeNotFound            409 "This question was not merged"
    UndoTooLate              409 "This can be undone for 30 days"
    UndoPublishes            409 "Something has been written here since, which others would see"
    LinkedReversed           409 "These questions are linked the other way round"
    Blocked                  403 "One of you has blocked the other"
    ChatExists               409 "These people have a chat already"
    LinksTooMany             409 "A question cannot have more than 20 linked questions"
    FlagNotFound             404 "Report not found"
    FlagOwn                  409 "You cannot report what you wrote yourself"
    FlaggedAlready           409 "You have reported this already"
    FlagsTooMany             409 "You cannot have more than 50 open reports"
    FlagOwnDecision          403 "You reported this yourself: another moderator must decide it"
    FlagUnseen               403 "Only what a member reported who could see it can be opened"
    FlagClaimed              409 "Another moderator is deciding this at the moment"
    FlagDecided              409 "This has been decided already"
    FlagWrongDecision        400 "A report is upheld or declined; what asks is approved or rejected"
    NotWithheld              409 "This no longer waits for a decision"
    NonceUsed                409 "You have sent another text with this key before"
    PlaceGone                409 "What this belongs to is gone"
    HeldTooMany              409 "You cannot have more than 20 posts that wait for approval"
    FlagChanged              409 "The author has changed this: read it again"
    FlagNotRemovable         409 "This cannot be removed here"
    FlagUndoTooLate          409 "A decision can be undone for 30 days"
    ApprovalFinal            409 "An approved account cannot wait again: disable it instead"
    FlagUndoImpossible       409 "A removed message or picture cannot be restored"
    FlagUndoEmpty            409 "Who reported this has deleted their account: there is nothing left to decide"
    AppealFinal              409 "An approved appeal stays approved: take the action again"
    FlagsEnough              409 "Enough members have reported this: moderators will decide"
    FlaggedAgain             409 "This has been reported again: decide the new report"
    SanctionOwn              409 "You cannot do this to yourself"
    SanctionModerator        403 "Only administrators can do this to a moderator of the site"
    SanctionAdministrator    409 "An administrator must be demoted first"
    SanctionActive           409 "This is in force already: lift it first"
    SanctionedUser           409 "Lift the sanctions of this user first"
    SanctionNotFound         404 "Sanction not found"
    ProfileEmpty             409 "This profile has no biography and no picture"
    ProfileChanged           409 "The member has changed the profile since"
    SanctionOver             409 "This sanction is over or lifted already"
    NotSuspended             409 "This account is not suspended"
    RemovalPending           409 "Posts of this member are being removed or restored at the moment"
    EntryNotFound            404 "Entry not found"
    AppealTooLate            409 "An action can be appealed for 30 days"
    AppealedAlready          409 "You have appealed this already"
    AppealProofInvalid       403 "Too much time has passed: log in again to appeal"
    AppealOwnAction          403 "You did this yourself: another moderator must decide the appeal"
    UndoImpossible           409 "This action cannot be undone here, or is undone already"
    SynonymNotFound          404 "Synonym not found"
    SynonymOfItself          409 "A tag cannot be a synonym of itself"
    SynonymOfSynonym         409 "This tag is a synonym: use its main tag"
    SynonymTaken             409 "This is a synonym of another tag"
    SynonymHasSynonyms       409 "This tag has synonyms, so it cannot be one"
    TagTaken                 409 "There is a tag with this name. Merge them instead"
    TagDeleted               409 "This tag was deleted"
    SynonymsTooMany          409 "A tag cannot have more than 20 synonyms"
    TagDescriptionChanged    409 "The description was changed meanwhile: compare it with yours, then save again"
    FollowOwnQuestion        409 "You always watch your own questions"
    FollowsTooMany           409 "You cannot watch or mute more than 1000 questions, tags and communities"
    SavedSearchesTooMany     409 "You cannot save more than 20 searches"
    WatchedSearchesTooMany   409 "You cannot watch more than 5 searches"
    NotStarred               409 "Star this question first"
    PictureNotFound          404 "Picture not found"
    PictureIsLogo            409 "This is the logo of the site: change the logo first"
    PictureIsCover           409 "This is the cover of the site: change the cover first"
    StarNotesTooMany         409 "You cannot have more than 1000 notes and reminders"

    GameNotFound             404 "Game not found"
    MoveWrongPlayer          403 "Invalid move: wrong player"
    MoveNotInProgress        409 "Invalid move: game is not in progress"
    JoinStarted              409 "Cannot join game: already started"
    JoinExpired              409 "Cannot join game: nobody joined it in time"
    NotAPlayer               403 "Only the players of this game can do this"
    ClaimNotInProgress       409 "Cannot claim the win: game is not in progress"
    ClaimTooEarly            409 "Cannot claim the win: the other player was here within the last two minutes"
    RematchNotOver           409 "Cannot play again: the game is not over"
    RematchAlone             409 "Cannot play again: there is nobody to play with"

    TestMailRunning          409 "Another test mail is being sent"
    SettingFixed             409 "This setting is set in the configuration of the server"
    SettingChanged           409 "This setting was changed meanwhile: reload the page, then save again"

    // The input
    SettingInvalid           400 "This setting cannot have this value"
    MailHostInvalid          400 "Please enter the name of the mail server, such as smtp.example.org, without a scheme and a port"
    MailHostNotPublic        400 "A mail server on the server's own machine or in its network can only be set in the configuration of the server"
    MailPortInvalid          400 "Please enter a port from 1 to 65535, or none for the usual one"
    MailFromInvalid          400 "Please enter a sender such as Stoa <stoa@example.org>"
    MailNeedsBaseUrl         400 "The links in mails need the address of the site: set server.base_url in the configuration of the server first"
    MailNeedsTls             400 "The connection to this mail server must be encrypted"
    MailHalfCredentials      400 "Please enter both the username and the password of the mail server, or neither. For another server or username, the password is needed again"
    MailPasswordInvalid      400 "The password of the mail server cannot be more than 256 characters, in one line"
    SettingOutOfBounds       400 "Please enter a whole number from {}"
    TextBlocked              400 "This text has a word or a domain that is blocked here"
    BlockedTooMany           400 "A list of blocked entries cannot have more than {} of them"
    BlockedInvalid           400 "This entry of the list is not valid: {}"
    SiteTextTooLong          400 "This text cannot be more than {} characters"
    InvitedCount             400 "Please enter 1 to 30 addresses"
    InvitationCount          400 "Please enter 1 to 100 lines"
    AnnouncementEmpty        400 "Announcement cannot be empty"
    TitleEmpty               400 "Title cannot be empty"
    TitleTooLong             400 "Title cannot be more than 100 characters"
    QuestionTextEmpty        400 "Question text cannot be empty"
    QuestionTextTooLong      400 "Question text cannot be more than 30000 characters"
    AnswerTextEmpty          400 "Answer text cannot be empty"
    AnswerTextTooLong        400 "Answer text cannot be more than 30000 characters"
    CommentTextEmpty         400 "Comment text cannot be empty"
    CommentTextTooLong       400 "Comment text cannot be more than 5000 characters"
    CommentTypeInvalid       400 "Invalid comment type"
    MessageEmpty             400 "Message cannot be empty"
    MessageTooLong           400 "Message cannot be more than 2000 characters"
    ChatPartnerMissing       400 "Please select a user to chat with"
    BlockingOneself          409 "You cannot block yourself"
    BlocksTooMany            409 "You cannot block more than 1000 users"
    ParticipantsTooMany      400 "A chat cannot have more than 50 participants"
    TagDescriptionTooLong    400 "Tag description cannot be more than 5000 characters"
    BiographyTooLong         400 "Biography cannot be more than 2000 characters"
    CommunityNameEmpty       400 "Community name cannot be empty"
    CommunityNameTooLong     400 "Community name cannot be more than 100 characters"
    CommunityNameTaken       409 "Community name already exists."
    DescriptionTooLong       400 "Community description cannot be more than 2000 characters"
    MailAddressInvalid       400 "Please enter an e-mail address such as ann@example.org"
    MailAddressTaken         409 "Another account has this address already"
    PushServiceUnknown       400 "This site does not use the push service of this browser"
    PushKeysInvalid          400 "The keys of this browser's subscription are not valid"
    MailAlwaysSent           400 "Mails of this kind are always sent"
    DigestByMailOnly         400 "A digest can only be a mail"
    MailWithoutText          400 "Mails of this kind have no text of another user"
    TimeZoneUnknown          400 "This time zone is not known"
    QuietHoursInvalid        400 "Quiet hours begin and end at different times of day"
    SanctionEnd              400 "Please choose an end within the next ten years"
    AppealEmpty              400 "Please say why you disagree"
    AppealTooLong            400 "An appeal cannot be more than 1000 characters"
    ReportAddress            400 "Please enter the address of a page of this site"
    ReportPlaceEmpty         400 "Please say where this is illegal"
    FlagTextEmpty            400 "Please say what is wrong"
    ReasonEmpty              400 "Reason cannot be empty"
    ReasonTooLong            400 "Reason cannot be more than 500 characters"
    NoteTooLong              400 "Note cannot be more than 100 characters"
    StarNoteTooLong          400 "Note cannot be more than 1000 characters"
    SearchEmpty              400 "Please enter what to search for"
    SearchTooLong            400 "A search cannot be more than 300 characters"
    ReminderTime             400 "A reminder must be in the future and at most two years ahead"
    InvitationLife           400 "An invitation is valid for at least one hour and at most 365 days"
    AnyoneCanJoin            400 "Anyone can join this community"
    InvalidVisibility        400 "Invalid visibility"
    InvalidRole              400 "Invalid role"
    InvalidHyperlink         400 "Invalid hyperlink format."
    TagsMissing              400 "Should have at least 1 tag"
    TagsTooMany              400 "Cannot have more than 5 tags"
    TagTooLong               400 "New tag length cannot be more than 20"
    TagInvalid               400 "Tags cannot contain spaces or control characters"
    TagWithoutPath           400 "Tags cannot contain slashes, or be . or .."
    DuplicateOfItself        400 "A question cannot be a duplicate of itself"
    QuestionsTooMany         400 "Cannot ask for more than 100 questions at once"
    MoveOutOfRange           400 "Invalid move: must remove between 1 and 3 objects"
    MoveTooMany              400 "Invalid move: cannot remove more objects than are left"
    UnknownGameType          400 "Unknown game type"
    InvalidGameStatus        400 "Invalid game status"
    UnknownConnection        400 "Session ID unknown"
    InvalidTimeZone          400 "Invalid time zone"
    InvalidOrder             400 "Invalid order"
    InvalidView              400 "Invalid view"
    InvalidFollowKind        400 "Invalid kind: it is question, tag or community"
    InvalidFollowState       400 "Invalid state: it is watching, normal or muted"
    InvalidLimit             400 "Invalid limit"
    InvalidCursor            400 "Invalid cursor"
    InvalidDate              400 "Invalid date"
    InvalidCharacter         400 "Text cannot contain the NUL character"
    Malformed                400 "Malformed request: {}"
    BodyTimeout              408 "The request took too long to arrive"
    MethodNotAllowed         405 "This address does not support this method"
    BodyTooLarge             413 "The request is too large"
    UriTooLong               414 "The address is too long"
    HeadTooLarge             431 "The headers of the request are too large"
    HostInvalid              400 "A request needs exactly one Host header"
    JsonOnly                 415 "Requests must be JSON"
    FormOnly                 415 "This request must be a form"
    PictureTooLarge          413 "Picture too large"
    PictureTypeUnknown       415 "Pictures are PNG, JPEG, WebP or GIF files"
    NotAPicture              400 "Not a picture"
    PictureIsAnimated        400 "This picture moves, and the site would keep only its first frame"
    AvatarSize               400 "Such a picture must be square, with 64 to 512 pixels a side"
    LogoSize                 400 "A logo has 64 to 512 pixels a side"
    CoverSize                400 "A cover is five times as wide as high, 640 to 2,400 pixels wide and at most 1 MiB"
    AvatarsTooMany           400 "A call returns at most 100 pictures"
    TooManyPicturesToday     429 "Too many pictures today"

    // The server
    Internal                 500 "Something went wrong on our side"
    BackupFailed             500 "The backup failed; the server's log says why"
    Busy                     503 "The site is busy, please try again"
    TookTooLong              503 "This took too long, please try a simpler request"
    NoRoomForPictures        507 "No room for more pictures"
    NoRoomForTexts           507 "This site has no room left: it accepts no new texts and pictures until its administrators make some"
    StorageFull              503 "The site's disk is full: it can be read, but nothing new can be stored at the moment"
}

/// Why a request failed.
#[derive(Debug, Clone)]
pub enum Error {
    /// The user sees this message.
    Code(Sentence),
    /// The user sees this message with the argument in place of its `{}`.
    With(Sentence, String),
    /// The user sees this message and a `Retry-After` header.
    RetryAfter(Sentence, Duration),
    /// A login of a suspended user: until when and why, and the proof with which they can appeal.
    Suspended { detail: String, proof: String },
    /// An unexpected error. The text is for the log only.
    Internal(String),
    /// SQLite has met damaged content. For the log only.
    Damaged(String),
    /// The system refused a write: the disk failed, or a quota is used up. For the log only.
    WriteFailed(String),
    /// The disk failed to sync. For the log only.
    DiskFailed(String),
    /// A newer version of the program wrote the data. For the operator only.
    NewerData(String),
    /// A build from before the first release made the data. Only the operator reads this.
    UnreleasedData(String),
}

impl Error {
    /// Returns a message with the argument for its `{}`.
    pub fn with(sentence: Sentence, argument: impl fmt::Display) -> Self {
        Error::With(sentence, argument.to_string())
    }

    /// Returns an unexpected error; `detail` is for the log.
    pub fn internal(detail: impl fmt::Display) -> Self {
        Error::Internal(detail.to_string())
    }

    /// Returns the message for the user.
    pub fn sentence(&self) -> Sentence {
        match self {
            Error::Code(sentence) | Error::With(sentence, _) | Error::RetryAfter(sentence, _) => {
                *sentence
            }
            Error::Suspended { .. } => Sentence::AccountSuspended,
            Error::Internal(_)
            | Error::Damaged(_)
            | Error::WriteFailed(_)
            | Error::DiskFailed(_)
            | Error::NewerData(_)
            | Error::UnreleasedData(_) => Sentence::Internal,
        }
    }

    /// Returns the text for the user.
    pub fn text(&self) -> String {
        let text = self.sentence().text();
        match self {
            Error::With(_, argument)
            | Error::Suspended {
                detail: argument, ..
            } => text.replacen("{}", argument, 1),
            _ => text.to_owned(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Internal(detail)
            | Error::Damaged(detail)
            | Error::WriteFailed(detail)
            | Error::DiskFailed(detail)
            | Error::NewerData(detail)
            | Error::UnreleasedData(detail) => f.write_str(detail),
            other => f.write_str(&other.text()),
        }
    }
}

impl std::error::Error for Error {}

impl From<Sentence> for Error {
    fn from(sentence: Sentence) -> Self {
        Error::Code(sentence)
    }
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode::{
            DatabaseBusy, DatabaseCorrupt, DatabaseLocked, DiskFull, NotADatabase,
            OperationInterrupted,
        };
        use rusqlite::ffi::{
            SQLITE_IOERR_DIR_FSYNC, SQLITE_IOERR_FSYNC, SQLITE_IOERR_SHMSIZE,
            SQLITE_IOERR_TRUNCATE, SQLITE_IOERR_WRITE,
        };
        let detail = format!("SQLite: {error}");
        match error.sqlite_error_code() {
            Some(DiskFull) => Sentence::StorageFull.into(),
            Some(OperationInterrupted) => Sentence::TookTooLong.into(),
            Some(DatabaseBusy | DatabaseLocked) => Sentence::Busy.into(),
            Some(DatabaseCorrupt | NotADatabase) => Error::Damaged(detail),
            _ => match error.sqlite_error().map(|error| error.extended_code) {
                // There is no space for the shared-memory file.
                Some(SQLITE_IOERR_SHMSIZE) => Sentence::StorageFull.into(),
                Some(SQLITE_IOERR_WRITE) => Error::WriteFailed(detail),
                Some(SQLITE_IOERR_FSYNC | SQLITE_IOERR_DIR_FSYNC | SQLITE_IOERR_TRUNCATE) => {
                    Error::DiskFailed(detail)
                }
                _ => Error::Internal(detail),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::ffi;

    use super::{Error, Sentence};

    #[test]
    fn sync_write_space_and_read_errors_are_distinguished() {
        let error = |code| Error::from(rusqlite::Error::SqliteFailure(ffi::Error::new(code), None));
        for code in [
            ffi::SQLITE_IOERR_FSYNC,
            ffi::SQLITE_IOERR_DIR_FSYNC,
            ffi::SQLITE_IOERR_TRUNCATE,
        ] {
            assert!(matches!(error(code), Error::DiskFailed(_)), "{code}");
        }
        assert!(matches!(
            error(ffi::SQLITE_IOERR_WRITE),
            Error::WriteFailed(_)
        ));
        for code in [ffi::SQLITE_FULL, ffi::SQLITE_IOERR_SHMSIZE] {
            assert!(
                matches!(error(code), Error::Code(Sentence::StorageFull)),
                "{code}"
            );
        }
        assert!(matches!(error(ffi::SQLITE_IOERR_READ), Error::Internal(_)));
    }

    #[test]
    fn every_sentence_has_a_unique_text() {
        let mut texts: Vec<&str> = Sentence::ALL.iter().map(|s| s.text()).collect();
        texts.sort_unstable();
        let all = texts.len();
        texts.dedup();
        assert_eq!(texts.len(), all, "two rows of the table have the same text");
    }
}
