//! The list of questions, the list of tags, and the page of a tag.

use serde::Deserialize;

use super::head::Head;
use super::html::{Html, plural, pluralize};
use super::icons;
use super::page::encoded;
use super::replies::Replies;
use super::styles::{
    CARD, CARD_GRID, CHOICES, LIST, PAGE_HEADER, PAGED_LIST, RAIL, ROW_LIST, STAR_BUTTON,
    TAGS_PAGE, TWO_LINES,
};
use crate::core::id::Id;
use crate::core::text::html::Pictures;
use crate::platform::web::percent_encoded;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Card {
    #[serde(rename = "_id")]
    pub id: Id,
    pub title: String,
    text: String,
    tags: Vec<Tag>,
    pub asked_by: String,
    asked_by_reputation: Option<u32>,
    #[serde(default)]
    asked_by_bot: bool,
    ask_date_time: String,
    pub answer_count: i64,
    view_count: i64,
    score: i64,
    pub accepted: bool,
    pub closed: bool,
    community_id: Option<Id>,
    community_name: Option<String>,
}

#[derive(Deserialize)]
struct Tag {
    name: String,
}

#[derive(Deserialize)]
pub struct TagCount {
    pub name: String,
    description: String,
    qcnt: i64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TagPage {
    name: String,
    question_count: i64,
    text: String,
    edited_by: Option<String>,
    edit_date_time: Option<String>,
    can_edit: bool,
    synonyms: Vec<String>,
    top_questions: Vec<TopQuestion>,
}

/// What the UI says in place of a description (`TagPage.tsx`).
const UNDESCRIBED: &str =
    "This tag has no description yet: say what belongs to it, and what does not.";
const PRIVATE_TAG: &str =
    "Only questions in private communities have this tag, so it has no description.";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TopQuestion {
    #[serde(rename = "_id")]
    id: Id,
    title: String,
    score: i64,
    answer_count: i64,
}

/// Writes the list of questions, or of those with a tag. Those that are pinned come first, and only there.
pub fn write_questions(html: &mut Html<'_>, replies: &Replies, tag: Option<&str>) -> Option<Head> {
    let (cards, total): (Vec<Card>, _) = replies.list()?;
    let pinned: Vec<Card> = replies.other()?;
    html.open("div", &RAIL.class("columns"));
    html.writer.open("div", &[]);
    html.open("div", &LIST.class("header"));
    html.open("div", &LIST.class("heading"));
    match tag {
        Some(tag) => {
            html.writer.open("h1", &[]);
            html.element("bdi", &LIST.class("tag"), tag);
            html.close(1);
        }
        None => html.writer.element("h1", &[], "All Questions"),
    }
    html.open("div", &LIST.class("counts"));
    html.element("p", "mb-0 muted", &format!("{total} questions"));
    html.close(2);
    html.link("/new/question", "btn btn-primary", "Ask a Question");
    html.close(1);
    if tag.is_some() {
        // The place of what the app knows about the tag.
        html.element("div", &LIST.class("details"), "");
    }
    write_choices(html, ORDERS);
    write_cards(html, &cards, &pinned);
    html.close(2);
    let title = tag.unwrap_or("All Questions");
    let path = match tag {
        Some(tag) => format!("/questionPage?tag={}", encoded(tag)),
        None => "/questionPage".to_owned(),
    };
    let description = match tag {
        Some(tag) => format!("{total} questions about {tag}"),
        None => format!("{total} questions"),
    };
    let feed = match tag {
        Some(tag) => format!("/feeds/tag/{}", percent_encoded(tag)),
        None => "/feeds/questions".to_owned(),
    };
    let head = Head::new(title, path, description).with_feed(feed);
    Some(match tag {
        Some(_) => head.below("Tags", "/tags"),
        None => head,
    })
}

/// The orders of questions, the shown one first (`api.ts`).
pub const ORDERS: &[&str] = &[
    "Newest",
    "Unanswered",
    "Active",
    "Most Viewed",
    "Most Votes",
];

/// Writes a row of choices with the first one chosen.
pub fn write_choices(html: &mut Html<'_>, names: &[&str]) {
    let attributes = [
        ("class", &*CHOICES.class("choices")),
        ("aria-label", "Order"),
        ("inert", ""),
    ];
    html.writer.open("fieldset", &attributes);
    for (place, name) in names.iter().enumerate() {
        let pressed = if place == 0 { "true" } else { "false" };
        let attributes = [("type", "button"), ("aria-pressed", pressed)];
        html.writer.element("button", &attributes, name);
        html.space();
    }
    html.close(1);
}

/// Writes the cards of questions. Those that are pinned come first, and only there.
pub fn write_cards(html: &mut Html<'_>, cards: &[Card], pinned: &[Card]) {
    html.writer.open("div", &[]);
    if !pinned.is_empty() {
        html.writer
            .open("section", &[("aria-label", "Pinned questions")]);
        pinned.iter().for_each(|card| write_card(html, card, true));
        html.close(1);
    }
    html.open("div", &PAGED_LIST.class("items"));
    for card in cards {
        if !pinned.iter().any(|pinned| pinned.id == card.id) {
            write_card(html, card, false);
        }
    }
    html.close(2);
}

/// Writes the card of a question.
pub fn write_card(html: &mut Html<'_>, card: &Card, is_pinned: bool) {
    let id = card.id.to_string();
    html.writer.open(
        "article",
        &[("class", &CARD.class("card")), ("aria-labelledby", &id)],
    );
    write_counts(html, card);
    html.open("div", &CARD.class("main"));
    html.writer
        .open("h2", &[("id", &id), ("class", &CARD.class("title"))]);
    let href = html.href(&format!("/question/{id}"));
    html.writer.open("a", &[("dir", "auto"), ("href", &href)]);
    html.title(&card.title);
    html.close(1);
    html.writer.open("span", &[]);
    for (is_marked, mark) in [(is_pinned, "pinned"), (card.closed, "closed")] {
        if is_marked {
            html.comma();
            html.element("span", &CARD.class("closed"), mark);
        }
    }
    html.close(2);
    html.open(
        "div",
        &format!("{} {}", TWO_LINES.class("lines"), CARD.class("text")),
    );
    html.markdown(&card.text, &[], Pictures::Links);
    html.close(2);
    write_footer(html, card);
    if !html.is_stranger {
        html.open("span", &STAR_BUTTON.class("wrapper"));
        html.open("span", &STAR_BUTTON.class("star"));
        html.icon(icons::STAR);
        html.close(2);
    }
    html.close(1);
}

fn write_counts(html: &mut Html<'_>, card: &Card) {
    html.open("p", &CARD.class("counts"));
    html.writer.open("span", &[]);
    html.writer.element("b", &[], &card.score.to_string());
    html.writer.text(&format!(" vote{}", plural(card.score)));
    html.close(1);
    html.space();
    match (card.accepted, card.answer_count) {
        (true, _) => html.open("span", &CARD.class("accepted")),
        (false, 0) => html.writer.open("span", &[]),
        _ => html.open("span", &CARD.class("answered")),
    }
    if card.accepted {
        html.icon(icons::CHECK);
    }
    html.writer
        .element("b", &[], &card.answer_count.to_string());
    html.writer
        .text(&format!(" answer{}", plural(card.answer_count)));
    html.close(1);
    html.space();
    html.writer.open("span", &[]);
    html.writer.element("b", &[], &card.view_count.to_string());
    html.writer
        .text(&format!(" view{}", plural(card.view_count)));
    html.close(2);
}

fn write_footer(html: &mut Html<'_>, card: &Card) {
    html.open("div", &CARD.class("footer"));
    html.open("p", &CARD.class("tags"));
    for tag in &card.tags {
        html.tag(&tag.name);
        html.space();
    }
    if let (Some(id), Some(name)) = (card.community_id, &card.community_name) {
        html.open_link(&format!("/communities/{id}"), &CARD.class("community"));
        html.icon(icons::COMMUNITIES);
        html.writer.text(" ");
        html.writer.element("bdi", &[], name);
        html.close(1);
        html.space();
    }
    html.close(1);
    html.open("p", &CARD.class("author"));
    html.avatar(&card.asked_by, "1.125rem");
    html.author(&card.asked_by);
    html.points(card.asked_by_bot, card.asked_by_reputation);
    html.writer.text(" asked ");
    html.time(&card.ask_date_time);
    html.close(2);
}

/// Writes the list of tags.
pub fn write_tags(html: &mut Html<'_>, replies: &Replies) -> Option<Head> {
    let (tags, total): (Vec<TagCount>, _) = replies.list()?;
    let title = format!("{total} Tags");
    html.open("div", &PAGE_HEADER.class("header"));
    html.writer.open("div", &[]);
    html.writer.element("h1", &[], &title);
    html.close(1);
    html.open("div", &TAGS_PAGE.class("header"));
    html.search_field("form-control", "Filter tags ...");
    html.link(
        "/new/question",
        "btn btn-primary text-nowrap",
        "Ask a Question",
    );
    html.close(2);
    html.open("div", &PAGED_LIST.class("items"));
    html.open("ul", &CARD_GRID.class("grid"));
    for TagCount {
        name,
        description,
        qcnt,
    } in &tags
    {
        html.open("li", &CARD_GRID.class("card"));
        html.writer.open("div", &[]);
        let path = format!("/questionPage?tag={}", encoded(name));
        html.open_link(&path, &CARD_GRID.class("title"));
        html.writer.open("bdi", &[]);
        html.element("span", &TAGS_PAGE.class("tag"), name);
        html.close(2);
        html.comma();
        html.element(
            "span",
            &TAGS_PAGE.class("count"),
            &pluralize(*qcnt, "question"),
        );
        html.close(1);
        html.element("p", &TAGS_PAGE.class("description"), description);
        html.close(1);
    }
    html.close(2);
    Some(Head::new("Tags", "/tags".to_owned(), title))
}

/// Writes the page of a tag.
pub fn write_tag(html: &mut Html<'_>, replies: &Replies) -> Option<Head> {
    let tag: TagPage = replies.other()?;
    let questions = format!("/questionPage?tag={}", encoded(&tag.name));
    html.open("div", &PAGE_HEADER.class("header"));
    html.writer.open("div", &[]);
    html.writer.open("h1", &[]);
    html.writer.element("bdi", &[], &tag.name);
    html.close(2);
    html.open("div", "d-flex gap-2");
    html.link(
        &questions,
        "btn btn-primary btn-sm",
        &pluralize(tag.question_count, "question"),
    );
    html.close(2);
    html.writer.open(
        "section",
        &[("aria-label", "Description"), ("class", "mb-4")],
    );
    if tag.text.is_empty() {
        let text = if tag.can_edit {
            UNDESCRIBED
        } else {
            PRIVATE_TAG
        };
        html.element("p", "muted", text);
    } else {
        html.markdown(&tag.text, &[], Pictures::Links);
    }
    html.open("p", "small muted mt-3");
    if let (Some(name), Some(time)) = (&tag.edited_by, &tag.edit_date_time) {
        html.writer.text("edited by ");
        html.author(name);
        html.writer.text(" ");
        html.time(time);
    }
    html.close(2);
    if !tag.synonyms.is_empty() {
        html.open("p", "mb-4");
        html.writer.text("Synonyms: ");
        html.writer.element("bdi", &[], &tag.synonyms.join(", "));
        html.close(1);
    }
    if !tag.top_questions.is_empty() {
        html.writer.open("section", &[]);
        html.writer.element("h2", &[], "Top questions");
        html.open("ul", &ROW_LIST.class("rows"));
        for TopQuestion {
            id,
            title,
            score,
            answer_count,
        } in &tag.top_questions
        {
            html.writer.open("li", &[]);
            html.open_link(&format!("/question/{id}"), "");
            html.writer.open("bdi", &[]);
            html.title(title);
            html.close(2);
            html.space();
            let facts = format!(
                "{} · {}",
                pluralize(*score, "vote"),
                pluralize(*answer_count, "answer")
            );
            html.element("span", "small muted text-nowrap", &facts);
            html.close(1);
        }
        html.close(2);
    }
    let path = format!("/tagPage?tag={}", encoded(&tag.name));
    let description = match tag.text.is_empty() {
        true => pluralize(tag.question_count, "question"),
        false => tag.text.clone(),
    };
    let feed = format!("/feeds/tag/{}", percent_encoded(&tag.name));
    let head = Head::new(&tag.name, path, description).with_feed(feed);
    Some(head.below("Tags", "/tags"))
}
