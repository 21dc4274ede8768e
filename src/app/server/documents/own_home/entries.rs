//! What the entries of a member's inbox say, as in `Entry.tsx`.
//!
//! What is unknown here has no words: only the app draws it.

use serde::Deserialize;
use serde_json::Value;

use super::super::html::pluralize;
use super::super::page::encoded;
use crate::platform::web::percent_encoded;

/// An entry of the inbox.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    #[serde(rename = "_id")]
    pub id: String,
    pub at: String,
    pub is_new: bool,
    #[serde(default)]
    names_you: bool,
    kind: String,
    item: Value,
}

/// A part of a sentence.
pub enum Part {
    Text(String),
    /// A name that someone has chosen.
    Name(String),
    Link {
        path: String,
        name: String,
    },
}

fn text(text: impl Into<String>) -> Part {
    Part::Text(text.into())
}

fn name(name: &str) -> Part {
    Part::Name(name.to_owned())
}

/// What an entry shows.
#[derive(Default)]
pub struct Shown<'e> {
    pub who: Option<&'e str>,
    pub headline: Vec<Part>,
    pub title: Option<&'e str>,
    pub path: String,
    pub text: &'e str,
    /// Whether the text has no blocks.
    pub is_line: bool,
    pub reason: Vec<Part>,
    /// What the reader does about it, with its path. Those without one are buttons, which need the app.
    pub action: Option<(&'static str, Option<String>)>,
}

impl Entry {
    fn text(&self, name: &str) -> &str {
        self.item[name].as_str().unwrap_or_default()
    }

    fn number(&self, name: &str) -> i64 {
        self.item[name].as_i64().unwrap_or_default()
    }

    fn given(&self, name: &str) -> Option<&str> {
        self.item[name].as_str()
    }

    /// Returns the question that the entry has as its title.
    pub fn question(&self) -> Option<&str> {
        match &*self.kind {
            "response" => self.given("questionId"),
            "mention" | "watched" | "own" | "reminder" => self.given("qid"),
            _ => None,
        }
    }
}

fn post_path(question: &str, post: Option<&str>) -> String {
    match post {
        Some(post) => format!("/question/{question}#{post}"),
        None => format!("/question/{question}"),
    }
}

fn profile(username: &str) -> String {
    format!("/user/{}", percent_encoded(username))
}

/// Returns what an entry in the inbox of a member shows. None: only the app draws it.
pub fn shown<'e>(entry: &'e Entry, username: &str) -> Option<Shown<'e>> {
    match &*entry.kind {
        "response" => response(entry),
        "mention" => mention(entry),
        "watched" => watched(entry),
        "own" => own(entry),
        "requests" => Some(requests(entry)),
        "opened" => Some(opened(entry, username)),
        "badge" => badge(entry, username),
        _ => None,
    }
}

fn response(entry: &Entry) -> Option<Shown<'_>> {
    let by = entry.text("updateBy");
    let kind @ ("answer" | "comment") = entry.text("updateType") else {
        return None;
    };
    let is_on_answer = kind == "comment" && entry.given("answerId").is_some();
    let reason = match (entry.names_you, is_on_answer) {
        (true, _) => vec![text("because "), name(by), text(" mentioned you")],
        (_, true) => vec![text("because you wrote this answer")],
        _ => vec![text("because you asked this question")],
    };
    Some(Shown {
        who: Some(by),
        headline: vec![text(format!("New {kind} from {by}"))],
        title: Some(entry.text("questionTitle")),
        path: post_path(entry.text("questionId"), entry.given("_id")),
        text: entry.text("updateText"),
        reason,
        action: Some(("Settings", Some("/settings".to_owned()))),
        ..Shown::default()
    })
}

