//! The pages with content, and the calls that they are made of.

use axum::http::Uri;
use form_urlencoded::byte_serialize;

use crate::core::id::Id;
use crate::platform::web::{percent_decoded, percent_encoded};

/// A page with content.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Page {
    Home,
    Question(Id),
    /// The list of questions, or of those with a tag.
    Questions(Option<String>),
    Tags,
    Tag(String),
    Users,
    User(String),
    Communities,
    Community(Id),
}

/// The calls of the first parts of lists.
pub const QUESTION_LIST: &str = "/question/getQuestion?order=newest&view=card&limit=20";
pub const TAG_LIST: &str = "/tag/getTagsWithQuestionNumber?search=&limit=100";
pub const COMMUNITY_LIST: &str = "/community/getAllCommunities?view=card&limit=30";

/// The calls of a member's home page.
pub const INBOX: &str = "/inbox/getEntries?limit=20";
pub const MUTED_KINDS: &str = "/inbox/getMutedKinds";
pub const MY_COMMUNITIES: &str = "/community/getAllCommunities?view=card&limit=30&member=true";
pub const STAR_NOTES: &str = "/star/getStarNotes?ids=";
/// The calls of what an administrator sees above them on a new site.
pub const SETTINGS: &str = "/administration/getSettings";
pub const HEALTH: &str = "/administration/getHealth";
pub const DELIVERY_COUNTS: &str = "/administration/getDeliveryCounts";
/// The accounts, the administrators and the site moderators, for their numbers.
pub const ACCOUNTS: [&str; 3] = [
    "/administration/getUsers?limit=1",
    "/administration/getUsers?role=administrator&limit=1",
    "/administration/getUsers?role=moderator&limit=1",
];

/// Returns the call of the questions that a member has starred.
pub fn stars_of(username: &str) -> String {
    let name = encoded(username);
    format!("/star/getStars?username={name}&view=card&limit=20")
}

/// A call, with the path that the UI uses for it.
#[derive(Debug, PartialEq, Eq)]
pub enum Call {
    /// Returns what the page of a question shows, and the signed-in user.
    First(String),
    /// Returns the first part of a list.
    List(String),
    Other(String),
}

impl Page {
    /// Returns the page of an address. The results of searches and other orders are drawn by the browser alone: they cost
    /// more, and search engines have no use for them.
    pub fn of(uri: &Uri) -> Option<Self> {
        let query = |name: &str| {
            form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes())
                .find(|(key, value)| key == name && !value.is_empty())
                .map(|(_, value)| value.into_owned())
        };
        let is_plain = || query("search").is_none() && query("order").is_none();
        let path = uri.path().strip_prefix('/')?;
        let mut parts = path.strip_suffix('/').unwrap_or(path).split('/');
        match (parts.next()?, parts.next(), parts.next(), parts.next()) {
            ("home", None, ..) if query("tag").is_none() => Some(Self::Home),
            ("question", Some(id), _, None) => id.parse().ok().map(Self::Question),
            ("questionPage", None, ..) if is_plain() => Some(Self::Questions(query("tag"))),
            ("tags", None, ..) if is_plain() => Some(Self::Tags),
            ("users", None, ..) if is_plain() => Some(Self::Users),
            ("user", Some(name), None, _) => {
                let name = percent_decoded(name);
                // No name has the sign that replaces what is no text.
                (!name.contains('\u{fffd}')).then_some(Self::User(name))
            }
            ("communities", Some("all"), None, _) if is_plain() => Some(Self::Communities),
            ("communities", Some(id), None, _) if is_plain() && query("tag").is_none() => {
                id.parse().ok().map(Self::Community)
            }
            ("tagPage", None, ..) if query("history").is_none() => query("tag").map(Self::Tag),
            _ => None,
        }
    }

    /// Returns the calls whose replies the UI shows first, to a reader without a session or to a member.
    pub fn calls(&self, is_stranger: bool) -> Vec<Call> {
        let list = |path: &str| Call::List(path.to_owned());
        match self {
            Self::Home if !is_stranger => Vec::new(),
            Self::Home => [QUESTION_LIST, TAG_LIST, COMMUNITY_LIST].map(list).into(),
            Self::Question(id) => vec![Call::First(format!("/question/getFirstData/{id}"))],
            Self::Questions(tag) => {
                let (search, pinned) = tag.as_ref().map_or_else(Default::default, |tag| {
                    let search = format!("&search={}", encoded(&format!("[{tag}]")));
                    (search, format!("?tag={}", encoded(tag)))
                });
                vec![
                    Call::List(format!("{QUESTION_LIST}{search}")),
                    Call::Other(format!("/question/getPinned{pinned}")),
                ]
            }
            Self::Tags => vec![list(TAG_LIST)],
            Self::Tag(tag) => vec![Call::Other(format!(
                "/tag/getTagPage/{}",
                percent_encoded(tag)
            ))],
            Self::Users => vec![Call::List(
                "/user/getUsers?search=&order=mostPosts&limit=60".to_owned(),
            )],
            Self::User(name) => vec![Call::Other(format!(
                "/user/getUser/{}",
                percent_encoded(name)
            ))],
            Self::Communities => vec![list(COMMUNITY_LIST)],
            Self::Community(id) => vec![
                Call::Other(format!("/community/getCommunity/{id}?view=card")),
                Call::List(format!(
                    "/question/getCommunityQuestions/{id}?order=newest&view=card&limit=20"
                )),
                Call::Other(format!("/question/getPinned?community={id}")),
            ],
        }
    }
}

