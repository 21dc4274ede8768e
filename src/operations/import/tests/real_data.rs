//! Tests with two published dumps. They contain texts and names of real people, so they are not
//! part of this repository: `STOA_DATA` names their directory, or they are in `../shared/data`.
//!
//! The tests derive the expected values from the XML with their own code, independent of the
//! importer.

use std::collections::{HashMap, HashSet};
use std::io::Cursor;
use std::path::{Path, PathBuf};

use super::Target;
use crate::core::text;
use crate::operations::export::export;
use crate::operations::import::json::{self, Source};
use crate::operations::import::{Options, Summary};

fn dump(name: &str) -> Option<PathBuf> {
    let data = std::env::var_os("STOA_DATA").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data"),
        PathBuf::from,
    );
    let directory = data.join("stackexchange").join(name);
    if directory.is_dir() {
        return Some(directory);
    }
    eprintln!(
        "NOT TESTED with real data: there is no {}; set STOA_DATA to a directory that holds stackexchange/{name}",
        directory.display()
    );
    None
}

/// Returns the rows of a file, as text.
fn rows(dump: &Path, file: &str) -> Vec<String> {
    let text = std::fs::read_to_string(dump.join(file)).unwrap_or_default();
    text.lines()
        .filter(|line| line.trim_start().starts_with("<row "))
        .map(str::to_owned)
        .collect()
}

/// Returns an attribute of a row without XML escapes.
fn attribute(row: &str, name: &str) -> Option<String> {
    let (_, rest) = row.split_once(&format!(" {name}=\""))?;
    Some(unescape(rest.split('"').next()?))
}

fn unescape(text: &str) -> String {
    let text = text
        .replace("&#xD;&#xA;", "\n")
        .replace("&#xA;", "\n")
        .replace("&#xD;", "\n")
        .replace("&#x9;", "\t");
    text.replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&")
}

/// Counts the rows for each value of an attribute.
fn tally(rows: &[String], name: &str) -> HashMap<String, u64> {
    let mut tally = HashMap::new();
    for value in rows.iter().filter_map(|row| attribute(row, name)) {
        *tally.entry(value).or_default() += 1;
    }
    tally
}

/// Imports a dump twice, and compares the result with its files.
fn check(name: &str, source: &str, formulas: usize) {
    let Some(dump) = dump(name) else { return };
    let target = Target::new();
    let import = || {
        target
            .import_as(&dump, Options::default(), |_| ())
            .expect("the dump is imported")
    };
    let summary = import();
    assert_eq!(summary.source, source);
    check_counts(&dump, &target, &summary);
    check_verbatim(&dump, &target);
    assert_eq!(count_formulas(&target), formulas, "formulas of posts");
    let again = import();
    assert_eq!(again.new_rows(), 0);
    assert_eq!(
        again.questions.present + again.answers.present,
        summary.questions.imported + summary.answers.imported
    );
    check_export(&target);
}

/// Exports the imported site, and imports the export into another.
fn check_export(target: &Target) {
    let exported = |target: &Target| {
        let mut bytes = Vec::new();
        let records = export(target.directory.path(), true, &mut bytes, None, |_, _| ())
            .expect("an export")
            .records;
        (records, bytes)
    };
    let (records, bytes) = exported(target);
    let other = Target::new();
    let source = Source::new(Cursor::new(bytes.clone()), 0).expect("an export");
    let imported = json::import(&other.db, source, false, |_| ()).expect("it is imported");
    assert_eq!(imported.records.values().sum::<u64>(), records);
    assert!(exported(&other).1 == bytes, "the same bytes");
}

