//! Rows of a dump as the import remembers them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use crate::core::clock::Timestamp;
use crate::core::id::Id;
use crate::features::pictures::StoredPicture;
use crate::operations::import::store::Version;

/// A question or an answer.
#[derive(Clone, Copy)]
pub(super) struct Post {
    pub id: Id,
    /// The question of an answer; for a question, the same as `id`.
    pub question: Id,
    /// Whether this import adds it.
    pub is_new: bool,
}

impl Post {
    /// Returns the address of the post on this site.
    pub fn page(&self) -> String {
        if self.is_question() {
            format!("/question/{}", self.id)
        } else {
            format!("/question/{}#{}", self.question, self.id)
        }
    }

    /// Returns whether this is a question.
    pub fn is_question(&self) -> bool {
        self.id == self.question
    }
}

/// An imported user.
pub(super) struct User {
    pub id: Id,
    pub display_name: String,
}

/// A user of the dump who is not imported yet.
pub(super) struct PendingUser {
    pub display_name: String,
    /// The unique name, on sites whose users have one beside the display name.
    pub username: Option<String>,
    /// The name in the address of their page, if that is another.
    pub slug: Option<String>,
    pub created_at: Timestamp,
}

/// The author of a row: a user of this site, and the name for the attribution.
pub(super) struct Author {
    pub id: Id,
    pub name: String,
}

/// The state of reading the history.
#[derive(Default)]
pub(super) struct History {
    pub edit: Option<Edit>,
    pub newest: HashMap<i64, NewestText>,
}

/// An edit whose rows are read.
pub(super) struct Edit {
    pub post: i64,
    pub guid: String,
    /// The id of its first row in the dump.
    pub number: i64,
    pub author: Author,
    pub at: Timestamp,
    pub changed: Version,
}

/// The revision with the newest text of a post.
pub(super) struct NewestText {
    /// The time and the id in the dump, which order revisions.
    pub order: (Timestamp, i64),
    pub revision: Id,
}

/// The pictures of an import.
#[derive(Default)]
pub(super) struct Pictures {
    /// The files that were stored, by their names in the dump. `None`: there is none, or it is no
    /// picture.
    pub stored: HashMap<String, Option<Rc<StoredPicture>>>,
    /// The pictures, by their owner and their name in the dump.
    pub ids: HashMap<(Id, String), Id>,
    /// The posts one of whose versions shows pictures.
    pub shown: BTreeMap<Id, (Post, BTreeSet<Id>)>,
}

/// Splits tag names: `<a><b>`, or `|a|b|` in newer dumps.
pub(super) fn tag_names(tags: &str) -> impl Iterator<Item = &str> {
    tags.split(['<', '>', '|']).filter(|name| !name.is_empty())
}
