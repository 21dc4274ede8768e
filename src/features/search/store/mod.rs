//! The full-text index of posts, and the words that complete and correct searches.
//!
//! [`documents`] writes the index and [`rebuild`] makes it again in steps; [`retrieval`] finds
//! questions for words, [`rescoring`] ranks the best of them by their texts, and [`marks`] shows
//! what matched.

pub mod documents;
pub mod entries;
pub mod expansion;
pub mod marks;
pub mod postings;
pub mod rebuild;
pub mod rescoring;
pub mod retrieval;
pub mod words;
