//! Tests of the import of an export into a site that has its first administrator.

use std::io::Cursor;

use serde_json::{Value, json};

use super::Target;
use crate::features::auth::password;
use crate::operations::import::ImportError;
use crate::operations::import::json::{self, Imported, Source};
use crate::operations::invariants;

const ADMINISTRATOR: &str = "INSERT INTO users (id, username, name_key, role, password_hash, created_at) VALUES (5, 'Ann', 'ann', 'administrator', 'site', 0);
    INSERT INTO sessions (token_hash, id, user_id, created_at, last_seen_at, address, user_agent) VALUES (x'01', 6, 5, 0, 0, '', '');
    INSERT INTO read_cursors (user_id, chat_id, message_id) VALUES (5, 0, 0);";
const USERS: &str =
    "SELECT username, role, password_hash, disabled_at, id = 5 FROM users ORDER BY id";

/// Returns a site with an administrator.
fn target() -> Target {
    let target = Target::new();
    target.execute(ADMINISTRATOR);
    target
}

/// Returns an export with a question of a user with these fields.
fn export(user: Value) -> String {
    let mut user = user;
    for (name, value) in [
        ("type", "user"),
        ("id", "38cmczm000001"),
        ("created_at", "2026-11-01T00:00:00Z"),
    ] {
        user[name] = json!(value);
    }
    let records = [
        json!({"type": "export", "format": 1}),
        user,
        json!({"type": "question", "id": "38cmczm000003", "author": "38cmczm000001", "title": "Why?", "text": "Why?", "tags": [],
               "created_at": "2026-11-01T00:00:00.5Z"}),
        json!({"type": "end", "records": 2}),
    ];
    records.map(|record| record.to_string() + "\n").concat()
}

fn import(target: &Target, export: String) -> Result<Imported, ImportError> {
    let source = Source::new(Cursor::new(export), 0)?;
    json::import(&target.db, source, false, |_| ())
}

/// Checks all that the doctor checks of rows.
fn check_rows(target: &Target) {
    target.check("PRAGMA foreign_key_check", &[]);
    let violated = target.db.write_blocking(|tx| {
        tx.without_event("a test");
        let all = [
            invariants::ORPHANS.concat(),
            invariants::DERIVED.concat(),
            invariants::INDEXES.concat(),
        ];
        all.concat()
            .iter()
            .map(|invariant| Ok((invariant.name(), invariant.count_violations(tx)?)))
            .filter(|counted| !matches!(counted, Ok((_, 0))))
            .collect::<crate::core::error::Result<Vec<_>>>()
    });
    assert_eq!(violated.expect("the invariants"), []);
}

#[test]
fn the_administrator_stays_beside_the_imported_users() {
    let target = target();
    let imported = import(&target, export(json!({"username": "ben"}))).expect("an import");
    assert_eq!(imported.administrator, None);
    target.check(USERS, &["Ann|administrator|site|-|1", "ben|user|-|-|0"]);
    target.check("SELECT name_key FROM users WHERE id = 5", &["ann"]);
    check_rows(&target);
}

#[test]
fn an_imported_user_with_the_name_of_the_administrator_takes_their_place() {
    let target = target();
    let user = json!({"username": "ann", "disabled_at": "2026-11-02T00:00:00Z"});
    let imported = import(&target, export(user)).expect("an import");
    assert_eq!(imported.administrator.as_deref(), Some("ann"));
    target.check(USERS, &["ann|administrator|site|-|0"]);
    target.check(
        "SELECT count(*) FROM posts p JOIN users u ON u.id = p.author_id JOIN sessions s ON s.user_id = u.id JOIN read_cursors r ON r.user_id = u.id",
        &["1"],
    );
    check_rows(&target);
}

#[test]
fn an_imported_password_replaces_that_of_the_administrator() {
    let target = target();
    let hash = password::hash("x").expect("a hash");
    let user = json!({"username": "ann", "password_hash": hash});
    import(&target, export(user)).expect("an import");
    target.check("SELECT password_hash FROM users", &[&hash]);
}

#[test]
fn a_deleted_user_does_not_take_the_place_of_the_administrator() {
    let target = target();
    let before = target.content();
    let user = json!({"username": "ann", "deleted_at": "2026-11-02T00:00:00Z"});
    let error = import(&target, export(user)).expect_err("refused");
    assert!(
        error
            .to_string()
            .contains("ann is the administrator of this site"),
        "{error}"
    );
    assert_eq!(target.content(), before);
}

#[test]
fn a_site_with_more_than_its_administrator_is_refused() {
    for rows in [
        "INSERT INTO users (id, username, name_key, created_at) VALUES (6, 'Ben', 'ben', 0)",
        "UPDATE users SET role = 'user'",
        "INSERT INTO messages (id, chat_id, author_id, text, created_at) VALUES (7, 0, 5, 'hello', 0)",
        "INSERT INTO tags (id, name_key) VALUES (7, 'x')",
    ] {
        let target = target();
        target.execute(rows);
        let refused = import(&target, export(json!({"username": "cat"})));
        assert!(
            matches!(refused, Err(ImportError::NotEmpty)),
            "{rows}: {refused:?}"
        );
    }
}
