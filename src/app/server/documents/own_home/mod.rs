//! The home page of a member: their inbox, their starred questions and their communities, as `HomePage.tsx` draws them.

mod entries;
mod steps;

use serde::Deserialize;

use super::head::Head;
use super::html::{Html, pluralize};
use super::icons;
use super::list::Card;
use super::page::{INBOX, MUTED_KINDS, MY_COMMUNITIES, STAR_NOTES, stars_of};
use super::people::Community;
use super::replies::Replies;
use super::styles::{
    ENTRY, HOME, INBOX_PANEL, OWN_NOTE, PAGE_HEADER, PAGED_LIST, PANEL, POST_ACTIONS, PRIVATE_ICON,
    STAR_BUTTON, TWO_LINES,
};
use crate::core::clock::Timestamp;
use crate::core::id::Id;
use crate::core::text::html::Pictures;
use crate::platform::settings::SiteSettings;
use entries::{Entry, Part, Shown, shown};

/// How many items of each list are drawn: more than a panel shows without scrolling.
const SHOWN: usize = 10;

/// The choices of what the inbox shows (`Inbox.tsx`).
const FILTERS: [&str; 7] = [
    "All",
    "Answers and comments",
    "Mentions",
    "What you watch",
    "Your posts",
    "Notices",
    "Reminders",
];

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Owner {
    username: String,
    #[serde(default)]
    is_administrator: bool,
    #[serde(default)]
    preferences: Preferences,
}

#[derive(Default, Deserialize)]
struct Preferences {
    notifications: Option<bool>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StarNote {
    qid: Id,
    #[serde(default)]
    note: String,
    remind_at: Option<String>,
}

/// Writes the page. Returns None if notifications are off, or if it begins with entries without words here: only the app draws
/// these.
pub fn write(
    html: &mut Html<'_>,
    replies: &Replies,
    settings: &SiteSettings,
    now: Timestamp,
) -> Option<Head> {
    let user = replies.user.as_ref()?;
    let owner: Owner = serde_json::from_str(user.get()).ok()?;
    if owner.preferences.notifications == Some(false) {
        return None;
    }
    let site = settings.public();
    let (entries, _): (Vec<Entry>, _) = replies.list_at(INBOX)?;
    let entries = by_question(entries);
    let shown: Vec<_> = entries
        .iter()
        .map_while(|entry| Some((entry, shown(entry, &owner.username)?)))
        .take(SHOWN)
        .collect();
    if shown.len() < entries.len().min(SHOWN) {
        return None;
    }
    let (cards, _): (Vec<Card>, _) = replies.list_at(&stars_of(&owner.username))?;
    let (communities, _): (Vec<Community>, _) = replies.list_at(MY_COMMUNITIES)?;
    let muted: Vec<String> = replies.other_at(MUTED_KINDS)?;
    let muted: Vec<_> = muted
        .iter()
        .map(|kind| muted_name(kind))
        .collect::<Option<_>>()?;
    html.open("div", &HOME.class("page"));
    html.cover(site.cover);
    html.open("div", &PAGE_HEADER.class("header"));
    html.writer.open("div", &[]);
    html.writer.open("h1", &[]);
    let title = format!("{}'s Home", owner.username);
    html.writer.element("bdi", &[], &title);
    html.close(2);
    html.link("/new/question", "btn btn-primary", "Ask a Question");
    html.close(1);
    if owner.is_administrator && settings.has_first_steps() {
        steps::write(html, replies, site.features.mail, now)?;
    }
    html.open("div", &HOME.class("panels"));
    write_inbox(html, &shown, &muted);
    write_starred(html, &cards, replies);
    write_communities(html, &communities);
    html.close(2);
    Some(Head::new("Home", "/home".to_owned(), site.title))
}

/// Returns what the page calls a muted kind of entries (`Inbox.tsx`).
fn muted_name(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "votes" => "votes",
        "accepted" => "acceptances",
        "suggested" => "suggested edits",
        "edited" => "edits of your wikis",
        "decided" => "decisions about your suggested edits",
        "badge" => "badges",
        _ => return None,
    })
}

/// Returns the entries with those of one question together, in the place of the first (`entries.ts`).
fn by_question(mut entries: Vec<Entry>) -> Vec<Entry> {
    let group = |entry: &Entry| entry.question().unwrap_or(&entry.id).to_owned();
    let groups: Vec<String> = entries.iter().map(group).collect();
    entries.sort_by_key(|entry| {
        let own = group(entry);
        groups.iter().position(|other| *other == own)
    });
    entries
}

