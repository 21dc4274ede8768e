//! Addresses of a site of Question2Answer: `/123/title`, `/index.php/123/title`, `/?qa=123/title` and
//! `/index.php?qa=123&qa_1=title`, each with `?show=` or `#a` for an answer.

use crate::platform::web::percent_decoded;

/// What a page of such a site is about.
#[derive(Debug, PartialEq, Eq)]
pub enum Page {
    /// The ids of an answer or a comment and of its question, the one that the address shows first.
    Post(Vec<i64>),
    User(String),
    Tag(String),
}

/// Returns what an address is about: a path, with its query and its fragment.
pub fn page(address: &str) -> Option<Page> {
    let (address, fragment) = address.split_once('#').unwrap_or((address, ""));
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let parts = path.split('/').filter(|part| !part.is_empty());
    let mut parts: Vec<String> = parts.map(percent_decoded).collect();
    if parts.first().is_some_and(|part| part == "index.php") {
        parts.remove(0);
    }
    let mut shown = None;
    let is_in_query = parts.is_empty();
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        match &*name {
            "show" => shown = value.parse().ok(),
            "qa" if is_in_query => parts.extend(value.split('/').map(str::to_owned)),
            "qa_1" if is_in_query => parts.push(value.into_owned()),
            _ => {}
        }
    }
    match &parts[..] {
        [kind, name] if kind == "user" => Some(Page::User(name.clone())),
        [kind, name] if kind == "tag" => Some(Page::Tag(tag_name(name))),
        [id] | [id, _] => {
            let id = number(id)?;
            let anchored = fragment.strip_prefix(['a', 'c']).and_then(number);
            let ids = [anchored, shown, Some(id)];
            Some(Page::Post(ids.into_iter().flatten().collect()))
        }
        _ => None,
    }
}

/// Returns the number of the uploaded file that an address shows.
pub fn blob(address: &str) -> Option<&str> {
    let (_, query) = address.split_once('?')?;
    let query = query.split('#').next()?;
    let value = |name: &str| {
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.find_map(|(found, value)| (found == name).then_some(value))
    };
    if !matches!(value("qa")?, "blob" | "image") {
        return None;
    }
    value("qa_blobid").filter(|id| number_of_blob(id))
}

fn number_of_blob(id: &str) -> bool {
    (1..=20).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_digit())
}

fn number(text: &str) -> Option<i64> {
    text.parse()
        .ok()
        .filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns the name here of a tag or a category of such a site, which may contain spaces, slashes and the signs between
/// tags.
pub fn tag_name(name: &str) -> String {
    let is_left_out = |c: char| c.is_whitespace() || c.is_control() || "/|<>".contains(c);
    let parts = name.split(is_left_out).filter(|part| !part.is_empty());
    let name = parts.collect::<Vec<_>>().join("-");
    match name.as_str() {
        "." | ".." => String::new(),
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_about_the_same_in_each_form() {
        let post = |ids: &[i64]| Some(Page::Post(ids.to_vec()));
        let user = |name: &str| Some(Page::User(name.to_owned()));
        let tag = |name: &str| Some(Page::Tag(name.to_owned()));
        for (address, page) in [
            ("/123/why-is-it", post(&[123])),
            ("/123", post(&[123])),
            ("/index.php/123/why", post(&[123])),
            ("/?qa=123/why", post(&[123])),
            ("/index.php?qa=123&qa_1=why", post(&[123])),
            ("/?qa=123&qa_1=why", post(&[123])),
            ("/123/why?show=456#a456", post(&[456, 456, 123])),
            (
                "/index.php?qa=123&qa_1=why&show=789#c789",
                post(&[789, 789, 123]),
            ),
            ("/user/Ada%20L%C3%B6w", user("Ada Löw")),
            ("/index.php?qa=user&qa_1=ada", user("ada")),
            ("/tag/two%20words", tag("two-words")),
            ("/?qa=tag/c%2B%2B", tag("c++")),
            ("/", None),
            ("/tags", None),
            ("/12x/why", None),
            ("/+12/why", None),
            ("/123/why/more", None),
            ("/99999999999999999999/why", None),
            ("/questions/123/why", None),
        ] {
            assert_eq!(super::page(address), page, "{address}");
        }
    }

    #[test]
    fn a_name_of_a_tag_has_no_spaces_and_no_slashes() {
        for (name, expected) in [
            ("two  words", "two-words"),
            (" a/b|c<d> ", "a-b-c-d"),
            ("c++", "c++"),
            ("..", ""),
            ("", ""),
        ] {
            assert_eq!(tag_name(name), expected);
        }
    }
}
