//! Imports pictures: files in the folder `media` of a dump that the imported texts show.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::model::Post;
use super::session::Import;
use super::tables::PictureFile;
use crate::core::clock::Timestamp;
use crate::core::error::{Error, Result};
use crate::core::id::Id;
use crate::core::text;
use crate::features::addresses::question2answer;
use crate::features::pictures::{self, ImportedPicture, PictureKind, StoredPicture};
use crate::operations::import::images;
use crate::operations::import::pictures::read_file;
use crate::operations::import::store;

/// The longest name of a file.
const MAX_NAME: usize = 128;
/// The largest number of pictures of a version of a text.
const MAX_PICTURES: usize = 100;

impl Import<'_, '_> {
    /// Replaces the images in a version of a post that the dump has by pictures of its author.
    pub fn with_pictures(
        &mut self,
        markdown: String,
        post: Post,
        owner: Id,
        at: Timestamp,
    ) -> Result<String> {
        let (replaced, shown) = self.replace_images(markdown, owner, at)?;
        if !shown.is_empty() {
            let (_, pictures) = self
                .pictures
                .shown
                .entry(post.id)
                .or_insert_with(|| (post, BTreeSet::new()));
            pictures.extend(shown);
        }
        Ok(replaced)
    }

    /// Replaces the images in a text that the dump has by pictures of an owner, and returns these.
    pub fn replace_images(
        &mut self,
        markdown: String,
        owner: Id,
        at: Timestamp,
    ) -> Result<(String, BTreeSet<Id>)> {
        if !self.has_pictures() {
            return Ok((markdown, BTreeSet::new()));
        }
        let (mut failed, mut shown) = (None, Vec::new());
        let replaced = images::replace(&markdown, &mut |address| match self
            .picture(address, owner, at)
        {
            Ok(picture) => {
                shown.extend(picture);
                picture
            }
            Err(error) => {
                failed = Some(error);
                None
            }
        });
        if let Some(error) = failed {
            return Err(error);
        }
        Ok((replaced, shown.into_iter().take(MAX_PICTURES).collect()))
    }

    /// Returns whether there may be files of pictures, and a place for them.
    fn has_pictures(&self) -> bool {
        let in_tables = self
            .tables
            .as_ref()
            .is_some_and(|tables| tables.has_pictures());
        self.dump.has_pictures() || in_tables && self.dump.options.media.is_some()
    }

    /// Does the same in a version of a post that was inserted already.
    pub fn with_pictures_of_author(&mut self, markdown: String, number: i64) -> Result<String> {
        match self.posts.get(&number) {
            Some(&post) if self.has_pictures() => {
                let (author, at) = store::author(self.tx, post.id)?;
                self.with_pictures(markdown, post, author, at)
            }
            _ => Ok(markdown),
        }
    }

    /// Returns the picture of an owner whose file has the name at the end of an address.
    fn picture(&mut self, address: &str, owner: Id, at: Timestamp) -> Result<Option<Id>> {
        let Some(name) = file_name(address) else {
            return Ok(None);
        };
        let key = (owner, name.to_owned());
        if let Some(&id) = self.pictures.ids.get(&key) {
            return Ok(Some(id));
        }
        let stored = match self.pictures.stored.get(name) {
            Some(stored) => stored.clone(),
            None => {
                let stored = self.store_picture(name)?.map(Rc::new);
                self.pictures.stored.insert(key.1.clone(), stored.clone());
                stored
            }
        };
        let Some(stored) = stored else {
            return Ok(None);
        };
        let id = self.claim_id("picture", format_args!("{owner}/{name}"), at)?;
        pictures::store::insert_rows(self.tx, id, owner, &stored, None)?;
        self.pictures.ids.insert(key, id);
        self.summary.pictures += 1;
        Ok(Some(id))
    }

    /// Converts and stores a file of the dump. Returns `None` if there is none, or if it is no picture.
    fn store_picture(&mut self, name: &str) -> Result<Option<StoredPicture>> {
        let known = match &self.tables {
            Some(tables) => tables.picture(name)?,
            None => None,
        };
        let file = match known {
            Some(PictureFile::Bytes(bytes)) => Some(bytes),
            known => {
                let path = match &known {
                    Some(PictureFile::Path(path)) => path.as_str(),
                    _ => name,
                };
                let Some(path) = self.dump.picture(path) else {
                    return Ok(None);
                };
                read_file(&path).map_err(|error| {
                    Error::internal(format_args!("cannot read {}: {error}", path.display()))
                })?
            }
        };
        let Some(picture) = file.and_then(|file| ImportedPicture::accept(file, None)) else {
            self.summary
                .skip("files in media that are no pictures; their links stay");
            return Ok(None);
        };
        picture
            .store(self.dump.media())
            .map(Some)
            .map_err(Error::internal)
    }

    /// Records which texts show the pictures, now that the current versions are known.
    pub fn finish_pictures(&mut self) -> Result<()> {
        for (post, pictures) in std::mem::take(&mut self.pictures.shown).into_values() {
            let current = text::pictures(&store::text(self.tx, post.id)?);
            let kind = if post.is_question() {
                PictureKind::Question
            } else {
                PictureKind::Answer
            };
            for picture in pictures {
                let is_current = current.contains(&picture);
                store::insert_picture_use(
                    self.tx,
                    picture,
                    kind,
                    post.id,
                    post.question,
                    is_current,
                )?;
            }
        }
        Ok(())
    }
}

/// Returns the name at the end of an address, if it can be the name of a file in the dump; of one of Question2Answer, the
/// number of the file.
fn file_name(address: &str) -> Option<&str> {
    let (_, path) = address.split_once("//")?;
    if let Some(blob) = question2answer::blob(path) {
        return Some(blob);
    }
    let path = path.split(['?', '#']).next()?;
    let (_, name) = path.rsplit_once('/')?;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    let is_name = !name.is_empty()
        && name.len() <= MAX_NAME
        && !name.starts_with('.')
        && name.bytes().all(is_plain);
    is_name.then_some(name)
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn the_name_is_that_at_the_end_of_the_address() {
        for (address, name) in [
            ("https://i.stack.imgur.com/x7GhP.png", Some("x7GhP.png")),
            ("//i.stack.imgur.com/x7GhP.png?s=1#a", Some("x7GhP.png")),
            ("http://a.example/b/c/d_e-f.jpeg", Some("d_e-f.jpeg")),
            ("https://a.example/?qa=blob&qa_blobid=123", Some("123")),
            (
                "https://a.example/x/index.php?qa_size=9&qa_blobid=123&qa=image#x",
                Some("123"),
            ),
            ("https://a.example/?qa=blob&qa_blobid=../1", None),
            ("https://a.example/?qa=user&qa_blobid=1", None),
            ("https://a.example/", None),
            ("https://a.example", None),
            ("https://a.example/..", None),
            ("https://a.example/.hidden", None),
            ("https://a.example/%2e%2e", None),
            ("x7GhP.png", None),
            ("", None),
        ] {
            assert_eq!(file_name(address), name, "{address}");
        }
    }
}
