//! The states of a question, an answer or a comment, and what changes them.
//!
//! [`TABLE`] lists every transition. [`Transition`] is the proof that an actor may make one; only its look-ups
//! create it, and they consult the table. [`apply`] carries it out. A row of `removals` without
//! `restored_at` stores every state but `Shown` and `Deleted`, and `deleted_at` of the post or comment is set in
//! every state but `Shown`: what keeps deleted content from others keeps all of it.
//!
//! # States
//!
//! | state | the author sees | moderators see | others see |
//! |---|---|---|---|
//! | `Shown` | it | it | it |
//! | `Deleted` | it, and can restore it | that it is gone | that it is gone |
//! | `Held` | it, as waiting | it, in the queue | nothing, and never did |
//! | `Withdrawn` | it, and can let it wait again | nothing | nothing, and never did |
//! | `Rejected` | it, with the reason | it, and can restore it | nothing, and never did |
//! | `Hidden` | it, but cannot restore it | it, in the queue | that it is gone |
//! | `Removed` | it, with the reason | it, and can restore it | that it is gone |
//!
//! New content is `Held` if it is among the first of a member or suspected spam, and otherwise `Shown`. `Held`
//! content opens a case; `Hidden` content has one, that of its reports. Messages have no states.
//!
//! # Transitions
//!
//! | action | from → to | who may | others notice | log, which tells the author |
//! |---|---|---|---|---|
//! | `Delete` | `Shown` → `Deleted` | the author, or the site with their account | vanishes | |
//! | | `Held` → `Withdrawn` | the same | nothing; its case is closed | |
//! | `Undelete` | `Deleted` → `Shown` | the author | returns | |
//! | | `Withdrawn` → `Held` | the author | nothing; it has a case again | |
//! | | `Held` → `Held` | the author | nothing | |
//! | `Edit` | `Held` → `Held` | the author | nothing; moderators see another version | |
//! | `Approve` | `Held` → `Shown` | who decides its case | appears | the decision |
//! | `Reject` | `Held` → `Rejected` | who decides its case | nothing | the decision |
//! | `UndoApproval` | `Shown` → `Held` | who undoes the decision | vanishes | the undoing |
//! | `UndoRejection` | `Rejected` → `Held` | who undoes the decision | nothing | the undoing |
//! | `Hide` | `Shown` → `Hidden` | the site, after enough reports | vanishes | the hiding |
//! | `Release` | `Hidden` → `Shown` | who declines the reports, or the site after too few are left | returns | the restoration |
//! | `Confirm` | `Hidden` → `Removed` | who upholds the reports | nothing | the removal |
//! | `UndoRelease` | `Shown` → `Hidden` | who undoes the decision | vanishes | the undoing |
//! | `UndoConfirmation` | `Removed` → `Hidden` | who undoes the decision | nothing | the undoing |
//! | `Remove` | `Shown` → `Removed` | moderators of the site and of the community | vanishes | the removal, or that of a batch |
//! | `Restore` | `Removed` → `Shown` | moderators of the site, and of the community if one of them removed it | returns | the restoration, or that of a batch |
//! | | `Rejected` → `Shown` | the same | appears | the restoration |
//!
//! What others notice decides about what is derived from the content:
//!
//! - **vanishes**: it leaves the index, the counters, the lists and the pictures that others may fetch, and its readers
//!   get an event. An answer is no longer accepted until it returns. Mentions and notifications of it stay, but
//!   show nothing.
//! - **returns**: all of this again, with an event, but nobody is notified. A hidden comment of a post that is gone
//!   is released without an event: nobody sees it.
//! - **appears**: what follows when content is posted: it is counted and indexed, a question's tags get their
//!   spelling, and those are notified whom new content notifies. Nobody is notified twice if this is undone and
//!   repeated.
//! - **nothing**: only what the author and moderators see changes.
//!
//! Editing shown content and closing a question change no state: [`revisions`](super::revisions),
//! [`moderation`](super::moderation).

mod apply;
pub mod transition;

use super::model::RemovalKind::{self, Held, Hidden, Rejected, Removed, Withdrawn};
use crate::features::users::admin_log::AdminAction;

pub use apply::{
    apply, decide_removal, delete_own, hold, purge_author, remove, remove_as_moderator, restore,
    restore_as_moderator, undelete_own, withdraw_all,
};
pub use transition::Transition;

use Action::*;
use PostState::{Deleted, Shown, Withheld};