/// The calls of the frame around every page of a member.
const AROUND: [&str; 5] = [
    "/chat/getUnreadChats",
    "/following/getFollows",
    "/inbox/getUnreadCounts",
    "/messaging/getUnread",
    "/user/getSecurityNotices",
];

impl Page {
    /// Returns the further calls that the UI makes first for a member. Slow ones are not among them: the page would wait.
    /// `is_author`: whether the member wrote the question or an answer there, and moderates neither.
    pub fn calls_around(&self, is_author: bool) -> Vec<String> {
        let mut calls: Vec<String> = AROUND.map(str::to_owned).into();
        if let Self::Question(id) = self {
            calls.extend([
                format!("/following/getFollow?kind=question&object={id}"),
                format!("/following/getNews?ids={id}"),
                format!("/post/getDeletedPosts?qid={id}"),
                format!("/star/getStar/{id}"),
            ]);
            calls.extend(is_author.then(|| format!("/question/getPermissions/{id}")));
        }
        calls
    }
}

/// Encodes a value of a query, as `URLSearchParams` does.
pub fn encoded(value: &str) -> String {
    byte_serialize(value.as_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(address: &str) -> Option<Page> {
        Page::of(&address.parse().expect("an address"))
    }

    #[test]
    fn an_address_names_its_page() {
        let id: Id = "38gwgh4q7j5x7".parse().expect("an id");
        for (address, expected) in [
            ("/question/38gwgh4q7j5x7", Some(Page::Question(id))),
            ("/question/38gwgh4q7j5x7/a-title", Some(Page::Question(id))),
            ("/question/38gwgh4q7j5x7/?utm=x", Some(Page::Question(id))),
            ("/question/38gwgh4q7j5x7/history/1", None),
            ("/question/x", None),
            ("/question", None),
            ("/questionPage", Some(Page::Questions(None))),
            (
                "/questionPage?tag=c%2B%2B",
                Some(Page::Questions(Some("c++".to_owned()))),
            ),
            ("/questionPage?search=ink", None),
            ("/questionPage?order=active", None),
            ("/questionPage/1", None),
            ("/tags", Some(Page::Tags)),
            ("/tags?search=ink", None),
            ("/tagPage?tag=ink", Some(Page::Tag("ink".to_owned()))),
            ("/tagPage?tag=ink&history=true", None),
            ("/tagPage", None),
            ("/users", Some(Page::Users)),
            ("/user/a%20b", Some(Page::User("a b".to_owned()))),
            ("/user/%ff", None),
            ("/communities/all", Some(Page::Communities)),
            ("/communities/38gwgh4q7j5x7", Some(Page::Community(id))),
            ("/communities/38gwgh4q7j5x7?tag=ink", None),
            ("/communities/my", None),
            ("/home", Some(Page::Home)),
            ("/home?tag=ink", None),
            ("/", None),
        ] {
            assert_eq!(page(address), expected, "{address}");
        }
    }

    #[test]
    fn a_list_is_asked_for_as_by_the_ui() {
        let calls = page("/questionPage?tag=c%2B%2B+x").map(|page| page.calls(true));
        let list = "/question/getQuestion?order=newest&view=card&limit=20&search=%5Bc%2B%2B+x%5D";
        let pinned = "/question/getPinned?tag=c%2B%2B+x";
        let expected = vec![Call::List(list.to_owned()), Call::Other(pinned.to_owned())];
        assert_eq!(calls, Some(expected));
    }
}
