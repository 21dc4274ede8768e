//! Tests of the links between questions.

use super::{Count, Dump, Target, imported};

/// Returns the sample with a third question and links: type 1 is a mention, 3 a duplicate.
fn dump(links: &[[&str; 3]]) -> Dump {
    let question = [
        ("Id", "8"),
        ("PostTypeId", "1"),
        ("CreationDate", "2020-01-01T00:00:00.000"),
        ("Body", "<p>Third</p>"),
        ("OwnerUserId", "1"),
        ("Title", "Third"),
    ];
    let dump = Dump::sample().row("Posts.xml", &question);
    links.iter().fold(dump, |dump, [kind, post, related]| {
        let row = [
            ("CreationDate", "2021-01-01T00:00:00.000"),
            ("PostId", post),
            ("RelatedPostId", related),
            ("LinkTypeId", kind),
        ];
        dump.row("PostLinks.xml", &row)
    })
}

const LINKS: &str = "SELECT q.external_id, l.external_id FROM question_links
    JOIN external_ids q ON q.local_id = question_id AND q.kind = 'post'
    JOIN external_ids l ON l.local_id = linked_id AND l.kind = 'post' ORDER BY 1, 2";
const DUPLICATES: &str =
    "SELECT q.external_id, o.external_id, u.display_name, linked_at FROM duplicates
    JOIN external_ids q ON q.local_id = question_id AND q.kind = 'post'
    JOIN external_ids o ON o.local_id = original_id AND o.kind = 'post'
    JOIN users u ON u.id = linked_by ORDER BY 1, 2";

#[test]
fn links_and_duplicates_are_imported_once() {
    let target = Target::new();
    let links = dump(&[["1", "1", "4"], ["1", "4", "1"], ["3", "8", "4"]]).write();
    let summary = target.import(links.path()).expect("an import");
    assert_eq!(
        (summary.links, summary.duplicates),
        (imported(2), imported(1))
    );
    target.check(LINKS, &["1|4", "4|1"]);
    target.check(
        DUPLICATES,
        &["8|4|anonymous things.example.com|1609459200000"],
    );
    let again = target.import(links.path()).expect("an import");
    let present = |present| Count {
        imported: 0,
        present,
    };
    assert_eq!(
        (again.links, again.duplicates, again.new_rows()),
        (present(2), present(1), 0)
    );
    target.check("PRAGMA foreign_key_check", &[]);
}

#[test]
fn links_without_use_are_reported() {
    let target = Target::new();
    let links = dump(&[
        ["1", "1", "1"],
        ["1", "1", "2"],
        ["1", "99", "1"],
        ["1", "1", "4"],
        ["1", "1", "4"],
        ["3", "8", "4"],
        ["3", "4", "8"],
        ["7", "8", "4"],
    ]);
    let summary = target.import(links.write().path()).expect("an import");
    let skipped = |reason: &str| summary.skipped.get(reason).copied();
    assert_eq!(
        skipped("links of posts that are not imported questions"),
        Some(2)
    );
    assert_eq!(skipped("links of a question to itself"), Some(1));
    assert_eq!(skipped("repeated links"), Some(1));
    assert_eq!(
        skipped("links to an original that is itself linked as the duplicate"),
        Some(1)
    );
    assert_eq!(skipped("links of type 7"), Some(1));
    target.check(LINKS, &["1|4"]);
}

#[test]
fn a_link_is_imported_with_the_later_of_its_questions() {
    let target = Target::new();
    let links = dump(&[["1", "1", "8"], ["3", "8", "4"]]).write();
    let first = target.import_some(links.path(), 2);
    assert_eq!((first.links, first.duplicates), (imported(0), imported(0)));
    let rest = target.import(links.path()).expect("an import");
    assert_eq!((rest.links, rest.duplicates), (imported(1), imported(1)));
}
