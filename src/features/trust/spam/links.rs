//! Finds the links of a text, whether Markdown makes them links or not, and their domains.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use unicode_normalization::char::is_combining_mark;
use url::{Host, Url};

use crate::core::text::{self, fold, is_ignorable};

/// The number of different links of a text that are found.
pub const MAX_LINKS: usize = 200;
/// The longest domain.
const MAX_DOMAIN: usize = 253;

/// A link to another site.
#[derive(Debug, PartialEq, Eq)]
pub struct FoundLink<'t> {
    pub address: &'t str,
    /// The domain that its owner has registered, as far as it can be told.
    pub domain: String,
    /// Whether the text shows it as a picture.
    pub is_image: bool,
}

/// Returns the first 200 different links of a text, code and formulas left out. Takes linear time.
pub fn links(text: &str) -> Vec<FoundLink<'_>> {
    let markdown = text::Markdown::new(text);
    let mut is_image = vec![false; text.len()];
    for image in markdown.links().iter().filter(|link| link.is_image) {
        is_image[image.range.clone()].fill(true);
    }
    let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
    for range in addresses(text) {
        let address = &text[range.clone()];
        if markdown.masked()[range.start] || found.len() == MAX_LINKS || !seen.insert(address) {
            continue;
        }
        if let Some(domain) = host(address).as_deref().and_then(registered) {
            found.push(FoundLink {
                address,
                domain,
                is_image: is_image[range.start],
            });
        }
    }
    found
}

/// Returns the places of all addresses that begin with `http://`, `https://` or `www.`. Takes linear time.
pub fn addresses(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() {
            let start = at;
            at += 1;
            let is_inside = start > 0 && bytes[start - 1].is_ascii_alphanumeric();
            if is_inside || !begins_address(&bytes[start..]) {
                continue;
            }
            let rest = &text[start..];
            let length = rest.find(ends_address).unwrap_or(rest.len());
            let address = rest[..length].trim_end_matches(['.', ',', ';', ':', '!', '?', '*', '_']);
            at = start + length.max(1);
            return Some(start..start + address.len());
        }
        None
    })
}

fn begins_address(bytes: &[u8]) -> bool {
    let begins = |prefix: &[u8]| {
        bytes
            .get(..prefix.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(prefix))
    };
    matches!(bytes.first(), Some(b'h' | b'H' | b'w' | b'W'))
        && (begins(b"https://") || begins(b"http://") || begins(b"www."))
}

fn ends_address(c: char) -> bool {
    text::ends_address(c) || matches!(c, '"' | '(' | ')')
}

/// The longest host that is read, in bytes: each letter of a domain can be written with three.
const MAX_HOST: usize = 3 * MAX_DOMAIN;
/// The longest host that is read with the user name before it, in bytes.
const MAX_AUTHORITY: usize = 2_000;

