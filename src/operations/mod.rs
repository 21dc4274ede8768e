//! What keeps a site running: its checks, backups, exports, imports and administration.
//!
//! Each module imports only modules above it.

pub mod invariants;
pub mod export;
pub mod import;
pub mod backup;
pub mod doctor;
pub mod administration;
