//! Imports a Stack Exchange data dump: one directory, one XML file per table.
//!
//! The order is that of the references between rows. A first pass over the posts gives each its id, because the
//! texts that follow link to posts further on; then come users, tags, questions, answers, their history and their
//! comments. Counters and the search index are computed at the end, once.
//!
//! Who voted is in no dump: the totals live on in `imported_score`, and views in `imported_views`. Badges and the
//! links between questions have no place here.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::history::History;
use super::links::Links;
use super::names::Names;
use super::people::{Person, Waiting};
use super::posts::Post;
use super::rows::{self, Row};
use super::store::{self, Kind};
use super::{Options, Progress, Summary, html, rehearsable};
use crate::clock::Timestamp;
use crate::db::{Db, Write};
use crate::error::{Error, Result};
use crate::id::Id;
use crate::questions::counters;

/// Imports the dump in `directory`. On an error, and after a dry run, the database is as it was.
pub fn import(db: &Db, directory: &Path, options: &Options, progress: impl FnMut(Progress) + Send + 'static) -> Result<Summary> {
    let dump = Dump::open(directory, options, Box::new(progress))?;
    let (dry_run, limit) = (options.dry_run, options.limit);
    rehearsable(db, dry_run, move |tx| {
        let mut summary = Import::new(tx, dump, limit)?.run()?;
        if summary.new_rows() > 0 {
            counters::recompute(tx)?;
        }
        summary.rehearsed = dry_run;
        Ok(summary)
    })
}

/// The files of a dump.
struct Dump {
    directory: PathBuf,
    host: String,
    progress: Box<dyn FnMut(Progress) + Send>,
    done: u64,
    total: u64,
}

/// The files in the order in which they are read, and how often.
const FILES: &[(&str, u64)] = &[
    ("Posts.xml", 3),
    ("Users.xml", 1),
    ("Tags.xml", 1),
    ("PostHistory.xml", 1),
    ("Comments.xml", 1),
    ("Votes.xml", 1),
    ("PostLinks.xml", 1),
    ("Badges.xml", 1),
];

impl Dump {
    fn open(directory: &Path, options: &Options, progress: Box<dyn FnMut(Progress) + Send>) -> Result<Self> {
        let unreadable = |error| Error::internal(format_args!("cannot read {}: {error}", directory.display()));
        let directory = directory.canonicalize().map_err(unreadable)?;
        let host = match &options.site {
            Some(site) => site.clone(),
            None => host(&directory.file_name().unwrap_or_default().to_string_lossy()),
        };
        if host.is_empty() || !host.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-')) {
            return Err(Error::internal(format_args!("{host:?} is no site's name: say with --site which site the dump is from")));
        }
        let mut dump = Self { directory, host: host.to_ascii_lowercase(), progress, done: 0, total: 0 };
        for file in ["Posts.xml", "Users.xml"] {
            if dump.path(file).is_none() {
                return Err(Error::internal(format_args!("{} holds no {file}: is it an unpacked dump?", dump.directory.display())));
            }
        }
        let size = |file: &str| dump.path(file).and_then(|path| path.metadata().ok()).map_or(0, |file| file.len());
        // With a limit once more, for those who have come along with what they wrote.
        let again = options.limit.map_or(0, |_| size("Users.xml"));
        dump.total = FILES.iter().map(|(file, times)| size(file) * times).sum::<u64>() + again;
        Ok(dump)
    }

    /// Where a file is, if the dump has it. The oldest dumps write the names in lower case.
    fn path(&self, file: &str) -> Option<PathBuf> {
        [self.directory.join(file), self.directory.join(file.to_ascii_lowercase())].into_iter().find(|path| path.is_file())
    }

    fn advance(&mut self, step: &'static str, bytes: u64) {
        self.done += bytes;
        (self.progress)(Progress { step, done: self.done, total: self.total });
    }
}

/// The site whose dump is in a directory of this name.
fn host(directory: &str) -> String {
    if directory.contains('.') {
        return directory.to_owned();
    }
    match directory.strip_suffix("-meta") {
        Some(site) => format!("{site}.meta.stackexchange.com"),
        None => format!("{directory}.stackexchange.com"),
    }
}

/// An import under way.
pub(super) struct Import<'a, 'w> {
    pub tx: &'a Write<'w>,
    dump: Dump,
    pub summary: Summary,
    pub names: Names,
    /// How many new questions are to come; nothing: all, and every user and tag with them.
    pub limit: Option<u64>,
    /// By their ids there.
    pub people: HashMap<i64, Person>,
    /// Users who only come along with something that they wrote.
    pub waiting: HashMap<i64, Waiting>,
    /// Who of them has written something that is imported, and has no biography yet.
    pub brought_along: HashSet<i64>,
    pub posts: HashMap<i64, Post>,
    /// By their folded names.
    pub tags: HashMap<String, Id>,
    /// Descriptions of tags, by the id of the post that holds them.
    pub excerpts: HashMap<i64, String>,
    /// Tags that only come along with a question, by their folded names, with their descriptions.
    pub waiting_tags: HashMap<String, Option<String>>,
    /// Questions here, and the answers there that their askers accepted.
    pub accepted: Vec<(Id, i64)>,
    pub history: History,
    /// Ids that this import has given out.
    used: HashSet<Id>,
}

impl<'a, 'w> Import<'a, 'w> {
    fn new(tx: &'a Write<'w>, dump: Dump, limit: Option<u64>) -> Result<Self> {
        Ok(Self {
            tx,
            summary: Summary { source: dump.host.clone(), ..Summary::default() },
            dump,
            names: Names::new(store::usernames(tx)?),
            limit,
            people: HashMap::new(),
            waiting: HashMap::new(),
            brought_along: HashSet::new(),
            posts: HashMap::new(),
            tags: HashMap::new(),
            excerpts: HashMap::new(),
            waiting_tags: HashMap::new(),
            accepted: Vec::new(),
            history: History::default(),
            used: HashSet::new(),
        })
    }

