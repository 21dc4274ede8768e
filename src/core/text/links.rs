//! Validates the links of a Markdown text, and finds its pictures.

use std::collections::HashSet;

use super::limits;
use super::markdown::{Link, Markdown, PICTURE};
use crate::core::error::{Result, Sentence};
use crate::core::id::{self, Id};

impl Link<'_> {
    /// Returns whether members may write the link: with a text and an address of `https://` and more. An image
    /// may have no text, and may have the address of a picture of this site. Links with references may lead
    /// anywhere.
    fn is_valid(&self) -> bool {
        self.inline.as_ref().is_none_or(|inline| {
            let is_secure = inline.address.starts_with("https://") && self.address.len() > 8;
            (is_secure && (self.has_text() || self.is_image)) || self.picture().is_some()
        })
    }

    fn has_text(&self) -> bool {
        self.inline
            .as_ref()
            .is_some_and(|inline| !inline.text.trim().is_empty())
    }
}

/// Rejects the text with 400 unless every inline link has a text and an address of `https://` and
/// more. An image may have no text, and may have the address of a picture of this site. Code and
/// formulas contain no links. Takes linear time.
pub fn hyperlinks(text: &str) -> Result<()> {
    check(text, Link::is_valid)
}

/// Does the same for a new version of a text, which may keep the links of the version `before`.
pub fn edited_hyperlinks(text: &str, before: &str) -> Result<()> {
    if hyperlinks(text).is_ok() {
        return Ok(());
    }
    let before = Markdown::new(before);
    let kept: HashSet<(bool, &str)> = before
        .links()
        .iter()
        .map(|link| (link.is_image, link.address.as_str()))
        .collect();
    check(text, |link| {
        link.is_valid() || kept.contains(&(link.is_image, link.address.as_str()))
    })
}

/// Does the same as [`hyperlinks`] for a text of the operator, which may also link to paths of this site
/// (`/about/rules`), to addresses that begin with `base_url` unless it is empty, and to mail addresses
/// (`mailto:help@example.org`).
pub fn operator_hyperlinks(text: &str, base_url: &str) -> Result<()> {
    check(text, |link| {
        let is_own = link.has_text()
            && !link.is_image
            && link.is_literal()
            && is_own_address(&link.address, base_url);
        link.is_valid() || is_own
    })
}

fn check<'t>(text: &'t str, is_valid: impl Fn(&Link<'t>) -> bool) -> Result<()> {
    if !text.contains("](") || Markdown::new(text).links().iter().all(is_valid) {
        Ok(())
    } else {
        Err(Sentence::InvalidHyperlink.into())
    }
}

/// Returns the pictures of this site that a text with blocks shows as `![...](/media/ID)`, the first 100
/// without repetitions. Code and formulas show none. Takes linear time.
pub fn pictures(text: &str) -> Vec<Id> {
    find_pictures(text, Markdown::new)
}

/// Does the same for a text with inline elements only, which has no code blocks and no formulas.
pub fn inline_pictures(text: &str) -> Vec<Id> {
    find_pictures(text, Markdown::inline)
}

fn find_pictures<'t>(text: &'t str, read: fn(&'t str) -> Markdown<'t>) -> Vec<Id> {
    let mut found = Vec::new();
    if text.contains(PICTURE) {
        for picture in read(text).links().iter().filter_map(Link::picture) {
            if found.len() < limits::PICTURES && !found.contains(&picture) {
                found.push(picture);
            }
        }
    }
    found
}

/// Returns the ids of pictures of this site that follow their address anywhere in a text, also in code, with
/// repetitions.
pub fn mentioned_pictures(text: &str) -> impl Iterator<Item = Id> {
    text.match_indices(PICTURE).filter_map(|(at, address)| {
        let id = text[at + address.len()..].get(..id::LENGTH)?;
        id.parse().ok()
    })
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
