//! The list of all live events. The UI's types are generated from it, so an unlisted event cannot
//! be used there.

use crate::avatars::model::AvatarUpdate;
use crate::badges::BadgeAwarded;
use crate::cases::QueueUpdate;
use crate::chats::{ChatLeft, ChatPresence, ChatRead, ChatTyping, ChatUpdate};
use crate::communities::CommunityUpdate;
use crate::flags::model::FlagUpdate;
use crate::games::{GameError, GameUpdate, GamerUpdate};
use crate::mentions::model::MentionUpdate;
use crate::messages::{MessageEdited, MessageRemoved, MessageUpdate};
use crate::notifications::NotificationUpdate;
use crate::questions::events::{
    AnswerUpdate, CommentUpdate, QuestionUpdate, ViewsUpdate, VoteUpdate,
};
use crate::realtime::{Changed, Event};
use crate::settings::SiteUpdate;
use crate::users::UserUpdate;
use crate::users::admin_log::ModerationNotice;

macro_rules! events {
    ($($event:ident),* $(,)?) => {
        /// The names of all events.
        pub const NAMES: &[&str] = &[$($event::NAME),*];

        /// Returns the TypeScript type `LiveEvent`: a union of names and payloads.
        #[cfg(test)]
        pub fn typescript(config: &ts_rs::Config) -> String {
            use ts_rs::TS;
            let cases = [$(format!("  | {{ name: '{}'; payload: {} }}", $event::NAME, $event::name(config))),*];
            format!("export type LiveEvent =\n{};\n", cases.join("\n"))
        }
    };
}

events!(
    QuestionUpdate,
    ViewsUpdate,
    AnswerUpdate,
    CommentUpdate,
    VoteUpdate,
    UserUpdate,
    CommunityUpdate,
    NotificationUpdate,
    MentionUpdate,
    BadgeAwarded,
    AvatarUpdate,
    MessageUpdate,
    MessageEdited,
    MessageRemoved,
    ChatUpdate,
    ChatLeft,
    ChatRead,
    ChatPresence,
    ChatTyping,
    GamerUpdate,
    GameUpdate,
    GameError,
    SiteUpdate,
    FlagUpdate,
    QueueUpdate,
    ModerationNotice,
    Changed,
);
