//! The lists of users and communities, and the pages of one of them.

use serde::Deserialize;

use super::head::Head;
use super::html::{Html, date, pluralize};
use super::list::{Card, ORDERS, write_cards, write_choices};
use super::model::{Picture, size_of};
use super::replies::Replies;
use super::styles::{
    CARD_GRID, COMMUNITIES_PAGE, COMMUNITY_CARD, COMMUNITY_PAGE, LIST, PAGE_HEADER, PAGED_LIST,
    PROFILE, PROFILE_HEAD, SIDEBAR, USERS_PAGE,
};
use crate::core::id::Id;
use crate::core::text::html::Pictures;
use crate::core::text::plain_text;
use crate::platform::web::percent_encoded;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct User {
    username: String,
    display_name: Option<String>,
    #[serde(default)]
    biography: String,
    date_joined: String,
    question_count: i64,
    answer_count: i64,
    #[serde(default)]
    pictures: Vec<Picture>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Community {
    #[serde(rename = "_id")]
    pub id: Id,
    pub name: String,
    description: String,
    pub visibility: String,
    owner: String,
    pub member_count: i64,
    created_at: String,
    #[serde(default)]
    is_member: bool,
    #[serde(default)]
    pub archived: bool,
    /// For moderators.
    #[serde(default)]
    pub request_count: i64,
    #[serde(default)]
    needs_account: bool,
    #[serde(default)]
    mentions: Vec<String>,
    #[serde(default)]
    pictures: Vec<Picture>,
}

/// Writes the list of users.
pub fn write_users(html: &mut Html<'_>, replies: &Replies) -> Option<Head> {
    let (users, total): (Vec<User>, _) = replies.list()?;
    let note = format!("{total} users");
    html.open("div", &PAGE_HEADER.class("header"));
    html.writer.open("div", &[]);
    html.writer.element("h1", &[], "Users List");
    html.element("p", "muted small mb-0", &note);
    html.close(1);
    html.search_field("form-control w-auto", "Search Usernames");
    html.close(1);
    write_choices(html, &["Most posts", "Name"]);
    html.open("div", &USERS_PAGE.class("list"));
    html.open("div", &PAGED_LIST.class("items"));
    html.open("ul", &CARD_GRID.class("grid"));
    for user in &users {
        html.open("li", &CARD_GRID.class("card"));
        html.writer.open("div", &[]);
        html.avatar(&user.username, "2.5rem");
        let path = format!("/user/{}", percent_encoded(&user.username));
        html.open_link(&path, &CARD_GRID.class("title"));
        html.writer.element("bdi", &[], &user.username);
        html.close(2);
        if let Some(name) = user
            .display_name
            .as_ref()
            .filter(|name| **name != user.username)
        {
            html.open("p", "small mb-0");
            html.writer.element("bdi", &[], name);
            html.close(1);
        }
        let joined = date(&user.date_joined).unwrap_or_default();
        html.element("p", "small muted mb-0", &format!("Joined {joined}"));
        html.element("p", "small muted mb-0", &counts(user));
        let about = plain_text(user.biography.trim().lines().next().unwrap_or_default());
        if !about.trim().is_empty() {
            html.open("p", &USERS_PAGE.class("about"));
            html.writer.element("bdi", &[], about.trim());
            html.close(1);
        }
        html.close(1);
    }
    html.close(3);
    Some(Head::new("Users", "/users".to_owned(), note))
}

fn counts(user: &User) -> String {
    let questions = pluralize(user.question_count, "question");
    format!("{questions} · {}", pluralize(user.answer_count, "answer"))
}

/// Writes the profile of a user.
pub fn write_user(html: &mut Html<'_>, replies: &Replies) -> Option<Head> {
    let user: User = replies.other()?;
    html.open("div", &PROFILE.class("page"));
    html.open("header", &PROFILE_HEAD.class("head"));
    html.avatar(&user.username, "5rem");
    html.open("div", &PROFILE_HEAD.class("name"));
    html.writer.open("h1", &[]);
    html.writer.element("bdi", &[], &user.username);
    html.close(1);
    let joined = date(&user.date_joined).unwrap_or_default();
    html.writer
        .element("p", &[], &format!("Member since {joined}"));
    html.writer.text(&counts(&user));
    html.close(2);
    html.writer.open("section", &[]);
    html.writer.element("h2", &[], "General information");
    html.open("dl", &PROFILE.class("facts"));
    for (name, value) in [
        ("Username", Some(&user.username)),
        ("Imported name", user.display_name.as_ref()),
        ("Date joined", Some(&joined)),
    ] {
        if let Some(value) = value {
            html.writer.element("dt", &[], name);
            html.writer.open("dd", &[]);
            html.writer.element("bdi", &[], value);
            html.close(1);
        }
    }
    html.close(1);
    html.element("h3", "h6", "Biography");
    if user.biography.is_empty() {
        html.element("p", "muted", "Nothing here yet.");
    } else {
        let pictures = Pictures::Images(&|id| size_of(&user.pictures, id));
        html.markdown(&user.biography, &[], pictures);
    }
    html.close(2);
    let description = if user.biography.is_empty() {
        counts(&user)
    } else {
        user.biography.clone()
    };
    let path = format!("/user/{}", percent_encoded(&user.username));
    let feed = format!("/feeds/user/{}", percent_encoded(&user.username));
    Some(Head::new(&user.username, path, description).with_feed(feed))
}

/// Writes the list of communities.
pub fn write_communities(html: &mut Html<'_>, replies: &Replies) -> Option<Head> {
    let (communities, total): (Vec<Community>, i64) = replies.list()?;
    html.open("div", &PAGE_HEADER.class("header"));
    html.writer.open("div", &[]);
    html.writer.element("h1", &[], "All Communities");
    html.close(1);
    html.open("div", &COMMUNITIES_PAGE.class("bar"));
    html.search_field("form-control", "Filter by name ...");
    html.close(2);
    html.open("div", &PAGED_LIST.class("items"));
    html.open("ul", &CARD_GRID.class("grid"));
    for community in &communities {
        html.open("li", &CARD_GRID.class("card"));
        html.writer.open("div", &[]);
        let path = format!("/communities/{}", community.id);
        html.open_link(&path, &CARD_GRID.class("title"));
        html.writer.element("bdi", &[], &community.name);
        html.close(2);
        let description = plain_text(&community.description);
        if !description.is_empty() {
            let class = COMMUNITY_CARD.class("description");
            let attributes = [("class", &*class), ("dir", "auto")];
            html.writer.element("p", &attributes, &description);
        }
        let archived = if community.archived {
            " · archived"
        } else {
            ""
        };
        let members = pluralize(community.member_count, "member");
        html.element("p", "small muted mb-0", &format!("{members}{archived}"));
        html.close(1);
    }
    html.close(2);
    let description = match total {
        1 => "1 community".to_owned(),
        total => format!("{total} communities"),
    };
    Some(Head::new(
        "All Communities",
        "/communities/all".to_owned(),
        description,
    ))
}

/// Writes the page of a community that the reader may read, with its newest questions.
pub fn write_community(html: &mut Html<'_>, replies: &Replies) -> Option<Head> {
    let community: Community = replies.other_at("/community/getCommunity/")?;
    let is_hidden =
        community.visibility != "public" || community.needs_account && replies.user.is_none();
    if is_hidden && !community.is_member {
        return None;
    }
    let (cards, total): (Vec<Card>, _) = replies.list()?;
    let pinned: Vec<Card> = replies.other_at("/question/getPinned")?;
    html.open("header", &COMMUNITY_PAGE.class("header"));
    html.open("div", &COMMUNITY_PAGE.class("line"));
    html.avatar(&community.id.to_string(), "2.5rem");
    html.writer
        .element("h1", &[("dir", "auto")], &community.name);
    html.close(1);
    html.open("p", "muted mb-0");
    html.writer.text("Owner: ");
    html.author(&community.owner);
    let members = pluralize(community.member_count, "member");
    let since = date(&community.created_at).unwrap_or_default();
    html.writer.text(&format!(" · {members} · since {since}"));
    html.close(1);
    if !community.description.is_empty() {
        html.open("div", &COMMUNITY_PAGE.class("description"));
        let pictures = Pictures::Images(&|id| size_of(&community.pictures, id));
        html.markdown(&community.description, &community.mentions, pictures);
        html.close(1);
    }
    html.close(1);
    html.open("div", &COMMUNITY_PAGE.class("columns"));
    html.open("section", &COMMUNITY_PAGE.class("questions"));
    html.open("div", &LIST.class("header"));
    html.open("div", &LIST.class("heading"));
    html.writer.element("h2", &[], "Questions");
    html.open("div", &LIST.class("counts"));
    html.element("p", "mb-0 muted", &format!("{total} questions"));
    html.close(3);
    write_choices(html, ORDERS);
    write_cards(html, &cards, &pinned);
    html.close(1);
    let side = format!("{} {}", COMMUNITY_PAGE.class("side"), SIDEBAR.class("side"));
    html.element("aside", &side, "");
    html.close(1);
    let path = format!("/communities/{}", community.id);
    let description = if community.description.is_empty() {
        format!("{members}, {total} questions")
    } else {
        community.description
    };
    let feed = format!("/feeds/community/{}", community.id);
    Some(Head::new(&community.name, path, description).with_feed(feed))
}
