//! What follows from decisions of cases that ask for one.

use super::access::{DecidableCase, DecidedCase};
use super::model::Decision;
use crate::cases::Ask;
use crate::db::Write;
use crate::error::{Result, Sentence};
use crate::sanctions::appeals;
use crate::users::Me;

/// Does what an approved or rejected case asks for.
pub fn carry_out(
    tx: &mut Write<'_>,
    me: &Me,
    case: &DecidableCase,
    ask: Ask,
    decision: Decision,
) -> Result<()> {
    let case = case.case();
    match ask {
        Ask::Held | Ask::Signup => Err(Sentence::FlagNotFound.into()),
        Ask::Appeal => {
            let is_approved = decision == Decision::Approve;
            appeals::decide(tx, me, case.site(), case.record().object, is_approved)
        }
    }
}

/// Undoes what [`carry_out`] did. An approved appeal stays approved: its action can be taken again.
pub fn undo(
    _tx: &mut Write<'_>,
    _me: &Me,
    _case: &DecidedCase,
    ask: Ask,
    decision: Decision,
) -> Result<()> {
    match ask {
        Ask::Appeal if decision == Decision::Reject => Ok(()),
        Ask::Held | Ask::Signup | Ask::Appeal => Err(Sentence::FlagUndoImpossible.into()),
    }
}