fn mention(entry: &Entry) -> Option<Shown<'_>> {
    let (by, content) = (entry.text("mentionedBy"), entry.text("contentId"));
    let (place, chat) = (entry.text("kind"), entry.given("chatId"));
    let path = match (place, entry.given("qid"), chat) {
        ("community", ..) => format!("/communities/{content}"),
        (_, Some(qid), _) => post_path(qid, (content != qid).then_some(content)),
        (_, _, Some(chat)) => format!("/messaging/direct-message?chat={}#{content}", encoded(chat)),
        _ => format!("/messaging#{content}"),
    };
    let chat = chat.map_or("Global chat", |_| "Direct message");
    let place_name = match place {
        "question" => " in a question",
        "answer" => " in an answer",
        "comment" => " in a comment",
        "community" => " in the description",
        "message" => "",
        _ => return None,
    };
    Some(Shown {
        who: Some(by),
        headline: vec![name(by), text(" mentioned you")],
        title: Some(entry.given("title").unwrap_or(chat)),
        path,
        text: entry.text("text"),
        is_line: place == "message",
        reason: vec![text(format!("because you were mentioned{place_name}"))],
        action: Some(("Block", Some(profile(by)))),
    })
}

fn watched(entry: &Entry) -> Option<Shown<'_>> {
    let author = entry.text("author");
    let what = match entry.number("newAnswers") {
        0 => "New question".to_owned(),
        count => pluralize(count, "new answer"),
    };
    let [kind, object_name, object] = ["kind", "name", "object"]
        .map(|key| entry.item["reason"][key].as_str().unwrap_or_default());
    let (reason, action) = match kind {
        "question" => (vec![text("because you watch this question")], "Unwatch"),
        _ => {
            let path = match kind {
                "tag" => format!("/questionPage?tag={}", encoded(object_name)),
                "community" => format!("/communities/{object}"),
                _ => return None,
            };
            let name = object_name.to_owned();
            let link = Part::Link { path, name };
            (vec![text("because you watch "), link], "Mute")
        }
    };
    Some(Shown {
        who: Some(author),
        headline: vec![text(format!("{what} from ")), name(author)],
        title: Some(entry.text("title")),
        path: post_path(entry.text("qid"), entry.given("firstNewAnswer")),
        reason,
        action: Some((action, None)),
        ..Shown::default()
    })
}

fn own(entry: &Entry) -> Option<Shown<'_>> {
    let (kind, title) = (entry.text("kind"), entry.text("title"));
    if kind == "admitted" {
        return Some(Shown {
            headline: vec![text("You are a member of "), name(title), text(" now")],
            path: format!("/communities/{}", entry.text("communityId")),
            reason: vec![text("because you asked to join")],
            ..Shown::default()
        });
    }
    let (question, answer, by) = (
        entry.text("qid"),
        entry.given("answerId"),
        entry.given("by"),
    );
    let post = answer.map_or("question", |_| "answer");
    let note = entry.given("note").filter(|_| kind == "decided");
    let by_member = |what: String| vec![by.map_or_else(|| text("A moderator"), name), text(what)];
    let (headline, action) = match kind {
        "votes" => {
            let votes = pluralize(entry.number("votes"), "vote");
            (vec![text(format!("Your {post} has {votes}"))], "Mute votes")
        }
        "accepted" => (
            by_member(" accepted your answer".to_owned()),
            "Mute acceptances",
        ),
        "suggested" => (
            by_member(format!(" suggested an edit of your {post}")),
            "Mute suggested edits",
        ),
        "edited" => (by_member(" edited your wiki".to_owned()), "Mute edits"),
        "decided" => {
            let decision = match entry.item["isAccepted"].as_bool()? {
                true => "accepted",
                false => "declined",
            };
            (
                by_member(format!(" {decision} your suggested edit")),
                "Mute decisions",
            )
        }
        _ => return None,
    };
    Some(Shown {
        who: by,
        headline,
        title: Some(title),
        path: match kind {
            "suggested" => {
                let post = answer.unwrap_or(question);
                format!("/question/{question}/suggestions/{post}")
            }
            _ => post_path(question, answer),
        },
        text: note.unwrap_or_else(|| entry.text("text")),
        is_line: note.is_some(),
        reason: vec![match kind {
            "decided" => text("because you suggested the edit"),
            _ => text(format!("because you wrote this {post}")),
        }],
        action: Some((action, None)),
    })
}

