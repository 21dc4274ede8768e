//! Addresses on this site, as visitors copy them from their browsers.

use crate::core::config::Config;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::core::text;

/// The longest path, in characters.
const MAX_PATH: usize = 500;

/// What a path names. There may be no such thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// A question, and perhaps the answer or the comment in it that the fragment names.
    Post {
        question: Id,
        post: Option<Id>,
    },
    Community(Id),
    User(String),
    Picture(Id),
    /// Another page.
    Other,
}

/// Returns the path of an address on this site, with its query and fragment. `host` is the `Host` of the
/// request. Rejects an address of another site with 400.
pub fn path_on_site(config: &Config, host: &str, address: &str) -> Result<String> {
    let address = text::site_line(address, MAX_PATH)?;
    let base = &config.server.base_url;
    let rest = if address.starts_with('/') {
        Some(address.as_str())
    } else {
        let bare = ["https://", "http://"]
            .into_iter()
            .find_map(|scheme| address.strip_prefix(scheme));
        let own = base.split_once("://").map_or("", |(_, own)| own);
        let own = own.split('/').next().unwrap_or_default();
        bare.and_then(|bare| after_host(bare, own).or_else(|| after_host(bare, host)))
    };
    let rest = rest.ok_or(Sentence::ReportAddress)?;
    let is_end = |rest: &&str| rest.is_empty() || rest.starts_with(['/', '?', '#']);
    let inner = rest.strip_prefix(base.path()).filter(is_end);
    let path = inner.unwrap_or(rest);
    // A browser takes what follows two slashes for another site.
    if path.starts_with("//") || path.starts_with("/\\") {
        return Err(Sentence::ReportAddress.into());
    }
    let slash = if path.starts_with('/') { "" } else { "/" };
    Ok(format!("{slash}{path}"))
}

/// Returns what follows a host, if the address has it.
fn after_host<'a>(address: &'a str, host: &str) -> Option<&'a str> {
    let (found, rest) = address.split_at_checked(host.len())?;
    let is_host = !host.is_empty() && found.eq_ignore_ascii_case(host);
    let is_end = rest.is_empty() || rest.starts_with(['/', '?', '#']);
    (is_host && is_end).then_some(rest)
}

/// Returns what a path names.
pub fn named(path: &str) -> Named {
    let (path, fragment) = path.split_once('#').unwrap_or((path, ""));
    let path = path.split('?').next().unwrap_or_default();
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let id = |part: &str| part.parse::<Id>().ok();
    let found = match parts[..] {
        ["question", question, "history", post] => id(question).map(|question| Named::Post {
            question,
            post: id(post),
        }),
        ["question", question] => id(question).map(|question| Named::Post {
            question,
            post: id(fragment),
        }),
        ["communities", community] => id(community).map(Named::Community),
        ["media", picture] => id(picture).map(Named::Picture),
        ["user", name] => Some(Named::User(decoded(name))),
        _ => None,
    };
    found.unwrap_or(Named::Other)
}

/// Returns a part of a path without percent-encoding.
fn decoded(part: &str) -> String {
    let pairs = form_urlencoded::parse(part.as_bytes());
    pairs.map(|(name, _)| name.into_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::config::BaseUrl;

    fn path(base: &str, address: &str) -> Option<String> {
        let mut config = Config::default();
        config.server.base_url = BaseUrl::parse(base).expect("a base URL");
        path_on_site(&config, "127.0.0.1:4000", address).ok()
    }

    #[test]
    fn only_addresses_of_this_site_have_a_path() {
        let base = "https://qa.example.org/stoa";
        for (address, expected) in [
            ("/question/0000000000001", Some("/question/0000000000001")),
            (
                " https://QA.example.org/stoa/user/ann#x ",
                Some("/user/ann#x"),
            ),
            ("http://127.0.0.1:4000/tags?a=b", Some("/tags?a=b")),
            ("/stoa?a=b", Some("/?a=b")),
            ("/stoas", Some("/stoas")),
            ("https://qa.example.org/stoa", Some("/")),
            ("https://qa.example.org", Some("/")),
            ("https://qa.example.org.evil/question/1", None),
            ("https://evil/qa.example.org/", None),
            ("javascript:alert(1)", None),
            ("question/1", None),
            ("//evil/question/1", None),
            ("/\\evil/question/1", None),
            ("https://qa.example.org//evil", None),
            ("", None),
        ] {
            assert_eq!(path(base, address).as_deref(), expected, "{address}");
        }
        assert_eq!(path("", "https:///question/1"), None);
        assert_eq!(path("", &format!("/{}", "x".repeat(500))), None);
    }

    #[test]
    fn a_path_names_what_its_page_shows() {
        let id = |text: &str| text.parse::<Id>().expect("an id");
        let [one, two] = ["0000000000001", "0000000000002"];
        for (path, expected) in [
            (
                format!("/question/{one}#{two}"),
                Named::Post {
                    question: id(one),
                    post: Some(id(two)),
                },
            ),
            (
                format!("/question/{one}/?x=y#top"),
                Named::Post {
                    question: id(one),
                    post: None,
                },
            ),
            (format!("/communities/{one}"), Named::Community(id(one))),
            (
                format!("/media/{one}?size=thumbnail"),
                Named::Picture(id(one)),
            ),
            ("/user/a%6En".to_owned(), Named::User("ann".to_owned())),
            ("/question/x".to_owned(), Named::Other),
            ("/".to_owned(), Named::Other),
        ] {
            assert_eq!(named(&path), expected, "{path}");
        }
    }
}
