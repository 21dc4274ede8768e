//! The state of a running import, shared by the steps that import each kind of row.

use std::collections::{HashMap, HashSet};
use std::fmt::Display;
use std::rc::Rc;

use sha2::{Digest, Sha256};

use super::dialect;
use super::dump::Dump;
use super::model::{History, PendingUser, Pictures, Post, User};
use super::tables::Tables;
use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::text;
use crate::features::addresses::external_path;
use crate::operations::import::html;
use crate::operations::import::links::Links;
use crate::operations::import::names::Names;
use crate::operations::import::rows::{self, Row};
use crate::operations::import::store::{self, Kind};
use crate::operations::import::summary::Summary;
use crate::platform::db::Write;

/// A running import.
pub(super) struct Import<'a, 'w> {
    pub tx: &'a Write<'w>,
    pub dump: Dump,
    /// The tables of a site, which are read in place of the files of a dump.
    pub tables: Option<Rc<Tables>>,
    /// Whether the dump has the history of the posts.
    pub has_history: bool,
    pub summary: Summary,
    pub names: Names,
    /// The maximum number of new questions. `None` imports all, with every user and tag.
    pub limit: Option<u64>,
    /// Imported users, by their ids in the dump.
    pub users: HashMap<i64, User>,
    /// The placeholder users of authors without an id in the dump, by their names there. The name of
    /// authors without a name is empty.
    pub placeholders: HashMap<String, Id>,
    /// Users who are imported only if an imported row refers to them, by their ids in the dump.
    pub pending_users: HashMap<i64, PendingUser>,
    /// Users imported from `pending_users`, whose biographies are still missing.
    pub users_without_biography: HashSet<i64>,
    /// Questions and answers, by their ids in the dump.
    pub posts: HashMap<i64, Post>,
    /// Other ids that questions and answers have in addresses: their ids in the dump.
    pub former_ids: HashMap<i64, i64>,
    /// The ids in the dump of posts, by their topics and their numbers in these, for sites that have such.
    pub topics: HashMap<(i64, i64), i64>,
    /// Imported tags, by their folded names.
    pub tags: HashMap<String, Id>,
    /// Descriptions of tags, by the id of the post that holds them.
    pub excerpts: HashMap<i64, String>,
    /// Descriptions of the tags that are imported only with a question, by their folded names.
    pub pending_tags: HashMap<String, Option<String>>,
    /// Questions of this site, and the ids of their accepted answers in the dump.
    pub accepted: Vec<(Id, i64)>,
    pub history: History,
    pub pictures: Pictures,
    /// Addresses of images in the HTML of posts, after `https://`. The Markdown of their authors may
    /// have `http://`.
    pub secure_images: HashSet<String>,
    /// Ids that this import has assigned.
    assigned: HashSet<Id>,
}

impl<'a, 'w> Import<'a, 'w> {
    pub fn new(tx: &'a Write<'w>, mut dump: Dump) -> Result<Self> {
        Ok(Self {
            tx,
            has_history: dump.has("PostHistory.xml"),
            tables: dump.tables.take().map(Rc::new),
            summary: Summary {
                source: dump.host.clone(),
                ..Summary::default()
            },
            limit: dump.options.limit,
            dump,
            names: Names::new(store::usernames(tx)?),
            users: HashMap::new(),
            placeholders: HashMap::new(),
            pending_users: HashMap::new(),
            users_without_biography: HashSet::new(),
            posts: HashMap::new(),
            former_ids: HashMap::new(),
            topics: HashMap::new(),
            tags: HashMap::new(),
            excerpts: HashMap::new(),
            pending_tags: HashMap::new(),
            accepted: Vec::new(),
            history: History::default(),
            pictures: Pictures::default(),
            secure_images: HashSet::new(),
            assigned: HashSet::new(),
        })
    }

    /// Returns the host name of the dumped site.
    pub fn host(&self) -> &str {
        &self.dump.host
    }

