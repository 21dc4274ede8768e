//! Following: what is new to a member since they last looked.
//!
//! A member watches or mutes questions, tags and communities. The nearest state wins: that of a
//! question over those of its tags, and these over that of its community. Among the tags of a
//! question, a muted one wins. The inbox lists what is new in what is watched. What is muted is
//! neither there nor among the questions for the member: a muted community silences those that
//! nothing nearer watches, so those with a watched tag still come.
//!
//! A visit stores how far a member has read a question, and a cursor how far they have seen their
//! inbox. What is new is computed from them when it is read, so that a question or an answer costs
//! the same with any number of readers and watchers.

pub mod inbox;
pub mod invariants;
pub mod model;
pub mod object;
pub mod routes;
pub mod searches;
pub mod store;

use crate::core::error::{Result, Sentence};
use crate::features::questions::store::follows::MAX_FOLLOWS;
use crate::features::users::Me;
use crate::platform::db::Write;

use model::FollowState;
use object::Followable;

/// Sets whether the actor watches or mutes an object. Rejects their own questions with 409, which
/// they always watch.
pub fn set_state(tx: &Write<'_>, me: &Me, object: &Followable, state: FollowState) -> Result<()> {
    if object.is_own() {
        return Err(Sentence::FollowOwnQuestion.into());
    }
    if state == FollowState::Normal {
        return store::follows::delete(tx, me, object);
    }
    if store::follows::state(tx, me, object)?.is_none()
        && store::follows::count(tx, me)? >= MAX_FOLLOWS
    {
        return Err(Sentence::FollowsTooMany.into());
    }
    store::follows::insert(tx, me, object, state)
}
