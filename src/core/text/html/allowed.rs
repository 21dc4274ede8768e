//! Checks HTML that this module has written: for the tests and the fuzzer.

use std::collections::HashSet;

/// The tags that can come out, with their attributes.
const ALLOWED: &[(&str, &[&str])] = &[
    ("a", &["class", "href", "id", "aria-label", "target", "rel"]),
    ("bdi", &[]),
    ("blockquote", &["dir"]),
    ("br", &[]),
    ("code", &["class"]),
    ("del", &[]),
    ("details", &["class", "open"]),
    ("div", &["class", "tabindex"]),
    ("em", &[]),
    ("h3", &[]),
    ("h4", &[]),
    ("h5", &[]),
    ("h6", &[]),
    ("hr", &[]),
    (
        "img",
        &["src", "alt", "loading", "decoding", "width", "height"],
    ),
    ("kbd", &[]),
    ("li", &["dir", "id"]),
    ("ol", &["class", "start"]),
    ("p", &["class"]),
    ("pre", &["tabindex"]),
    ("span", &["class"]),
    ("strong", &[]),
    ("sub", &[]),
    ("summary", &[]),
    ("sup", &[]),
    ("table", &[]),
    ("tbody", &[]),
    ("td", &["align"]),
    ("th", &["align"]),
    ("thead", &[]),
    ("tr", &[]),
    ("ul", &[]),
];

const EMPTY: &[&str] = &["br", "hr", "img"];

/// The elements that contain text, but no blocks.
const LINES: &[&str] = &["p", "h3", "h4", "h5", "h6", "td", "th", "code", "summary"];

const BLOCKS: &[&str] = &[
    "blockquote",
    "details",
    "div",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "li",
    "ol",
    "p",
    "pre",
    "table",
    "ul",
];

/// Panics unless HTML contains only the tags and attributes that can come out, each element is closed, links do not
/// nest and lead to allowed addresses, and no browser would change the structure.
pub fn assert_allowed(html: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut ids = HashSet::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        assert_text(&rest[..at]);
        let end = at + rest[at..].find('>').expect("a tag ends");
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{html}");
            continue;
        }
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        let allowed = ALLOWED.iter().find(|(allowed, _)| *allowed == name);
        let (_, allowed) = allowed.unwrap_or_else(|| panic!("<{name}> in {html}"));
        assert_attributes(name, attributes, allowed);
        if let Some((_, id)) = attributes.split_once("id=\"") {
            assert!(ids.insert(id.split('"').next()), "an id twice: {html}");
        }
        assert!(
            name != "a" || !open.contains(&"a"),
            "a link in a link: {html}"
        );
        let is_in_line = open.iter().any(|name| LINES.contains(name));
        assert!(
            !(is_in_line && BLOCKS.contains(&name)),
            "<{name}> in a line: {html}"
        );
        if !EMPTY.contains(&name) {
            open.push(name);
        }
    }
    assert_text(rest);
    assert_eq!(open, [""; 0], "{html}");
}

fn assert_text(text: &str) {
    assert!(!text.contains('>'), "{text}");
    for (at, _) in text.match_indices('&') {
        let entities = ["&amp;", "&lt;", "&gt;", "&quot;", "&nbsp;"];
        assert!(
            entities.iter().any(|entity| text[at..].starts_with(entity)),
            "{text}"
        );
    }
}

/// Returns whether a value is the id of a footnote or of its reference.
fn is_id(value: &str) -> bool {
    let is_number = |number: &str| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    value.rsplit_once('-').is_some_and(|(kind, number)| {
        (kind.ends_with("note") || kind.ends_with("ref")) && is_number(number)
    })
}

fn assert_attributes(tag: &str, attributes: &str, allowed: &[&str]) {
    let mut rest = attributes;
    let mut seen = Vec::new();
    while !rest.is_empty() {
        let (name, value) = rest.split_once("=\"").expect("an attribute has a value");
        let (value, after) = value.split_once('"').expect("a value ends");
        rest = after.strip_prefix(' ').unwrap_or(after);
        assert!(
            allowed.contains(&name) && !seen.contains(&name),
            "{name} of <{tag}>"
        );
        seen.push(name);
        assert_text(value);
        let is_number = value.bytes().all(|b| b.is_ascii_digit());
        let is_site = |scheme| {
            value
                .strip_prefix(scheme)
                .is_some_and(|host: &str| !host.starts_with(['/', '\\']))
        };
        let is_path = value.starts_with('/') && !value[1..].starts_with(['/', '\\']);
        let is_valid = match name {
            "href" => {
                let is_plain = value.bytes().all(|b| b.is_ascii_graphic());
                let is_address = is_path || value.starts_with('#') || value.starts_with("mailto:");
                is_plain && (is_address || is_site("http://") || is_site("https://"))
            }
            "src" => is_path && value.contains("/media/"),
            "class" => {
                matches!(
                    value,
                    "picture"
                        | "footnote"
                        | "footnote-back"
                        | "footnotes"
                        | "spoiler"
                        | "math"
                        | "math math-display"
                        | "table-scroll"
                        | "admonition note"
                        | "admonition tip"
                        | "admonition important"
                        | "admonition warning"
                        | "admonition caution"
                        | "admonition-title"
                ) || value.strip_prefix("language-").is_some_and(|language| {
                    language
                        .bytes()
                        .all(|b| b.is_ascii_alphanumeric() || b"_+#-".contains(&b))
                })
            }
            "start" | "width" | "height" | "tabindex" => is_number && value.len() <= 9,
            "id" => is_id(value),
            "aria-label" => {
                value == "Back to the text"
                    || value
                        .strip_prefix("Footnote ")
                        .is_some_and(|number| number.bytes().all(|b| b.is_ascii_digit()))
            }
            "open" => value.is_empty(),
            "align" => matches!(value, "left" | "center" | "right"),
            "dir" => value == "rtl",
            "target" => value == "_blank",
            "rel" => value == "nofollow noopener noreferrer ugc",
            "loading" => value == "lazy",
            "decoding" => value == "async",
            _ => name == "alt",
        };
        assert!(is_valid, "{name}={value:?} of <{tag}>");
    }
}
