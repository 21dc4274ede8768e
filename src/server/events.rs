//! All live events in one list, from which the UI's types are made: an event that is missing here has no name there.

use crate::chats::ChatUpdate;
use crate::communities::CommunityUpdate;
use crate::games::gamers::GamerUpdate;
use crate::games::{GameError, GameUpdate};
use crate::live::Event;
use crate::messages::MessageUpdate;
use crate::notifications::NotificationUpdate;
use crate::questions::QuestionUpdate;
use crate::questions::answers::AnswerUpdate;
use crate::questions::comments::CommentUpdate;
use crate::questions::views::ViewsUpdate;
use crate::questions::votes::VoteUpdate;
use crate::users::UserUpdate;

macro_rules! events {
    ($($event:ident),* $(,)?) => {
        /// The names of all events.
        pub const NAMES: &[&str] = &[$($event::NAME),*];

        /// `LiveEvent` as TypeScript: one name and payload or another.
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
    MessageUpdate,
    ChatUpdate,
    GamerUpdate,
    GameUpdate,
    GameError,
);
