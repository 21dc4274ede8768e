//! What a database holds that was cut off from its power, compared with what had been acknowledged by then.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;

use rusqlite::Connection;

use crate::Result;
use crate::book::{Effect, Line, Outcome};
use crate::oplog::{Name, Operation};

/// Whatever a line of the ledger is about, and its state: an empty text, if it can only be there; of a question what it says.
const THINGS: &str = "
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
    UNION ALL SELECT 'member ' || community_id || ' ' || username, '' FROM members JOIN users u ON u.id = user_id";

/// Crockford's base 32, in which the API writes ids.
const DIGITS: &str = "0123456789abcdefghjkmnpqrstvwxyz";

/// The number that an id is in the database.
fn number(id: &str) -> u64 {
    id.chars().fold(0, |number, digit| (number << 5) | DIGITS.find(digit).unwrap_or_default() as u64)
}

/// A thing and the state that a line wants it to have; None: it is not there. Of sessions nothing is expected here: the database
/// does not know their tokens.
fn wanted(line: &Line) -> Option<(String, Option<String>)> {
    let there = |thing: String| Some((thing, Some(String::new())));
    let switch = |thing: String, is_there: bool| Some((thing, is_there.then(String::new)));
    match &line.effect {
        Effect::User { name, .. } => there(format!("user {name}")),
        Effect::Session { .. } => None,
        Effect::Question { title, text, .. } => Some((format!("question {title}"), Some(text.clone()))),
        Effect::Answer { text, .. } => there(format!("answer {text}")),
        Effect::Comment { text, .. } => there(format!("comment {text}")),
        Effect::Message { text, .. } => there(format!("message {text}")),
        Effect::Community { name } => there(format!("community {name}")),
        Effect::Game { .. } => there(format!("game {}", number(line.id.as_ref()?))),
        Effect::Seat { game, by } => there(format!("seat {} {by}", number(game))),
        Effect::Forfeit { game, .. } => there(format!("forfeit {}", number(game))),
        Effect::Vote { post, by, value, .. } => Some((format!("vote {} {by}", number(post)), (*value != 0).then(|| value.to_string()))),
        Effect::Star { question, by, is_there } => switch(format!("star {} {by}", number(question)), *is_there),
        Effect::Member { community, by, is_there } => switch(format!("member {} {by}", number(community)), *is_there),
    }
}

/// What was to become of a thing, in the order of the log.
type History = Vec<(usize, Outcome, Option<String>)>;

/// What must be so at each moment of a log.
pub struct Expectations(BTreeMap<String, History>);

