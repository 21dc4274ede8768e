//! Search: the query language and the full-text indexes.
//!
//! # Query language
//!
//! - `[tag]` or `tag:name`: has exactly this tag; `-[tag]`: does not have it.
//! - `"a phrase"`: contains these words side by side, in this order; `-word`, `-"a phrase"`: does
//!   not contain it.
//! - `user:name`: asked by this user; `by:name`: asked or answered by this user.
//! - `is:answered`, `is:unanswered`: with or without an answer; `is:accepted`: with an accepted
//!   answer.
//! - `score:3`, `answers:2`: at least this score, or this number of answers.
//! - `after:2026-11-29`, `before:2026`: asked since the start of a day, a month or a year in UTC, or before it.
//! - Everything else is a word. The last word can also be the beginning of one, from three letters
//!   on; a shorter one only if nobody used it as a word.
//!
//! Tags, phrases, exclusions and filters restrict the results. Any of the words may match. Case
//! never matters. No input is an error: parts without a meaning are ignored, and beyond a number of
//! parts only the first count.
//!
//! # Matching
//!
//! Words are looked up in an index of posts, and their scores add up per question. Stop words count
//! only if nothing else was typed. Beside a word that nobody used, similar words count too, with
//! less weight; beside a rare one also its other spellings and derivations, and those that are much more frequent
//! and differ in one letter. A correct word is never replaced: a similar one is only offered. A phrase that
//! nobody wrote counts as its words. In a sentence of Chinese or Japanese, which has no spaces, each pair of neighbouring
//! characters is a word. An identifier in camel case is a word, and so are its parts; the same for a
//! name with signs, such as `C++`, `C#` and `.NET`. Spellings that readers take for the same are equal
//! ([`crate::core::tokenizer::folded`]).
//!
//! Words are stemmed as English ones. The inflected forms of words in other scripts, and in the language of the setting
//! `search.language`, are found among the stored words ([`languages`]).
//!
//! # Ranking
//!
//! [`score`] weighs words by their frequency in title, tags, text and best answer, and by how rare
//! they are in public posts; frequencies of private posts would disclose what the viewer may not
//! read. Questions are ranked by the words that are strong in them, and the best by their texts,
//! where neighbouring words count in addition, and by their meaning ([`crate::core::meaning`]).
//!
//! # Cost
//!
//! A search reads a bounded number of postings and texts. The rarest words come first, and of very
//! common ones only posts for which they are strong are read, newest first.

pub mod filter;
pub mod indexing;
pub mod languages;
pub mod model;
pub mod passage;
pub mod prefix;
pub mod query;
pub mod scan;
pub mod score;
pub mod spelling;
pub mod store;

pub use indexing::{
    STEPS, finish_rebuild, forget_words, index, rebuild, reindex, reindex_answers, reindex_thread,
    step,
};
pub use query::{Match, Search};
