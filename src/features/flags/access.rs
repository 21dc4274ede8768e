//! Proofs of what an actor may report, see in the queue and decide.

use super::model::Decision;
use super::store::objects;
use super::store::records::{self, CaseRecord};
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::features::cases::{Ask, CaseKind, NewCase};
use crate::features::communities::CommunityRole;
use crate::features::communities::access::{FoundCommunity, Moderator};
use crate::features::messages::ChatAccess;
use crate::features::pictures;
use crate::features::pictures::access as picture_access;
use crate::features::questions;
use crate::features::questions::model::RemovalKind;
use crate::features::questions::store::states;
use crate::features::sanctions::appeals;
use crate::features::users::{self, Me, SiteModerator};
use crate::platform::db::Read;

/// Proof that the actor may read an object that they did not write, and may therefore report it.
pub struct FlaggableObject {
    kind: CaseKind,
    id: Id,
    author: Option<Id>,
    community: Option<Id>,
}

impl FlaggableObject {
    /// Finds an object. Rejects it with 404 if it is absent or hidden, and with 409 if the actor wrote
    /// or owns it.
    pub fn find(read: &Read<'_>, me: &Me, kind: CaseKind, id: Id) -> Result<Self> {
        let (author, community) = match kind {
            CaseKind::Question | CaseKind::Answer | CaseKind::Comment => {
                let found = questions::store::content::find(read, me, id)?
                    .filter(|record| record.kind.case() == kind)
                    .ok_or(Sentence::PostNotFound)?;
                (
                    Some(found.author),
                    questions::store::content::community(read, found.question)?,
                )
            }
            CaseKind::Message => (Some(Self::message_author(read, me, id)?), None),
            CaseKind::User => {
                let user = users::store::by_id(read, id)?.ok_or(Sentence::UserNotFound)?;
                (Some(user.id), None)
            }
            CaseKind::Community => {
                FoundCommunity::find(read, me, id)?;
                (objects::owner(read, id)?, None)
            }
            CaseKind::Picture => {
                picture_access::file(read, me, Some(me), id, true)?;
                (pictures::store::owner(read, id)?, None)
            }
            CaseKind::Signup | CaseKind::Appeal | CaseKind::Address => {
                return Err(Sentence::FlagNotFound.into());
            }
        };
        if author == Some(me.id()) {
            return Err(Sentence::FlagOwn.into());
        }
        Ok(Self {
            kind,
            id,
            author,
            community,
        })
    }

    fn message_author(read: &Read<'_>, me: &Me, id: Id) -> Result<Id> {
        let (chat, author) = objects::message(read, id)?.ok_or(Sentence::MessageNotFound)?;
        if chat != ChatAccess::GLOBAL {
            ChatAccess::of_participant(read, me, chat)?
                .filter(|access| id > access.hidden().up_to)
                .ok_or(Sentence::MessageNotFound)?;
        }
        Ok(author)
    }

    /// Returns the case that its first report opens.
    pub fn case(&self) -> NewCase {
        NewCase {
            kind: self.kind,
            object: self.id,
            ask: None,
            author: self.author,
            community: self.community,
        }
    }

    pub fn id(&self) -> Id {
        self.id
    }

    /// Returns who wrote or owns it, unless it is a community without an owner.
    pub fn author(&self) -> Option<Id> {
        self.author
    }

    /// Returns the community of a post or comment, whose moderators decide too.
    pub fn community(&self) -> Option<Id> {
        self.community
    }
}

/// The cases of a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueueOf {
    Site,
    Community(Id),
    /// All communities that the viewer moderates.
    Moderated,
}

/// Proof that the actor may see a queue: that of the site, of a community, or of all that they moderate.
pub struct QueueAccess {
    is_site: bool,
    of: QueueOf,
}

impl QueueAccess {
    /// Finds the queue of a community, or all cases that the actor may see. Rejects users who do not moderate
    /// it, or nothing, with 403.
    pub fn find(read: &Read<'_>, me: &Me, community: Option<Id>) -> Result<Self> {
        let is_site = me.moderates_site();
        let of = match community {
            None if is_site => QueueOf::Site,
            None if users::store::moderates_community(read, me.id())? => QueueOf::Moderated,
            None => return Err(Sentence::SiteModeratorsOnly.into()),
            Some(community) if is_site => {
                QueueOf::Community(FoundCommunity::find(read, me, community)?.id())
            }
            Some(community) => {
                Moderator::find(read, me, community)?;
                QueueOf::Community(community)
            }
        };
        Ok(Self { is_site, of })
    }

    /// Returns whether the actor moderates the site, and may therefore know who reported.
    pub fn is_site(&self) -> bool {
        self.is_site
    }

    /// Returns whose queue it is.
    pub fn of(&self) -> QueueOf {
        self.of
    }
}

/// Proof that the actor may see a case: they moderate the site or its community, and did not write or own
/// its object, unless reports hide it and nobody else can decide.
pub struct VisibleCase {
    record: CaseRecord,
    site: Option<SiteModerator>,
}