/// The state of a question, an answer or a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PostState {
    /// Who may read its question reads it.
    Shown,
    /// Its author deleted it.
    Deleted,
    /// Something else keeps it from others.
    Withheld(RemovalKind),
}

/// What changes the state of content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Delete,
    Undelete,
    Edit,
    Approve,
    Reject,
    UndoApproval,
    UndoRejection,
    Hide,
    Release,
    Confirm,
    UndoRelease,
    UndoConfirmation,
    Remove,
    Restore,
}

/// Every transition: from a state, by an action, to a state.
pub const TABLE: &[(PostState, Action, PostState)] = &[
    (Shown, Delete, Deleted),
    (Withheld(Held), Delete, Withheld(Withdrawn)),
    (Deleted, Undelete, Shown),
    (Withheld(Withdrawn), Undelete, Withheld(Held)),
    (Withheld(Held), Undelete, Withheld(Held)),
    (Withheld(Held), Edit, Withheld(Held)),
    (Withheld(Held), Approve, Shown),
    (Withheld(Held), Reject, Withheld(Rejected)),
    (Shown, UndoApproval, Withheld(Held)),
    (Withheld(Rejected), UndoRejection, Withheld(Held)),
    (Shown, Hide, Withheld(Hidden)),
    (Withheld(Hidden), Release, Shown),
    (Withheld(Hidden), Confirm, Withheld(Removed)),
    (Shown, UndoRelease, Withheld(Hidden)),
    (Withheld(Removed), UndoConfirmation, Withheld(Hidden)),
    (Shown, Remove, Withheld(Removed)),
    (Withheld(Removed), Restore, Shown),
    (Withheld(Rejected), Restore, Shown),
];

impl PostState {
    /// Returns the state after an action. `None`: the table has no such transition.
    pub fn after(self, action: Action) -> Option<Self> {
        let mut rows = TABLE.iter();
        let row = rows.find(|(from, by, _)| (*from, *by) == (self, action));
        row.map(|(_, _, to)| *to)
    }
}

impl Action {
    /// Returns what the log calls the action itself. Decisions are logged with their cases.
    fn logged_as(self) -> Option<AdminAction> {
        match self {
            Remove | Confirm => Some(AdminAction::RemovePost),
            Restore | Release => Some(AdminAction::RestorePost),
            Hide => Some(AdminAction::HidePost),
            Delete | Undelete | Edit | Approve | Reject => None,
            UndoApproval | UndoRejection | UndoRelease | UndoConfirmation => None,
        }
    }
}

/// What others notice of a transition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Appearance {
    Vanishes,
    Returns,
    /// For the first time.
    Appears,
    Nothing,
}

impl Appearance {
    fn of(from: PostState, to: PostState) -> Self {
        match (from, to) {
            (Shown, _) => Self::Vanishes,
            (Withheld(Held | Rejected), Shown) => Self::Appears,
            (_, Shown) => Self::Returns,
            _ => Self::Nothing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Action, PostState, TABLE};

    fn name(state: PostState) -> String {
        let name = format!("{state:?}");
        name.replace("Withheld(", "").replace(')', "")
    }

    #[test]
    fn the_documentation_has_the_rows_of_the_table() {
        let mut action = "";
        let mut rows = Vec::new();
        for line in include_str!("mod.rs").lines() {
            let Some(cells) = line.strip_prefix("//! | ") else {
                continue;
            };
            let cells: Vec<&str> = cells.split('|').map(str::trim).collect();
            let Some((from, to)) = cells[1].split_once(" → ") else {
                continue;
            };
            if !cells[0].is_empty() {
                action = cells[0];
            }
            rows.push([from, action, to].map(|word| word.replace('`', "")));
        }
        let table = TABLE.iter();
        let table = table.map(|(from, action, to)| [name(*from), format!("{action:?}"), name(*to)]);
        let mut rows: Vec<_> = rows.into_iter().filter(|row| row[0] != "from").collect();
        let mut table: Vec<_> = table.collect();
        rows.sort();
        table.sort();
        assert_eq!(rows, table);
    }

    #[test]
    fn the_table_has_each_pair_of_a_state_and_an_action_once() {
        let pairs: Vec<(PostState, Action)> = TABLE.iter().map(|row| (row.0, row.1)).collect();
        for (number, pair) in pairs.iter().enumerate() {
            assert!(!pairs[..number].contains(pair), "{pair:?}");
        }
    }
}
