//! The importers as functions of a file's bytes, for the targets in `fuzz/`.

use std::io::Cursor;
use std::sync::OnceLock;

use super::json::{self, Source};
use super::links::Links;
use super::{html, rows};
use crate::clock::Clock;
use crate::db::Db;
use crate::live::Hub;

const LINKS: Links<'_> = Links { host: "stackexchange.com", page: &|post| (post % 2 == 0).then(|| format!("/question/{post}")) };

/// The text of a post, as HTML and as Markdown.
pub fn post(text: &str) {
    html::to_markdown(text, &|url| LINKS.target(url));
    html::occurs_in(text);
    LINKS.rewrite(text);
}

/// A file of a Stack Exchange dump.
pub fn dump(bytes: &[u8]) {
    let _ = rows::each_of("Posts.xml", bytes, |row, _| {
        for name in ["Body", "Text", "Title", "DisplayName"] {
            if let Ok(Some(text)) = row.text(name) {
                assert!(!text.contains('\0'), "{name}: {text:?}");
                post(&text);
            }
        }
        for name in ["Id", "Score", "PostTypeId"] {
            let _ = row.number::<i64>(name);
        }
        let _ = row.time("CreationDate");
        Ok(())
    });
}

/// An export of a whole site. Nothing of it is kept.
pub fn export(bytes: &[u8]) {
    static SITE: OnceLock<(Db, tempfile::TempDir)> = OnceLock::new();
    let (db, _) = SITE.get_or_init(|| {
        let directory = tempfile::TempDir::new().expect("a temporary directory");
        (Db::open(directory.path(), Clock::system(), Hub::default()).expect("a database"), directory)
    });
    if let Ok(source) = Source::new(Cursor::new(bytes.to_vec()), 0) {
        let _ = json::import(db, source, true, |_| ());
    }
}
