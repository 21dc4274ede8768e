//! Validates the links of a Markdown text, and finds its pictures.

use super::{limits, mask, mask_code_spans};
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;

/// The address of a picture of this site, before its id.
const PICTURE: &str = "/media/";

/// An inline link or an image.
struct Link<'t> {
    /// Whether a `!` precedes the brackets.
    is_image: bool,
    /// Whether that `!` is not escaped.
    is_shown: bool,
    has_text: bool,
    address: &'t str,
}

impl Link<'_> {
    /// Returns the picture of this site that is shown, or would be if it exists.
    fn picture(&self) -> Option<Id> {
        let id = self.address.strip_prefix(PICTURE)?.parse().ok()?;
        self.is_shown.then_some(id)
    }

    fn is_valid(&self) -> bool {
        let goes_on = self.address.strip_prefix("https://");
        let goes_on = goes_on.is_some_and(|rest| !rest.is_empty());
        (goes_on && (self.has_text || self.is_image)) || self.picture().is_some()
    }
}

/// Rejects the text with 400 unless every inline link has a text and an address of `https://` and
/// more. An image may have no text, and may have the address of a picture of this site. Code and
/// formulas contain no links. Runs in linear time.
pub fn hyperlinks(text: &str) -> Result<()> {
    let mut is_valid = true;
    for_each_link(text, &mask(text), |link| is_valid &= link.is_valid());
    if is_valid {
        Ok(())
    } else {
        Err(Sentence::InvalidHyperlink.into())
    }
}

/// Returns the pictures of this site that a text with blocks shows as `![...](/media/ID)`, the first 100
/// without repetitions. Code and formulas show none. Runs in linear time.
pub fn pictures(text: &str) -> Vec<Id> {
    find_pictures(text, mask)
}

/// Does the same for a text with inline elements only, which has no code blocks and no formulas.
pub fn inline_pictures(text: &str) -> Vec<Id> {
    find_pictures(text, mask_code_spans)
}

/// Returns where the addresses of the images begin, those of other sites included. `masked` has a value for each
/// byte: whether it is part of code or a formula. Runs in linear time.
pub fn image_addresses(text: &str, masked: &[bool]) -> impl Iterator<Item = usize> {
    let mut found = Vec::new();
    for_each_link(text, masked, |link| {
        if link.is_shown {
            found.push(link.address.as_ptr().addr() - text.as_ptr().addr());
        }
    });
    found.into_iter()
}

fn find_pictures(text: &str, mask: fn(&str) -> Vec<bool>) -> Vec<Id> {
    let mut found = Vec::new();
    if text.contains(PICTURE) {
        for_each_link(text, &mask(text), |link| {
            if let Some(id) = link.picture()
                && found.len() < limits::PICTURES
                && !found.contains(&id)
            {
                found.push(id);
            }
        });
    }
    found
}

/// Does the same as [`hyperlinks`] for a text of the operator, which may also link to paths of this site
/// (`/about/rules`), to addresses that begin with `base_url` unless it is empty, and to mail addresses
/// (`mailto:help@example.org`).
pub fn operator_hyperlinks(text: &str, base_url: &str) -> Result<()> {
    let mut is_valid = true;
    for_each_link(text, &mask(text), |link| {
        let is_own = link.has_text && !link.is_image && is_own_address(link.address, base_url);
        is_valid &= link.is_valid() || is_own;
    });
    if is_valid {
        Ok(())
    } else {
        Err(Sentence::InvalidHyperlink.into())
    }
}

fn is_own_address(address: &str, base_url: &str) -> bool {
    if let Some(mail) = address.strip_prefix("mailto:") {
        return is_plain_mail_address(mail);
    }
    // A browser reads `\\` as `/`, and drops tabs and line feeds.
    let is_plain = |c: char| !c.is_whitespace() && !c.is_control() && c != '\\';
    if !address.chars().all(is_plain) {
        return false;
    }
    if address.starts_with('/') {
        return !address.starts_with("//");
    }
    let after = address.strip_prefix(base_url);
    let ends = |after: &str| after.is_empty() || after.starts_with(['/', '?', '#']);
    !base_url.is_empty() && after.is_some_and(ends)
}

/// Returns whether a text is a mail address without parameters, escapes or a name, as the page shows it.
fn is_plain_mail_address(text: &str) -> bool {
    let is_of = |part: &str, marks: &[u8]| {
        !part.is_empty()
            && part
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || marks.contains(&byte))
    };
    text.split_once('@')
        .is_some_and(|(name, host)| is_of(name, b"._+-") && is_of(host, b".-"))
}

fn for_each_link<'t>(text: &'t str, masked: &[bool], mut each: impl FnMut(Link<'t>)) {
    let bytes = text.as_bytes();
    let mut open = Vec::new();
    let mut at = 0;
    // Where the next `[` would begin an image.
    let mut after_mark = None;
    while at < bytes.len() {
        match bytes[at] {
            _ if masked[at] => {}
            b'\\' => at += 1,
            b'!' => after_mark = Some(at + 1),
            b'[' => open.push((at, after_mark == Some(at))),
            b']' => {
                if let Some((start, is_shown)) = open.pop()
                    && bytes.get(at + 1) == Some(&b'(')
                    && let Some(address) = destination(&text[at + 2..])
                {
                    each(Link {
                        is_image: start > 0 && bytes[start - 1] == b'!',
                        is_shown,
                        has_text: !text[start + 1..at].trim().is_empty(),
                        address,
                    });
                }
            }
            _ => {}
        }
        at += 1;
    }
}

