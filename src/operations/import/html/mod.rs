//! Converts HTML to Markdown, for texts that a dump contains only as HTML.
//!
//! Words, code and formulas are preserved exactly. Formatting that Markdown does not have (colors,
//! sizes, attributes) is dropped. The output contains no HTML, because our renderer shows HTML as
//! text: superscripts and subscripts become Unicode characters or `x^(word)`, and keys become code.
//!
//! The converter is our own: it must leave formulas unescaped, and respect the limits of our
//! renderer.

mod blocks;
mod dom;
mod escape;
mod inline;
pub mod math;
#[cfg(test)]
mod tests;

use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, QualName, local_name, ns, parse_fragment};
use markup5ever_rcdom::RcDom;

use crate::core::text;
use blocks::Blocks;
use inline::LinkMap;

/// The elements that the sites allow in Markdown.
const ELEMENTS: &str = "a b blockquote br code dd del div dl dt em h1 h2 h3 h4 h5 h6 hr i img kbd li ol p pre s span strike strong sub \
                        sup table td th tr ul";

/// Converts the HTML of a post to Markdown.
pub fn to_markdown(html: &str, links: &LinkMap<'_>) -> String {
    let context = QualName::new(None, ns!(html), local_name!("div"));
    let dom = parse_fragment(
        RcDom::default(),
        ParseOpts::default(),
        context,
        Vec::new(),
        false,
    )
    .one(html);
    let document = dom.document.children.borrow();
    let Some(root) = document.first() else {
        return String::new();
    };
    Blocks::new(links).render(&root.children.borrow())
}

/// Returns whether Markdown contains HTML, which the site of its author renders and this site shows
/// as text.
pub fn contains_html(markdown: &str) -> bool {
    let masked = text::mask(markdown);
    markdown
        .match_indices('<')
        .filter(|(at, _)| !masked[*at])
        .any(|(at, _)| {
            let inside = &markdown[at + 1..];
            let inside = inside.strip_prefix('/').unwrap_or(inside);
            let name = &inside[..inside
                .find(|c: char| !c.is_ascii_alphanumeric())
                .unwrap_or(inside.len())];
            let closes = inside[name.len()..].starts_with(['>', '/', ' ', '\t', '\n']);
            inside.starts_with("!--")
                || (closes
                    && ELEMENTS
                        .split(' ')
                        .any(|tag| tag.eq_ignore_ascii_case(name)))
        })
}
