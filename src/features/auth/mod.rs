//! What guards a login: the hashes of passwords, the queue in which they are computed, the delays after failed
//! attempts, and the check of tokens that providers sign.
//!
//! It knows no accounts. `users` has the logins, sessions and devices, because only it makes the proofs of
//! who acts.

pub mod login_throttle;
pub mod password;
mod store;
pub mod tokens;
