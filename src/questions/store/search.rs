//! The full-text index and the index of words. They hold no copy of the texts: they read them through the view
//! `search_documents`.

use crate::db::{Read, Write};
use crate::error::Result;
use crate::id::Id;

const INDEXES: [&str; 2] = ["search", "search_words"];
/// Words that the beginning of one is completed to, at most.
const COMPLETIONS: usize = 20;

/// Indexes a question as it is now.
pub fn insert(tx: &Write<'_>, question: Id) -> Result<()> {
    for index in INDEXES {
        let sql = format!(
            "INSERT INTO {index} (rowid, title, tags, text, answers) SELECT id, title, tags, text, answers FROM search_documents WHERE id = ?1"
        );
        tx.execute(&sql, [question])?;
    }
    Ok(())
}

/// Takes a question out as it is now, which must be as it was indexed.
pub fn remove(tx: &Write<'_>, question: Id) -> Result<()> {
    for index in INDEXES {
        let sql = format!(
            "INSERT INTO {index} ({index}, rowid, title, tags, text, answers)
             SELECT 'delete', id, title, tags, text, answers FROM search_documents WHERE id = ?1"
        );
        tx.execute(&sql, [question])?;
    }
    Ok(())
}

/// Indexes everything anew.
pub fn rebuild(tx: &Write<'_>) -> Result<()> {
    for index in INDEXES {
        tx.execute(&format!("INSERT INTO {index} ({index}) VALUES ('rebuild')"), [])?;
    }
    Ok(())
}

/// Words that begin so. They may come from questions that the reader may not see: they only say what to look for.
pub fn completions(read: &Read<'_>, beginning: &str) -> Result<Vec<String>> {
    // The words that begin so lie between it and its last possible continuation.
    let end = format!("{beginning}\u{10ffff}");
    read.all("SELECT term FROM search_vocabulary WHERE term >= ?1 AND term < ?2 LIMIT ?3", (beginning, end, COMPLETIONS as i64), |row| {
        row.get(0)
    })
}
