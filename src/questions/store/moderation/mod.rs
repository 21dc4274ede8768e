//! Stores what moderators do with questions.
//!
//! `lookup` finds what the proofs need; the other modules change rows for a caller with a proof.

pub mod lookup;
pub mod merges;
pub mod moves;
pub mod pins;
pub mod states;
