//! The pictures that members have chosen for themselves, moderators for their communities, and
//! administrators for the site. A browser draws a pattern for everybody else.
//!
//! Every signed-in user sees who has which picture, and the picture itself (`picture_access`): names of
//! members and cards of communities are as public. A chosen picture is one that its chooser has uploaded,
//! small and square. It is chosen until another one is, or until it is deleted. The picture of the site is
//! its logo or its cover: visitors see it too, while it is that.

pub mod invariants;
pub mod model;
pub mod routes;
pub mod store;

use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::features::communities::access::Moderator;
use crate::features::users::{Account, Administrator, Me, Subordinate};
use crate::platform::db::Write;
use crate::platform::realtime::Audience;

use model::{AvatarOf, AvatarUpdate};

/// The smallest and the largest side of a chosen picture, in pixels.
const SIDE: std::ops::RangeInclusive<u32> = 64..=512;
/// How many times wider than high the cover of a site is, so that its place is known before it has arrived.
const COVER_RATIO: u32 = 5;
/// The smallest and the largest height of a cover, in pixels.
const COVER_HEIGHT: std::ops::RangeInclusive<u32> = 128..=480;
/// The largest size of a cover, in bytes.
const COVER_BYTES: i64 = 1024 * 1024;

/// Gives the actor one of their pictures, or none.
pub fn set_own(tx: &mut Write<'_>, me: &Me, picture: Option<Id>) -> Result<AvatarUpdate> {
    set(tx, me, me.id(), picture)?;
    let update = AvatarUpdate {
        of: AvatarOf::Users,
        seed: me.username().to_owned(),
        picture,
    };
    tx.emit(update.clone(), Audience::SignedIn);
    Ok(update)
}

/// Gives a member one of their pictures, or none, in the name of a moderator.
pub fn replace(tx: &mut Write<'_>, member: &Subordinate, picture: Option<Id>) -> Result<()> {
    store::set(tx, member.id(), picture)?;
    let update = AvatarUpdate {
        of: AvatarOf::Users,
        seed: member.account().username().to_owned(),
        picture,
    };
    tx.emit(update, Audience::SignedIn);
    Ok(())
}

/// Gives a community one of the moderator's pictures, or none.
pub fn set_of_community(
    tx: &mut Write<'_>,
    me: &Me,
    by: &Moderator,
    picture: Option<Id>,
) -> Result<AvatarUpdate> {
    set(tx, me, by.community(), picture)?;
    let update = AvatarUpdate {
        of: AvatarOf::Communities,
        seed: by.community().to_string(),
        picture,
    };
    tx.emit(update.clone(), Audience::SignedIn);
    Ok(update)
}

/// Makes one of the administrator's pictures the logo of the site, or draws the logo again. The setting
/// `logo` says the same. Rejects pictures of others with 404, and those of a wrong size with 400.
pub fn set_logo(tx: &Write<'_>, by: &Administrator, picture: Option<Id>) -> Result<()> {
    if let Some(picture) = picture {
        let own = store::own(tx, by, picture)?.ok_or(Sentence::PictureNotFound)?;
        if !SIDE.contains(&own.width) || !SIDE.contains(&own.height) {
            return Err(Sentence::LogoSize.into());
        }
    }
    store::set(tx, store::LOGO, picture)
}

/// Makes one of the administrator's pictures the cover of the site, or removes the cover. The setting `cover` says the
/// same. Rejects pictures of others with 404, and those of a wrong size with 400.
pub fn set_cover(tx: &Write<'_>, by: &Administrator, picture: Option<Id>) -> Result<()> {
    if let Some(picture) = picture {
        let own = store::own(tx, by, picture)?.ok_or(Sentence::PictureNotFound)?;
        if own.width != own.height * COVER_RATIO
            || !COVER_HEIGHT.contains(&own.height)
            || own.bytes > COVER_BYTES
        {
            return Err(Sentence::CoverSize.into());
        }
    }
    store::set(tx, store::COVER, picture)
}

/// Rejects pictures of others with 404, and those of a wrong size with 400.
fn set(tx: &Write<'_>, me: &Me, object: Id, picture: Option<Id>) -> Result<()> {
    if let Some(picture) = picture {
        let own = store::own(tx, me, picture)?.ok_or(Sentence::PictureNotFound)?;
        if own.width != own.height || !SIDE.contains(&own.width) {
            return Err(Sentence::AvatarSize.into());
        }
    }
    store::set(tx, object, picture)
}

/// Takes the picture away from a deleted account.
pub fn purge_user(tx: &Write<'_>, account: &Account) -> Result<()> {
    store::set(tx, account.id(), None)
}
