//! Imports comments, and counts votes.

use super::model::Post;
use super::session::Import;
use super::skipped;
use crate::core::error::Result;
use crate::features::pictures::PictureKind;
use crate::operations::import::rows::Row;
use crate::operations::import::store::{self, Kind};

const UP: u8 = 2;
const DOWN: u8 = 3;

/// Describes other kinds of votes, for the report of skipped rows.
fn other_vote(kind: u8) -> String {
    let name = match kind {
        1 => "accepted answer",
        4 => "offensive",
        5 => "favorite",
        6 => "close",
        7 => "reopen",
        8 => "bounty started",
        9 => "bounty ended",
        10 => "deletion",
        11 => "undeletion",
        12 => "spam",
        15 => "moderator's review",
        16 => "approved edit",
        _ => "unknown",
    };
    format!("votes of type {kind}: {name}")
}

impl Import<'_, '_> {
    /// Imports the new comments.
    pub fn import_comments(&mut self) -> Result<()> {
        let known = self.known_ids(Kind::Comment)?;
        self.for_each_row("Comments.xml", |import, row| {
            let number = row.required_number("Id")?;
            if known.contains_key(&number) {
                import.summary.comments.present += 1;
                return Ok(());
            }
            match import.posts.get(&row.required_number("PostId")?) {
                Some(&post) => import.add_comment(number, post, row),
                None => {
                    import
                        .summary
                        .skip("comments on posts that are not imported");
                    Ok(())
                }
            }
        })
    }

    /// Inserts a comment.
    fn add_comment(&mut self, number: i64, post: Post, row: &Row<'_>) -> Result<()> {
        let text = match (row.text("Text")?, row.text("Html")?) {
            (None, Some(html)) => self.markdown(&html),
            (text, _) => self.rewrite_links(&text.unwrap_or_default()),
        };
        let created_at = self.created_at(row)?;
        self.report_skipped(&skipped::COMMENTS, row);
        let author = self.author(row, "UserId", "UserDisplayName")?;
        let id = self.claim_id("comment", number, created_at)?;
        let (text, pictures) = self.replace_images(text, author.id, created_at)?;
        store::insert_comment(self.tx, id, post.id, author.id, &text, created_at)?;
        for picture in pictures {
            let kind = PictureKind::Comment;
            store::insert_picture_use(self.tx, picture, kind, id, post.question, true)?;
        }
        self.record_origin(Kind::Comment, number, id)?;
        self.attribute(id, &author.name, &format!("posts/comments/{number}"), row)?;
        self.summary.comments.imported += 1;
        Ok(())
    }

    /// Counts the votes for the summary. The scores of the posts already contain them.
    pub fn count_votes(&mut self) -> Result<()> {
        self.for_each_row("Votes.xml", |import, row| {
            let kind: u8 = row.required_number("VoteTypeId")?;
            let post = import.posts.get(&row.required_number("PostId")?);
            let votes = &mut import.summary.votes;
            votes.rows += 1;
            match (kind, post.map(|post| post.is_new)) {
                (UP, Some(true)) => votes.up += 1,
                (DOWN, Some(true)) => votes.down += 1,
                (UP | DOWN, Some(false)) => votes.present += 1,
                (UP, None) => import
                    .summary
                    .skip("up votes for posts that are not imported"),
                (DOWN, None) => import
                    .summary
                    .skip("down votes for posts that are not imported"),
                _ => import.summary.skip(other_vote(kind)),
            }
            Ok(())
        })
    }
}
