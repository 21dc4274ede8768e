//! Proofs of what an actor may watch and mute.

use super::model::FollowKind;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::features::communities::DetailLevel;
use crate::features::communities::access::{FoundCommunity, Scope};
use crate::features::questions::model::PostKind;
use crate::features::questions::store::{content, tags};
use crate::features::users::Me;
use crate::platform::db::Read;

/// Proof that the actor may read a question, a tag or a community, and may therefore watch or mute it.
pub struct Followable {
    kind: FollowKind,
    id: Id,
    scope: Scope,
    is_own: bool,
}

impl Followable {
    /// Finds an object by its id, or a tag by its name. Rejects an absent or hidden one with 404, and
    /// a private community that the actor does not belong to with [`Sentence::AccessByRequest`].
    pub fn find(read: &Read<'_>, me: &Me, kind: FollowKind, object: &str) -> Result<Self> {
        let id = Id::parse_or_unknown(object);
        let mut is_own = false;
        let (id, scope) = match kind {
            FollowKind::Question => {
                let question = content::find(read, me, id)?
                    .filter(|found| found.kind == PostKind::Question)
                    .ok_or(Sentence::QuestionNotFound)?;
                is_own = question.author == me.id();
                (id, question.scope)
            }
            FollowKind::Tag => {
                tags::with_scope(read, me.id(), object)?.ok_or(Sentence::TagNotFound)?
            }
            FollowKind::Community => {
                let community = FoundCommunity::find(read, me, id)?;
                if community.detail_level() < DetailLevel::Inside {
                    return Err(Sentence::AccessByRequest.into());
                }
                (community.id(), community.scope())
            }
        };
        Ok(Self {
            kind,
            id,
            scope,
            is_own,
        })
    }

    pub fn kind(&self) -> FollowKind {
        self.kind
    }

    /// Returns the id of the question, the tag or the community.
    pub fn id(&self) -> Id {
        self.id
    }

    /// Returns the readers among whom the actor found the object.
    pub fn scope(&self) -> Scope {
        self.scope
    }

    /// Returns whether the actor asked the question.
    pub fn is_own(&self) -> bool {
        self.is_own
    }
}