/// Returns the host of an address as browsers read it, without the port and the last dot: backslashes
/// are slashes, what is before `@` is a user name, and escapes and equal letters are resolved. A
/// domain is in ASCII.
pub fn host(address: &str) -> Option<String> {
    let is_first = |scheme: &&&str| {
        let start = address.get(..scheme.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    };
    let scheme = ["https:", "http:"].iter().find(is_first);
    host_of(authority(
        &address[scheme.map_or(0, |scheme| scheme.len())..],
    ))
}

/// Returns the part of an address without a scheme that has the host.
fn authority(address: &str) -> &str {
    let rest = address.trim_start_matches(['/', '\\']);
    let rest = &rest[..rest.floor_char_boundary(MAX_AUTHORITY)];
    let ends = |c: char| matches!(c, '/' | '?' | '#' | '\\') || c.is_whitespace();
    &rest[..rest.find(ends).unwrap_or(rest.len())]
}

fn host_of(authority: &str) -> Option<String> {
    let host = authority.rsplit('@').next()?;
    if host.len() > MAX_HOST {
        return None;
    }
    let url = Url::parse(&format!("https://{host}")).ok()?;
    let host = url.host_str()?.trim_matches('.');
    (!host.is_empty() && host.len() <= MAX_DOMAIN).then(|| host.to_owned())
}

/// Returns the hosts of everything in a text that a browser could read as an address. Takes time that
/// grows with the text alone.
pub fn hosts(text: &str) -> impl Iterator<Item = String> {
    let bytes = text.as_bytes();
    let begins = move |at: &usize| {
        let follows = |start: &[u8]| {
            at.checked_sub(start.len())
                .is_some_and(|from| bytes[from..*at].eq_ignore_ascii_case(start))
        };
        follows(b"http:")
            || follows(b"https:")
            || follows(b"//") && !matches!(bytes.get(*at), Some(b'/' | b'\\'))
    };
    (1..=text.len()).filter(begins).flat_map(move |at| {
        let whole = authority(&text[at..]);
        // Markdown ends some addresses at a bracket, and others not.
        let end = whole.find(ends_address).unwrap_or(whole.len());
        [host_of(whole), host_of(&whole[..end])]
            .into_iter()
            .flatten()
    })
}

/// Returns a domain as browsers compare it: in ASCII and lower case.
pub fn domain_key(name: &str) -> String {
    if name.is_ascii() {
        return name.to_ascii_lowercase();
    }
    Host::parse(name).map_or_else(|_| fold(name), |host| host.to_string())
}

/// Returns whether a character can be a part of a domain, as written.
pub fn is_domain_part(c: char) -> bool {
    c.is_alphanumeric()
        || is_combining_mark(c)
        || is_ignorable(c)
        || matches!(c, '-' | '_')
        || is_dot(c)
}

/// Returns whether browsers read a character in a domain as a dot.
pub fn is_dot(c: char) -> bool {
    matches!(c, '.' | '\u{3002}' | '\u{ff0e}' | '\u{ff61}')
}

/// Returns a text with the escapes of Markdown and HTML resolved that an address can have.
pub fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains(['&', '\\']) {
        return Cow::Borrowed(text);
    }
    let mut unescaped = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['&', '\\']) {
        unescaped.push_str(&rest[..at]);
        rest = &rest[at..];
        let (c, length) = escape(rest).unwrap_or((char::from(rest.as_bytes()[0]), 1));
        unescaped.push(c);
        rest = &rest[length..];
    }
    unescaped.push_str(rest);
    Cow::Owned(unescaped)
}

/// The named characters of HTML that mean something in an address, or nothing.
const NAMED: [(&str, char); 13] = [
    ("period", '.'),
    ("colon", ':'),
    ("sol", '/'),
    ("bsol", '\\'),
    ("commat", '@'),
    ("percnt", '%'),
    ("num", '#'),
    ("quest", '?'),
    ("amp", '&'),
    ("lowbar", '_'),
    ("dash", '\u{2010}'),
    ("shy", '\u{ad}'),
    ("ZeroWidthSpace", '\u{200b}'),
];

/// Returns the character of the escape at the beginning of a text, and the length of the escape.
fn escape(text: &str) -> Option<(char, usize)> {
    if let Some(after) = text.strip_prefix('\\') {
        let c = after.chars().next().filter(char::is_ascii_punctuation)?;
        return Some((c, 2));
    }
    let name = text[..text.floor_char_boundary(24)]
        .strip_prefix('&')?
        .split_once(';')?
        .0;
    let length = name.len() + 2;
    let Some(number) = name.strip_prefix('#') else {
        let named = NAMED.iter().find(|(known, _)| *known == name);
        return named.map(|(_, c)| (*c, length));
    };
    let number = match number.strip_prefix(['x', 'X']) {
        Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16).ok()?,
        None => number.parse().ok()?,
    };
    Some((char::from_u32(number)?, length))
}

/// Words that often stand before the last part of a domain that nobody can register.
const SECOND_LEVEL: [&str; 8] = ["ac", "co", "com", "edu", "gov", "net", "or", "org"];