impl VisibleCase {
    /// Finds a case. Rejects one that is absent or hidden with 404.
    pub fn find(read: &Read<'_>, me: &Me, id: Id) -> Result<Self> {
        let record = records::find(read, id)?.ok_or(Sentence::FlagNotFound)?;
        if record.author == Some(me.id()) && !Self::is_hidden_from_all(read, me, &record)? {
            return Err(Sentence::FlagNotFound.into());
        }
        let site = SiteModerator::find(me);
        if site.is_none() {
            let community = record.community.ok_or(Sentence::FlagNotFound)?;
            let role = FoundCommunity::find(read, me, community)?.role();
            if role < CommunityRole::Moderator {
                return Err(Sentence::FlagNotFound.into());
            }
        }
        Ok(Self { record, site })
    }

    /// Returns whether reports hide the object, and no moderator but the actor could show it again.
    fn is_hidden_from_all(read: &Read<'_>, me: &Me, record: &CaseRecord) -> Result<bool> {
        let state = states::withheld(read, record.object)?;
        let is_hidden = state.is_some_and(|(kind, _)| kind == RemovalKind::Hidden);
        Ok(is_hidden && !records::others_decide(read, me, record)?)
    }

    /// Returns the case.
    pub fn record(&self) -> &CaseRecord {
        &self.record
    }

    /// Returns the right of a moderator of the site, if the actor is one.
    pub fn site(&self) -> Option<&SiteModerator> {
        self.site.as_ref()
    }
}

/// Proof that a case is open and that the actor has claimed it.
pub struct OwnClaim(VisibleCase);

impl OwnClaim {
    /// Finds the claim of the actor. `None`: they have none.
    pub fn find(read: &Read<'_>, me: &Me, id: Id) -> Result<Option<Self>> {
        let case = VisibleCase::find(read, me, id)?;
        let is_own = case.record.decision.is_none() && case.record.claimed_by == Some(me.id());
        Ok(is_own.then_some(Self(case)))
    }

    pub fn case(&self) -> &VisibleCase {
        &self.0
    }
}

/// Proof that the actor may decide a case: it is open, no other moderator has claimed it, and the actor
/// has not reported its object, unless reports hide it and nobody else can decide.
pub struct DecidableCase(VisibleCase);

impl DecidableCase {
    /// Rejects a decided or claimed case with 409, and the actor's own report with 403.
    pub fn find(read: &Read<'_>, me: &Me, id: Id) -> Result<Self> {
        let case = VisibleCase::find(read, me, id)?;
        if case.record.decision.is_some() {
            return Err(Sentence::FlagDecided.into());
        }
        Self::check(read, me, &case.record)?;
        if case.record.is_claimed_by_other(me, read.now) {
            return Err(Sentence::FlagClaimed.into());
        }
        Ok(Self(case))
    }

    fn check(read: &Read<'_>, me: &Me, record: &CaseRecord) -> Result<()> {
        if records::has_flagged(read, me, record.id)?
            && !VisibleCase::is_hidden_from_all(read, me, record)?
        {
            return Err(Sentence::FlagOwnDecision.into());
        }
        if record.ask == Some(Ask::Appeal) && appeals::is_own_action(read, me, record.object)? {
            return Err(Sentence::AppealOwnAction.into());
        }
        Ok(())
    }

    pub fn case(&self) -> &VisibleCase {
        &self.0
    }
}

/// Proof that the actor may undo the decision of a case.
pub struct DecidedCase(VisibleCase);

impl DecidedCase {
    /// Rejects an open case and a decision by the site's moderators that the actor may not undo with 404,
    /// the actor's own report with 403, and with 409 a decision that is older than 30 days, one
    /// whose reporters have deleted their accounts, one that removed a message or a picture, and one after which the object was reported again.
    pub fn find(read: &Read<'_>, me: &Me, id: Id) -> Result<Self> {
        let case = VisibleCase::find(read, me, id)?;
        let record = &case.record;
        if record.decision.is_none() || (record.by_site && case.site.is_none()) {
            return Err(Sentence::FlagNotFound.into());
        }
        DecidableCase::check(read, me, record)?;
        if !record.is_recent(read.now) {
            return Err(Sentence::FlagUndoTooLate.into());
        }
        if record.ask.is_none() && record.flag_count == 0 {
            return Err(Sentence::FlagUndoEmpty.into());
        }
        if record.removed && !record.kind.is_restorable() {
            return Err(Sentence::FlagUndoImpossible.into());
        }
        if records::is_open(read, record.object)? {
            return Err(Sentence::FlaggedAgain.into());
        }
        Ok(Self(case))
    }

    pub fn case(&self) -> &VisibleCase {
        &self.0
    }

    /// Returns the decision that is undone.
    pub fn decision(&self) -> Option<Decision> {
        self.0.record.decision
    }
}
