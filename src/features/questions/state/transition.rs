//! Proof that an actor may change the state of content.

use std::ops::Deref;

use super::{Action, PostState};
use crate::core::clock::Timestamp;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::features::questions::access::{OwnPost, ReadablePost};
use crate::features::questions::model::{PostKind, RemovalKind};
use crate::features::questions::store::batches::PendingBatch;
use crate::features::questions::store::content::{moderated_community, moderates};
use crate::features::questions::store::states::{self, StateRecord};
use crate::features::users::admin_log::AdminTarget;
use crate::features::users::{Account, Me, Opened, SiteModerator};
use crate::platform::db::{Read, Write};

/// Proof that the actor may make a transition of a question, an answer or a comment, and that the table has it.
pub struct Transition(Change);

/// What a [`Transition`] changes.
pub struct Change {
    pub action: Action,
    pub from: PostState,
    pub to: PostState,
    pub kind: PostKind,
    /// The question, answer or comment.
    pub id: Id,
    pub author: Id,
    /// The question or answer itself; for a comment, the post that it is on. The scope of a question is the one that
    /// it has when others see it.
    pub target: ReadablePost,
    /// Whether the question and the post that it belongs to are there.
    pub has_place: bool,
    /// The actor. What the site does by itself, it does in the name of the author.
    pub by: Id,
    /// The community as whose moderator the actor acts, if they do.
    pub moderated_in: Option<Id>,
    /// The batch that the transition is part of.
    pub batch: Option<Id>,
    /// When the decision was made that is undone.
    pub decided_at: Option<Timestamp>,
}

impl Deref for Transition {
    type Target = Change;

    fn deref(&self) -> &Change {
        &self.0
    }
}

impl Transition {
    /// Returns a transition by the author of the content. `None`: the table does not have it.
    fn of(record: &StateRecord, action: Action) -> Option<Self> {
        let content = &record.content;
        Some(Self(Change {
            action,
            from: record.state,
            to: record.state.after(action)?,
            kind: content.kind,
            id: record.id,
            author: content.author,
            target: ReadablePost::target_of(content),
            has_place: record.has_place,
            by: content.author,
            moderated_in: None,
            batch: None,
            decided_at: None,
        }))
    }

    /// Returns the same transition by another actor.
    fn by(self, actor: Id) -> Self {
        Self(Change {
            by: actor,
            ..self.0
        })
    }

    /// Lets authors delete content that others see.
    pub fn delete(read: &Read<'_>, own: &OwnPost) -> Result<Self> {
        let found = states::find(read, own.id())?;
        let found = found.and_then(|record| Self::of(&record, Action::Delete));
        found.ok_or_else(|| Sentence::PostNotFound.into())
    }

    /// Finds content of the author that others do not see. Returns nothing if there is none of this kind, or none
    /// that the author may change in this way. Rejects content that would wait again with 409 if its question or
    /// post is gone.
    pub fn find_own(
        read: &Read<'_>,
        author: &Account,
        kind: PostKind,
        id: Id,
        action: Action,
    ) -> Result<Option<Self>> {
        let found = states::find(read, id)?.filter(|found| {
            found.content.author == author.id()
                && found.content.kind == kind
                && found.state != PostState::Shown
        });
        let Some(record) = found else { return Ok(None) };
        if record.state == PostState::Deleted {
            let is_restorable = record.deleted_by == Some(author.id())
                && record.has_place
                && states::is_readable(read, author, record.content.scope)?;
            return Ok(Self::of(&record, action).filter(|_| is_restorable));
        }
        if record.state == PostState::Withheld(RemovalKind::Withdrawn)
            && action == Action::Undelete
            && !record.has_place
        {
            return Err(Sentence::PlaceGone.into());
        }
        Ok(Self::of(&record, action))
    }

    /// Finds content of an account that is deleted, wherever it is.
    pub fn of_deleted_account(read: &Read<'_>, account: &Account, id: Id) -> Result<Option<Self>> {
        let found = states::find(read, id)?.filter(|found| found.content.author == account.id());
        Ok(found.and_then(|record| Self::of(&record, Action::Delete)))
    }

    /// Finds content that waits, to withdraw it with the account that its case names. A merge may be about to move
    /// its post to this account.
    pub fn find_waiting(read: &Read<'_>, account: &Account, id: Id) -> Result<Option<Self>> {
        let found = states::find(read, id)?.and_then(|record| Self::of(&record, Action::Delete));
        let found = found.filter(|found| found.from == PostState::Withheld(RemovalKind::Held));
        Ok(found.map(|found| found.by(account.id())))
    }

    /// Finds content of any author that a moderator of the site may read, or could before it was removed. Rejects
    /// any other with [`Sentence::PostNotFound`].
    pub fn find_as_site_moderator(
        read: &Read<'_>,
        by: &SiteModerator,
        id: Id,
        action: Action,
    ) -> Result<Self> {
        Ok(Self::find_readable(read, by, id, action)?.0)
    }

