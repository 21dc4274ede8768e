//! The full-text index. It holds no copy of the texts: it reads them through the view `search_documents`.

use crate::db::Write;
use crate::error::Result;
use crate::id::Id;

/// Indexes a question as it is now.
pub fn insert(tx: &Write<'_>, question: Id) -> Result<()> {
    tx.execute(
        "INSERT INTO search (rowid, title, tags, text, answers) SELECT id, title, tags, text, answers FROM search_documents WHERE id = ?1",
        [question],
    )?;
    Ok(())
}

/// Takes a question out as it is now, which must be as it was indexed.
pub fn remove(tx: &Write<'_>, question: Id) -> Result<()> {
    tx.execute(
        "INSERT INTO search (search, rowid, title, tags, text, answers)
         SELECT 'delete', id, title, tags, text, answers FROM search_documents WHERE id = ?1",
        [question],
    )?;
    Ok(())
}
