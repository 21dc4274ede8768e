//! Stores what moderators do with questions.
//!
//! `lookup` and `merge_lookup` find what the proofs need; the other modules change rows for a caller with a proof.

pub mod lookup;
pub mod merge_lookup;
pub mod merges;
pub mod moves;
pub mod pins;
pub mod states;
