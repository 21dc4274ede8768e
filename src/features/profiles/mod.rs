//! Profiles: what members tell about themselves, with its pictures.

pub mod avatars;
mod model;
pub mod routes;

use crate::core::error::{Result, Sentence};
use crate::core::text;
use crate::features::pictures::{self, PictureKind, Source, store::sizes};
use crate::features::trust::spam;
use crate::features::users::{
    Account, Me, Subordinate, User, UserChange, UserUpdate, renaming, store,
};
use crate::platform::db::{Read, Write};
use crate::platform::realtime::Audience;

pub use model::Profile;

/// Returns the profile of a user, also by a name that they had before. Rejects an unknown name with 404.
pub fn by_name(read: &Read<'_>, username: &str) -> Result<Profile> {
    let user = renaming::find(read, username)?.ok_or(Sentence::UserNotFound)?;
    let pictures = sizes(read, user.id, user.id, user.id, None)?;
    Ok(Profile { user, pictures })
}

/// Returns the biography of an account, which may be empty.
pub fn biography(read: &Read<'_>, account: &Account) -> Result<String> {
    let user = store::by_id(read, account.id())?.ok_or(Sentence::UserNotFound)?;
    Ok(user.biography)
}

/// Changes the actor's biography, and tells everybody. Rejects one with a blocked word or domain with 400.
pub fn set_biography(tx: &mut Write<'_>, me: &Me, biography: &str) -> Result<User> {
    spam::check_allowed(tx, me, biography)?;
    set(tx, me, biography)
}

/// Replaces the biography of a member in the name of a moderator, and tells everybody.
pub fn replace_biography(tx: &mut Write<'_>, member: &Subordinate, biography: &str) -> Result<()> {
    set(tx, member.account(), biography).map(drop)
}

fn set(tx: &mut Write<'_>, account: &Account, biography: &str) -> Result<User> {
    store::set_biography(tx, account, biography)?;
    let shown = Source {
        kind: PictureKind::Biography,
        id: account.id(),
        place: account.id(),
        pictures: text::pictures(biography),
    };
    pictures::update(tx, account, &shown)?;
    let user = store::by_id(tx, account.id())?.ok_or(Sentence::NotSignedIn)?;
    tx.emit(
        UserUpdate {
            user: user.clone(),
            change: UserChange::Updated,
            former_username: None,
        },
        Audience::SignedIn,
    );
    Ok(user)
}

/// Forgets the pictures in the biography of a deleted account.
pub fn purge_user(tx: &Write<'_>, account: &Account) -> Result<()> {
    pictures::forget(tx, account.id(), account.id())
}
