//! Finds the links of a text, whether Markdown makes them links or not, and their domains.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::core::text;

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
    let masked = text::mask(text);
    let images: BTreeSet<usize> = text::image_addresses(text, &masked).collect();
    let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
    for range in addresses(text) {
        let address = &text[range.clone()];
        if masked[range.start] || found.len() == MAX_LINKS || !seen.insert(address) {
            continue;
        }
        if let Some(domain) = host(address).and_then(registered) {
            found.push(FoundLink {
                address,
                domain,
                is_image: images.contains(&range.start),
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
    c.is_whitespace() || matches!(c, '<' | '>' | '"' | '(' | ')' | '[' | ']' | '`' | '|')
}

/// Returns the host of an address without the port.
pub fn host(address: &str) -> Option<&str> {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let end = rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len());
    let host = rest[..end].rsplit('@').next()?;
    let host = host.split(':').next()?.trim_matches('.');
    (!host.is_empty() && host.len() <= MAX_DOMAIN).then_some(host)
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
        assert_eq!(
            host("https://bank.example@evil.example:443/x"),
            Some("evil.example")
        );
    }
}
