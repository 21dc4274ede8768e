//! Proofs of where an actor may pin and move questions.

use std::time::Duration;

use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::features::communities::access::{CanMoveInto, Scope};
use crate::features::questions::access::ModeratedPost;
use crate::features::questions::store::moderation::lookup;
use crate::features::users::{Me, SiteModerator};
use crate::platform::db::Read;

/// How long a move or a merge can be undone.
pub(super) const UNDO: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// A list above which questions are pinned.
#[derive(Clone, Copy)]
pub enum PinPlace {
    /// All questions.
    Site,
    /// Those with a main tag.
    Tag(Id),
    /// Those of a community.
    Community(Id),
}

/// Proof that the actor may pin a question in a place, and unpin it.
pub struct CanPin {
    question: ModeratedPost,
    place: PinPlace,
}

impl CanPin {
    /// Lets moderators of the site pin a question for all. Rejects others with 403, and with 409 a question
    /// that not everybody may read.
    pub fn for_site(read: &Read<'_>, me: &Me, question: Id) -> Result<Self> {
        let question = ModeratedPost::find_question(read, me, question)?;
        Self::check_public(me, &question)?;
        Ok(Self {
            question,
            place: PinPlace::Site,
        })
    }

    /// Lets moderators of the site pin a question at one of its tags. Rejects others with 403, with 404 a tag
    /// that it does not have, and with 409 a question that not everybody may read.
    pub fn for_tag(read: &Read<'_>, me: &Me, question: Id, tag: &str) -> Result<Self> {
        let question = ModeratedPost::find_question(read, me, question)?;
        Self::check_public(me, &question)?;
        let tag = lookup::main_tag(read, tag)?.ok_or(Sentence::TagNotFound)?;
        if !lookup::has_tag(read, question.id(), tag)? {
            return Err(Sentence::TagNotFound.into());
        }
        Ok(Self {
            question,
            place: PinPlace::Tag(tag),
        })
    }

    /// Lets moderators of a question's community pin it there. Rejects others with 403.
    pub fn for_community(read: &Read<'_>, me: &Me, question: Id) -> Result<Self> {
        let question = ModeratedPost::find_question(read, me, question)?;
        match question.community() {
            Some(community) if question.is_community_moderator() => Ok(Self {
                question,
                place: PinPlace::Community(community),
            }),
            _ => Err(Sentence::ModeratorsOnly.into()),
        }
    }

    fn check_public(me: &Me, question: &ModeratedPost) -> Result<()> {
        if SiteModerator::find(me).is_none() {
            return Err(Sentence::SiteModeratorsOnly.into());
        }
        if !question.target().scope().is_public() {
            return Err(Sentence::PinNotPublic.into());
        }
        Ok(())
    }

    pub fn question(&self) -> &ModeratedPost {
        &self.question
    }

    pub fn place(&self) -> PinPlace {
        self.place
    }
}

/// Where a question goes: a community or none, and who may read it there.
#[derive(Clone, Copy)]
struct Destination {
    community: Option<Id>,
    scope: Scope,
}

impl Destination {
    /// Finds a place whose content the actor decides about. Moderators of the site decide about what is in
    /// no community.
    fn find(read: &Read<'_>, me: &Me, community: Option<Id>) -> Result<Self> {
        let scope = match community {
            Some(community) => CanMoveInto::find(read, me, community)?.scope(),
            None if SiteModerator::find(me).is_some() => Scope::Everyone,
            None => return Err(Sentence::SiteModeratorsOnly.into()),
        };
        Ok(Self { community, scope })
    }
}

/// Proof that the actor may move a question to another community, or out of its community: they moderate both
/// places. A question of a private community does not become public.
pub struct CanMove {
    question: ModeratedPost,
    destination: Destination,
}

impl CanMove {
    /// Rejects actors who do not moderate both places with 403; with 409 an archived community, the place
    /// where the question is, a move from a private community into the public, and one to where its author
    /// could not read it.
    pub fn find(read: &Read<'_>, me: &Me, question: Id, to: Option<Id>) -> Result<Self> {
        let question = ModeratedPost::find_question(read, me, question)?;
        check_place(&question)?;
        let destination = Destination::find(read, me, to)?;
        if question.community() == to {
            return Err(Sentence::MovedAlready.into());
        }
        if let Scope::Members(community) = destination.scope {
            if lookup::is_author_outside(read, question.author(), community)? {
                return Err(Sentence::MoveWithoutAuthor.into());
            }
        } else if !question.target().scope().is_public() {
            return Err(Sentence::MoveToPublic.into());
        }
        Ok(Self {
            question,
            destination,
        })
    }

    pub fn question(&self) -> &ModeratedPost {
        &self.question
    }

    /// Returns the community to which the question moves, if any.
    pub fn to(&self) -> Option<Id> {
        self.destination.community
    }

    /// Returns who may read the question there.
    pub fn scope(&self) -> Scope {
        self.destination.scope
    }
}

/// Proof that the actor may undo the latest move of a question: they moderate both places, and it shows
/// nobody what was written since.
pub struct CanUndoMove {
    question: ModeratedPost,
    destination: Destination,
}

impl CanUndoMove {
    /// Rejects actors who do not moderate both places with 403, a question that was not moved with 409, and
    /// with 409 an older move than 30 days, an archived community, and what would show others what was
    /// written since the move.
    pub fn find(read: &Read<'_>, me: &Me, question: Id) -> Result<Self> {
        let question = ModeratedPost::find_question(read, me, question)?;
        check_place(&question)?;
        let latest = lookup::latest_move(read, question.id())?.ok_or(Sentence::MoveNotFound)?;
        let destination = Destination::find(read, me, latest.from)?;
        if read.now.since(latest.moved_at) > UNDO {
            return Err(Sentence::UndoTooLate.into());
        }
        let scope = question.target().scope();
        let has_new_readers = scope != Scope::Everyone && scope != destination.scope;
        if has_new_readers && lookup::has_changed_since(read, question.id(), &latest)? {
            return Err(Sentence::UndoPublishes.into());
        }
        Ok(Self {
            question,
            destination,
        })
    }

    pub fn question(&self) -> &ModeratedPost {
        &self.question
    }

    /// Returns the community to which the question returns, if any.
    pub fn to(&self) -> Option<Id> {
        self.destination.community
    }

    /// Returns who may read the question there.
    pub fn scope(&self) -> Scope {
        self.destination.scope
    }
}

/// Rejects actors who do not decide about the place of a question with 403, and an archived community with 409.
pub(super) fn check_moderated(read: &Read<'_>, me: &Me, question: &ModeratedPost) -> Result<()> {
    check_place(question)?;
    Destination::find(read, me, question.community()).map(drop)
}

/// Rejects a question of a private community that the actor only reads.
fn check_place(question: &ModeratedPost) -> Result<()> {
    if question.is_place_moderated() {
        Ok(())
    } else {
        Err(Sentence::ModeratorsOnly.into())
    }
}