    /// Finds content of any author in a community that the user moderates. Rejects any other with
    /// [`Sentence::PostNotFound`], and with [`Sentence::ModeratorsOnly`] content that others see if the user does
    /// not moderate its community. Moderators of a community restore only what one of them has removed.
    pub fn find_as_moderator(read: &Read<'_>, me: &Me, id: Id, action: Action) -> Result<Self> {
        let (found, record) = Self::find_readable(read, me, id, action)?;
        if found.from != PostState::Shown {
            return match record.moderated_in {
                Some(community) if moderates(read, me, community)? => Ok(found),
                _ => Err(Sentence::PostNotFound.into()),
            };
        }
        let community = moderated_community(read, me, found.target.question())?;
        Ok(Self(Change {
            moderated_in: Some(community.ok_or(Sentence::ModeratorsOnly)?),
            ..found.0
        }))
    }

    fn find_readable(
        read: &Read<'_>,
        me: &Me,
        id: Id,
        action: Action,
    ) -> Result<(Self, StateRecord)> {
        let record = states::find(read, id)?.ok_or(Sentence::PostNotFound)?;
        if !record.has_place || !states::is_readable(read, me, record.content.scope)? {
            return Err(Sentence::PostNotFound.into());
        }
        let found = Self::of(&record, action).ok_or(Sentence::PostNotFound)?;
        Ok((found.by(me.id()), record))
    }

    /// Finds content for a moderator of the site, wherever it is. What they may not read is opened to them, as
    /// `opened_as`, which the log says. Rejects any other with [`Sentence::PostNotFound`].
    pub fn find_or_open(
        tx: &mut Write<'_>,
        by: &SiteModerator,
        id: Id,
        action: Action,
        opened_as: &AdminTarget,
    ) -> Result<Self> {
        let record = states::find(tx, id)?.ok_or(Sentence::PostNotFound)?;
        if states::is_readable(tx, by, record.content.scope)? {
            return Self::find_as_site_moderator(tx, by, id, action);
        }
        let (opened, _) = Opened::record(tx, by, opened_as, id)?;
        let found = states::find(tx, opened.id())?.filter(|record| record.has_place);
        let found = found.and_then(|record| Self::of(&record, action));
        Ok(found.ok_or(Sentence::PostNotFound)?.by(by.id()))
    }

    /// Finds content that waits or is hidden for who decides its case: a moderator of the site, wherever it is, or
    /// a moderator of its community. Rejects content in another state, and what would appear if its question or
    /// post is gone, with 409.
    pub fn find_undecided(
        read: &Read<'_>,
        me: &Me,
        site: Option<&SiteModerator>,
        id: Id,
        action: Action,
    ) -> Result<Self> {
        let found = Self::find_case(read, me, site, id, action, Sentence::NotWithheld)?;
        if action == Action::Approve && !found.has_place {
            return Err(Sentence::PlaceGone.into());
        }
        Ok(found)
    }

    /// Finds content for who undoes the decision of a time about it. Rejects content that others should see and do
    /// not with [`Sentence::PostNotFound`], and content in another state with 409.
    pub fn find_decided(
        read: &Read<'_>,
        me: &Me,
        site: Option<&SiteModerator>,
        id: Id,
        undo: (Action, Timestamp),
    ) -> Result<Self> {
        let (action, decided_at) = undo;
        let is_shown = PostState::Shown.after(action).is_some();
        let otherwise = if is_shown {
            Sentence::PostNotFound
        } else {
            Sentence::NotWithheld
        };
        let found = Self::find_case(read, me, site, id, action, otherwise)?;
        Ok(Self(Change {
            decided_at: Some(decided_at),
            ..found.0
        }))
    }

    fn find_case(
        read: &Read<'_>,
        me: &Me,
        site: Option<&SiteModerator>,
        id: Id,
        action: Action,
        otherwise: Sentence,
    ) -> Result<Self> {
        let record = states::find(read, id)?;
        // Whatever its state: it may have moved out of the sight of a moderator of its former community.
        if site.is_none()
            && let Some(record) = &record
            && !states::is_readable(read, me, record.content.scope)?
        {
            return Err(Sentence::PostNotFound.into());
        }
        let found = record.and_then(|record| Self::of(&record, action));
        let is_seen = |found: &Self| found.from != PostState::Shown || found.has_place;
        let found = found.filter(is_seen).ok_or(otherwise)?;
        let moderated_in = match site {
            Some(_) => None,
            None => {
                let community = moderated_community(read, me, found.target.question())?;
                Some(community.ok_or(Sentence::ModeratorsOnly)?)
            }
        };
        Ok(Self(Change {
            by: me.id(),
            moderated_in,
            ..found.0
        }))
    }

    /// Finds content that the site may hide after reports, or show again after their withdrawal, in the name of its
    /// author.
    pub fn find_reported(read: &Read<'_>, id: Id, action: Action) -> Result<Option<Self>> {
        let found = states::find(read, id)?.and_then(|record| Self::of(&record, action));
        Ok(found.filter(|found| found.has_place || found.to == PostState::Shown))
    }

    /// Finds content that a batch removes or restores, wherever it is.
    pub fn find_in_batch(read: &Read<'_>, batch: &PendingBatch, id: Id) -> Result<Option<Self>> {
        let action = batch.action;
        let found = states::find(read, id)?.filter(|record| {
            record.has_place && (action == Action::Remove || record.batch == Some(batch.id))
        });
        let found = found.and_then(|record| Self::of(&record, action));
        Ok(found.map(|found| {
            Self(Change {
                by: batch.by,
                batch: Some(batch.id),
                ..found.0
            })
        }))
    }
}
