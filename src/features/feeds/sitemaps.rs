//! Sitemaps (<https://www.sitemaps.org/protocol.html>): an index, and files of at most 50,000 addresses.
//!
//! A file of questions is named by the first of them, so that it is read by its ids from there. The index finds
//! the first ones, counting only what the viewer may read: otherwise the names would tell of hidden questions.
//! Each read is short and waits its turn.

use std::future::ready;

use futures_util::{Stream, StreamExt, stream};
use quick_xml::escape::escape;

use super::address::SiteAddress;
use super::store::{self, Listed};
use crate::core::clock::Timestamp;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::features::questions::access::ReadablePost;
use crate::features::users::{PublicReader, Viewer};
use crate::platform::db::Read;
use crate::platform::web::RequestContext;

/// The largest number of addresses of a file.
const ADDRESSES: usize = 50_000;
/// The rows of one read of a file.
const ROWS: usize = 1_000;
/// The rows of one read of the index, which counts them.
const COUNTED_ROWS: usize = 20_000;

const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// A file of addresses.
#[derive(Clone, Copy)]
pub enum File {
    /// Questions from this one on.
    Questions(Id),
    Tags,
    Communities,
}

impl File {
    /// Returns the file with a name.
    pub fn by_name(name: &str) -> Option<Self> {
        match name.strip_suffix(".xml")? {
            "tags" => Some(Self::Tags),
            "communities" => Some(Self::Communities),
            name => {
                let first = name.strip_prefix("questions-")?;
                first.parse().ok().map(Self::Questions)
            }
        }
    }

    fn path(self) -> String {
        match self {
            Self::Questions(first) => format!("/sitemaps/questions-{first}.xml"),
            Self::Tags => "/sitemaps/tags.xml".to_owned(),
            Self::Communities => "/sitemaps/communities.xml".to_owned(),
        }
    }

    /// Returns the id after which the file begins.
    fn start(self) -> Id {
        match self {
            Self::Questions(first) => Id::from_i64(first.as_i64() - 1),
            Self::Tags | Self::Communities => NOTHING,
        }
    }

    /// Reads the next part of the file.
    fn read(
        self,
        read: &Read<'_>,
        viewer: &Viewer,
        address: &SiteAddress,
        after: Id,
    ) -> Result<Part> {
        let mut part = Part {
            addresses: Vec::new(),
            last: after,
            is_last: false,
        };
        let rows = match self {
            Self::Questions(_) => {
                let rows = store::questions(read, viewer.id(), after, ROWS)?;
                for (id, listed) in &rows {
                    part.last = *id;
                    if let Some(Listed { title, changed_at }) = listed {
                        let page = address.to_question(*id, title);
                        part.addresses.push((page, *changed_at));
                    }
                }
                rows.len()
            }
            Self::Tags => {
                let rows = store::tags(read, viewer.id(), after, ROWS)?;
                for (id, name) in &rows {
                    part.last = *id;
                    part.addresses.push((address.to_tag(name), None));
                }
                rows.len()
            }
            Self::Communities => {
                let rows = store::communities(read, after, ROWS)?;
                for &id in &rows {
                    part.last = id;
                    part.addresses.push((address.to_community(id), None));
                }
                rows.len()
            }
        };
        part.is_last = rows < ROWS;
        Ok(part)
    }
}

/// The id before all others, and the one after them.
const NOTHING: Id = Id::from_i64(0);
const EVERYTHING: Id = Id::from_i64(i64::MAX);

/// A part of a file.
struct Part {
    /// The addresses, some with the time of their last change.
    addresses: Vec<(String, Option<Timestamp>)>,
    /// The id of its last row.
    last: Id,
    is_last: bool,
}