/// Compares the imported rows with the files of the dump.
fn check_counts(dump: &Path, target: &Target, summary: &Summary) {
    let posts = rows(dump, "Posts.xml");
    let kinds = tally(&posts, "PostTypeId");
    let votes = tally(&rows(dump, "Votes.xml"), "VoteTypeId");
    assert_eq!(summary.questions.imported, kinds["1"]);
    assert_eq!(summary.answers.imported, kinds["2"]);
    assert_eq!(summary.users.imported, rows(dump, "Users.xml").len() as u64);
    assert_eq!(summary.tags.imported, rows(dump, "Tags.xml").len() as u64);
    assert_eq!(
        summary.accepted,
        posts
            .iter()
            .filter(|row| attribute(row, "AcceptedAnswerId").is_some())
            .count() as u64
    );
    let closed = posts
        .iter()
        .filter(|row| attribute(row, "ClosedDate").is_some());
    assert_eq!(summary.closed, closed.count() as u64);
    assert!(summary.closed > 10);
    let unknown = summary
        .left_out
        .keys()
        .find(|what| what.contains("does not know"));
    assert_eq!(unknown, None);
    let skipped = |reason: &str| summary.skipped.get(reason).copied().unwrap_or(0);
    assert_eq!(
        summary.comments.imported + skipped("comments on posts that are not imported"),
        rows(dump, "Comments.xml").len() as u64
    );
    assert_eq!(
        summary.votes.up + skipped("up votes for posts that are not imported"),
        votes["2"]
    );
    assert_eq!(
        summary.votes.down + skipped("down votes for posts that are not imported"),
        votes["3"]
    );
    assert_eq!(summary.votes.rows, votes.values().sum::<u64>());

    let total = |name: &str| -> i64 {
        let of_posts = posts
            .iter()
            .filter(|row| matches!(attribute(row, "PostTypeId").as_deref(), Some("1" | "2")));
        of_posts
            .filter_map(|row| attribute(row, name)?.parse::<i64>().ok())
            .sum()
    };
    let stored = |table: &str| target.number(table);
    assert_eq!(
        stored("posts"),
        summary.questions.imported + summary.answers.imported
    );
    assert_eq!(stored("comments"), summary.comments.imported);
    assert_eq!(
        stored("users"),
        summary.users.imported + summary.placeholders.imported
    );
    assert_eq!(target.sum("score", "posts"), total("Score"));
    assert_eq!(
        target.sum("score", "posts"),
        summary.votes.up as i64 - summary.votes.down as i64,
        "the votes make up the scores"
    );
    assert_eq!(target.sum("view_count", "questions"), total("ViewCount"));
    assert_eq!(
        target.sum("answer_count", "questions"),
        total("AnswerCount")
    );
    assert_eq!(
        stored("attributions"),
        summary.licences.values().sum::<u64>()
    );
    let tagged = posts
        .iter()
        .filter_map(|row| attribute(row, "Tags"))
        .map(|tags| tags.split(['<', '|']).filter(|tag| tag.len() > 1).count() as u64);
    assert_eq!(stored("question_tags"), tagged.sum::<u64>());
    check_links(dump, target, summary);
    check_names(dump, target, summary);
}

/// Checks that authors without an id have one placeholder user for each name.
fn check_names(dump: &Path, target: &Target, summary: &Summary) {
    let named = |file: &str, id: &str, name: &str| -> HashSet<String> {
        rows(dump, file)
            .iter()
            .filter(|row| attribute(row, id).is_none())
            .filter_map(|row| attribute(row, name))
            .collect()
    };
    let mut names = named("Posts.xml", "OwnerUserId", "OwnerDisplayName");
    names.extend(named("Comments.xml", "UserId", "UserDisplayName"));
    names.extend(named("PostHistory.xml", "UserId", "UserDisplayName"));
    assert!(!names.is_empty());
    let stored = target.rows(
        "SELECT display_name FROM users JOIN external_ids ON local_id = id AND kind = 'user' WHERE external_id LIKE 'name:_%'",
    );
    assert_eq!(stored.iter().cloned().collect::<HashSet<_>>(), names);
    // Nobody is named as the author of links to originals.
    assert_eq!(summary.unnamed, summary.duplicates.imported);
}

/// Compares the imported links between questions with those of the dump.
fn check_links(dump: &Path, target: &Target, summary: &Summary) {
    let posts = rows(dump, "Posts.xml");
    let questions: HashSet<String> = posts
        .iter()
        .filter(|row| attribute(row, "PostTypeId").as_deref() == Some("1"))
        .filter_map(|row| attribute(row, "Id"))
        .collect();
    let links = rows(dump, "PostLinks.xml");
    let pairs = |kind: &str| -> HashSet<(String, String)> {
        let of_kind = links
            .iter()
            .filter(|row| attribute(row, "LinkTypeId").as_deref() == Some(kind));
        of_kind
            .filter_map(|row| Some((attribute(row, "PostId")?, attribute(row, "RelatedPostId")?)))
            .filter(|(from, to)| from != to && questions.contains(from) && questions.contains(to))
            .collect()
    };
    let (linked, duplicates) = (pairs("1"), pairs("3"));
    assert!(linked.len() > 50 && duplicates.len() > 2, "links");
    assert_eq!(summary.links.imported, linked.len() as u64);
    assert_eq!(summary.duplicates.imported, duplicates.len() as u64);
    assert_eq!(target.number("question_links"), linked.len() as u64);
    assert_eq!(target.number("duplicates"), duplicates.len() as u64);
}

