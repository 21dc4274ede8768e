//! Tests of questions that are closed or deleted in a dump.

use super::{Dump, Target};

/// Returns the sample with another question, which has this attribute, and an answer to it.
fn dump(attribute: (&str, &str)) -> Dump {
    let question = [
        ("Id", "8"),
        ("PostTypeId", "1"),
        ("CreationDate", "2020-01-01T00:00:00.000"),
        ("Body", "<p>Third</p>"),
        ("OwnerUserId", "1"),
        ("Title", "Third"),
        attribute,
    ];
    let answer = [
        ("Id", "9"),
        ("PostTypeId", "2"),
        ("ParentId", "8"),
        ("CreationDate", "2020-01-02T00:00:00.000"),
        ("Body", "<p>Answer</p>"),
        ("OwnerUserId", "1"),
    ];
    Dump::sample()
        .row("Posts.xml", &question)
        .row("Posts.xml", &answer)
}

#[test]
fn closed_questions_arrive_closed() {
    let target = Target::new();
    let summary = target
        .import(
            dump(("ClosedDate", "2021-01-01T00:00:00.000"))
                .write()
                .path(),
        )
        .expect("an import");
    target.check(
        "SELECT title, closed_at FROM questions WHERE closed_at IS NOT NULL",
        &["Third|1609459200000"],
    );
    assert_eq!(summary.closed, 1);
    assert!(
        summary.to_string().contains("1  closed questions"),
        "{summary}"
    );
}

#[test]
fn deleted_posts_are_counted_and_left_out() {
    let target = Target::new();
    let summary = target
        .import(
            dump(("DeletionDate", "2021-01-01T00:00:00.000"))
                .write()
                .path(),
        )
        .expect("an import");
    target.check(
        "SELECT count(*) FROM questions WHERE title = 'Third'",
        &["0"],
    );
    assert_eq!(summary.skipped["deleted posts"], 1);
    assert_eq!(
        summary.skipped["answers to questions that are not imported"],
        1
    );
}
