//! SQL of the reports of visitors.

use std::time::Duration;

use rusqlite::Row;

use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::text::fold;
use crate::features::cases::{CaseKind, NewCase};
use crate::features::flags::model::{Decision, NewVisitorReport};
use crate::features::pictures::access as picture_access;
use crate::platform::db::{Read, Write};

/// How long the name and the mail address of a visitor are kept after the decision: it can be undone meanwhile.
const PERSON_KEPT: Duration = Duration::from_secs(30 * 24 * 3600);
/// How long a report is kept after the decision.
const REPORT_KEPT: Duration = Duration::from_secs(365 * 24 * 3600);
/// The largest number of rows that one call erases: as many as can be added in a day.
const ERASED_AT_ONCE: i64 = 100;

fn case_from(row: &Row<'_>) -> rusqlite::Result<NewCase> {
    Ok(NewCase {
        kind: row.get(0)?,
        object: row.get(1)?,
        ask: None,
        author: row.get(2)?,
        community: row.get(3)?,
    })
}

/// Returns the case of a question, an answer or a comment that every member may read.
pub fn post(read: &Read<'_>, id: Id) -> Result<Option<NewCase>> {
    let sql = "SELECT CASE WHEN EXISTS (SELECT 1 FROM comments c WHERE c.id = w.id) THEN 'comment' WHEN w.id = q.id THEN 'question' ELSE 'answer' END,
                      w.id, w.author_id, q.community_id
               FROM content w JOIN questions q ON q.id = w.question_id LEFT JOIN communities c ON c.id = q.community_id
               WHERE w.id = ?1 AND w.deleted_at IS NULL AND q.scope IS NOT NULL AND coalesce(c.visibility, 'public') = 'public'";
    read.first(sql, [id], case_from)
}

/// Returns the case of a public community.
pub fn community(read: &Read<'_>, id: Id) -> Result<Option<NewCase>> {
    let sql =
        "SELECT ?2, id, owner_id, NULL FROM communities WHERE id = ?1 AND visibility = 'public'";
    read.first(sql, (id, CaseKind::Community), case_from)
}

/// Returns the case of the profile of a user.
pub fn user(read: &Read<'_>, name: &str) -> Result<Option<NewCase>> {
    let sql = "SELECT ?2, id, id, NULL FROM users WHERE name_key = ?1 AND deleted_at IS NULL";
    read.first(sql, (fold(name), CaseKind::User), case_from)
}

/// Returns the case of a picture that every member may see.
pub fn picture(read: &Read<'_>, id: Id) -> Result<Option<NewCase>> {
    if !picture_access::store::is_public(read, id)? {
        return Ok(None);
    }
    let sql = "SELECT ?2, id, owner_id, NULL FROM pictures WHERE id = ?1";
    read.first(sql, (id, CaseKind::Picture), case_from)
}

/// Returns the open case of an object.
pub fn open_case(read: &Read<'_>, object: Id) -> Result<Option<Id>> {
    let sql = "SELECT id FROM cases WHERE object_id = ?1 AND decision IS NULL";
    read.first(sql, [object], |row| row.get(0))
}

/// Counts the reports that are not decided.
pub fn count_open(read: &Read<'_>) -> Result<i64> {
    read.value("SELECT count(*) FROM visitor_reports WHERE is_open = 1", [])
}

/// Counts the reports with this id or a higher one.
pub fn count_since(read: &Read<'_>, since: Id) -> Result<i64> {
    let sql = "SELECT count(*) FROM visitor_reports WHERE id >= ?1";
    read.value(sql, [since])
}

/// Adds a report to a case.
pub fn insert(tx: &Write<'_>, id: Id, case: Id, report: &NewVisitorReport) -> Result<()> {
    let sql = "INSERT INTO visitor_reports (id, case_id, path, place, text, name, mail, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    let NewVisitorReport {
        path,
        place,
        text,
        name,
        mail,
    } = report;
    tx.execute(sql, (id, case, path, place, text, name, mail, tx.now))
        .map(drop)
}

/// Closes the reports of a case. Returns those with a mail address.
pub fn close(tx: &Write<'_>, case: Id) -> Result<Vec<(Id, String)>> {
    let sql = "UPDATE visitor_reports SET is_open = 0 WHERE case_id = ?1 RETURNING id, mail";
    let closed: Vec<(Id, Option<String>)> =
        tx.all(sql, [case], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let with_mail = |(id, mail): (Id, Option<String>)| mail.map(|mail| (id, mail));
    Ok(closed.into_iter().filter_map(with_mail).collect())
}

/// Opens the reports of a case again.
pub fn reopen(tx: &Write<'_>, case: Id) -> Result<()> {
    let sql = "UPDATE visitor_reports SET is_open = 1, told_as = NULL WHERE case_id = ?1";
    tx.execute(sql, [case]).map(drop)
}

/// Records what the mail about the decision of a report is about.
pub fn set_told_as(tx: &Write<'_>, report: Id, told_as: Id) -> Result<()> {
    let sql = "UPDATE visitor_reports SET told_as = ?2 WHERE id = ?1";
    tx.execute(sql, (report, told_as)).map(drop)
}

/// A decided report, as its visitor is told of it.
pub struct DecidedReport {
    pub path: String,
    pub decision: Decision,
    pub reason: String,
}

/// Returns the report that a mail is about, if it is decided.
pub fn told(read: &Read<'_>, told_as: Id) -> Result<Option<DecidedReport>> {
    let sql = "SELECT r.path, c.decision, c.reason FROM visitor_reports r JOIN cases c ON c.id = r.case_id
               WHERE r.told_as = ?1 AND c.decision IS NOT NULL";
    read.first(sql, [told_as], |row| {
        Ok(DecidedReport {
            path: row.get(0)?,
            decision: row.get(1)?,
            reason: row.get(2)?,
        })
    })
}

/// Erases some names and mail addresses of visitors, and some reports, that are kept no longer.
pub fn erase_old(tx: &Write<'_>) -> Result<()> {
    let persons = "UPDATE visitor_reports SET name = '', mail = NULL WHERE id IN (
                       SELECT r.id FROM visitor_reports r JOIN cases c ON c.id = r.case_id
                       WHERE (r.name <> '' OR r.mail IS NOT NULL) AND c.decided_at < ?1 LIMIT ?2)";
    let before = |kept: Duration| -> Timestamp { tx.now.minus(kept) };
    tx.execute(persons, (before(PERSON_KEPT), ERASED_AT_ONCE))?;
    let reports = "DELETE FROM visitor_reports WHERE id IN (
                       SELECT r.id FROM visitor_reports r JOIN cases c ON c.id = r.case_id WHERE c.decided_at < ?1 LIMIT ?2)";
    tx.execute(reports, (before(REPORT_KEPT), ERASED_AT_ONCE))
        .map(drop)
}
