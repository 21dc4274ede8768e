//! What is around the content of a page: the header, the navigation and the tabs of a phone.

use super::html::Html;
use super::icons;
use super::page::Page;
use super::styles::{HEADER, LAYOUT, SEARCH_BOX, SIDE_NAV, TABS};
use crate::platform::settings::SiteSettings;

/// A link of the navigation.
struct Item {
    path: &'static str,
    text: &'static str,
    /// Its text among the tabs of a phone. Empty if it is not one of them.
    tab: &'static str,
    icon: &'static str,
}

/// Opens the page, up to its content.
pub fn open(html: &mut Html<'_>, settings: &SiteSettings, page: &Page) {
    html.writer.open("div", &[("id", "page")]);
    let skip = [("class", "skip-link"), ("href", "#content")];
    html.writer.element("a", &skip, "Skip to content");
    write_header(html, settings);
    html.open("div", &LAYOUT.class("columns"));
    html.open("aside", &LAYOUT.class("side"));
    html.writer.open(
        "nav",
        &[("aria-label", "Main"), ("class", &SIDE_NAV.class("nav"))],
    );
    html.writer.open("ul", &[]);
    for item in items(html, settings) {
        html.writer.open("li", &[]);
        write_item(html, &item, page, &SIDE_NAV.class("link"), item.text);
        html.close(1);
    }
    html.close(1);
    // The place of the choice of a theme.
    html.writer.element("div", &[], "");
    html.close(2);
    html.open("div", &LAYOUT.class("area"));
    if settings.config.features.voice && !html.is_stranger {
        html.element("div", &LAYOUT.class("voice"), "");
    }
    html.writer.open(
        "main",
        &[("id", "content"), ("class", &LAYOUT.class("content"))],
    );
}

/// Closes the content, and writes what follows it.
pub fn close(html: &mut Html<'_>, settings: &SiteSettings, page: &Page) {
    html.writer.close_all_but(1);
    write_tabs(html, settings, page);
}

fn items(html: &Html<'_>, settings: &SiteSettings) -> Vec<Item> {
    let features = &settings.config.features;
    let item = |path, text, tab, icon| Item {
        path,
        text,
        tab,
        icon,
    };
    let is_member = !html.is_stranger;
    let of_strangers = |tab| if is_member { "" } else { tab };
    let all = [
        (true, item("/home", "Home", "Home", icons::HOME)),
        (
            true,
            item("/questionPage", "Questions", "Questions", icons::QUESTIONS),
        ),
        (
            true,
            item("/tags", "Tags", of_strangers("Tags"), icons::TAGS),
        ),
        (
            is_member && features.chat,
            item("/messaging", "Messaging", "Messages", icons::MESSAGES),
        ),
        (
            true,
            item("/users", "Users", of_strangers("Users"), icons::USERS),
        ),
        (
            is_member && features.games,
            item("/games", "Games", "", icons::GAMES),
        ),
        (
            true,
            item(
                "/communities/all",
                "Communities",
                of_strangers("Communities"),
                icons::COMMUNITIES,
            ),
        ),
    ];
    all.into_iter()
        .filter(|(is_shown, _)| *is_shown)
        .map(|(_, item)| item)
        .collect()
}

fn write_item(html: &mut Html<'_>, item: &Item, page: &Page, class: &str, text: &str) {
    let here = match page {
        Page::Home => "/home",
        Page::Question(_) | Page::Questions(_) => "/questionPage",
        Page::Tags | Page::Tag(_) => "/tags",
        Page::Users | Page::User(_) => "/users",
        Page::Communities | Page::Community(_) => "/communities/all",
    };
    let href = html.href(item.path);
    let mut attributes = vec![("class", class), ("href", &href)];
    if item.path == here {
        attributes.push(("aria-current", "true"));
    }
    html.writer.open("a", &attributes);
    html.icon(item.icon);
    html.writer.element("span", &[], text);
    html.close(1);
}

fn write_header(html: &mut Html<'_>, settings: &SiteSettings) {
    html.open("header", &HEADER.class("header"));
    html.open("div", &HEADER.class("inner"));
    html.open_link("/questionPage", &HEADER.class("title"));
    let logo = settings.public().logo;
    let src = match logo {
        Some(logo) => html.href(&format!("/site/getLogo/{logo}")),
        None => html.href("/favicon.svg"),
    };
    let mut attributes = vec![("src", &*src), ("alt", ""), ("height", "30")];
    if logo.is_none() {
        attributes.push(("width", "30"));
    }
    html.writer.empty("img", &attributes);
    html.writer
        .element("span", &[], &settings.config.site.title);
    html.close(1);
    html.open("div", &SEARCH_BOX.class("search"));
    html.writer.open("form", &[]);
    html.icon(icons::SEARCH);
    html.search_field("form-control", "Search Questions...");
    html.close(2);
    html.open("div", &HEADER.class("actions"));
    if html.is_stranger {
        // A button: on a phone, the header shows no other links.
        let (class, address) = ("btn btn-primary btn-sm text-nowrap", html.href("/"));
        let attributes = [("form", "login"), ("class", class)];
        html.writer.element("button", &attributes, "Log in");
        html.writer
            .element("form", &[("id", "login"), ("action", &address)], "");
    } else {
        let class = format!("btn btn-primary btn-sm {}", HEADER.class("ask"));
        html.open_link("/new/question", &class);
        html.icon(icons::PLUS);
        html.writer.text("Ask");
        html.close(1);
    }
    html.close(3);
}

fn write_tabs(html: &mut Html<'_>, settings: &SiteSettings, page: &Page) {
    html.writer.open(
        "nav",
        &[("aria-label", "Tabs"), ("class", &TABS.class("tabs"))],
    );
    for item in items(html, settings)
        .into_iter()
        .filter(|item| !item.tab.is_empty())
    {
        write_item(html, &item, page, "", item.tab);
        html.space();
        if !html.is_stranger && item.path == "/questionPage" {
            html.open_link("/new/question", "");
            html.open("span", &TABS.class("ask"));
            html.icon(icons::PLUS);
            html.close(2);
        }
    }
    if !html.is_stranger {
        html.writer.element("span", &[], "Me");
    }
    html.close(1);
}
