//! What an entry of the log of administration says.

use serde::Serialize;
use utoipa::ToSchema;

use crate::core::clock::Timestamp;
use crate::core::id::Id;
use crate::core::string_enum::string_enum;
use crate::features::users::identity::Account;
use crate::platform::realtime::{Event, Subject};

/// The longest name of a target, in characters. Imported titles may be longer.
const TARGET_NAME: usize = 100;

string_enum! {
    /// What was done.
    AdminAction {
        CreateUser = "create-user",
        Promote = "promote",
        Demote = "demote",
        AppointModerator = "appoint-moderator",
        DismissModerator = "dismiss-moderator",
        Disable = "disable",
        Enable = "enable",
        DeleteUser = "delete-user",
        RenameUser = "rename-user",
        MergeUser = "merge-user",
        SetPassword = "set-password",
        ResetSignIn = "reset-sign-in",
        ResetSecondFactor = "reset-second-factor",
        AddBot = "add-bot",
        ChangeBot = "change-bot",
        AddIncomingHook = "add-incoming-hook",
        RemoveIncomingHook = "remove-incoming-hook",
        AddToken = "add-token",
        RevokeToken = "revoke-token",
        EndSession = "end-session",
        EndSessions = "end-sessions",
        Invite = "invite",
        RevokeInvitation = "revoke-invitation",
        ArchiveCommunity = "archive-community",
        UnarchiveCommunity = "unarchive-community",
        /// Whether readers without an account read what is in a community.
        SetReading = "set-reading",
        RemovePost = "remove-post",
        RestorePost = "restore-post",
        PurgeVersion = "purge-version",
        CloseQuestion = "close-question",
        ReopenQuestion = "reopen-question",
        LockQuestion = "lock-question",
        UnlockQuestion = "unlock-question",
        EditPost = "edit-post",
        PinQuestion = "pin-question",
        UnpinQuestion = "unpin-question",
        MoveQuestion = "move-question",
        UndoMove = "undo-move",
        MergeQuestion = "merge-question",
        UndoMerge = "undo-merge",
        MoveAnswer = "move-answer",
        RemoveMessage = "remove-message",
        RemovePicture = "remove-picture",
        /// A moderator asks another one to open a reported private object with them.
        AskToOpen = "ask-to-open",
        OpenFlagged = "open-flagged",
        DecideFlag = "decide-flag",
        UndoDecision = "undo-decision",
        /// A moderator removed the link of a duplicate to its original.
        RemoveLink = "remove-link",
        AddWebhook = "add-webhook",
        ChangeWebhook = "change-webhook",
        RemoveWebhook = "remove-webhook",
        AddSynonym = "add-synonym",
        RemoveSynonym = "remove-synonym",
        RenameTag = "rename-tag",
        DeleteTag = "delete-tag",
        RestoreTag = "restore-tag",
        ResendDelivery = "resend-delivery",
        BackUp = "back-up",
        SetSetting = "set-setting",
        Warn = "warn",
        Silence = "silence",
        Suspend = "suspend",
        ClearProfile = "clear-profile",
        LiftSanction = "lift-sanction",
        RemoveContent = "remove-content",
        RestoreContent = "restore-content",
        DecideAppeal = "decide-appeal",
        HidePost = "hide-post",
        Vouch = "vouch",
        Unvouch = "unvouch",
        ProtectQuestion = "protect-question",
        UnprotectQuestion = "unprotect-question",
        BeginWave = "begin-wave",
        EndWave = "end-wave",
        RemoveNewUsers = "remove-new-users",
        UndoRemoval = "undo-removal",
    }
}

string_enum! {
    /// What kind of thing it was done to.
    AdminTargetKind {
        User = "user",
        Community = "community",
        Question = "question",
        Answer = "answer",
        Comment = "comment",
        Message = "message",
        Picture = "picture",
        Tag = "tag",
        Invitation = "invitation",
        Backup = "backup",
        /// An entry of this log.
        Entry = "entry",
        Setting = "setting",
        Site = "site",
        Address = "address",
    }
}

/// What an action was done to.
pub struct AdminTarget {
    kind: AdminTargetKind,
    id: Option<Id>,
    name: String,
    scope: i64,
    concerns: Option<Id>,
}

impl AdminTarget {
    /// Returns a target with the name that it has now.
    pub fn new(kind: AdminTargetKind, id: Option<Id>, name: &str) -> Self {
        Self {
            kind,
            id,
            name: name.chars().take(TARGET_NAME).collect(),
            scope: 0,
            concerns: None,
        }
    }

    /// Returns the whole site as a target.
    pub fn site() -> Self {
        Self::new(AdminTargetKind::Site, None, "")
    }

    /// Restricts the entry to those who may read this value of `questions.scope`.
    #[must_use]
    pub fn in_scope(self, scope: i64) -> Self {
        Self { scope, ..self }
    }

    /// Names the member whom the action concerns. They are told of the entry, and may read it.
    #[must_use]
    pub fn concerning(self, member: Id) -> Self {
        Self {
            concerns: Some(member),
            ..self
        }
    }

    /// Returns what kind of thing it is.
    pub fn kind(&self) -> AdminTargetKind {
        self.kind
    }

    /// Returns the id, if the target has one.
    pub fn id(&self) -> Option<Id> {
        self.id
    }

    /// Returns the name, cut to 100 characters.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns who may read the entry, as in `questions.scope`.
    pub fn scope(&self) -> i64 {
        self.scope
    }

    /// Returns the member whom the action concerns, if there is one.
    pub fn concerns(&self) -> Option<Id> {
        self.concerns
    }
}

impl From<&Account> for AdminTarget {
    fn from(account: &Account) -> Self {
        Self::new(
            AdminTargetKind::User,
            Some(account.id()),
            account.username(),
        )
        .concerning(account.id())
    }
}

/// Event: an action concerns the member. They read it in their part of the log.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModerationNotice {
    /// The entry of the log.
    pub log_id: Id,
}

impl Event for ModerationNotice {
    const NAME: &'static str = "moderationNotice";

    fn subject(&self) -> Subject {
        Subject::object(self.log_id)
    }
}

/// An entry of the log of administration.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminLogEntry {
    #[serde(rename = "_id")]
    pub id: Id,
    pub logged_at: Timestamp,
    /// The actor's account. Absent: the operator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actor_id: Option<Id>,
    /// The actor's name at that time; of the operator, their name on the server's system, or an empty
    /// text.
    pub actor: String,
    /// The id of the API token with which the actor acted. Absent: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token_id: Option<Id>,
    pub action: AdminAction,
    pub target_kind: AdminTargetKind,
    /// Absent: the target has no id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target_id: Option<Id>,
    /// The target's name at that time; of an answer or a comment, the title of its question; of a
    /// message or a picture, its author.
    pub target: String,
    /// The reason, or what else the action says; of a setting, its new value. The browser gets at most
    /// the first 1,000 characters.
    pub detail: String,
    /// The value that the action replaced, cut like `detail`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
}