/// Opens a section whose list scrolls, with a button that needs the app.
fn open_panel(html: &mut Html<'_>, title: &str, action: Option<&str>) {
    let class = PANEL.class("panel");
    html.writer
        .open("section", &[("class", &class), ("aria-label", title)]);
    html.open("div", &PANEL.class("header"));
    html.writer.element("h2", &[], title);
    if let Some(action) = action {
        let class = "btn btn-outline-secondary btn-sm text-nowrap";
        let attributes = [
            ("type", "button"),
            ("class", class),
            ("aria-disabled", "true"),
        ];
        html.writer.element("button", &attributes, action);
    }
    html.close(1);
    html.open("div", &PANEL.class("body"));
}

fn open_items(html: &mut Html<'_>) {
    html.open("div", &PAGED_LIST.class("items"));
}

/// Writes what an empty panel says, with a link that leads on.
fn write_note(html: &mut Html<'_>, note: &str, link: Option<(&str, &str)>) {
    html.open("div", &PANEL.class("note"));
    let margin = if link.is_some() { "mb-1" } else { "mb-0" };
    html.element("p", &format!("muted {margin}"), note);
    if let Some((path, text)) = link {
        html.link(path, "", text);
    }
    html.close(1);
}

fn write_parts(html: &mut Html<'_>, parts: &[Part]) {
    for part in parts {
        match part {
            Part::Text(text) => html.writer.text(text),
            Part::Name(name) => html.writer.element("bdi", &[], name),
            Part::Link { path, name } => {
                html.open_link(path, "");
                html.writer.element("bdi", &[], name);
                html.close(1);
            }
        }
    }
}

fn write_inbox(html: &mut Html<'_>, entries: &[(&Entry, Shown<'_>)], muted: &[&str]) {
    open_panel(html, "Notification Catch-up", Some("Clear All"));
    if entries.is_empty() {
        open_items(html);
        write_note(html, "No notifications yet!", None);
    } else {
        let class = format!("form-select form-select-sm {}", INBOX_PANEL.class("filter"));
        let attributes = [("class", &*class), ("aria-label", "Show")];
        html.writer.open("select", &attributes);
        for filter in FILTERS {
            html.writer.element("option", &[], filter);
        }
        html.close(1);
        open_items(html);
        html.writer.open("ul", &[]);
        let mut before = None;
        for (entry, shown) in entries {
            let question = entry.question();
            write_entry(html, entry, shown, question.is_some() && question == before);
            before = question;
        }
        html.close(1);
    }
    html.close(1);
    if !muted.is_empty() {
        html.open("p", "small muted mb-0");
        html.writer.text("Muted: ");
        for kind in muted {
            html.element("span", "btn btn-link btn-sm", &format!("Show {kind}"));
        }
        html.close(1);
    }
    html.close(2);
}

fn write_entry(html: &mut Html<'_>, entry: &Entry, shown: &Shown<'_>, is_continued: bool) {
    let mut class = PANEL.class("item");
    for (is_so, name) in [(entry.is_new, "unread"), (is_continued, "continued")] {
        if is_so {
            class += &format!(" {}", PANEL.class(name));
        }
    }
    // The app finds the text by the id (`drawn.ts`).
    html.writer
        .open("li", &[("class", &class), ("id", &entry.id)]);
    if let Some(who) = shown.who {
        html.avatar(who, "1.75rem");
    }
    html.writer.open("div", &[]);
    html.open("p", &ENTRY.class("line"));
    if entry.is_new {
        html.element("span", "visually-hidden", "Unread: ");
    }
    let seen = if entry.is_new {
        ""
    } else {
        &ENTRY.class("seen")
    };
    let class = format!("{} {seen} {}", ENTRY.class("headline"), ENTRY.class("link"));
    html.open_link(&shown.path, &class);
    write_parts(html, &shown.headline);
    html.close(1);
    html.space();
    html.open("span", "muted");
    if let Some(title) = shown.title.filter(|_| !is_continued) {
        html.writer.text("on ");
        html.writer.open("bdi", &[]);
        html.title(title);
        html.close(1);
        html.space();
    }
    html.time(&entry.at);
    html.close(2);
    if !shown.text.is_empty() {
        html.open("div", &TWO_LINES.class("lines"));
        if shown.is_line {
            html.element("div", "markdown markdown-source", shown.text);
        } else {
            html.markdown(shown.text, &[], Pictures::Links);
        }
        html.close(1);
    }
    html.open("div", &format!("small muted {}", ENTRY.class("why")));
    html.writer.open("span", &[]);
    write_parts(html, &shown.reason);
    html.close(1);
    match &shown.action {
        Some((label, Some(path))) => html.link(path, "", label),
        Some((label, None)) => html.writer.element("span", &[], label),
        None => {}
    }
    html.close(3);
}

