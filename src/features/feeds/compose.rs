//! Composes feeds of what a viewer may read.

use quick_xml::escape::escape;

use super::address::SiteAddress;
use super::model::{Entry, Feed};
use super::store::{self, Post};
use crate::core::clock::Timestamp;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::core::paging::Paging;
use crate::core::text::html::{self, Options, Pictures};
use crate::core::text::{PICTURE, fold, without_spoilers};
use crate::features::communities::access::FoundCommunity;
use crate::features::communities::{self, DetailLevel};
use crate::features::mentions::store as mentions;
use crate::features::pictures::store as pictures;
use crate::features::questions::access::ReadablePost;
use crate::features::questions::excerpt::excerpt;
use crate::features::questions::order::Order;
use crate::features::questions::store::lists::{self, ListFilter};
use crate::features::questions::store::tags;
use crate::features::search::query::Search;
use crate::features::users::{self, PublicReader, Viewer};
use crate::platform::db::Read;
use crate::platform::web::percent_encoded;

/// The largest number of entries.
const ENTRIES: usize = 30;
/// The largest size of all entries, as XML in bytes.
const SIZE: usize = 1_000_000;
/// The largest size of the text of an entry. Of a longer one the feed has the beginning.
const TEXT_SIZE: usize = 100_000;

/// What a feed is composed for.
pub struct Site {
    pub title: String,
    pub address: SiteAddress,
}

