//! Reads the texts of a site, and adds the accounts of spam.

use std::collections::HashMap;

use stoa::core::clock::Timestamp;
use stoa::core::error::Result;
use stoa::core::id::Id;
use stoa::platform::db::Read;

/// A question, an answer or a comment of the site.
#[derive(Clone)]
pub struct SiteText {
    pub id: Id,
    pub author: Id,
    /// The number of the author in the dump. `None`: the account was deleted there.
    pub number: Option<i64>,
    pub question: Option<Id>,
    pub created_at: Timestamp,
    /// Empty for an answer or a comment.
    pub title: String,
    pub text: String,
}

impl SiteText {
    #[cfg(test)]
    pub fn of(title: &str, text: &str) -> Self {
        Self {
            id: Id::from_i64(1),
            author: Id::from_i64(1),
            number: Some(1),
            question: None,
            created_at: Timestamp::from_millis(0),
            title: title.to_owned(),
            text: text.to_owned(),
        }
    }
}

/// Returns the texts of an imported site, oldest first.
pub fn texts(read: &Read<'_>) -> Result<Vec<SiteText>> {
    let sql = "SELECT local_id, CAST(external_id AS INTEGER) FROM external_ids WHERE kind = 'user'";
    let numbers = read.all(sql, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let numbers: HashMap<Id, i64> = numbers.into_iter().collect();
    let sql = "SELECT p.id, p.author_id, p.question_id, p.created_at, coalesce(q.title, ''), p.text
               FROM posts p LEFT JOIN questions q ON q.id = p.id
               UNION ALL SELECT id, author_id, question_id, created_at, '', text FROM comments ORDER BY 4, 1";
    read.all(sql, [], |row| {
        let author = row.get(1)?;
        Ok(SiteText {
            id: row.get(0)?,
            author,
            number: numbers.get(&author).copied(),
            question: row.get(2)?,
            created_at: row.get(3)?,
            title: row.get(4)?,
            text: row.get(5)?,
        })
    })
}
