//! The SQL of this feature.
//!
//! `content` and `states` find content for the proofs of `access` and `state`; the other modules read
//! complete values and lists, or change rows for a caller with a proof.

pub mod authored;
pub mod batches;
pub mod changes;
pub mod content;
pub mod duplicates;
pub mod follows;
pub mod for_you;
pub mod found_cards;
pub mod lists;
pub mod load;
pub mod moderation;
pub mod posts;
pub mod related;
pub mod removals;
pub mod similar;
pub mod states;
pub mod suggested_edits;
pub mod suggestions;
pub mod synonyms;
pub mod tags;
pub mod transitions;
pub mod views;
pub mod voters;
pub mod votes;
