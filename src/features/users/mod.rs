//! Users: accounts, passwords, passkeys, second factors, sessions, invitations, resets of sign-ins and the set-up of
//! the first administrator.

pub mod account;
pub mod admin_log;
mod api_token_routes;
pub mod api_tokens;
pub mod appeal_proof;
pub mod badges;
pub mod blocks;
pub mod bots;
pub mod confirmation;
pub mod contributions;
mod delivery_routes;
mod given_password;
pub mod known_devices;
mod identity;
mod new_session;
mod model;
mod moderation;
pub mod mail_addresses;
mod mail_routes;
pub mod invitations;
pub mod password_links;
mod passkey_routes;
mod passkeys;
mod password_routes;
pub mod preferences;
pub mod renaming;
pub mod routes;
pub mod invariants;
pub mod second_factor;
mod second_factor_routes;
pub mod session;
pub mod setup;
mod site_moderator;
mod subordinate;
pub mod store;
mod ways_in;

pub use account::Administrator;
pub use admin_log::{AdminLogEntry, Recorded};
pub use confirmation::Confirmed;
pub use delivery_routes::DeliveryPreferences;
pub use given_password::{GivenCredentials, GivenPassword};
pub use identity::{
    Account, ActingToken, AdminAuthority, BotLimits, LoggedActor, Me, NOBODY, PublicReader, Viewer,
};
pub use mail_routes::{MailSettings, VerifiedAddress};
pub use model::{
    AdminUserView, BulkRemoval, Invitation, LinkedIdentity, Login, MAX_TOKEN_DAYS,
    MailedInvitation, MailingOutcome, NewAccounts, NewApiToken, NewInvitation, NoticeKind,
    PasswordLink, Role, SecurityNotice, Session, SignInMethod, User, UserChange, UserFilter,
    UserOrder, UserReference, UserUpdate,
};
pub use new_session::NewSession;
pub use routes::Credentials;
pub use setup::Setup;
pub use site_moderator::{OPENED, Opened, SiteModerator};
pub use subordinate::Subordinate;
pub use ways_in::WaysIn;
