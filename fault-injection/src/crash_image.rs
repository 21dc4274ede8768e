//! Checks crash images: opens the database as it may be after a power cut and compares it with the
//! entries that were acknowledged before the cut.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;

use rusqlite::Connection;

use crate::effect::{Effect, LedgerEntry, Outcome};
use crate::error::Result;
use crate::io_log::{LoggedFile, Operation};

/// Selects every item that a ledger entry can be about, with its state. The state is the text of a
/// question, the value of a vote, and empty for items that only exist or not.
const ITEMS_SQL: &str = "
    SELECT 'question ' || title, text FROM questions q JOIN posts p ON p.id = q.id
    UNION ALL SELECT 'answer ' || text, '' FROM posts WHERE question_id IS NOT NULL
    UNION ALL SELECT 'comment ' || text, '' FROM comments
    UNION ALL SELECT 'message ' || text, '' FROM messages
    UNION ALL SELECT 'user ' || username, '' FROM users
    UNION ALL SELECT 'community ' || name, '' FROM communities
    UNION ALL SELECT 'game ' || id, '' FROM games
    UNION ALL SELECT 'seat ' || game_id || ' ' || username, '' FROM game_players JOIN users u ON u.id = user_id
    UNION ALL SELECT 'forfeit ' || id, '' FROM games WHERE status = 'OVER'
    UNION ALL SELECT 'vote ' || post_id || ' ' || username, value FROM votes JOIN users u ON u.id = user_id
    UNION ALL SELECT 'star ' || question_id || ' ' || username, '' FROM stars JOIN users u ON u.id = user_id
    UNION ALL SELECT 'member ' || community_id || ' ' || username, '' FROM memberships JOIN users u ON u.id = user_id";

/// Crockford's base32 alphabet, which encodes the IDs of the API.
const DIGITS: &str = "0123456789abcdefghjkmnpqrstvwxyz";

/// Returns the row ID that an API ID encodes.
fn row_id(id: &str) -> u64 {
    id.chars().fold(0, |row_id, digit| {
        (row_id << 5) | DIGITS.find(digit).unwrap_or_default() as u64
    })
}

/// Returns the item that an entry is about and its state afterwards; a state of `None` means that
/// the item does not exist. Returns `None` for sessions, because the database stores no tokens.
fn expected_item(entry: &LedgerEntry) -> Option<(String, Option<String>)> {
    let present = |item: String| Some((item, Some(String::new())));
    let toggled = |item: String, is_present: bool| Some((item, is_present.then(String::new)));
    match &entry.effect {
        Effect::User { name, .. } => present(format!("user {name}")),
        Effect::Session { .. } => None,
        Effect::Question { title, text, .. } => {
            Some((format!("question {title}"), Some(text.clone())))
        }
        Effect::Answer { text, .. } => present(format!("answer {text}")),
        Effect::Comment { text, .. } => present(format!("comment {text}")),
        Effect::Message { text, .. } => present(format!("message {text}")),
        Effect::Community { name } => present(format!("community {name}")),
        Effect::Game { .. } => present(format!("game {}", row_id(entry.id.as_ref()?))),
        Effect::Seat { game, user } => present(format!("seat {} {user}", row_id(game))),
        Effect::Forfeit { game, .. } => present(format!("forfeit {}", row_id(game))),
        Effect::Vote {
            post, user, value, ..
        } => Some((
            format!("vote {} {user}", row_id(post)),
            (*value != 0).then(|| value.to_string()),
        )),
        Effect::Star {
            question,
            user,
            is_present,
        } => toggled(format!("star {} {user}", row_id(question)), *is_present),
        Effect::Member {
            community,
            user,
            is_present,
        } => toggled(format!("member {} {user}", row_id(community)), *is_present),
    }
}

/// Expected states of an item: position in the log, outcome of the request, state.
type History = Vec<(usize, Outcome, Option<String>)>;

/// Expected states of all items at each position of an I/O log.
pub struct Expectations(BTreeMap<String, History>);

