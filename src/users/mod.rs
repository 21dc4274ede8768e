//! Users: accounts, passwords, sessions, invitations and the set-up of the first administrator.

pub mod account;
pub mod fair_queue;
pub mod known_devices;
mod identity;
mod model;
pub mod login_throttle;
pub mod invitations;
pub mod password;
pub mod routes;
pub mod invariants;
pub mod session;
pub mod setup;
pub mod store;

pub use account::Administrator;
pub use identity::{Account, AdminAuthority, Me};
pub use model::{
    AdminUserView, Invitation, Login, NewInvitation, Role, Session, User, UserChange, UserFilter,
    UserReference, UserUpdate,
};
pub use setup::Setup;