impl Expectations {
    pub fn of(operations: &[Operation<'_>]) -> Result<Self> {
        let mut things: BTreeMap<String, History> = BTreeMap::new();
        for (place, operation) in operations.iter().enumerate() {
            let Operation::Noted { line } = operation else { continue };
            let line: Line = serde_json::from_slice(line)?;
            if line.outcome != Outcome::Refused
                && let Some((thing, state)) = wanted(&line)
            {
                things.entry(thing).or_default().push((place, line.outcome, state));
            }
        }
        Ok(Self(things))
    }

    /// What was acknowledged before a place of the log and is not so. A thing is as the last acknowledgement says, or as a request
    /// without an answer since then, or as the next request about it, which may have been under way.
    fn violated(&self, before: usize, found: &HashMap<String, String>) -> (usize, Vec<String>) {
        let (mut looked_at, mut violations) = (0, Vec::new());
        for (thing, history) in &self.0 {
            let until = history.partition_point(|(place, ..)| *place < before);
            let Some(last) = history[..until].iter().rposition(|(_, outcome, _)| *outcome == Outcome::Acknowledged) else { continue };
            looked_at += 1;
            let state = found.get(thing);
            let mut allowed = history[last..(until + 1).min(history.len())].iter();
            if !allowed.any(|(.., allowed)| allowed.as_ref() == state) {
                violations.push(format!("{thing}: it was acknowledged as {:?} and is {state:?}", history[last].2));
            }
        }
        (looked_at, violations)
    }
}

/// How an image is.
#[derive(Debug, Default)]
pub struct Examined {
    /// Things that had been acknowledged.
    pub acknowledged: usize,
    /// Those that are not as they were acknowledged.
    pub lost: Vec<String>,
    /// What is wrong with the database itself.
    pub damage: Vec<String>,
}

/// Puts an image into an empty directory, opens it as the program does after a power cut, and compares it with what had been
/// acknowledged before a place of the log.
pub fn examine(image: &HashMap<Name, Vec<u8>>, directory: &Path, expected: &Expectations, before: usize) -> Result<Examined> {
    fs::create_dir_all(directory)?;
    for (name, bytes) in image {
        let file = match name {
            Name::Database => "stoa.db",
            Name::Wal => "stoa.db-wal",
            Name::Directory => continue,
        };
        fs::write(directory.join(file), bytes)?;
    }
    let mut examined = Examined::default();
    match open(directory) {
        Ok((damage, found)) => {
            examined.damage = damage;
            (examined.acknowledged, examined.lost) = expected.violated(before, &found);
        }
        Err(error) => examined.damage.push(error.to_string()),
    }
    Ok(examined)
}

/// What is wrong with the database in a directory, and the things in it.
fn open(directory: &Path) -> rusqlite::Result<(Vec<String>, HashMap<String, String>)> {
    let connection = Connection::open(directory.join("stoa.db"))?;
    let mut damage: Vec<String> = Vec::new();
    for check in ["PRAGMA integrity_check", "SELECT 'a row refers to nothing: ' || \"table\" FROM pragma_foreign_key_check"] {
        let mut statement = connection.prepare(check)?;
        let said = statement.query_map([], |row| row.get::<_, String>(0))?;
        damage.extend(said.collect::<rusqlite::Result<Vec<_>>>()?.into_iter().filter(|said| said != "ok"));
    }
    let mut statement = connection.prepare(THINGS)?;
    let things = statement.query_map([], |row| Ok((row.get(0)?, row.get::<_, rusqlite::types::Value>(1)?)))?;
    let text = |state| match state {
        rusqlite::types::Value::Text(text) => text,
        rusqlite::types::Value::Integer(number) => number.to_string(),
        _ => String::new(),
    };
    let things = things.map(|thing| thing.map(|(thing, state)| (thing, text(state))));
    Ok((damage, things.collect::<rusqlite::Result<_>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noted(outcome: Outcome, value: i64) -> Vec<u8> {
        let effect = Effect::Vote { question: "1".to_owned(), post: "10".to_owned(), by: "ann".to_owned(), value };
        serde_json::to_vec(&Line { outcome, id: None, effect }).expect("JSON")
    }

    #[test]
    fn a_thing_is_as_acknowledged_or_as_a_request_under_way_has_made_it() {
        let lines =
            [noted(Outcome::Acknowledged, 1), noted(Outcome::Refused, -1), noted(Outcome::Unknown, -1), noted(Outcome::Acknowledged, 0)];
        let operations: Vec<_> = lines.iter().map(|line| Operation::Noted { line }).collect();
        let expected = Expectations::of(&operations).expect("lines");
        let is_fine = |before: usize, value: &str| {
            let found = HashMap::from([("vote 32 ann".to_owned(), value.to_owned())]);
            let found = if value.is_empty() { HashMap::new() } else { found };
            expected.violated(before, &found).1.is_empty()
        };
        let allowed = |before| ["1", "-1", ""].map(|value| is_fine(before, value));
        assert_eq!(allowed(0), [true, true, true]);
        assert_eq!(allowed(1), [true, true, false]);
        assert_eq!(allowed(3), [true, true, true]);
        assert_eq!(allowed(4), [false, false, true]);
    }

    #[test]
    fn ids_are_numbers() {
        assert_eq!(["0", "0000000000010", "0000000000zz"].map(number), [0, 32, 1023]);
    }
}
