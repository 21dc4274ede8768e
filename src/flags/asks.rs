//! What follows from decisions of cases that ask for one.

use super::access::{DecidableCase, DecidedCase};
use super::model::Decision;
use super::withheld;
use crate::cases::Ask;
use crate::db::Write;
use crate::error::{Result, Sentence};
use crate::users::Me;

/// Does what an approved or rejected case asks for.
pub fn carry_out(
    tx: &mut Write<'_>,
    me: &Me,
    case: &DecidableCase,
    ask: Ask,
    decision: Decision,
    reason: &str,
) -> Result<()> {
    match ask {
        Ask::Held => withheld::decide_held(tx, me, case, decision, reason),
        Ask::Signup | Ask::Appeal => Err(Sentence::FlagNotFound.into()),
    }
}

/// Undoes what [`carry_out`] did.
pub fn undo(
    tx: &mut Write<'_>,
    me: &Me,
    case: &DecidedCase,
    ask: Ask,
    decision: Decision,
) -> Result<()> {
    match ask {
        Ask::Held => withheld::undo_held(tx, me, case, decision),
        Ask::Signup | Ask::Appeal => Err(Sentence::FlagUndoImpossible.into()),
    }
}