/// Returns whether brackets before `after` are the text of a link or an image.
pub(super) fn is_link(after: &str) -> bool {
    after.starts_with('[')
        || after
            .strip_prefix('(')
            .is_some_and(|rest| destination(rest).is_some())
}

/// The deepest nesting of parentheses in an address, as in CommonMark's reference implementation.
const ADDRESS_NESTING: usize = 32;

/// Returns the address of a link whose `(` precedes `rest`, or `None` if this is not a link.
fn destination(rest: &str) -> Option<&str> {
    let rest = rest.trim_start_matches([' ', '\t', '\n']);
    let (address, after) = if let Some(rest) = rest.strip_prefix('<') {
        let end = rest.find(['>', '<', '\n'])?;
        (&rest[..end], rest[end..].strip_prefix('>')?)
    } else {
        let mut depth = 0usize;
        let mut escaped = false;
        let end = rest.char_indices().find_map(|(at, c)| {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                ' ' | '\t' | '\n' => return Some(Some(at)),
                '(' if depth == ADDRESS_NESTING => return Some(None),
                '(' => depth += 1,
                ')' if depth == 0 => return Some(Some(at)),
                ')' => depth -= 1,
                _ => {}
            }
            None
        })??;
        rest.split_at(end)
    };
    let after = after.trim_start_matches([' ', '\t', '\n']);
    let closes = match after.bytes().next()? {
        b')' => true,
        quote @ (b'"' | b'\'') => titled(after, quote as char),
        b'(' => titled(after, ')'),
        _ => false,
    };
    closes.then_some(address)
}

/// The longest title, in bytes. It keeps the time linear for texts with many unfinished titles.
const TITLE_SPAN: usize = 1_000;

fn titled(title: &str, quote: char) -> bool {
    let end = title
        .char_indices()
        .take(TITLE_SPAN)
        .skip(1)
        .find(|&(_, c)| c == quote);
    end.is_some_and(|(at, _)| {
        title[at + 1..]
            .trim_start_matches([' ', '\t', '\n'])
            .starts_with(')')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "0000000000011";

    #[test]
    fn the_pictures_of_a_text_are_its_images_with_their_addresses() {
        let (one, other) = (Id::from_i64(33), Id::from_i64(34));
        let text = format!("![a](/media/{one}) ![](</media/{other}> 'x') **![b](/media/{one})**");
        assert_eq!(one.to_string(), ID);
        assert_eq!(pictures(&text), [one, other]);
    }

    #[test]
    fn what_is_no_image_shows_no_picture() {
        for text in [
            format!("[a](/media/{ID})"),
            format!("\\![a](/media/{ID})"),
            format!("!\\[a](/media/{ID})"),
            format!("! [a](/media/{ID})"),
            format!("`![a](/media/{ID})`"),
            format!("```\n![a](/media/{ID})\n```"),
            format!("![a](/media/{ID}?size=thumbnail)"),
            format!("![a](/media/{ID}/x)"),
            format!("![a](//media/{ID})"),
            format!("![a](https://stoa.test/media/{ID})"),
            "![a](/media/)".to_owned(),
            "![a](/media/1)".to_owned(),
        ] {
            assert_eq!(pictures(&text), [], "{text}");
        }
    }

    #[test]
    fn a_text_with_inline_elements_has_no_code_blocks() {
        let text = format!("    ![a](/media/{ID}) $ ![a](/media/0000000000012) $");
        assert_eq!(inline_pictures(&text).len(), 2);
        assert_eq!(pictures(&text).len(), 0);
    }

    #[test]
    fn a_text_shows_a_hundred_pictures_at_most() {
        let image = |number| format!("![](/media/{})", Id::from_i64(number));
        let text: String = (1..=200).map(image).collect();
        assert_eq!(pictures(&text).len(), limits::PICTURES);
        assert_eq!(pictures(&text)[0], Id::from_i64(1));
    }

    #[test]
    fn texts_of_the_operator_link_to_this_site_and_to_mail_addresses() {
        let base = "http://qa.example.org:8080/stoa";
        for address in [
            "/",
            "/about/rules",
            "/questionPage?tag=a&order=newest#top",
            "http://qa.example.org:8080/stoa",
            "http://qa.example.org:8080/stoa/about/terms",
            "https://elsewhere.org",
            "mailto:help+me@example.org",
        ] {
            let text = format!("[rules]({address})");
            assert!(operator_hyperlinks(&text, base).is_ok(), "{address}");
        }
        for address in [
            "",
            "//evil.org",
            "/\\evil.org",
            "\\/evil.org",
            "</\t/evil.org>",
            "about/rules",
            "#top",
            "http://qa.example.org:8080/stoaevil",
            "http://qa.example.org:8080",
            "http://qa.example.org:8080.evil.org/stoa",
            "http://evil.org",
            "HTTP://qa.example.org:8080/stoa",
            "javascript:alert(1)",
            "JavaScript:alert(1)",
            "data:text/html,x",
            "vbscript:x",
            "mailto:",
            "mailto:a",
            "mailto:@b.org",
            "mailto:a@",
            "mailto:a@b.org?bcc=all@b.org",
            "mailto:a@b.org,c@b.org",
            "mailto:a%0Ab@b.org",
            "mailto:a@b@c.org",
            "MAILTO:a@b.org",
            "<mailto:a b@c.org>",
        ] {
            let text = format!("[rules]({address})");
            assert!(operator_hyperlinks(&text, base).is_err(), "{address}");
        }
        assert!(operator_hyperlinks("[](/about/rules)", base).is_err());
        assert!(operator_hyperlinks("![x](/about/rules)", base).is_err());
        assert!(operator_hyperlinks("[x](http://a.org)", "").is_err());
        assert!(hyperlinks("[rules](/about/rules)").is_err());
    }
}
