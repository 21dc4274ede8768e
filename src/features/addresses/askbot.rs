//! Addresses of a site of Askbot: `/question/123/title/`, with `?answer=` or `#post-id-` for an answer, `/answers/123/revisions/`
//! and `/questions/scope:all/sort:activity-desc/tags:name/page:1/` (`urls.py` of version 0.13).
//!
//! `/question/` is also the beginning of addresses of this site. An id there has 13 characters, and one of Askbot at most 10
//! digits, so no address is both.

use super::question2answer::Page;
use crate::platform::web::percent_decoded;

/// The most digits of an id: that of a 32-bit number.
const DIGITS: usize = 10;

/// Returns what an address is about: a path, with its query and its fragment.
pub fn page(address: &str) -> Option<Page> {
    let (address, fragment) = address.split_once('#').unwrap_or((address, ""));
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    match parts[..] {
        ["question", id] | ["question", id, _] => {
            let id = number(id)?;
            let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
            let mut answers = pairs.filter(|(name, _)| *name == "answer");
            let shown = answers.next().and_then(|(_, value)| number(value));
            let anchored = fragment.strip_prefix("post-id-").and_then(number);
            let ids = [shown, anchored, Some(id)];
            Some(Page::Post(ids.into_iter().flatten().collect()))
        }
        ["answers", id, "revisions"] => Some(Page::Post(vec![number(id)?])),
        ["questions", ref filters @ ..] => {
            let mut names = filters.iter().filter_map(|part| part.strip_prefix("tags:"));
            // Several tags are no page here.
            let name = names.next().filter(|name| !name.contains(','))?;
            Some(Page::Tag(percent_decoded(name)))
        }
        _ => None,
    }
}

fn number(text: &str) -> Option<i64> {
    let is_number = text.len() <= DIGITS && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_a_post_or_a_tag() {
        let post = |ids: &[i64]| Some(Page::Post(ids.to_vec()));
        let tag = |name: &str| Some(Page::Tag(name.to_owned()));
        for (address, page) in [
            ("/question/12/why-is-it/", post(&[12])),
            ("/question/12/", post(&[12])),
            ("/question/12", post(&[12])),
            (
                "/question/12/why/?answer=34#post-id-34",
                post(&[34, 34, 12]),
            ),
            ("/question/12/why/?sort=votes&answer=34", post(&[34, 12])),
            ("/question/12/why/?comment=56#post-id-56", post(&[56, 12])),
            ("/answers/34/revisions/", post(&[34])),
            (
                "/questions/scope:all/sort:activity-desc/tags:c++/page:1/",
                tag("c++"),
            ),
            ("/questions/tags:%C3%A4%23/", tag("ä#")),
            (
                "/questions/scope:all/sort:votes-desc/tags:a,b/page:1/",
                None,
            ),
            ("/questions/scope:all/sort:votes-desc/page:1/", None),
            ("/question/12345678901/", None),
            ("/question/0123456789012", None),
            ("/question/12x/", None),
            ("/question/+12/", None),
            ("/question/12/a/b", None),
            ("/question/", None),
            ("/answers/x/revisions/", None),
        ] {
            assert_eq!(super::page(address), page, "{address}");
        }
    }
}