/// Returns the index of all files.
pub async fn index(call: &RequestContext<PublicReader>, address: &SiteAddress) -> Result<String> {
    let mut files: Vec<(File, Option<Timestamp>)> = Vec::new();
    // `room`: for how many more questions the last file has room.
    let (mut after, mut room) = (NOTHING, 0);
    loop {
        let next = move |read: &Read<'_>, viewer: &PublicReader| {
            let walk = |up_to| store::walk(read, viewer.id(), after, up_to, COUNTED_ROWS);
            let question = |number| store::question_after(read, viewer.id(), after, number);
            let all = walk(EVERYTHING)?;
            if room == 0 && all.visible > 0 {
                let first = question(0)?;
                return Ok((first, all));
            }
            if all.visible <= room {
                return Ok((None, all));
            }
            let first = question(room)?;
            let before = first.map_or(EVERYTHING, |first| Id::from_i64(first.as_i64() - 1));
            Ok((None, walk(before)?))
        };
        let (first, walk) = call.read(next).await?;
        if let Some(first) = first {
            files.push((File::Questions(first), None));
            room = ADDRESSES;
        }
        if let Some((_, changed_at)) = files.last_mut() {
            *changed_at = walk.changed_at.max(*changed_at);
        }
        room -= walk.visible;
        match walk.last {
            Some(last) => after = last,
            None => break,
        }
    }
    let others = move |read: &Read<'_>, viewer: &PublicReader| {
        let has_tags = !store::tags(read, viewer.id(), NOTHING, 1)?.is_empty();
        let has_communities = !store::communities(read, NOTHING, 1)?.is_empty();
        let tags = has_tags.then_some(File::Tags);
        let communities = has_communities.then_some(File::Communities);
        Ok([tags, communities])
    };
    let others = call.read(others).await?.into_iter().flatten();
    files.extend(others.map(|file| (file, None)));
    let entries = files.iter().map(|(file, changed_at)| {
        let (loc, lastmod) = (address.to(&file.path()), lastmod(*changed_at));
        format!("<sitemap><loc>{loc}</loc>{lastmod}</sitemap>\n")
    });
    Ok(format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<sitemapindex xmlns=\"{NAMESPACE}\">\n{}</sitemapindex>\n",
        entries.collect::<String>()
    ))
}

/// Returns the element with the time of a change, if it is known.
fn lastmod(changed_at: Option<Timestamp>) -> String {
    changed_at.map_or_else(String::new, |time| format!("<lastmod>{time}</lastmod>"))
}

/// Where a file is being written.
#[derive(Clone, Copy)]
struct Position {
    /// The id of the last row.
    after: Id,
    /// The number of addresses so far.
    written: usize,
}

/// Returns a file in parts, which are read as the client takes them. Fails with 404 if there is nothing in it, or if
/// the question that names it is absent or hidden.
pub async fn file(
    call: RequestContext<PublicReader>,
    address: SiteAddress,
    file: File,
) -> Result<impl Stream<Item = Result<String>> + Send> {
    if let File::Questions(first) = file {
        let find = move |read: &Read<'_>, viewer: &PublicReader| {
            ReadablePost::find(read, viewer, first).map(drop)
        };
        call.read(find).await?;
    }
    let position = Position {
        after: file.start(),
        written: 0,
    };
    let (first, next) = part(&call, &address, file, position).await?;
    if first.is_empty() {
        return Err(Sentence::NotFound.into());
    }
    let head = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<urlset xmlns=\"{NAMESPACE}\">\n{first}"
    );
    let rest = stream::try_unfold(next, move |position| {
        let (call, address) = (call.for_actor::<PublicReader>(), address.clone());
        async move {
            match position {
                Some(position) => part(&call, &address, file, position).await.map(Some),
                None => Ok(None),
            }
        }
    });
    let of_text = |text| stream::once(ready(Ok(text)));
    Ok(of_text(head)
        .chain(rest)
        .chain(of_text("</urlset>\n".to_owned())))
}

/// Returns the part of a file at a position, and the position after it unless the file ends there.
async fn part(
    call: &RequestContext<PublicReader>,
    address: &SiteAddress,
    file: File,
    position: Position,
) -> Result<(String, Option<Position>)> {
    let address = address.clone();
    let read = move |read: &Read<'_>, viewer: &PublicReader| {
        file.read(read, viewer, &address, position.after)
    };
    let part = call.read(read).await?;
    let room = ADDRESSES - position.written;
    let addresses = &part.addresses[..part.addresses.len().min(room)];
    let mut text = String::new();
    for (loc, changed_at) in addresses {
        let (loc, lastmod) = (escape(loc.as_str()), lastmod(*changed_at));
        text += &format!("<url><loc>{loc}</loc>{lastmod}</url>\n");
    }
    let written = position.written + addresses.len();
    let next = Position {
        after: part.last,
        written,
    };
    Ok((text, (!part.is_last && written < ADDRESSES).then_some(next)))
}
