//! Steps about what users note, watch and have seen.

use serde_json::json;

use super::super::{GUS, HAL, Kind, TAGS, VIEWERS, Writer};
use super::posts::named;

/// Changes the note and the reminder of a question, which the user stars first. Histories take place
/// on 21 November 2026, so that some reminders become due.
pub fn note(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let post = writer.post(by, Kind::Question, false)?;
    let is_secret = writer.is_secret(by, post.community);
    let star = named(Kind::Question, &post.key);
    writer.call(by, is_secret, "POST addStar", "", star);
    let time = writer.random.pick(&[
        "2026-11-21T00:00:15Z",
        "2026-11-21T00:00:30Z",
        "2027-01-01T00:00:00Z",
        "none",
    ])?;
    let note = writer.random.pick(&["", "read again", "my own note"])?;
    let body = json!({"qid": post.key, "note": note, "remindAt": time});
    writer.call(by, is_secret, "PATCH setStarNote", "", body);
    Some(())
}

/// Marks a question as seen, up to one of its answers or whole.
pub fn see(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let post = writer.post(by, Kind::Answer, false)?;
    let is_secret = writer.is_secret(by, post.community);
    let mut body = json!({"qid": post.question});
    if writer.random.percent(50) {
        body["upTo"] = json!(post.key);
    }
    writer.call(by, is_secret, "PATCH markSeen", "", body);
    Some(())
}

/// Watches or mutes a question, a tag or a community.
pub fn follow(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let (kind, object, is_secret) = match writer.random.below(3) {
        0 => {
            let post = writer.post(by, Kind::Question, false)?;
            let is_secret = writer.is_secret(by, post.community);
            ("question", post.key, is_secret)
        }
        1 => {
            let (number, community) = writer.community();
            let is_secret = writer.is_secret(by, Some(number));
            ("community", community.key, is_secret)
        }
        // What a viewer finds as a member of a secret community is theirs to know later.
        _ if by == HAL => return None,
        _ => ("tag", writer.random.pick(&TAGS)?.to_owned(), false),
    };
    let state = writer
        .random
        .pick(&["watching", "watching", "muted", "normal"])?;
    let body = json!({"kind": kind, "object": object, "state": state});
    writer.call(by, is_secret, "PATCH setFollow", "", body);
    Some(())
}

/// Marks the inbox or the mentions as seen up to a post.
pub fn see_up_to(writer: &mut Writer, route: &'static str) -> Option<()> {
    let by = writer.any_user();
    let post = writer.post(by, Kind::Question, false)?;
    let is_secret = writer.is_secret(by, post.community);
    // Any id moves the marks of a user, also one of what they may not read: those of viewers are moved by none.
    // What the newcomer writes may be held.
    let is_in_secret = |place: usize| writer.communities[place].is_secret;
    let is_unreadable = post.author == GUS || post.community.is_some_and(is_in_secret);
    if VIEWERS.contains(&by) && is_unreadable {
        return None;
    }
    writer.call(by, is_secret, route, "", json!({"upTo": post.key}));
    Some(())
}

/// Saves, watches or removes a search, in a community or everywhere.
pub fn search(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let text = writer
        .random
        .pick(&["walnut", "plum is:unanswered", "by:ann", "[cherry]"])?;
    let state = writer
        .random
        .pick(&["watched", "watched", "saved", "removed"])?;
    let mut body = json!({"text": text, "state": state});
    let mut is_secret = false;
    if writer.random.percent(40) {
        let (number, community) = writer.community();
        is_secret = writer.is_secret(by, Some(number));
        body["communityId"] = json!(community.key);
    }
    writer.call(by, is_secret, "PATCH setSearch", "", body);
    Some(())
}

pub fn watch_answered(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let body = json!({"watch": writer.random.pick(&[true, false])?});
    writer.call(by, false, "PATCH setWatchAnswered", "", body);
    Some(())
}

/// Mutes a kind of entries of the inbox, or shows it again.
pub fn mute_kind(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let kind = writer.random.pick(&["votes", "accepted", "badge"])?;
    let body = json!({"kind": kind, "muted": writer.random.percent(30)});
    writer.call(by, false, "PATCH setMutedKind", "", body);
    Some(())
}

/// Opens an entry of the inbox about a post, which may be of another user.
pub fn read_entry(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    let post = writer.post(by, Kind::Answer, false)?;
    let is_secret = writer.is_secret(by, post.community);
    let body = json!({"kind": "response", "id": post.key});
    writer.call(by, is_secret, "PATCH markEntryRead", "", body);
    Some(())
}

/// The notification depends on what the user has received: the replay finds it.
pub fn view_notification(writer: &mut Writer) -> Option<()> {
    let by = writer.any_user();
    writer.call(
        by,
        false,
        "PATCH viewNotification",
        "",
        json!({"notificationID": "§notification§"}),
    );
    Some(())
}
