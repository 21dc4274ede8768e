//! Queries of pictures, their files and quotas.

pub mod quotas;
pub mod sweep;
pub mod uses;

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};

use super::converter::StoredPicture;
use super::files::FileHash;
use super::model::{Picture, PictureKind, PictureSize, PictureType};
use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::users::{Account, Me};
use crate::platform::db::{Read, Write};

impl ToSql for FileHash {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::from(self.as_str()))
    }
}

impl FromSql for FileHash {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        value
            .as_str()?
            .parse()
            .map_err(|_| FromSqlError::InvalidType)
    }
}

impl ToSql for PictureType {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::from(self.as_str()))
    }
}

impl FromSql for PictureType {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        match value.as_str()? {
            "image/png" => Ok(Self::Png),
            "image/jpeg" => Ok(Self::Jpeg),
            _ => Err(FromSqlError::InvalidType),
        }
    }
}

impl PictureKind {
    fn word(self) -> &'static str {
        match self {
            Self::Question => "question",
            Self::Answer => "answer",
            Self::Comment => "comment",
            Self::Message => "message",
            Self::Tag => "tag",
            Self::Community => "community",
            Self::Biography => "biography",
            Self::Avatar => "avatar",
            Self::Logo => "logo",
            Self::Cover => "cover",
        }
    }
}

impl ToSql for PictureKind {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::from(self.word()))
    }
}

impl FromSql for PictureKind {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        match value.as_str()? {
            "question" => Ok(Self::Question),
            "answer" => Ok(Self::Answer),
            "comment" => Ok(Self::Comment),
            "message" => Ok(Self::Message),
            "tag" => Ok(Self::Tag),
            "community" => Ok(Self::Community),
            "biography" => Ok(Self::Biography),
            "avatar" => Ok(Self::Avatar),
            "logo" => Ok(Self::Logo),
            "cover" => Ok(Self::Cover),
            _ => Err(FromSqlError::InvalidType),
        }
    }
}

/// Stores a picture of the actor, whose files are on the disk.
pub fn insert(tx: &Write<'_>, me: &Me, stored: &StoredPicture) -> Result<Picture> {
    let id = tx.new_id();
    insert_rows(tx, id, me.id(), stored, Some(tx.now))?;
    Ok(Picture {
        id,
        width: stored.width,
        height: stored.height,
        bytes: stored.bytes(),
        kind: stored.kind,
    })
}

/// Inserts a picture whose files are on the disk, and since when no text shows it.
pub fn insert_rows(
    tx: &Write<'_>,
    id: Id,
    owner: Id,
    stored: &StoredPicture,
    unused_since: Option<Timestamp>,
) -> Result<()> {
    let file = "INSERT INTO media_files (hash, bytes) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET unused_since = NULL";
    tx.execute(file, (&stored.file.hash, stored.file.bytes))?;
    let thumbnail = stored.thumbnail.as_ref();
    if let Some(thumbnail) = thumbnail {
        tx.execute(file, (&thumbnail.hash, thumbnail.bytes))?;
    }
    let sql = "INSERT INTO pictures (id, owner_id, file, thumbnail, type, width, height, bytes, unused_since)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
    tx.execute(
        sql,
        (
            id,
            owner,
            &stored.file.hash,
            thumbnail.map(|thumbnail| &thumbnail.hash),
            stored.kind,
            stored.width,
            stored.height,
            stored.bytes(),
            unused_since,
        ),
    )?;
    Ok(())
}

/// Returns the owner of a picture.
pub fn owner(read: &Read<'_>, picture: Id) -> Result<Option<Id>> {
    let sql = "SELECT owner_id FROM pictures WHERE id = ?1";
    read.first(sql, [picture], |row| row.get(0))
}

/// Returns the owner of a picture and their name.
pub fn named_owner(read: &Read<'_>, picture: Id) -> Result<Option<(Id, String)>> {
    let sql =
        "SELECT a.id, a.name FROM pictures i JOIN authors a ON a.id = i.owner_id WHERE i.id = ?1";
    read.first(sql, [picture], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// Returns what the site uses a picture for: its logo or its cover.
pub fn use_by_site(read: &Read<'_>, picture: Id) -> Result<Option<PictureKind>> {
    let sql = "SELECT iif(object_id = 0, 'logo', 'cover') FROM avatars WHERE object_id <= 0 AND picture_id = ?1 ORDER BY object_id DESC LIMIT 1";
    read.first(sql, [picture], |row| row.get(0))
}

/// Deletes pictures. Their files stay for a day, and longer if other pictures have them.
pub fn delete(tx: &Write<'_>, pictures: &[Id]) -> Result<()> {
    let mut files: Vec<FileHash> = Vec::new();
    for picture in pictures {
        let sql = "DELETE FROM pictures WHERE id = ?1 RETURNING file, thumbnail";
        let deleted = tx.first(sql, [picture], |row| Ok((row.get(0)?, row.get(1)?)))?;
        if let Some((file, thumbnail)) = deleted {
            files.push(file);
            files.extend::<Option<FileHash>>(thumbnail);
        }
    }
    for file in files {
        let sql = "UPDATE media_files SET unused_since = ?2 WHERE hash = ?1
                   AND NOT EXISTS (SELECT 1 FROM pictures WHERE file = ?1) AND NOT EXISTS (SELECT 1 FROM pictures WHERE thumbnail = ?1)";
        tx.execute(sql, (file, tx.now))?;
    }
    Ok(())
}

/// The largest number of pictures that one step of a purge or a sweep deletes.
const DELETED_AT_ONCE: i64 = 100;

/// Deletes some pictures of an account that no text shows, and forgets its quota. Returns whether there
/// may be more.
pub fn purge_user(tx: &Write<'_>, account: &Account) -> Result<bool> {
    tx.execute(
        "DELETE FROM picture_quotas WHERE owner_id = ?1",
        [account.id()],
    )?;
    let sql = "SELECT id FROM pictures WHERE owner_id = ?1 AND use_count = 0 LIMIT ?2";
    let unused: Vec<Id> = tx.all(sql, (account.id(), DELETED_AT_ONCE), |row| row.get(0))?;
    delete(tx, &unused)?;
    Ok(unused.len() as i64 == DELETED_AT_ONCE)
}

/// The largest number of sizes that one question has.
const MAX_SIZES: i64 = 500;

/// Returns the sizes of the pictures in the texts of a question from one id to another that are not
/// deleted: of all its posts, or of one post and its comments. Of a description, all three ids are those of
/// its community or user. Checks no access.
pub fn sizes(
    read: &Read<'_>,
    place: Id,
    from: Id,
    to: Id,
    post: Option<Id>,
) -> Result<Vec<PictureSize>> {
    let sql = "SELECT i.id, i.width, i.height FROM picture_uses x JOIN pictures i ON i.id = x.picture_id
               LEFT JOIN comments c ON c.id = x.content_id LEFT JOIN posts p ON p.id = coalesce(c.post_id, x.content_id)
               WHERE x.place_id = ?1 AND x.content_id BETWEEN ?2 AND ?3 AND x.is_current AND p.deleted_at IS NULL AND c.deleted_at IS NULL
                 AND (?5 IS NULL OR p.id = ?5) LIMIT ?4";
    let mut sizes = read.all(sql, (place, from, to, MAX_SIZES, post), |row| {
        Ok(PictureSize {
            id: row.get(0)?,
            width: row.get(1)?,
            height: row.get(2)?,
        })
    })?;
    sizes.sort_unstable_by_key(|size| size.id);
    sizes.dedup_by_key(|size| size.id);
    Ok(sizes)
}
