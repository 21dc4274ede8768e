//! The size of the worst site, and the ids of its rows.

use stoa::core::text::limits;

/// The first id of each kind of row.
pub mod ids {
    pub const COMMUNITY: i64 = 100;
    pub const USER: i64 = 1_000_000;
    pub const QUESTION: i64 = 2_000_000_000;
    /// A question with the most answers; the answers follow.
    pub const THREAD: i64 = 3_000_000_000;
    /// A question with as much as one merge moves; the answers follow.
    pub const MERGED: i64 = 3_500_000_000;
    pub const COMMENT: i64 = 4_000_000_000;
    /// The comments of the account's notifications.
    pub const RESPONSE: i64 = 5_000_000_000;
    pub const PRIVATE: i64 = 6_000_000_000;
    pub const DELETED: i64 = 7_000_000_000;
    pub const MESSAGE: i64 = 8_000_000_000;
    pub const CHAT: i64 = 9_000_000_000;
    pub const WAITING_GAME: i64 = 10_000_000_000;
    pub const RUNNING_GAME: i64 = 11_000_000_000;
    pub const OVER_GAME: i64 = 12_000_000_000;
    pub const TAG: i64 = 13_000_000_000;
    pub const SYNONYM: i64 = 21_000_000_000;
    pub const SESSION: i64 = 14_000_000_000;
    pub const INVITATION: i64 = 15_000_000_000;
    pub const LOG_ENTRY: i64 = 19_000_000_000;
    pub const REVISION: i64 = 16_000_000_000;
    pub const TAG_REVISION: i64 = 20_000_000_000;
    pub const REMOVAL: i64 = 17_000_000_000;
    pub const NOTICE: i64 = 18_000_000_000;
    pub const MENTION: i64 = 20_000_000_000;
    pub const PICTURE: i64 = 22_000_000_000;
    /// Suggested edits of the first answer of the thread, then one for each other answer.
    pub const SUGGESTION: i64 = 23_000_000_000;
}

/// The size of the site.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// The answers and the revisions of the longest thread, and the versions of the description of a tag.
    pub answers: usize,
    /// The characters of its posts; their comments have a sixth.
    pub text: usize,
    /// The members and the requests of a community.
    pub members: usize,
    pub communities: usize,
    /// The rows of each kind that one account has: questions, notifications, stars, chats, games.
    pub own: usize,
    /// The messages of a chat.
    pub messages: usize,
    /// The duplicates of the longest thread.
    pub links: usize,
}

impl Scale {
    /// The largest site that limits allow or that is likely.
    pub const FULL: Self = Self {
        answers: 500,
        text: limits::ANSWER_TEXT,
        members: 10_000,
        communities: 20,
        own: 50_000,
        messages: 10_000,
        links: 20,
    };
}