/// Composes the feed with a name, which is the last part of its address. Fails with 404 if what it follows is
/// absent or hidden, and with 410 if it is a question that was public.
pub type Compose = fn(&Read<'_>, &PublicReader, &Site, &str) -> Result<Feed>;

/// Composes the feed of the newest questions of the site.
pub fn of_site(read: &Read<'_>, viewer: &PublicReader, site: &Site, name: &str) -> Result<Feed> {
    if name != "questions" {
        return Err(Sentence::NotFound.into());
    }
    let questions = newest(read, viewer, Search::default(), None)?;
    Ok(Feed {
        title: site.title.clone(),
        page: site.address.to("/home"),
        path: "/feeds/questions".to_owned(),
        ..entries(read, viewer, site, &questions, Timestamp::from_millis(0))?
    })
}

/// Composes the feed of the newest questions with a tag.
pub fn of_tag(read: &Read<'_>, viewer: &PublicReader, site: &Site, name: &str) -> Result<Feed> {
    let tag = tags::by_name(read, viewer.id(), name)?.ok_or(Sentence::TagNotFound)?;
    let questions = newest(read, viewer, Search::of_tag(&tag.name), None)?;
    Ok(Feed {
        title: format!("{} – {}", tag.name, site.title),
        page: site.address.to_tag(&tag.name),
        path: path("tag", &tag.name),
        ..entries(read, viewer, site, &questions, Timestamp::from_millis(0))?
    })
}

/// Composes the feed of the newest answers of a question.
pub fn of_question(
    read: &Read<'_>,
    viewer: &PublicReader,
    site: &Site,
    name: &str,
) -> Result<Feed> {
    let id = Id::parse_or_unknown(name);
    ReadablePost::find_public(read, viewer, id)?;
    let question = store::post(read, viewer.id(), id)?.ok_or(Sentence::QuestionNotFound)?;
    let answers = store::newest_answers(read, viewer.id(), id, ENTRIES)?;
    Ok(Feed {
        title: format!("Answers to: {} – {}", question.title, site.title),
        page: site.address.to_question(id, &question.title),
        path: path("question", name),
        ..entries(read, viewer, site, &answers, question.updated_at())?
    })
}

/// Composes the feed of the newest questions of a public community.
pub fn of_community(
    read: &Read<'_>,
    viewer: &PublicReader,
    site: &Site,
    name: &str,
) -> Result<Feed> {
    let found = FoundCommunity::find(read, viewer, Id::parse_or_unknown(name))?;
    if found.detail_level() < DetailLevel::Inside || !found.scope().is_public() {
        return Err(Sentence::CommunityNotFound.into());
    }
    let community = communities::store::community(read, found.id(), DetailLevel::Outside)?;
    let questions = newest(read, viewer, Search::default(), Some(found.id()))?;
    Ok(Feed {
        title: format!("{} – {}", community.name, site.title),
        page: site.address.to_community(found.id()),
        path: path("community", name),
        ..entries(read, viewer, site, &questions, community.created_at)?
    })
}

/// Composes the feed of the newest questions and answers of a user.
pub fn of_user(read: &Read<'_>, viewer: &PublicReader, site: &Site, name: &str) -> Result<Feed> {
    let user = users::store::by_name(read, name)?.ok_or(Sentence::UserNotFound)?;
    let posts = store::newest_of_author(read, viewer.id(), user.id, ENTRIES)?;
    Ok(Feed {
        title: format!("{} – {}", user.username, site.title),
        page: site.address.to_user(&user.username),
        path: path("user", &user.username),
        ..entries(read, viewer, site, &posts, user.date_joined)?
    })
}

/// Returns the path of a feed without the ending of its format.
fn path(kind: &str, name: &str) -> String {
    let name = percent_encoded(name);
    format!("/feeds/{kind}/{name}")
}

/// Returns the newest questions that match a search without words.
fn newest(
    read: &Read<'_>,
    viewer: &Viewer,
    search: Search,
    community: Option<Id>,
) -> Result<Vec<Id>> {
    let filter = ListFilter {
        viewer: viewer.id(),
        order: Order::Newest,
        search,
        community,
        since: None,
    };
    let paging = Paging {
        limit: ENTRIES,
        cursor: None,
    };
    Ok(lists::find(read, &filter, &paging)?.0.items)
}

/// Returns a feed of these posts, as many as fit, without what only its kind knows. `began_at`: its time if it
/// has no entries.
fn entries(
    read: &Read<'_>,
    viewer: &Viewer,
    site: &Site,
    posts: &[Id],
    began_at: Timestamp,
) -> Result<Feed> {
    let (mut entries, mut size) = (Vec::new(), 0);
    for id in posts {
        let Some(post) = store::post(read, viewer.id(), *id)? else {
            continue;
        };
        let entry = entry(read, site, post)?;
        size += size_as_xml(&entry.html);
        if size > SIZE {
            break;
        }
        entries.push(entry);
    }
    let updated_at = entries.iter().map(|entry| entry.updated_at).max();
    Ok(Feed {
        title: String::new(),
        page: String::new(),
        path: String::new(),
        updated_at: updated_at.unwrap_or(began_at),
        entries,
    })
}

/// Returns the size of a text whose signs are escaped.
fn size_as_xml(text: &str) -> usize {
    let escaped = text.bytes().filter(|byte| b"<>&\"'".contains(byte));
    text.len() + 5 * escaped.count()
}

impl Post {
    fn updated_at(&self) -> Timestamp {
        self.edited_at
            .unwrap_or(self.created_at)
            .max(self.created_at)
    }
}

fn entry(read: &Read<'_>, site: &Site, post: Post) -> Result<Entry> {
    let address = &site.address;
    let is_question = post.id == post.question;
    let question_page = address.to_question(post.question, &post.title);
    let tags = if is_question {
        let tags = tags::of_question(read, post.id, post.scope)?;
        tags.into_iter().map(|tag| tag.name).collect()
    } else {
        Vec::new()
    };
    let mut html = html_of(read, address, &post)?.replace(
        "<a href=\"#",
        // Text contains no such sign.
        &format!("<a href=\"{question_page}#"),
    );
    html += &source_of(&post);
    html += &links_to_tags(address, &tags);
    let is_deleted = post.author.starts_with('[');
    Ok(Entry {
        id: address.permanent(post.id),
        page: if is_question {
            question_page
        } else {
            format!("{question_page}#{}", post.id)
        },
        author_page: (!is_deleted).then(|| address.to_user(&post.author)),
        created_at: post.created_at,
        updated_at: post.updated_at(),
        title: if is_question {
            post.title
        } else {
            format!("Answer to: {}", post.title)
        },
        author: post.author,
        tags,
        html,
    })
}

/// Returns the text of a post as HTML, or that of its beginning if it is long.
fn html_of(read: &Read<'_>, address: &SiteAddress, post: &Post) -> Result<String> {
    let names = if post.text.contains('@') {
        let mut names = mentions::names(read, post.question, post.id, post.id)?;
        names.remove(&post.id).unwrap_or_default()
    } else {
        Vec::new()
    };
    let sizes = if post.text.contains(PICTURE) {
        pictures::sizes(read, post.question, post.id, post.id, Some(post.id))?
    } else {
        Vec::new()
    };
    let name = format!("post-{}", post.id);
    let options = Options {
        base: address.base(),
        name: &name,
        has_mail: false,
        pictures: Pictures::Images(&|id| {
            let size = sizes.iter().find(|size| size.id == id)?;
            Some((size.width, size.height))
        }),
        find_member: &|written| {
            let is_name = |name: &&String| fold(name) == fold(written);
            names.iter().find(is_name).cloned()
        },
    };
    // Readers of feeds unfold what folds.
    let text = without_spoilers(&post.text);
    if text.len() <= TEXT_SIZE {
        let html = html::element(&text, options);
        if size_as_xml(&html) <= SIZE / 2 {
            return Ok(html);
        }
    }
    Ok(html::element(&excerpt(&text).0, options))
}

/// Returns the credit of an imported post, as its licence requires.
fn source_of(post: &Post) -> String {
    let (Some(author), Some(url), Some(licence)) =
        (&post.source_author, &post.source_url, &post.licence)
    else {
        return String::new();
    };
    let [author, href, licence] = [author, url, licence].map(|text| escape(text.as_str()));
    let is_web = ["https://", "http://"]
        .iter()
        .any(|scheme| url.starts_with(scheme));
    if is_web {
        format!("<p><a href=\"{href}\">Originally</a> by {author}, {licence}</p>")
    } else {
        format!("<p>Originally by {author}, {licence}</p>")
    }
}

/// Returns the tags for programs that do not read categories.
fn links_to_tags(address: &SiteAddress, tags: &[String]) -> String {
    let links = tags.iter().map(|tag| {
        let page = address.to_tag(tag);
        format!(
            "<a href=\"{}\">{}</a>",
            escape(page.as_str()),
            escape(tag.as_str())
        )
    });
    let links: Vec<String> = links.collect();
    if links.is_empty() {
        String::new()
    } else {
        format!("<p>Tags: {}</p>", links.join(", "))
    }
}
