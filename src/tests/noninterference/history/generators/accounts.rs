//! Steps about accounts, sessions and blocks.

use serde_json::json;

use super::super::{Act, IDA, PEOPLE, Writer};

/// Actions that concern only the actor, or all users.
pub fn oneself(writer: &mut Writer, route: &'static str) -> Option<()> {
    let by = writer.any_user();
    let biography = writer.text(by, None);
    writer.call(by, false, route, "", json!({"biography": biography}));
    Some(())
}

pub fn allow_indexing(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let body = json!({"allow": writer.random.pick(&[true, false])?});
    writer.call(by, false, "PATCH setIndexing", "", body);
    Some(())
}

pub fn choose_theme(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let body = json!({"theme": writer.random.pick(&["minty", "quartz"])?});
    writer.call(by, false, "PATCH setPreferences", "", body);
    Some(())
}

pub fn end_session(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    writer.call(by, false, "DELETE endSession", "§session§", json!({}));
    Some(())
}

pub fn from_another_browser(writer: &mut Writer, route: &'static str) -> Option<()> {
    let by = writer.any_user();
    writer.push(by, false, Act::FromAnotherBrowser { route });
    Some(())
}

/// Logs in from a further session, which can be ended later.
pub fn log_in(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    writer.push(
        by,
        false,
        Act::FromAnotherBrowser {
            route: "POST login",
        },
    );
    writer.call(by, false, "DELETE endSession", "§session§", json!({}));
    Some(())
}

pub fn reset_password(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    writer.call(
        by,
        false,
        "PATCH resetPassword",
        "",
        json!({"password": "another stoa 1"}),
    );
    Some(())
}

pub fn about_mail(writer: &mut Writer, route: &'static str) -> Option<()> {
    let by = writer.any_user();
    let body = json!({
        "address": "ann@example.org", "channel": "mail", "kind": "mention", "wanted": true,
        "timeZone": "Europe/Berlin", "quietFrom": 0, "quietTo": 1,
    });
    writer.call(by, false, route, "", body);
    Some(())
}

pub fn about_push(writer: &mut Writer, route: &'static str) -> Option<()> {
    let by = writer.any_user();
    let body = json!({
        "deviceId": "§device§", "kind": "answer", "wanted": false,
        "endpoint": format!("https://fcm.googleapis.com/fcm/send/{by}"),
        "keys": {
            "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "auth": "BTBZMqHH6r4Tts7J_aSIgg",
        },
    });
    if route != "POST addPushDevice" {
        writer.call(by, false, "POST addPushDevice", "", body.clone());
    }
    writer.call(by, false, route, "", body);
    Some(())
}

/// Owners of communities must stay: their successor depends on who is a moderator, and all users
/// would see it.
pub fn delete_user(writer: &mut Writer) -> Option<()> {
    let is_owner = writer
        .communities
        .iter()
        .any(|community| community.owner == IDA);
    if is_owner || writer.gone.contains(&IDA) || !writer.random.percent(50) {
        return None;
    }
    for community in &mut writer.communities {
        community.members.retain(|user| *user != IDA);
        community.requests.retain(|user| *user != IDA);
    }
    writer.gone.push(IDA);
    writer.call(IDA, false, "DELETE deleteUser", PEOPLE[IDA], json!({}));
    Some(())
}

pub fn block(writer: &mut Writer, route: &'static str) -> Option<()> {
    let (by, other) = (writer.any_user(), writer.any_user());
    writer.call(by, false, route, "", json!({"userId": PEOPLE[other]}));
    Some(())
}
