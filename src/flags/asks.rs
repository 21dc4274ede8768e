//! What follows from decisions of cases that ask for one.

use super::access::{DecidableCase, DecidedCase};
use super::model::Decision;
use super::withheld;
use crate::cases::Ask;
use crate::db::Write;
use crate::error::{Result, Sentence};
use crate::sanctions::appeals;
use crate::signup;
use crate::users::{Me, SiteModerator};

/// Does what an approved or rejected case asks for.
pub fn carry_out(
    tx: &mut Write<'_>,
    me: &Me,
    case: &DecidableCase,
    ask: Ask,
    decision: Decision,
    reason: &str,
) -> Result<()> {
    let object = case.case().record().object;
    match ask {
        Ask::Held => withheld::decide_held(tx, me, case, decision, reason),
        Ask::Signup => {
            let by = SiteModerator::find(me).ok_or(Sentence::SiteModeratorsOnly)?;
            match decision {
                Decision::Approve => signup::approve(tx, &by, object).map(drop),
                _ => signup::set_rejected(tx, &by, object, true),
            }
        }
        Ask::Appeal => {
            let is_approved = decision == Decision::Approve;
            appeals::decide(tx, me, case.case().site(), object, is_approved)
        }
    }
}

/// Undoes what [`carry_out`] did. An approved appeal stays approved: its action can be taken again.
pub fn undo(
    tx: &mut Write<'_>,
    me: &Me,
    case: &DecidedCase,
    ask: Ask,
    decision: Decision,
) -> Result<()> {
    let object = case.case().record().object;
    match (ask, decision) {
        (Ask::Held, _) => withheld::undo_held(tx, me, case, decision),
        (Ask::Signup, Decision::Reject) => {
            let by = SiteModerator::find(me).ok_or(Sentence::SiteModeratorsOnly)?;
            signup::set_rejected(tx, &by, object, false)
        }
        (Ask::Signup, _) => Err(Sentence::ApprovalFinal.into()),
        (Ask::Appeal, Decision::Reject) => Ok(()),
        (Ask::Appeal, _) => Err(Sentence::AppealFinal.into()),
    }
}
