//! The types of logins through providers.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::features::users::User;

/// The choice of a provider.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct ProviderChoice {
    #[schema(required = true)]
    pub provider: String,
}

/// Where the browser goes, as a whole page.
#[derive(Debug, Serialize, ToSchema)]
pub struct Destination {
    /// Absent: nowhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
}

/// The answer of a provider, from the address to which it has sent the browser.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct ProviderAnswer {
    #[schema(required = true)]
    pub provider: String,
    #[schema(required = true)]
    pub state: String,
    pub code: String,
    /// What the provider calls itself.
    pub iss: String,
    pub error: String,
    pub error_description: String,
}

/// What became of a login through a provider.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum LoginOutcome {
    /// The caller is logged in.
    LoggedIn,
    /// The provider knows the caller and this site does not: they choose a name.
    ChooseName,
    /// The identity belongs to the caller's account now.
    Linked,
    /// The caller has proved again who they are.
    Confirmed,
}

/// The end of a login through a provider.
#[derive(Debug, Serialize, ToSchema)]
pub struct FinishedLogin {
    pub outcome: LoginOutcome,
    /// The user who is logged in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user: Option<User>,
    /// A username for someone who chooses one. It may be taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
}

/// The sign-up of someone whom a provider knows.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct NamedUser {
    #[schema(schema_with = crate::platform::web::schemas::username, required = true)]
    pub username: String,
    /// The token of an invitation's link, as for a sign-up with a password.
    pub invitation: Option<String>,
    /// A challenge with its solution, if the site needs a proof of work.
    pub proof: Option<String>,
}

/// A notice of a provider that someone has logged out there.
#[derive(Deserialize)]
pub struct LogoutForm {
    pub logout_token: String,
}

/// The reply to a notice.
#[derive(Serialize, ToSchema)]
pub struct NoticeTaken {}
