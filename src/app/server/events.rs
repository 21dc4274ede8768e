//! The list of all live events. The UI's types are generated from it, so an unlisted event cannot
//! be used there.

#[cfg(test)]
use utoipa::openapi::{RefOr, Schema};
#[cfg(test)]
use utoipa::{PartialSchema, ToSchema};

use crate::features::cases::QueueUpdate;
use crate::features::chats::{ChatLeft, ChatPresence, ChatRead, ChatTyping, ChatUpdate};
use crate::features::communities::CommunityUpdate;
use crate::features::flags::model::FlagUpdate;
use crate::features::games::{GameError, GameUpdate, GamerUpdate};
use crate::features::mentions::model::MentionUpdate;
use crate::features::messages::{MessageEdited, MessageRemoved, MessageUpdate};
use crate::features::notifications::NotificationUpdate;
use crate::features::notifications::entries::InboxUpdate;
use crate::features::profiles::avatars::model::AvatarUpdate;
use crate::features::questions::events::{
    AnswerUpdate, CommentUpdate, QuestionUpdate, ViewsUpdate, VoteUpdate,
};
use crate::features::users::UserUpdate;
use crate::features::users::admin_log::ModerationNotice;
use crate::features::users::badges::BadgeAwarded;
use crate::features::users::preferences::model::PreferencesUpdate;
use crate::platform::realtime::{Changed, Event};
use crate::platform::settings::SiteUpdate;

macro_rules! events {
    ($($event:ident),* $(,)?) => {
        /// The names of all events.
        pub const NAMES: &[&str] = &[$($event::NAME),*];

        /// Adds the schemas of all events. Returns the names of the events, each with that of its schema.
        #[cfg(test)]
        pub fn add_schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) -> Vec<(&'static str, String)> {
            $(
                $event::schemas(schemas);
                schemas.push(($event::name().into_owned(), $event::schema()));
            )*
            vec![$(($event::NAME, $event::name().into_owned())),*]
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
    InboxUpdate,
    BadgeAwarded,
    PreferencesUpdate,
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
