//! Reads the imported threads.

use stoa::core::error::Result;
use stoa::core::id::Id;
use stoa::features::questions::store::similar::Draft;
use stoa::platform::db::Read;

/// A question with its answers.
pub struct Thread {
    pub id: Id,
    /// The id of the question in the dump.
    pub external_id: i64,
    pub draft: Draft,
    pub answers: Vec<String>,
}

/// Returns the threads that an import created, oldest first.
pub fn threads(read: &Read<'_>) -> Result<Vec<Thread>> {
    let sql = "SELECT q.id, CAST(e.external_id AS INTEGER), q.title, p.text,
                      (SELECT group_concat(t.name_key, ' ') FROM question_tags qt JOIN tags t ON t.id = qt.tag_id WHERE qt.question_id = q.id)
               FROM questions q
               JOIN posts p ON p.id = q.id JOIN external_ids e ON e.local_id = q.id AND e.kind = 'post' ORDER BY q.id";
    let mut threads = read.all(sql, [], |row| {
        Ok(Thread {
            id: row.get(0)?,
            external_id: row.get(1)?,
            draft: Draft {
                title: row.get(2)?,
                text: row.get(3)?,
                tags: row
                    .get::<_, Option<String>>(4)?
                    .map(|tags| tags.split(' ').map(str::to_owned).collect())
                    .unwrap_or_default(),
            },
            answers: Vec::new(),
        })
    })?;
    let sql = "SELECT question_id, text FROM posts WHERE question_id IS NOT NULL ORDER BY id";
    let answers: Vec<(Id, String)> = read.all(sql, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
    for (question, text) in answers {
        if let Ok(index) = threads.binary_search_by_key(&question, |thread| thread.id) {
            threads[index].answers.push(text);
        }
    }
    Ok(threads)
}