    fn run(mut self) -> Result<Summary> {
        self.plan_posts()?;
        self.import_people()?;
        self.import_tags()?;
        self.import_questions()?;
        self.import_answers()?;
        self.import_history()?;
        self.import_comments()?;
        self.import_biographies()?;
        self.leave_waiting_out();
        self.count_votes()?;
        self.leave_out("PostLinks.xml", "links between questions: there is no place for them here")?;
        self.leave_out("Badges.xml", "badges: there is no place for them here")?;
        self.dump.advance("counters, search", 0);
        Ok(self.summary)
    }

    /// The site that the dump is from.
    pub fn host(&self) -> &str {
        &self.dump.host
    }

    /// Calls `handle` with each row of a file, if the dump has it.
    pub fn each(&mut self, file: &'static str, mut handle: impl FnMut(&mut Self, &Row<'_>) -> Result<()>) -> Result<()> {
        let Some(path) = self.dump.path(file) else { return Ok(()) };
        rows::each(&path, |row, size| {
            handle(self, row)?;
            self.dump.advance(file, size);
            Ok(())
        })
    }

    /// Names those whom nothing has brought along.
    fn leave_waiting_out(&mut self) {
        for _ in std::mem::take(&mut self.waiting) {
            self.summary.skip("users who wrote nothing that is imported");
        }
        for _ in std::mem::take(&mut self.waiting_tags) {
            self.summary.skip("tags of questions that are not imported");
        }
    }

    fn leave_out(&mut self, file: &'static str, reason: &str) -> Result<()> {
        self.each(file, |import, _| {
            import.summary.skip(reason);
            Ok(())
        })
    }

    /// What earlier imports of this site made, by its number there.
    pub fn remembered(&self, kind: Kind) -> Result<HashMap<i64, Id>> {
        let rows = store::remembered(self.tx, self.host(), kind)?;
        Ok(rows.into_iter().filter_map(|(number, id)| Some((number.parse().ok()?, id))).collect())
    }

    pub fn remember(&self, kind: Kind, number: i64, id: Id) -> Result<()> {
        store::remember(self.tx, self.host(), kind, &number.to_string(), id)
    }

    /// A free id of the time `at`, the same whenever the same thing is imported into the same database.
    pub fn claim_id(&mut self, thing: &str, number: i64, at: Timestamp) -> Result<Id> {
        let hash = Sha256::digest(format!("{}/{thing}/{number}", self.host()));
        let mut low = hash.iter().take(8).fold(0, |low, byte| low << 8 | u64::from(*byte));
        loop {
            let id = Id::at(at, low);
            if !self.used.contains(&id) && !store::is_used(self.tx, id)? {
                self.used.insert(id);
                return Ok(id);
            }
            low = low.wrapping_add(1);
        }
    }

    /// The Markdown of what the dump holds as HTML.
    pub fn markdown(&self, html: &str) -> String {
        self.with_links(|links| html::to_markdown(html, &|url| links.target(url)))
    }

    /// Markdown as its author wrote it, with links that lead here.
    pub fn relinked(&self, markdown: &str) -> String {
        self.with_links(|links| links.rewrite(markdown))
    }

    fn with_links<T>(&self, f: impl FnOnce(&Links<'_>) -> T) -> T {
        f(&Links { host: self.host(), page: &|post| self.posts.get(&post).map(Post::page) })
    }

    /// Notes whose work something is, where it comes from, and under which licence.
    pub fn attribute(&mut self, id: Id, author: &str, path: &str, row: &Row<'_>) -> Result<()> {
        let licence = match row.text("ContentLicense")? {
            Some(licence) => licence,
            None => licence_at(row.time("CreationDate")?).to_owned(),
        };
        store::attribute(self.tx, id, author, &format!("https://{}/{path}", self.host()), &licence)?;
        *self.summary.licences.entry(licence).or_default() += 1;
        Ok(())
    }
}

/// The licence of what was written at that time, for the dumps that do not say it.
fn licence_at(at: Timestamp) -> &'static str {
    /// 2011-04-08 and 2018-05-02, when the sites changed their terms.
    const CHANGES: [i64; 2] = [1_302_220_800_000, 1_525_219_200_000];
    match at.millis() {
        time if time < CHANGES[0] => "CC BY-SA 2.5",
        time if time < CHANGES[1] => "CC BY-SA 3.0",
        _ => "CC BY-SA 4.0",
    }
}

#[cfg(test)]
mod tests {
    use super::{host, licence_at};
    use crate::clock::Timestamp;

    #[test]
    fn a_directory_names_its_site() {
        assert_eq!(host("cardano"), "cardano.stackexchange.com");
        assert_eq!(host("bicycles-meta"), "bicycles.meta.stackexchange.com");
        assert_eq!(host("stackoverflow.com"), "stackoverflow.com");
    }

    #[test]
    fn the_licence_depends_on_the_time() {
        for (time, licence) in [
            ("2011-04-07T23:59:59Z", "CC BY-SA 2.5"),
            ("2011-04-08T00:00:00Z", "CC BY-SA 3.0"),
            ("2018-05-01T23:59:59Z", "CC BY-SA 3.0"),
            ("2018-05-02T00:00:00Z", "CC BY-SA 4.0"),
        ] {
            let time: jiff::Timestamp = time.parse().unwrap();
            assert_eq!(licence_at(Timestamp::from_millis(time.as_millisecond())), licence);
        }
    }
}
