//! The home page of readers without a session: what is new on the site, and the ways into it.

use super::head::Head;
use super::html::{Html, pluralize};
use super::list::{Card, TagCount, write_card};
use super::page::{COMMUNITY_LIST, QUESTION_LIST, TAG_LIST};
use super::people::Community;
use super::replies::Replies;
use super::styles::{PAGE_HEADER, ROW_LIST};
use crate::platform::settings::PublicSite;

/// How much of each list the page shows, as in `PublicHomePage.tsx`.
const QUESTIONS: usize = 10;
const TAGS: usize = 30;
const COMMUNITIES: usize = 10;

/// Writes the page.
pub fn write(html: &mut Html<'_>, replies: &Replies, site: &PublicSite) -> Option<Head> {
    let (cover, site) = (site.cover, &*site.title);
    let (cards, total): (Vec<Card>, _) = replies.list_at(QUESTION_LIST)?;
    let (tags, _): (Vec<TagCount>, _) = replies.list_at(TAG_LIST)?;
    let (communities, _): (Vec<Community>, _) = replies.list_at(COMMUNITY_LIST)?;
    html.writer.open("div", &[]);
    html.cover(cover);
    html.open("div", &PAGE_HEADER.class("header"));
    html.writer.open("div", &[]);
    html.writer.open("h1", &[]);
    html.writer.element("bdi", &[], site);
    html.close(2);
    html.link("/new/question", "btn btn-primary", "Ask a Question");
    html.close(1);
    html.open("section", "mb-4");
    html.writer.element("h2", &[], "Newest questions");
    for card in cards.iter().take(QUESTIONS) {
        write_card(html, card, false);
    }
    write_more(html, "/questionPage", &pluralize(total, "question"));
    if !tags.is_empty() {
        html.open("section", "mb-4");
        html.writer.element("h2", &[], "Tags");
        html.open("p", "d-flex flex-wrap gap-2");
        for tag in tags.iter().take(TAGS) {
            html.tag(&tag.name);
            html.space();
        }
        html.close(1);
        write_more(html, "/tags", "All tags");
    }
    let public = communities.iter().filter(|it| it.visibility == "public");
    let mut public = public.take(COMMUNITIES).peekable();
    if public.peek().is_some() {
        html.open("section", "mb-4");
        html.writer.element("h2", &[], "Communities");
        html.open("ul", &ROW_LIST.class("rows"));
        for community in public {
            html.writer.open("li", &[]);
            html.open_link(&format!("/communities/{}", community.id), "");
            html.writer.element("bdi", &[], &community.name);
            html.close(1);
            html.space();
            let members = pluralize(community.member_count, "member");
            html.element("span", "small muted text-nowrap", &members);
            html.close(1);
        }
        html.close(1);
        write_more(html, "/communities/all", "All Communities");
    }
    html.close(1);
    let description = format!("{site}: {total} questions and their answers");
    let head = Head::new("Home", "/home".to_owned(), description);
    Some(head.with_feed("/feeds/questions".to_owned()))
}

/// Writes the link to the whole list, and closes the section.
fn write_more(html: &mut Html<'_>, path: &str, text: &str) {
    html.writer.open("p", &[]);
    html.link(path, "", text);
    html.close(2);
}
