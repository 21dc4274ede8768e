//! Profiles: what members tell about themselves, with its pictures.

mod model;
pub mod routes;

use crate::db::{Read, Write};
use crate::error::{Result, Sentence};
use crate::pictures::{self, PictureKind, Source, store::sizes};
use crate::realtime::Audience;
use crate::text;
use crate::users::{Account, Me, User, UserChange, UserUpdate, renaming, store};

pub use model::Profile;

/// Returns the profile of a user, also by a name that they had before. Rejects an unknown name with 404.
pub fn by_name(read: &Read<'_>, username: &str) -> Result<Profile> {
    let user = renaming::find(read, username)?.ok_or(Sentence::UserNotFound)?;
    let pictures = sizes(read, user.id, user.id, user.id, None)?;
    Ok(Profile { user, pictures })
}

/// Changes the actor's biography, and tells everybody.
pub fn set_biography(tx: &mut Write<'_>, me: &Me, biography: &str) -> Result<User> {
    store::set_biography(tx, me, biography)?;
    let shown = Source {
        kind: PictureKind::Biography,
        id: me.id(),
        place: me.id(),
        pictures: text::pictures(biography),
    };
    pictures::update(tx, me, &shown)?;
    let user = store::by_id(tx, me.id())?.ok_or(Sentence::NotSignedIn)?;
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