impl Expectations {
    pub fn from_log(operations: &[Operation<'_>]) -> Result<Self> {
        let mut items: BTreeMap<String, History> = BTreeMap::new();
        for (position, operation) in operations.iter().enumerate() {
            let Operation::LedgerEntry { json } = operation else {
                continue;
            };
            let entry: LedgerEntry = serde_json::from_slice(json)?;
            if entry.outcome != Outcome::Rejected
                && let Some((item, state)) = expected_item(&entry)
            {
                items
                    .entry(item)
                    .or_default()
                    .push((position, entry.outcome, state));
            }
        }
        Ok(Self(items))
    }

    /// Checks all items whose acknowledgement precedes a position of the log. Returns their number
    /// and the violations. An item may have the last acknowledged state, the state from an
    /// indeterminate request after it, or the state from the next request, which may have been in
    /// flight.
    fn check_at(&self, before: usize, found: &HashMap<String, String>) -> (usize, Vec<String>) {
        let (mut checked, mut violations) = (0, Vec::new());
        for (item, history) in &self.0 {
            let until = history.partition_point(|(position, ..)| *position < before);
            let Some(last) = history[..until]
                .iter()
                .rposition(|(_, outcome, _)| *outcome == Outcome::Acknowledged)
            else {
                continue;
            };
            checked += 1;
            let state = found.get(item);
            let mut allowed = history[last..(until + 1).min(history.len())].iter();
            if !allowed.any(|(.., allowed)| allowed.as_ref() == state) {
                violations.push(format!(
                    "{item}: acknowledged as {:?}, found {state:?}",
                    history[last].2
                ));
            }
        }
        (checked, violations)
    }
}

/// Result of checking one crash image.
#[derive(Debug, Default)]
pub struct ImageFindings {
    /// Number of items that were acknowledged before the cut.
    pub checked: usize,
    /// Acknowledged items that are missing or different.
    pub lost: Vec<String>,
    /// Problems of the database itself.
    pub damage: Vec<String>,
}

/// Writes an image to an empty directory, opens it as SQLite does after a power cut, and compares
/// it with the entries that precede a position of the log.
pub fn check_image(
    image: &HashMap<LoggedFile, Vec<u8>>,
    directory: &Path,
    expected: &Expectations,
    before: usize,
) -> Result<ImageFindings> {
    fs::create_dir_all(directory)?;
    for (name, bytes) in image {
        let file = match name {
            LoggedFile::Database => "stoa.db",
            LoggedFile::Wal => "stoa.db-wal",
            LoggedFile::Directory => continue,
        };
        fs::write(directory.join(file), bytes)?;
    }
    let mut findings = ImageFindings::default();
    match inspect_database(directory) {
        Ok((damage, found)) => {
            findings.damage = damage;
            (findings.checked, findings.lost) = expected.check_at(before, &found);
        }
        Err(error) => findings.damage.push(error.to_string()),
    }
    Ok(findings)
}

/// Returns the damage of the database in a directory and its items.
fn inspect_database(directory: &Path) -> rusqlite::Result<(Vec<String>, HashMap<String, String>)> {
    let connection = Connection::open(directory.join("stoa.db"))?;
    let mut damage: Vec<String> = Vec::new();
    for check in [
        "PRAGMA integrity_check",
        "SELECT 'a row refers to nothing: ' || \"table\" FROM pragma_foreign_key_check",
    ] {
        let mut statement = connection.prepare(check)?;
        let message = statement.query_map([], |row| row.get::<_, String>(0))?;
        damage.extend(
            message
                .collect::<rusqlite::Result<Vec<_>>>()?
                .into_iter()
                .filter(|message| message != "ok"),
        );
    }
    let mut statement = connection.prepare(ITEMS_SQL)?;
    let items = statement.query_map([], |row| {
        Ok((row.get(0)?, row.get::<_, rusqlite::types::Value>(1)?))
    })?;
    let text = |state| match state {
        rusqlite::types::Value::Text(text) => text,
        rusqlite::types::Value::Integer(row_id) => row_id.to_string(),
        _ => String::new(),
    };
    let items = items.map(|item| item.map(|(item, state)| (item, text(state))));
    Ok((damage, items.collect::<rusqlite::Result<_>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry_json(outcome: Outcome, value: i64) -> Vec<u8> {
        let effect = Effect::Vote {
            question: "1".to_owned(),
            post: "10".to_owned(),
            user: "ann".to_owned(),
            value,
        };
        serde_json::to_vec(&LedgerEntry {
            outcome,
            id: None,
            effect,
        })
        .expect("JSON")
    }

    #[test]
    fn an_item_has_the_acknowledged_state_or_the_one_of_a_request_in_flight() {
        let lines = [
            entry_json(Outcome::Acknowledged, 1),
            entry_json(Outcome::Rejected, -1),
            entry_json(Outcome::Indeterminate, -1),
            entry_json(Outcome::Acknowledged, 0),
        ];
        let operations: Vec<_> = lines
            .iter()
            .map(|line| Operation::LedgerEntry { json: line })
            .collect();
        let expected = Expectations::from_log(&operations).expect("valid entries");
        let passed = |before: usize, value: &str| {
            let found = HashMap::from([("vote 32 ann".to_owned(), value.to_owned())]);
            let found = if value.is_empty() {
                HashMap::new()
            } else {
                found
            };
            expected.check_at(before, &found).1.is_empty()
        };
        let allowed = |before| ["1", "-1", ""].map(|value| passed(before, value));
        assert_eq!(allowed(0), [true, true, true]);
        assert_eq!(allowed(1), [true, true, false]);
        assert_eq!(allowed(3), [true, true, true]);
        assert_eq!(allowed(4), [false, false, true]);
    }

    #[test]
    fn an_id_encodes_a_row_id() {
        assert_eq!(
            ["0", "0000000000010", "0000000000zz"].map(row_id),
            [0, 32, 1023]
        );
    }
}
