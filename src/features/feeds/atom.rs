//! Writes feeds as Atom (RFC 4287).
//!
//! Titles are `text` and contents `html`, which all of the tried readers understand; every entry has a link.

use std::borrow::Cow;
use std::io;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::address::SiteAddress;
use super::model::{Entry, Feed, Format};
use crate::core::clock::Timestamp;
use crate::core::error::{Error, Result};

type Xml = Writer<Vec<u8>>;

/// Returns a feed as Atom.
pub fn write(feed: &Feed, address: &SiteAddress) -> Result<String> {
    let mut xml = Writer::new(Vec::new());
    write_feed(&mut xml, feed, address).map_err(Error::internal)?;
    String::from_utf8(xml.into_inner()).map_err(Error::internal)
}

fn write_feed(xml: &mut Xml, feed: &Feed, address: &SiteAddress) -> io::Result<()> {
    let own = address.to(&format!("{}{}", feed.path, Format::Atom.ending()));
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("utf-8"), None)))?;
    xml.create_element("feed")
        .with_attribute(("xmlns", "http://www.w3.org/2005/Atom"))
        .write_inner_content(|xml| {
            element(xml, "id", &own)?;
            text(xml, "title", "text", &feed.title)?;
            time(xml, "updated", feed.updated_at)?;
            link(xml, "self", "application/atom+xml", &own)?;
            link(xml, "alternate", "text/html", &feed.page)?;
            feed.entries
                .iter()
                .try_for_each(|entry| write_entry(xml, entry))
        })?;
    Ok(())
}

fn write_entry(xml: &mut Xml, entry: &Entry) -> io::Result<()> {
    xml.create_element("entry").write_inner_content(|xml| {
        element(xml, "id", &entry.id)?;
        text(xml, "title", "text", &entry.title)?;
        link(xml, "alternate", "text/html", &entry.page)?;
        time(xml, "published", entry.created_at)?;
        time(xml, "updated", entry.updated_at)?;
        xml.create_element("author").write_inner_content(|xml| {
            element(xml, "name", &entry.author)?;
            entry
                .author_page
                .iter()
                .try_for_each(|page| element(xml, "uri", page))
        })?;
        for tag in &entry.tags {
            xml.create_element("category")
                .with_attribute(("term", &*allowed(tag)))
                .write_empty()?;
        }
        text(xml, "content", "html", &entry.html)
    })?;
    Ok(())
}

fn element(xml: &mut Xml, name: &str, content: &str) -> io::Result<()> {
    let content = allowed(content);
    xml.create_element(name)
        .write_text_content(BytesText::new(&content))
        .map(drop)
}

fn text(xml: &mut Xml, name: &str, kind: &str, content: &str) -> io::Result<()> {
    let content = allowed(content);
    xml.create_element(name)
        .with_attribute(("type", kind))
        .write_text_content(BytesText::new(&content))
        .map(drop)
}

fn time(xml: &mut Xml, name: &str, time: Timestamp) -> io::Result<()> {
    element(xml, name, &time.to_string())
}

fn link(xml: &mut Xml, rel: &str, kind: &str, href: &str) -> io::Result<()> {
    xml.create_element("link")
        .with_attributes([("rel", rel), ("type", kind), ("href", href)])
        .write_empty()
        .map(drop)
}

/// Returns a text without the characters that XML 1.0 forbids.
fn allowed(text: &str) -> Cow<'_, str> {
    let is_forbidden = |c: char| match c {
        '\t' | '\n' | '\r' => false,
        '\u{fffe}' | '\u{ffff}' => true,
        _ => c < ' ',
    };
    if text.contains(is_forbidden) {
        text.replace(is_forbidden, "").into()
    } else {
        text.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_xml_forbids_never_come_out() {
        assert_eq!(
            allowed("a\0\u{1}\u{b}\u{1f}\u{fffe}\u{ffff}\t\n\u{7f}\u{85}\u{1f600}"),
            "a\t\n\u{7f}\u{85}\u{1f600}"
        );
    }
}