fn write_starred(html: &mut Html<'_>, cards: &[Card], replies: &Replies) {
    let notes: Vec<StarNote> = replies.other_at(STAR_NOTES).unwrap_or_default();
    open_panel(html, "Starred Posts", None);
    open_items(html);
    if cards.is_empty() {
        let link = ("/questionPage", "Find questions to star");
        write_note(html, "No starred questions yet!", Some(link));
    } else {
        html.writer.open("ul", &[]);
        for card in cards.iter().take(SHOWN) {
            html.open("li", &PANEL.class("item"));
            html.writer.open("div", &[]);
            let href = html.href(&format!("/question/{}", card.id));
            html.writer.open("a", &[("dir", "auto"), ("href", &href)]);
            html.title(&card.title);
            html.close(1);
            html.open("p", "small muted mb-0");
            let accepted = if card.accepted { ", ✓ accepted" } else { "" };
            let closed = if card.closed { ", closed" } else { "" };
            let answers = pluralize(card.answer_count, "answer");
            html.writer
                .text(&format!("{answers}{accepted}{closed} · asked by "));
            html.writer.element("bdi", &[], &card.asked_by);
            html.close(1);
            write_star_note(html, notes.iter().find(|note| note.qid == card.id));
            html.close(1);
            html.open("span", &STAR_BUTTON.class("wrapper"));
            let class = STAR_BUTTON.class("star");
            html.writer
                .open("span", &[("class", &class), ("aria-pressed", "true")]);
            html.icon(icons::STAR);
            html.close(3);
        }
        html.close(1);
    }
    html.close(3);
}

fn write_star_note(html: &mut Html<'_>, note: Option<&StarNote>) {
    html.open("div", &OWN_NOTE.class("own"));
    if let Some(StarNote { note, .. }) = note.filter(|note| !note.note.is_empty()) {
        html.open("p", &OWN_NOTE.class("note"));
        html.element("span", "visually-hidden", "Your note: ");
        html.writer.text(note);
        html.close(1);
    }
    if let Some(time) = note.and_then(|note| note.remind_at.as_deref()) {
        html.open("p", "small muted mb-0");
        html.writer.text("Reminder: ");
        html.time(time);
        html.close(1);
    }
    html.open("div", &POST_ACTIONS.class("actions"));
    html.element("span", &POST_ACTIONS.class("action"), "Note and reminder");
    html.close(2);
}

fn write_communities(html: &mut Html<'_>, communities: &[Community]) {
    open_panel(html, "My Communities", None);
    open_items(html);
    if communities.is_empty() {
        let link = ("/communities/all", "Find communities to join");
        write_note(html, "You are not part of any communities.", Some(link));
    } else {
        html.writer.open("ul", &[]);
        for community in communities.iter().take(SHOWN) {
            html.open("li", &PANEL.class("item"));
            html.avatar(&community.id.to_string(), "2.25rem");
            html.writer.open("div", &[]);
            html.open_link(&format!("/communities/{}", community.id), "");
            html.writer.element("bdi", &[], &community.name);
            html.close(1);
            if community.visibility == "private" {
                html.open("span", &PRIVATE_ICON.class("icon"));
                html.icon(icons::LOCK);
                html.element("span", "visually-hidden", " Private");
                html.close(1);
            }
            let requests = match community.request_count {
                0 => String::new(),
                count => format!(" · {} to join", pluralize(count, "request")),
            };
            let archived = if community.archived {
                " · archived"
            } else {
                ""
            };
            let members = pluralize(community.member_count, "member");
            html.element(
                "p",
                "small muted mb-0",
                &format!("{members}{requests}{archived}"),
            );
            html.close(2);
        }
        html.close(1);
    }
    html.close(3);
}