fn requests(entry: &Entry) -> Shown<'_> {
    let by = entry.text("newestBy");
    let mut headline = match entry.number("requests") {
        ..=1 => vec![name(by), text(" asks")],
        count => vec![text(format!("{count} people ask"))],
    };
    headline.extend([text(" to join "), name(entry.text("name"))]);
    Shown {
        who: Some(by),
        headline,
        path: format!("/communities/{}", entry.text("communityId")),
        reason: vec![text(
            "because you moderate this community: accept or deny there",
        )],
        ..Shown::default()
    }
}

fn opened<'e>(entry: &'e Entry, username: &str) -> Shown<'e> {
    let community = entry.given("communityId");
    let what = entry.given("name").map_or_else(|| text("this site"), name);
    let place = community.map_or("site", |_| "community");
    Shown {
        headline: vec![
            text("Everyone can now read "),
            what,
            text(" without an account, and search engines can find it"),
        ],
        path: community.map_or_else(
            || "/questionPage".to_owned(),
            |id| format!("/communities/{id}"),
        ),
        reason: vec![text(format!(
            "because you were already a member of this {place}"
        ))],
        action: Some((
            "Choose whether search engines show your name",
            Some(profile(username)),
        )),
        ..Shown::default()
    }
}

fn badge<'e>(entry: &'e Entry, username: &str) -> Option<Shown<'e>> {
    // As in `badges.ts`.
    let (badge_name, lesson) = match entry.text("badge") {
        "voted" => (
            "First vote",
            "Upvoted a post of another member. Votes show later readers what helped.",
        ),
        "solved" => (
            "Solved",
            "Accepted an answer of another member. Later readers see at once what worked.",
        ),
        "helped" => (
            "Helped",
            "Gave an answer that the asker accepted. It answers what was asked.",
        ),
        "improved" => (
            "Improved",
            "Edited a post after a comment on it. Readers find everything in the post itself.",
        ),
        "explained" => (
            "Explained",
            "Described a tag. Askers see which questions belong to it.",
        ),
        _ => return None,
    };
    Some(Shown {
        headline: vec![text(format!("Badge: {badge_name}"))],
        path: profile(username),
        text: lesson,
        is_line: true,
        reason: vec![text("because you did it for the first time")],
        action: Some(("Mute badges", None)),
        ..Shown::default()
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn entry(kind: &str, item: Value) -> Entry {
        let entry = json!({"_id": "1", "at": "", "isNew": true, "kind": kind, "item": item});
        serde_json::from_value(entry).expect("an entry")
    }

    #[test]
    fn an_entry_of_an_unknown_kind_has_no_words() {
        let reason = |kind: &str| json!({"reason": {"kind": kind, "name": "ink"}});
        for (kind, known, unknown) in [
            (
                "response",
                json!({"updateType": "answer"}),
                json!({"updateType": "bounty"}),
            ),
            (
                "mention",
                json!({"kind": "message"}),
                json!({"kind": "poem"}),
            ),
            ("watched", reason("tag"), reason("member")),
            ("own", json!({"kind": "votes"}), json!({"kind": "thanks"})),
            (
                "own",
                json!({"kind": "decided", "isAccepted": true}),
                json!({"kind": "decided"}),
            ),
            (
                "badge",
                json!({"badge": "voted"}),
                json!({"badge": "walked"}),
            ),
        ] {
            assert!(shown(&entry(kind, known), "ann").is_some(), "{kind}");
            assert!(shown(&entry(kind, unknown), "ann").is_none(), "{kind}");
        }
        assert!(shown(&entry("poem", json!({})), "ann").is_none());
    }

    #[test]
    fn a_badge_leads_to_the_profile_of_the_reader() {
        let badge = entry("badge", json!({"badge": "voted"}));
        let shown = shown(&badge, "Ann Ä").expect("words");
        assert_eq!(shown.path, "/user/Ann%20%C3%84");
    }
}
