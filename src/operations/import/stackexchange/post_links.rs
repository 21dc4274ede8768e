//! Imports the links between questions.

use std::collections::HashSet;

use super::session::Import;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::operations::import::rows::Row;
use crate::operations::import::store;

const LINKED: u8 = 1;
const DUPLICATE: u8 = 3;

impl Import<'_, '_> {
    /// Imports the new links between imported questions.
    pub fn import_links(&mut self) -> Result<()> {
        let mut seen = HashSet::new();
        self.for_each_row("PostLinks.xml", |import, row| {
            let kind: u8 = row.required_number("LinkTypeId")?;
            let (Some(from), Some(to)) = (
                import.question(row, "PostId")?,
                import.question(row, "RelatedPostId")?,
            ) else {
                import
                    .summary
                    .skip("links of posts that are not imported questions");
                return Ok(());
            };
            if from == to {
                import.summary.skip("links of a question to itself");
            } else if !seen.insert((kind, from, to)) {
                import.summary.skip("repeated links");
            } else {
                match kind {
                    LINKED => {
                        let is_new = store::link(import.tx, from, to)?;
                        import.summary.links.add(is_new);
                    }
                    DUPLICATE => import.link_duplicate(from, to, row)?,
                    _ => import.summary.skip(format!("links of type {kind}")),
                }
            }
            Ok(())
        })
    }

    /// Returns the imported question whose id is in this attribute.
    fn question(&self, row: &Row<'_>, attribute: &str) -> Result<Option<Id>> {
        let post = self.posts.get(&row.required_number(attribute)?);
        Ok(post.filter(|post| post.is_question()).map(|post| post.id))
    }

    /// Links a question to its original. Dumps do not name the user who did it.
    fn link_duplicate(&mut self, copy: Id, original: Id, row: &Row<'_>) -> Result<()> {
        if store::is_duplicate(self.tx, original, copy)? {
            self.summary
                .skip("links to an original that is itself linked as the duplicate");
            return Ok(());
        }
        let is_new = !store::is_duplicate(self.tx, copy, original)?;
        if is_new {
            let by = self.author(row, "UserId", "UserDisplayName")?;
            let at = self.created_at(row)?;
            store::link_duplicate(self.tx, copy, original, by.id, at)?;
        }
        self.summary.duplicates.add(is_new);
        Ok(())
    }
}
