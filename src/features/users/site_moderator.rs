//! The right to moderate the whole site.

use std::ops::Deref;
use std::time::Duration;

use super::admin_log::{self, AdminAction, AdminTarget, Recorded};
use super::identity::Me;
use super::store;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::platform::db::{Read, Write};
use crate::platform::web::{
    Actor, Credential, Identity, NeverSilenced, RouteGroup, Routes, Scope, TokenAccess,
};

/// A moderator of the site: the role of that name, or an administrator. Other signed-in users are
/// rejected with 403. They read no private community and no chat that they would not read anyway.
pub struct SiteModerator(Me);

impl SiteModerator {
    /// Returns the right of a user, if they have it.
    pub fn find(me: &Me) -> Option<Self> {
        me.moderates_site().then(|| Self(me.copy()))
    }
}

/// Proof that the log says that a reported object was opened to a moderator of the site, who might not
/// read it otherwise.
pub struct Opened {
    id: Id,
}

/// How long a moderator sees what they have opened, and how long their wish to open it counts for another
/// one.
pub const OPENED: Duration = Duration::from_secs(24 * 3600);

impl Opened {
    /// Records in the log that a private object is opened to a moderator of the site, if another one has
    /// asked for it or has opened it within [`OPENED`]. Otherwise records that this one asks for it.
    pub fn with_another(
        tx: &mut Write<'_>,
        by: &SiteModerator,
        target: &AdminTarget,
        id: Id,
    ) -> Result<(Option<Self>, Recorded)> {
        let since = Id::at(tx.now.minus(OPENED), 0);
        if store::admin_log::others_open(tx, by, target.kind(), id, since)? {
            let (opened, recorded) = Self::record(tx, by, target, id)?;
            return Ok((Some(opened), recorded));
        }
        let nobody = AdminTarget::new(target.kind(), target.id(), target.name());
        let recorded = admin_log::record(tx, &**by, AdminAction::AskToOpen, &nobody, "")?;
        Ok((None, recorded))
    }

    /// Records in the log that an object is opened to a moderator of the site.
    pub fn record(
        tx: &mut Write<'_>,
        by: &SiteModerator,
        target: &AdminTarget,
        id: Id,
    ) -> Result<(Self, Recorded)> {
        let recorded = admin_log::record(tx, &**by, AdminAction::OpenFlagged, target, "")?;
        Ok((Self { id }, recorded))
    }

    /// Returns the id of the object.
    pub fn id(&self) -> Id {
        self.id
    }
}

impl Deref for SiteModerator {
    type Target = Me;

    fn deref(&self) -> &Me {
        &self.0
    }
}

impl Actor for SiteModerator {
    const SIGNED_IN: bool = true;
    const AUDITED: bool = true;
    const TOKENS: TokenAccess = TokenAccess::Needs(Scope::Moderate);
    type Change<T> = Recorded<T>;

    fn value<T>(change: Recorded<T>) -> T {
        change.into_value()
    }

    fn authenticate(read: &Read<'_>, credential: &Credential) -> Result<Self> {
        let me = Me::authenticate(read, credential)?;
        me.check_scope(Scope::Moderate)?;
        me.check_second_factor()?;
        if me.moderates_site() {
            Ok(Self(me))
        } else {
            Err(Sentence::SiteModeratorsOnly.into())
        }
    }

    fn identity(&self) -> &dyn Identity {
        &self.0
    }
}

impl NeverSilenced for SiteModerator {}

impl Routes {
    /// Adds routes for moderators of the site and administrators.
    pub fn site_moderator(&mut self) -> RouteGroup<'_, SiteModerator> {
        self.signed_in()
    }
}
