//! Following: what is new in visited questions.

mod unread;

use super::{Person, Reply, TestSite};
