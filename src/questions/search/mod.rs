//! Search: the query language and the full-text indexes.
//!
//! # Query language
//!
//! - `[tag]`: has exactly this tag; `-[tag]`: does not have it.
//! - `"a phrase"`: contains these words side by side, in this order; `-word`, `-"a phrase"`: does
//!   not contain it.
//! - `user:name`: asked by this user.
//! - `is:answered`, `is:unanswered`: with or without an answer; `is:accepted`: with an accepted
//!   answer.
//! - `score:3`, `answers:2`: at least this score, or this number of answers.
//! - Everything else is a word. The last word can also be a prefix. A prefix of fewer than three
//!   letters is used only if the whole word has no result, and only on smaller sites, because it
//!   matches too much.
//!
//! All conditions must hold. Case never matters. No input is an error: parts without a meaning are
//! ignored.
//!
//! # Matching
//!
//! The first of these that has results; [`Match`] says which one it was:
//!
//! 1. Questions with all words. From three letters on, the last word matches as a prefix too. If
//!    nothing matches a shorter last word, it matches as a prefix as well.
//! 2. Longer words without a visible result count as typing errors, and the most similar word with
//!    a result replaces each. Words with a result stay, and so do phrases, which the user meant
//!    literally. Correction comes before the third step, because the other words would lead
//!    elsewhere.
//! 3. Questions with any of the words. In a sentence of Chinese or Japanese, which has no spaces,
//!    each pair of neighbouring characters counts as a word.
//!
//! # Ranking
//!
//! By relevance, bm25 ranks public questions. It counts words in the whole index, so private
//! questions are in an index of their own: otherwise the order of results would disclose what the
//! viewer may not read. Private questions are ranked by where their words are (title, tags, text,
//! answers), then newest first, which depends on nothing else. For a viewer of both, reciprocal
//! rank fusion merges the two lists.

pub mod indexing;
mod prefix;
pub mod query;

pub use indexing::{index, rebuild, reindex};
pub use query::{Match, Search};
