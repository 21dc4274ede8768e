//! Steps about games.

use serde_json::json;

use super::super::{PEOPLE, Writer};

/// A game is not secret: users who meet in one may share nothing else.
pub fn create_game(writer: &mut Writer) -> Option<String> {
    let by = writer.any_user();
    let key = writer.key('g');
    writer
        .call(by, false, "POST create", "", json!({"gameType": "Nim"}))
        .makes = Some(key.clone());
    writer.games.push(key.clone());
    Some(key)
}

pub fn in_game(writer: &mut Writer, route: &'static str) -> Option<()> {
    let by = writer.any_user();
    let key = writer.random.pick(&writer.games.clone())?;
    writer.call(by, false, route, "", json!({"gameID": key}));
    Some(())
}

/// Plays a game between two users that ends with the call of `route`.
pub fn play_game(writer: &mut Writer, route: &'static str) -> Option<()> {
    let (one, other) = (writer.any_user(), writer.any_user());
    let key = create_game(writer)?;
    for by in [one, other] {
        writer.call(by, false, "POST join", "", json!({"gameID": key}));
    }
    if route == "POST rematch" {
        writer.call(one, false, "POST leave", "", json!({"gameID": key}));
    }
    writer.call(other, false, route, "", json!({"gameID": key}));
    Some(())
}

pub fn report_gamer(writer: &mut Writer, route: &'static str) -> Option<()> {
    let (by, about) = (writer.any_user(), writer.any_user());
    writer.call(
        by,
        false,
        route,
        "",
        json!({"username": PEOPLE[about], "updates": {"wins": 99}}),
    );
    Some(())
}
