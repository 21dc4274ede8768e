//! Queries of chosen pictures.

use std::collections::BTreeMap;

use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::text::fold;
use crate::features::pictures::PictureFile;
use crate::features::users::{Account, Me};
use crate::platform::db::{Read, Write};

/// Stand for the site among those who have pictures.
pub const LOGO: Id = Id::from_i64(0);
pub const COVER: Id = Id::from_i64(-1);

/// A picture that the actor may choose.
pub struct OwnPicture {
    pub width: u32,
    pub height: u32,
    pub bytes: i64,
}

/// Returns the pictures of those of these users that have one, by the names as they are given here.
pub fn of_users(read: &Read<'_>, names: &[&str]) -> Result<BTreeMap<String, Id>> {
    let folded: Vec<_> = names.iter().map(|name| fold(name)).collect();
    let sql = "SELECT n.key, v.picture_id FROM json_each(?1) n JOIN users u ON u.name_key = n.value AND u.deleted_at IS NULL
               JOIN avatars v ON v.object_id = u.id";
    let found = read.all(sql, [serde_json::json!(folded).to_string()], |row| {
        Ok((row.get::<_, u32>(0)? as usize, row.get(1)?))
    })?;
    let named = found.into_iter();
    Ok(named.map(|(at, id)| (names[at].to_owned(), id)).collect())
}

/// Returns the picture of a member.
pub fn of_member(read: &Read<'_>, member: &Account) -> Result<Option<Id>> {
    let sql = "SELECT picture_id FROM avatars WHERE object_id = ?1";
    read.first(sql, [member.id()], |row| row.get(0))
}

/// Returns the pictures of those of these communities that have one.
pub fn of_communities(read: &Read<'_>, ids: &[Id]) -> Result<BTreeMap<Id, Id>> {
    let ids: Vec<i64> = ids.iter().map(|id| id.as_i64()).collect();
    let sql = "SELECT o.id, v.picture_id FROM json_each(?1) n JOIN communities o ON o.id = n.value
               JOIN avatars v ON v.object_id = o.id";
    let found = read.all(sql, [serde_json::json!(ids).to_string()], |row| {
        Ok((row.get(0)?, row.get(1)?))
    })?;
    Ok(found.into_iter().collect())
}

/// Returns a picture of the actor.
pub fn own(read: &Read<'_>, me: &Me, picture: Id) -> Result<Option<OwnPicture>> {
    let sql = "SELECT width, height, bytes FROM pictures WHERE id = ?1 AND owner_id = ?2";
    read.first(sql, (picture, me.id()), |row| {
        Ok(OwnPicture {
            width: row.get(0)?,
            height: row.get(1)?,
            bytes: row.get(2)?,
        })
    })
}

/// Returns the file of the logo or the cover of the site, if it is this picture.
pub fn of_site(read: &Read<'_>, place: Id, picture: Id) -> Result<Option<PictureFile>> {
    let sql = "SELECT i.file, i.type FROM avatars v JOIN pictures i ON i.id = v.picture_id WHERE v.object_id = ?1 AND i.id = ?2";
    read.first(sql, (place, picture), |row| {
        Ok(PictureFile {
            hash: row.get(0)?,
            kind: row.get(1)?,
        })
    })
}

/// Gives a user, a community or the site a picture, or none.
pub fn set(tx: &Write<'_>, object: Id, picture: Option<Id>) -> Result<()> {
    tx.execute("DELETE FROM avatars WHERE object_id = ?1", [object])?;
    if let Some(picture) = picture {
        let sql = "INSERT INTO avatars (object_id, picture_id) VALUES (?1, ?2)";
        tx.execute(sql, (object, picture))?;
    }
    Ok(())
}
