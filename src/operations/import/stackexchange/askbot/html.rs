//! What the HTML and the texts of Askbot have of their own.

use crate::features::addresses::askbot;
use crate::features::addresses::question2answer::Page;

/// Returns HTML without the links around the names of users that it mentions: `<a href="/users/1/ada/">@ada</a>`.
pub fn without_mentions(html: &str) -> String {
    const LINK: &str = "<a href=\"";
    let mut out = String::with_capacity(html.len());
    let mut parts = html.split(LINK);
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let mention = part.split_once("\">@").and_then(|(address, rest)| {
            let is_of_user = address.contains("/users/") && !address.contains(['"', '<', '>']);
            let (name, rest) = rest.split_once("</a>").filter(|_| is_of_user)?;
            (!name.contains('<')).then_some((name, rest))
        });
        match mention {
            Some((name, rest)) => {
                out.push('@');
                out.push_str(name);
                out.push_str(rest);
            }
            None => {
                out.push_str(LINK);
                out.push_str(part);
            }
        }
    }
    out
}

/// Returns the question that a text names by its address on the site, whose own address is `site`.
pub fn question_in(text: &str, site: &str) -> Option<i64> {
    let host = site.split_once("://").map_or(site, |(_, host)| host);
    let host = host.trim_end_matches('/');
    let words = text.split(|c: char| c.is_whitespace() || "()<>[]\"".contains(c));
    words
        .filter(|word| !host.is_empty() && !word.is_empty())
        .find_map(|word| {
            let address = match word.split_once("://") {
                Some((_, rest)) => rest.strip_prefix(host)?,
                None => word,
            };
            match askbot::page(address) {
                Some(Page::Post(ids)) => ids.last().copied(),
                _ => None,
            }
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mention_is_the_name_without_a_link() {
        for (html, expected) in [
            (
                "<p><a href=\"/users/2/two-words/\">@two words</a>, thanks</p>",
                "<p>@two words, thanks</p>",
            ),
            (
                "<a href=\"/forum/users/2/x/\">@x</a><a href=\"/users/2/x/\">x</a>",
                "@x<a href=\"/users/2/x/\">x</a>",
            ),
            (
                "<a href=\"https://a.example\">@x</a> <a href=\"/users/2/x/\">@x",
                "<a href=\"https://a.example\">@x</a> <a href=\"/users/2/x/\">@x",
            ),
            ("@x", "@x"),
        ] {
            assert_eq!(without_mentions(html), expected);
        }
    }

    #[test]
    fn the_reason_of_closing_names_the_original() {
        let site = "https://old.example.com/";
        for (text, question) in [
            (
                "Duplicate of https://old.example.com/question/1/why/",
                Some(1),
            ),
            ("see [this](http://old.example.com/question/2/).", Some(2)),
            ("/question/3/how/?answer=4#post-id-4", Some(3)),
            ("https://other.example.com/question/1/why/", None),
            ("a duplicate", None),
            ("", None),
        ] {
            assert_eq!(question_in(text, site), question, "{text}");
        }
        assert_eq!(question_in("/question/3/", ""), None);
    }

    #[test]
    fn a_hostile_text_takes_linear_time() {
        for part in ["<a href=\"", "<a href=\"/users/\">@", "/question/1 "] {
            let text = part.repeat(100_000 / part.len());
            assert!(without_mentions(&text).len() <= text.len());
            question_in(&text, "https://old.example.com/");
        }
    }
}