/// Checks that stored texts contain the code and the formulas of every post's HTML.
fn check_verbatim(dump: &Path, target: &Target) {
    let stored = target.texts();
    let (mut blocks, mut formulas) = (0, 0);
    for row in rows(dump, "Posts.xml") {
        let number = attribute(&row, "Id").expect("an id");
        let Some(markdown) = stored.get(&number) else {
            continue;
        };
        let html = attribute(&row, "Body").expect("a body");
        for code in code_blocks(&html) {
            assert!(
                has_lines(markdown, &code),
                "post {number} has lost its code block\n{code}\nin\n{markdown}"
            );
            blocks += 1;
        }
        for formula in formulas_of(&html) {
            assert!(
                words(markdown).contains(&words(&formula)),
                "post {number} has lost its formula\n{formula}\nin\n{markdown}"
            );
            formulas += 1;
        }
    }
    assert!(
        blocks > 20 && formulas > 3,
        "{blocks} blocks and {formulas} formulas"
    );
}

/// Counts the formulas of the posts. In these two dumps, the dollar signs of posts are money and code.
fn count_formulas(target: &Target) -> usize {
    target
        .texts()
        .values()
        .map(|text| text::formulas(text, &text::mask_code(text)).len())
        .sum()
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the text of each `<pre>`.
fn code_blocks(html: &str) -> Vec<String> {
    html.split("<pre")
        .skip(1)
        .map(|part| {
            words_of(&format!(
                "<pre{}",
                part.split("</pre>").next().unwrap_or(part)
            ))
        })
        .collect()
}

/// Returns HTML without its tags.
fn words_of(html: &str) -> String {
    let text: String = html
        .split('<')
        .skip(1)
        .map(|part| part.split_once('>').map_or(part, |(_, text)| text))
        .collect();
    unescape(&text)
}

/// Returns whether `markdown` contains the consecutive lines of `code`, each after at most the
/// prefix of a quote, a list or indented code.
fn has_lines(markdown: &str, code: &str) -> bool {
    let code: Vec<&str> = code.trim_matches('\n').lines().collect();
    let stored: Vec<&str> = markdown.lines().collect();
    let is_prefix = |prefix: &str| {
        prefix
            .chars()
            .all(|c| matches!(c, ' ' | '\t' | '>' | '-' | '.') || c.is_ascii_digit())
    };
    // HTML has spaces for some tabs of the Markdown source.
    let is_line = |stored: &str, code: &str| {
        stored.strip_suffix(code).is_some_and(is_prefix)
            || words(stored)
                .strip_suffix(&words(code))
                .is_some_and(is_prefix)
    };
    stored.windows(code.len().max(1)).any(|window| {
        window
            .iter()
            .zip(&code)
            .all(|(stored, code)| is_line(stored, code))
    })
}

/// Returns the texts between two dollars, or two pairs of them, outside code.
fn formulas_of(html: &str) -> Vec<String> {
    let mut formulas = Vec::new();
    let mut in_code = false;
    for part in html.split('<') {
        let (tag, text) = part.split_once('>').unwrap_or(("", part));
        match tag {
            _ if tag.starts_with("pre") || tag.starts_with("code") => in_code = true,
            "/pre" | "/code" => in_code = false,
            _ => {}
        }
        let text = unescape(text);
        let mark = if text.contains("$$") { "$$" } else { "$" };
        let parts: Vec<&str> = text.split(mark).collect();
        if !in_code && parts.len() > 2 {
            let inside = parts[..parts.len() - 1]
                .iter()
                .skip(1)
                .step_by(2)
                .filter(|inside| !inside.is_empty());
            formulas.extend(inside.map(|inside| format!("{mark}{inside}{mark}")));
        }
    }
    formulas
}

#[test]
fn the_cardano_dump_is_imported_completely() {
    check("cardano", "cardano.stackexchange.com", 0);
}

#[test]
fn the_bicycles_meta_dump_is_imported_completely() {
    check("bicycles-meta", "bicycles.meta.stackexchange.com", 0);
}
