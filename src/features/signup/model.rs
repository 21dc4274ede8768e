//! The types of sign-ups.

use serde::Serialize;
use utoipa::ToSchema;

use super::wave::SignupWave;
use crate::features::users::User;

/// The reply to a sign-up.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum SignedUp {
    /// The new user, who is logged in.
    User(User),
    Waiting(WaitingReply),
}

/// The account waits for approval by a moderator; there is no session.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaitingReply {
    /// Always true.
    pub awaits_approval: bool,
    /// A sentence for the person.
    pub message: &'static str,
}

impl Default for WaitingReply {
    fn default() -> Self {
        Self {
            awaits_approval: true,
            message: "Your account is created and waits for approval by a moderator. You can log in once it is approved.",
        }
    }
}

/// The state of sign-ups, for administrators.
#[derive(Debug, Serialize, ToSchema)]
pub struct Signups {
    /// The number of accounts that wait for approval.
    pub waiting: u32,
    /// The wave during which sign-ups need approval and a proof of work. Absent: there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wave: Option<SignupWave>,
}
