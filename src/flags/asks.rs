//! What follows from decisions of cases that ask for one.

use super::access::{DecidableCase, DecidedCase};
use super::model::Decision;
use crate::cases::Ask;
use crate::db::Write;
use crate::error::{Result, Sentence};
use crate::users::Me;

/// Does what an approved or rejected case asks for.
pub fn carry_out(
    _tx: &mut Write<'_>,
    _me: &Me,
    _case: &DecidableCase,
    ask: Ask,
    _decision: Decision,
) -> Result<()> {
    match ask {
        Ask::Held | Ask::Signup | Ask::Appeal => Err(Sentence::FlagNotFound.into()),
    }
}

/// Undoes what [`carry_out`] did.
pub fn undo(
    _tx: &mut Write<'_>,
    _me: &Me,
    _case: &DecidedCase,
    ask: Ask,
    _decision: Decision,
) -> Result<()> {
    match ask {
        Ask::Held | Ask::Signup | Ask::Appeal => Err(Sentence::FlagUndoImpossible.into()),
    }
}
