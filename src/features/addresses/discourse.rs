//! Addresses of a site of Discourse (`config/routes.rb` of its source): `/t/title/12/3`, `/t/12`, `/p/345`, `/u/NAME`, `/tag/NAME`
//! and `/c/NAME/6`.

use crate::platform::web::percent_decoded;

use super::question2answer::tag_name;

/// What a page of such a site is about.
#[derive(Debug, PartialEq, Eq)]
pub enum Page {
    /// A topic, and the number of a post in it. The first is 1.
    Topic {
        topic: i64,
        number: i64,
    },
    /// A post by its id.
    Post(i64),
    User(String),
    /// A tag, or the tag here of a category.
    Tag(String),
}

/// Returns what an address is about: a path, with its query and its fragment.
pub fn page(address: &str) -> Option<Page> {
    let path = address.split(['?', '#']).next()?;
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    match parts[..] {
        ["t", id] | ["t", _, id] if !is_number(parts[1]) || parts.len() == 2 => topic(id, "1"),
        ["t", id, number] | ["t", _, id, number] => topic(id, number),
        ["p", id] | ["p", id, _] => Some(Page::Post(number(id)?)),
        ["u", name, ..] => Some(Page::User(percent_decoded(name))),
        ["tag", name] | ["tag", name, _] => Some(Page::Tag(tag_name(&percent_decoded(name)))),
        ["c", .., name, id] if is_number(id) => Some(Page::Tag(tag_name(&percent_decoded(name)))),
        _ => None,
    }
}

/// Returns the external id of a post of a topic.
pub fn external_id(topic: i64, number: i64) -> String {
    match number {
        1 => format!("t/{topic}"),
        number => format!("t/{topic}/{number}"),
    }
}

fn topic(id: &str, post: &str) -> Option<Page> {
    let (topic, number) = (number(id)?, number(post)?.max(1));
    Some(Page::Topic { topic, number })
}

fn is_number(text: &str) -> bool {
    number(text).is_some()
}

fn number(text: &str) -> Option<i64> {
    text.parse()
        .ok()
        .filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_about_the_same_in_each_form() {
        let topic = |topic, number| Some(Page::Topic { topic, number });
        let tag = |name: &str| Some(Page::Tag(name.to_owned()));
        for (address, page) in [
            ("/t/why-is-it/12", topic(12, 1)),
            ("/t/why-is-it/12/", topic(12, 1)),
            ("/t/12", topic(12, 1)),
            ("/t/12/3", topic(12, 3)),
            ("/t/-/12/3", topic(12, 3)),
            ("/t/why/12/3?u=ada#x", topic(12, 3)),
            ("/t/why/12/0", topic(12, 1)),
            ("/p/345", Some(Page::Post(345))),
            ("/u/Ada%20L/summary", Some(Page::User("Ada L".to_owned()))),
            ("/tag/crust", tag("crust")),
            ("/tag/crust/7", tag("crust")),
            ("/c/bread/6", tag("bread")),
            ("/c/bread/rye/7", tag("rye")),
            ("/c/bread", None),
            ("/t/why", None),
            ("/t/99999999999999999999", None),
            ("/t/a/b/c/d/12", None),
            ("/t", None),
            ("/", None),
        ] {
            assert_eq!(super::page(address), page, "{address}");
        }
    }
}
