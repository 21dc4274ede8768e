//! Addresses of a site of NodeBB: `/topic/12/title`, with or without the place of a post, and `/post/34` (`src/routes/index.js` of
//! version 4). Those of users and tags have the form of other sites.

use super::question2answer::Page;

/// Returns what an address is about: a path, with its query and its fragment. Topics have numbers of their own: the id of one is
/// that number below zero.
pub fn page(address: &str) -> Option<Page> {
    let path = address.split(['?', '#']).next()?;
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let id = match parts[..] {
        ["topic", id] | ["topic", id, _] | ["topic", id, _, _] => -number(id)?,
        ["post", id] => number(id)?,
        _ => return None,
    };
    Some(Page::Post(vec![id]))
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
    fn an_address_names_a_topic_or_a_post() {
        for (address, id) in [
            ("/topic/12/why-is-it", Some(-12)),
            ("/topic/12", Some(-12)),
            ("/topic/12/why-is-it/3?page=2#4", Some(-12)),
            ("/post/34", Some(34)),
            ("/topic/x", None),
            ("/topic/-12", None),
            ("/post/34/x", None),
            ("/post/restorePost", None),
            ("/topic/12/a/3/b", None),
            ("/", None),
        ] {
            let page_of_id = id.map(|id| Page::Post(vec![id]));
            assert_eq!(page(address), page_of_id, "{address}");
        }
    }
}