/// Sites that give everybody a name below their own.
const SHARED: [&str; 20] = [
    "appspot.com",
    "azurewebsites.net",
    "blogspot.com",
    "cloudfront.net",
    "firebaseapp.com",
    "github.io",
    "gitlab.io",
    "google.com",
    "herokuapp.com",
    "netlify.app",
    "pages.dev",
    "substack.com",
    "tumblr.com",
    "vercel.app",
    "web.app",
    "weebly.com",
    "wixsite.com",
    "wordpress.com",
    "workers.dev",
    "zendesk.com",
];

/// Returns the part of a host that its owner has registered, in lower case: the last two labels, or three
/// below a suffix such as `co.uk` and below sites that give names away. `None`: it is no name.
pub fn registered(host: &str) -> Option<String> {
    let host = host.to_lowercase();
    let labels: Vec<&str> = host.rsplit('.').take(3).collect();
    let [last, second, rest @ ..] = &labels[..] else {
        return None;
    };
    if labels.iter().any(|label| label.is_empty()) || last.chars().all(|c| c.is_ascii_digit()) {
        return None;
    }
    let two = format!("{second}.{last}");
    let is_below = (last.len() == 2 && SECOND_LEVEL.contains(second)) || SHARED.contains(&&*two);
    match rest.first() {
        Some(third) if is_below && *third != "www" => Some(format!("{third}.{two}")),
        _ => Some(two),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn domains(text: &str) -> Vec<(String, bool)> {
        let found = links(text).into_iter();
        found.map(|link| (link.domain, link.is_image)).collect()
    }

    #[test]
    fn links_are_found_in_markdown_and_bare() {
        let text = "[a](https://www.One.example/x) ![b](https://two.example/b.png) <http://three.example> \
                    see www.four.example, and https://five.example:8080/?q=https://six.example.";
        let found = [
            ("one.example", false),
            ("two.example", true),
            ("three.example", false),
            ("four.example", false),
            ("five.example", false),
        ];
        assert_eq!(
            domains(text),
            found.map(|(domain, is_image)| (domain.to_owned(), is_image))
        );
    }

    #[test]
    fn code_and_pictures_of_this_site_are_no_links() {
        assert_eq!(
            domains("`https://one.example` ![](/media/0000000000011)"),
            []
        );
    }

    #[test]
    fn a_repeated_address_counts_once() {
        assert_eq!(domains("https://one.example https://one.example").len(), 1);
    }

    #[test]
    fn the_registered_part_of_a_host_is_found() {
        for (host, part) in [
            ("docs.cardano.org", Some("cardano.org")),
            ("www.shop.co.uk", Some("shop.co.uk")),
            ("www.co.uk", Some("co.uk")),
            ("ann.github.io", Some("ann.github.io")),
            ("www.google.com", Some("google.com")),
            ("192.0.2.7", None),
            ("localhost", None),
            ("a..b", None),
        ] {
            assert_eq!(registered(host).as_deref(), part, "{host}");
        }
    }

    #[test]
    fn user_names_and_ports_are_no_part_of_a_host() {
        for address in [
            "https://bank.example@evil.example:443/x",
            "HTTPS:\\\\EVIL.example.",
            "http:evil.example?x",
            "https:///%65vil%2eexample\\@bank.example",
            "https://ｅｖｉｌ。example#@bank.example",
            "https://e\u{ad}vil.example",
            "www.evil.example/https://bank.example",
        ] {
            let found = host(address);
            let found = found.as_deref().map(|host| host.trim_start_matches("www."));
            assert_eq!(found, Some("evil.example"), "{address}");
        }
        assert_eq!(
            host("https://bücher.example").as_deref(),
            Some("xn--bcher-kva.example")
        );
        assert_eq!(host("https://0xC0000207/").as_deref(), Some("192.0.2.7"));
        assert_eq!(host("https://a^b"), None);
    }
}
