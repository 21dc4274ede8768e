//! The importers as functions of bytes, for the targets in `fuzz/`.

use std::io::Cursor;
use std::sync::OnceLock;

use super::dumps::{self, Sink, Value};
use super::json::{self, Source};
use super::links::Links;
use super::stackexchange::Format;
use super::{html, images, rows, stackexchange};
use crate::core::clock::Clock;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::platform::db::Db;
use crate::platform::realtime::Hub;

const LINKS: Links<'_> = Links {
    host: "stackexchange.com",
    page: &|post| (post % 2 == 0).then(|| format!("/question/{post}")),
    in_topic: &|topic, number| (topic % 2 == 0).then_some(number),
    has_tag: &|name| name.len() % 2 == 0,
    post_at: &|_| None,
    has_secure_image: &|address| address.len() % 2 == 0,
};

/// Converts the text of a post, as HTML and as Markdown.
pub fn post(text: &str) {
    html::to_markdown(text, &|url| LINKS.target(url));
    html::contains_html(text);
    LINKS.rewrite(text);
    stackexchange::markdown_of_discourse(text, true);
    images::replace(text, &mut |address| {
        address.len().is_multiple_of(2).then(|| Id::from_i64(1))
    });
}

/// Reads a file of a Stack Exchange dump.
pub fn dump(bytes: &[u8]) {
    let _ = rows::for_each_row_of("Posts.xml", bytes, |row, _| {
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

/// Reads a dump of a database of MySQL or PostgreSQL, without taking anything from it.
pub fn database(bytes: &[u8]) {
    struct Nothing;
    impl Sink for Nothing {
        fn table(&mut self, _: &str, _: &[String]) -> Result<()> {
            Ok(())
        }

        fn wants(&mut self, _: &str, columns: &[String]) -> Result<Option<Vec<bool>>> {
            Ok(Some(vec![true; columns.len()]))
        }

        fn row(&mut self, values: Vec<Value>) -> Result<()> {
            for value in values.into_iter().flatten() {
                stackexchange::html_of_plain(&String::from_utf8_lossy(&value));
            }
            Ok(())
        }
    }
    let _ = dumps::read("dump.sql", bytes, &mut Nothing);
}

/// Reads a file with a record for each post, as CSV and as lines of JSON.
pub fn records(bytes: &[u8]) {
    for format in [Format::Csv, Format::JsonLines] {
        let _ = stackexchange::read_records("posts", bytes, format, |record| {
            let text = record.get("text").unwrap_or_default();
            assert!(!text.contains(['\0', '\r']), "{text:?}");
            Ok(())
        });
    }
}

/// Imports an export of a whole site.
pub fn export(bytes: &[u8]) {
    drop(dry_run(bytes));
}

/// Imports an export as a dry run.
pub fn dry_run(bytes: &[u8]) -> Result<(), String> {
    static SITE: OnceLock<(Db, tempfile::TempDir)> = OnceLock::new();
    let (db, _) = SITE.get_or_init(|| {
        let directory = tempfile::TempDir::new().expect("a temporary directory");
        (
            Db::open(directory.path(), Clock::system(), Hub::default()).expect("a database"),
            directory,
        )
    });
    let source = Source::new(Cursor::new(bytes.to_vec()), 0).map_err(|error| error.to_string())?;
    json::import(db, source, true, |_| ())
        .map(drop)
        .map_err(|error| error.to_string())
}
