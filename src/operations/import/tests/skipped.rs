//! Tests that an import names and counts what it leaves out.

use std::collections::BTreeMap;

use super::{Dump, Target};

/// Returns what an import leaves out of imported rows.
fn left_out(dump: &Dump) -> BTreeMap<String, u64> {
    Target::new()
        .import(dump.write().path())
        .expect("an import")
        .left_out
}

#[test]
fn values_of_imported_rows_that_are_left_out_are_counted() {
    let user = [
        ("Id", "8"),
        ("CreationDate", "2010-01-03T00:00:00.000"),
        ("DisplayName", "Bob"),
        ("Location", "Here"),
        ("WebsiteUrl", ""),
        ("UpVotes", "0"),
    ];
    let comment = [
        ("Id", "8"),
        ("PostId", "1"),
        ("Text", "x"),
        ("CreationDate", "2019-01-05T00:00:00.000"),
        ("UserId", "3"),
        ("Score", "4"),
    ];
    let counts = left_out(
        &Dump::sample()
            .row("Users.xml", &user)
            .row("Comments.xml", &comment),
    );
    let counts: Vec<_> = counts
        .iter()
        .map(|(what, count)| format!("{count} {what}"))
        .collect();
    assert_eq!(
        counts,
        [
            "1 locations of users",
            "1 reputations of users",
            "1 scores of comments",
            "1 values of Unheard in Posts.xml, which Stoa does not know",
        ]
    );
}

#[test]
fn a_limit_counts_what_is_left_out_of_imported_users_alone() {
    let target = Target::new();
    let summary = target.import_some(Dump::sample().write().path(), 0);
    assert_eq!(summary.left_out.get("reputations of users"), None);
    let summary = target.import_some(Dump::sample().write().path(), 1);
    assert_eq!(summary.left_out["reputations of users"], 1);
}

#[test]
fn last_editors_are_left_out_only_without_a_history() {
    let post = [
        ("Id", "8"),
        ("PostTypeId", "2"),
        ("ParentId", "1"),
        ("CreationDate", "2019-01-01T00:00:00.000"),
        ("LastEditorUserId", "2"),
        ("Body", "x"),
        ("OwnerUserId", "1"),
    ];
    let dump = Dump::sample().row("Posts.xml", &post);
    let last_editors = |dump: &Dump| left_out(dump).get("last editors of posts").copied();
    assert_eq!(last_editors(&dump), Some(1));
    assert_eq!(last_editors(&dump.with_history()), None);
}

#[test]
fn edits_of_posts_that_are_there_already_are_counted() {
    let target = Target::new();
    let dump = Dump::sample().with_history().write();
    target.import(dump.path()).expect("an import");
    let again = target.import(dump.path()).expect("a second import");
    assert_eq!(
        again.skipped["edits of posts that an earlier run imported"],
        7
    );
}

#[test]
fn every_kind_of_history_event_has_a_line() {
    let event = |kind: &'static str, id: &'static str| {
        [
            ("Id", id),
            ("PostHistoryTypeId", kind),
            ("PostId", "1"),
            ("CreationDate", "2019-01-05T00:00:00.000"),
        ]
    };
    let dump = Dump::sample()
        .row("PostHistory.xml", &event("14", "1"))
        .row("PostHistory.xml", &event("24", "2"))
        .row("PostHistory.xml", &event("24", "3"));
    let skipped = Target::new()
        .import(dump.write().path())
        .expect("an import")
        .skipped;
    assert_eq!(skipped["history events of type 14: locked"], 1);
    assert_eq!(
        skipped["history events of type 24: suggested edit approved"],
        2
    );
}

#[test]
fn files_that_are_not_read_are_named() {
    let dump = Dump::sample().write();
    for file in ["TagSynonyms.xml", "readme.txt"] {
        std::fs::write(dump.path().join(file), "anything").expect("the file is written");
    }
    let summary = Target::new().import(dump.path()).expect("an import");
    let skipped = summary.skipped;
    let files: Vec<_> = skipped
        .keys()
        .filter(|what| what.contains("file"))
        .collect();
    assert_eq!(files, ["file that Stoa does not know: TagSynonyms.xml"]);
}
