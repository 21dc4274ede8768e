//! Writes feeds as JSON Feed 1.1 (<https://www.jsonfeed.org/version/1.1/>).

use serde::Serialize;

use super::address::SiteAddress;
use super::model::{Entry, Feed, Format};
use crate::core::clock::Timestamp;
use crate::core::error::{Error, Result};

#[derive(Serialize)]
struct JsonFeed<'f> {
    version: &'static str,
    title: &'f str,
    home_page_url: &'f str,
    feed_url: String,
    items: Vec<Item<'f>>,
}

#[derive(Serialize)]
struct Item<'f> {
    id: &'f str,
    url: &'f str,
    title: &'f str,
    content_html: &'f str,
    date_published: Timestamp,
    date_modified: Timestamp,
    authors: [Author<'f>; 1],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    tags: &'f [String],
}

#[derive(Serialize)]
struct Author<'f> {
    name: &'f str,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'f str>,
}

/// Returns a feed as JSON Feed.
pub fn write(feed: &Feed, address: &SiteAddress) -> Result<String> {
    let feed = JsonFeed {
        version: "https://jsonfeed.org/version/1.1",
        title: &feed.title,
        home_page_url: &feed.page,
        feed_url: address.to(&format!("{}{}", feed.path, Format::Json.ending())),
        items: feed.entries.iter().map(item).collect(),
    };
    serde_json::to_string(&feed).map_err(Error::internal)
}

fn item(entry: &Entry) -> Item<'_> {
    Item {
        id: &entry.id,
        url: &entry.page,
        title: &entry.title,
        content_html: &entry.html,
        date_published: entry.created_at,
        date_modified: entry.updated_at,
        authors: [Author {
            name: &entry.author,
            url: entry.author_page.as_deref(),
        }],
        tags: &entry.tags,
    }
}
