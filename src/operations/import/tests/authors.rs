//! Tests of authors whom a dump does not list.

use super::{Count, Dump, Target};

/// Returns the sample with answers of these names, whose authors have no id, with the ids from 10 on.
fn dump(names: &[&str]) -> Dump {
    names
        .iter()
        .enumerate()
        .fold(Dump::sample(), |dump, (place, name)| {
            let number = (place + 10).to_string();
            let row = [
                ("Id", number.as_str()),
                ("PostTypeId", "2"),
                ("ParentId", "1"),
                ("CreationDate", "2020-01-01T00:00:00.000"),
                ("Body", "<p>An answer</p>"),
                ("OwnerDisplayName", name),
            ];
            dump.row("Posts.xml", &row)
        })
}

#[test]
fn authors_without_an_id_have_one_user_for_each_name() {
    let target = Target::new();
    let summary = target
        .import(
            dump(&["user98", "Zoë", "user98", "Ada Lovelace"])
                .write()
                .path(),
        )
        .expect("an import");
    target.check(
        "SELECT group_concat(u.display_name, '|' ORDER BY e.external_id), count(DISTINCT u.id) FROM posts p JOIN users u ON u.id = p.author_id
         JOIN external_ids e ON e.local_id = p.id AND e.kind = 'post' WHERE e.external_id BETWEEN '10' AND '13'",
        &["user98|Zoë|user98|Ada Lovelace|3"],
    );
    // The sample has two more: 77, whose id is not listed, and user99.
    assert_eq!((summary.placeholders.imported, summary.unnamed), (5, 0));
}

#[test]
fn an_author_who_is_only_named_is_not_the_user_of_that_name() {
    let target = Target::new();
    target
        .import(dump(&["Ada Lovelace"]).write().path())
        .expect("an import");
    target.check(
        "SELECT u.display_name, u.username FROM posts p JOIN users u ON u.id = p.author_id
         JOIN external_ids e ON e.local_id = p.id AND e.kind = 'post' WHERE e.external_id = '10'",
        &["Ada Lovelace|Ada-Lovelace-3"],
    );
}

#[test]
fn authors_without_a_name_share_a_user_and_are_counted() {
    let target = Target::new();
    let summary = target
        .import(dump(&["", " "]).write().path())
        .expect("an import");
    assert_eq!(summary.unnamed, 2);
    target.check(
        "SELECT count(*), u.display_name FROM posts p JOIN users u ON u.id = p.author_id WHERE u.display_name LIKE 'anonymous%' GROUP BY u.id",
        &["2|anonymous things.example.com"],
    );
    assert!(
        summary
            .to_string()
            .contains("2  texts and links without an author, by one placeholder user"),
        "{summary}"
    );
}

#[test]
fn a_later_run_finds_the_placeholders_of_an_earlier_one() {
    let target = Target::new();
    target
        .import(dump(&["", "user98"]).write().path())
        .expect("an import");
    let again = target
        .import(dump(&["", "user98", "user98", "Zoë"]).write().path())
        .expect("a second import");
    assert_eq!(
        again.placeholders,
        Count {
            imported: 1,
            present: 4
        }
    );
    assert_eq!(again.answers.imported, 2);
}
