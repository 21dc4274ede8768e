//! What guards a login: the hashes of passwords, the queue in which they are computed, the delays after failed
//! attempts, the codes of authenticator apps, the signatures of passkeys, and the check of tokens that providers sign.
//!
//! It knows no accounts. `users` has the logins, sessions and devices, because only it makes the proofs of
//! who acts.

pub mod challenge;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
pub mod login_throttle;
pub mod passkey;
pub mod password;
pub mod recovery_code;
mod store;
pub mod tokens;
pub mod totp;
