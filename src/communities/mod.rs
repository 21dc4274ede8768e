//! Communities: who belongs to them, and what that lets one read and do.

pub mod access;
pub mod store;