    /// Calls `handle` with each row of a file, if the dump has it.
    pub fn for_each_row(
        &mut self,
        file: &'static str,
        mut handle: impl FnMut(&mut Self, &Row<'_>) -> Result<()>,
    ) -> Result<()> {
        if let Some(tables) = self.tables.clone() {
            return tables.for_each_row(file, |row| {
                handle(self, row)?;
                self.dump.advance(file, self.dump.row_size);
                Ok(())
            });
        }
        let Some(path) = self.dump.path(file) else {
            return Ok(());
        };
        rows::for_each_row(&path, |row, size| {
            handle(self, row)?;
            self.dump.advance(file, size);
            Ok(())
        })
    }

    /// Reports users and tags that no imported row refers to.
    pub fn report_pending(&mut self) {
        for _ in std::mem::take(&mut self.pending_users) {
            self.summary
                .skip("users who wrote nothing that is imported");
        }
        for _ in std::mem::take(&mut self.pending_tags) {
            self.summary.skip("tags of questions that are not imported");
        }
    }

    /// Reports each row of a file as skipped.
    pub fn skip_file(&mut self, file: &'static str, reason: &str) -> Result<()> {
        self.for_each_row(file, |import, _| {
            import.summary.skip(reason);
            Ok(())
        })
    }

    /// Returns the rows that earlier imports of this site added: ids in the dump, and on this site.
    pub fn known_ids(&self, kind: Kind) -> Result<HashMap<i64, Id>> {
        let rows = store::external_ids(self.tx, self.host(), kind)?;
        Ok(rows
            .into_iter()
            .filter_map(|(number, id)| Some((number.parse().ok()?, id)))
            .collect())
    }

    /// Records the id in the dump of an imported row, for later imports.
    pub fn record_origin(&self, kind: Kind, external_id: impl Display, id: Id) -> Result<()> {
        store::insert_external_id(self.tx, self.host(), kind, &external_id.to_string(), id)
    }

    /// Returns the time in an attribute of a row, or that of the import if it is later: an id of the future would be
    /// that of the newest post for as long.
    pub fn time(&self, row: &Row<'_>, name: &str) -> Result<Option<Timestamp>> {
        Ok(row.time(name)?.map(|time| time.min(self.tx.now)))
    }

    /// Returns when a row was written, at most the time of the import.
    pub fn created_at(&self, row: &Row<'_>) -> Result<Timestamp> {
        Ok(row.required_time("CreationDate")?.min(self.tx.now))
    }

    /// Assigns a free id of the time `at`. Importing the same row into the same database gives the
    /// same id again.
    pub fn claim_id(&mut self, kind: &str, external_id: impl Display, at: Timestamp) -> Result<Id> {
        if at == self.tx.now {
            self.summary
                .leave_out("times in the future: these rows have the time of the import");
        }
        let hash = Sha256::digest(format!("{}/{kind}/{external_id}", self.host()));
        let mut low = hash
            .iter()
            .take(8)
            .fold(0, |low, byte| low << 8 | u64::from(*byte));
        loop {
            let id = Id::at(at, low);
            if !self.assigned.contains(&id) && !store::is_used(self.tx, id)? {
                self.assigned.insert(id);
                return Ok(id);
            }
            low = low.wrapping_add(1);
        }
    }

    /// Converts HTML of the dump to Markdown.
    pub fn markdown(&self, html: &str) -> String {
        self.with_links(|links| html::to_markdown(html, &|url| links.target(url)))
    }

    /// Rewrites links in the Markdown of an author, so that they lead to this site.
    pub fn rewrite_links(&self, markdown: &str) -> String {
        self.with_links(|links| links.rewrite(markdown))
    }

    /// Converts what only these sites have in Markdown.
    pub fn convert_dialect(&self, markdown: &str) -> String {
        self.with_links(|links| dialect::convert(markdown, links))
    }

    fn with_links<T>(&self, f: impl FnOnce(&Links<'_>) -> T) -> T {
        f(&Links {
            host: self.host(),
            page: &|post| {
                let id = self.former_ids.get(&post).unwrap_or(&post);
                self.posts.get(&post).or(self.posts.get(id)).map(Post::page)
            },
            in_topic: &|topic, number| self.topics.get(&(topic, number)).copied(),
            // Without an answer, a link stays as it is; what cannot be read fails the import where it reads the rows.
            post_at: &|path| {
                let tables = self.tables.as_ref()?;
                tables.post_at(&external_path(path)).ok().flatten()
            },
            has_tag: &|name| self.tags.contains_key(&text::fold(name)),
            has_secure_image: &|address| self.secure_images.contains(address),
        })
    }

    /// Stores the author, the source and the licence of a post or comment, if the dump is of a site that publishes them.
    pub fn attribute(&mut self, id: Id, author: &str, path: &str, row: &Row<'_>) -> Result<()> {
        if !self.dump.is_licensed {
            return Ok(());
        }
        let licence = match row.text("ContentLicense")? {
            Some(licence) => licence,
            None => licence_at(self.created_at(row)?).to_owned(),
        };
        store::attribute(
            self.tx,
            id,
            author,
            &format!("https://{}/{path}", self.host()),
            &licence,
        )?;
        *self.summary.licences.entry(licence).or_default() += 1;
        Ok(())
    }
}

/// Returns the licence of content written at a time, for dumps without licences.
fn licence_at(at: Timestamp) -> &'static str {
    /// The sites changed their terms on 2011-04-08 and 2018-05-02.
    const CHANGES: [i64; 2] = [1_302_220_800_000, 1_525_219_200_000];
    match at.millis() {
        time if time < CHANGES[0] => "CC BY-SA 2.5",
        time if time < CHANGES[1] => "CC BY-SA 3.0",
        _ => "CC BY-SA 4.0",
    }
}

#[cfg(test)]
mod tests {
    use super::licence_at;
    use crate::core::clock::Timestamp;

    #[test]
    fn the_licence_depends_on_the_time() {
        for (time, licence) in [
            ("2011-04-07T23:59:59Z", "CC BY-SA 2.5"),
            ("2011-04-08T00:00:00Z", "CC BY-SA 3.0"),
            ("2018-05-01T23:59:59Z", "CC BY-SA 3.0"),
            ("2018-05-02T00:00:00Z", "CC BY-SA 4.0"),
        ] {
            let time: jiff::Timestamp = time.parse().unwrap();
            assert_eq!(
                licence_at(Timestamp::from_millis(time.as_millisecond())),
                licence
            );
        }
    }
}
