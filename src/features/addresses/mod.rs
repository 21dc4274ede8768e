//! Addresses: where the address of a page leads, and where one of an imported site leads here.
//!
//! What a viewer may not read looks like what is absent: both have no page. Of a question that everyone could read,
//! readers without a session learn that it is gone, so that search engines forget it.

pub mod askbot;
pub mod discourse;
pub mod model;
pub mod nodebb;
pub mod question2answer;
pub mod routes;
pub mod short_id;
mod store;

use model::AddressTarget;
use question2answer::Page;

use crate::core::error::{Error, Result, Sentence};
use crate::core::id::{Id, LENGTH};
use crate::core::text::{fold, username_form};
use crate::features::questions::access::ReadablePost;
use crate::features::tags::access::ReadableTag;
use crate::features::users::{self, PublicReader, User, renaming};
use crate::platform::db::Read;
use crate::platform::web::{percent_decoded, percent_encoded};

/// The list of questions.
const LIST: &str = "/questionPage";
/// The page of a tag.
const TAG_PAGE: &str = "/tagPage";

/// What an address names.
pub enum Address {
    Question {
        id: Id,
        query: String,
    },
    User {
        name: String,
        query: String,
    },
    /// A page about a tag.
    Tag {
        name: String,
        page: &'static str,
        /// The other parameters.
        others: Vec<(String, String)>,
    },
    /// A post of an imported site, by its external id or else by the next one.
    ImportedPost(Vec<String>),
    /// A user of an imported site, by the external id.
    ImportedUser(String),
    ImportedTag {
        name: String,
        /// Its id there.
        external_id: String,
        page: &'static str,
    },
}

impl Address {
    /// Parses a path of this site with its query. `None`: it names none of these.
    pub fn parse(address: &str) -> Option<Self> {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        let with_query = || match query {
            "" => String::new(),
            query => format!("?{query}"),
        };
        let imported = |ids: &[&str]| {
            let ids = ids.iter().filter_map(|id| short_id::any(id));
            let ids: Vec<String> = ids.map(|id| id.to_string()).collect();
            (!ids.is_empty()).then_some(Self::ImportedPost(ids))
        };
        let imported_tag = |name: &str, page, external_id: fn(&str) -> String| {
            let name = percent_decoded(name);
            let external_id = external_id(&name);
            Some(Self::ImportedTag {
                name,
                external_id,
                page,
            })
        };
        match parts[..] {
            // Shorter ids are those of an imported site.
            ["question", id] | ["question", id, _] if id.len() == LENGTH => Some(Self::Question {
                id: id.parse().ok()?,
                query: with_query(),
            }),
            ["user", name] => {
                let name = percent_decoded(name);
                // What can be no name here is one of an imported site.
                Some(match username_form(&name) {
                    Ok(()) => Self::User {
                        name,
                        query: with_query(),
                    },
                    Err(_) => Self::ImportedUser(external_name(&name)),
                })
            }
            ["questionPage"] => Self::tag(LIST, query),
            ["tagPage"] => Self::tag(TAG_PAGE, query),
            ["questions", "tagged", name] => imported_tag(name, LIST, str::to_lowercase),
            ["tags", name, "info"] => imported_tag(name, TAG_PAGE, str::to_lowercase),
            ["tags", name] => imported_tag(name, LIST, external_name),
            ["questions", id, answer] if short_id::number(answer).is_some() => {
                imported(&[answer, id])
            }
            ["questions", id] | ["questions", id, _] => imported(&[id]),
            ["questions", id, _, answer] => imported(&[answer, id]),
            ["q" | "a", id] | ["q" | "a", id, _] => imported(&[id]),
            ["users", user] | ["users", user, _] => {
                let user = percent_decoded(user);
                Some(Self::ImportedUser(match user.parse() {
                    Ok(number @ 1_i64..) => number.to_string(),
                    _ => external_name(&user),
                }))
            }
            _ => Self::discourse(address).or_else(|| Self::other(address)),
        }
    }

    fn discourse(address: &str) -> Option<Self> {
        Some(match discourse::page(address)? {
            discourse::Page::Topic { topic, number } => Self::ImportedPost(vec![
                discourse::external_id(topic, number),
                discourse::external_id(topic, 1),
            ]),
            discourse::Page::Post(id) => Self::ImportedPost(vec![id.to_string()]),
            discourse::Page::User(name) => Self::ImportedUser(external_name(&name)),
            discourse::Page::Tag(name) => Self::named_tag(name),
        })
    }

    fn other(address: &str) -> Option<Self> {
        Some(match page_of_other(address)? {
            Page::Post(ids) => Self::ImportedPost(ids.iter().map(ToString::to_string).collect()),
            Page::User(name) => Self::ImportedUser(external_name(&name)),
            Page::Tag(name) => Self::named_tag(name),
        })
    }

    /// Returns the address of a tag whose page on an imported site has its name in its address.
    fn named_tag(name: String) -> Self {
        Self::ImportedTag {
            external_id: external_name(&name),
            name,
            page: LIST,
        }
    }

    fn tag(page: &'static str, query: &str) -> Option<Self> {
        let pairs = form_urlencoded::parse(query.as_bytes()).into_owned();
        let (names, others): (Vec<_>, Vec<_>) = pairs.partition(|(key, _)| key == "tag");
        let (_, name) = names.into_iter().next()?;
        Some(Self::Tag { name, page, others })
    }

    /// Returns whether the address is one of an imported site, and no page of this one.
    pub fn is_imported(&self) -> bool {
        matches!(
            self,
            Self::ImportedPost(_) | Self::ImportedUser(_) | Self::ImportedTag { .. }
        )
    }

    /// Returns whether the address is the page of a user.
    pub fn is_profile(&self) -> bool {
        matches!(self, Self::User { .. })
    }

    /// Returns whether the address is the page of a question.
    pub fn is_question(&self) -> bool {
        matches!(self, Self::Question { .. })
    }
}

/// Returns what an address of a site of Question2Answer, Askbot or NodeBB is about: a path, with its query and its fragment.
pub fn page_of_other(address: &str) -> Option<Page> {
    question2answer::page(address)
        .or_else(|| askbot::page(address))
        .or_else(|| nodebb::page(address))
}

/// Returns where an address leads a viewer. Rejects one of what is absent or hidden from them with 404, and one of a
/// question that was public with 410 if they have no session.
pub fn find(read: &Read<'_>, viewer: &PublicReader, address: &Address) -> Result<AddressTarget> {
    let mut no_index = false;
    let target = match address {
        Address::Question { id, query } => {
            let question = ReadablePost::find_public(read, viewer, *id)?;
            merged_into(read, viewer, &question)?
                .map(|into| format!("{}{query}", question_page(into)))
        }
        Address::User { name, query } => {
            let user = match renaming::find(read, name)? {
                Some(user) => user,
                None => imported_user(read, &external_name(name))?.ok_or(Sentence::UserNotFound)?,
            };
            no_index = !users::store::may_be_indexed(read, &user.username)?;
            (user.username != *name).then(|| format!("{}{query}", user_page(&user)))
        }
        Address::Tag { name, page, others } => match ReadableTag::find(read, viewer, name) {
            Ok(tag) if fold(tag.name()) != fold(name) => Some(tag_page(page, tag.name(), others)),
            Err(Error::Code(Sentence::TagNotFound)) if *page == LIST => None,
            found => found.map(|_| None)?,
        },
        Address::ImportedPost(ids) => Some(imported_post(read, viewer, ids)?),
        Address::ImportedUser(external_id) => {
            let user = imported_user(read, external_id)?.ok_or(Sentence::NotFound)?;
            Some(user_page(&user))
        }
        Address::ImportedTag {
            name,
            external_id,
            page,
        } => {
            store::imported(read, "tag", external_id)?.ok_or(Sentence::NotFound)?;
            let tag = ReadableTag::find(read, viewer, &name.to_lowercase())?;
            Some(tag_page(page, tag.name(), &[]))
        }
    };
    Ok(AddressTarget { target, no_index })
}

/// Returns a second external id: the name of a user or a tag whose page on an imported site has it in its address.
pub fn external_name(name: &str) -> String {
    format!("@{}", fold(name))
}

/// Returns a second external id of a post: its path on an imported site whose addresses do not have ids, with its query and what
/// follows `#`, in the same form for each way to write it, and without white space.
pub fn external_path(path: &str) -> String {
    let (path, fragment) = match path.split_once('#') {
        Some((path, fragment)) => (path, Some(fragment)),
        None => (path, None),
    };
    let mut path = percent_decoded(path.trim_end_matches('/'));
    if let Some(fragment) = fragment {
        path.push('#');
        path.push_str(&percent_decoded(fragment));
    }
    path.replace(char::is_whitespace, "+")
}

/// Returns where a path of an imported site whose addresses do not have ids leads a viewer, with its query or else without it.
pub fn find_path(read: &Read<'_>, viewer: &PublicReader, path: &str) -> Result<AddressTarget> {
    let without_query = path.split('?').next().unwrap_or_default();
    let ids = [path, without_query].map(external_path);
    Ok(AddressTarget {
        target: Some(imported_post(read, viewer, &ids)?),
        no_index: false,
    })
}

/// Returns the user whom an import has brought with this external id.
fn imported_user(read: &Read<'_>, external_id: &str) -> Result<Option<User>> {
    let id = store::imported(read, "user", external_id)?;
    Ok(id.map(|id| store::user(read, id)).transpose()?.flatten())
}

/// Returns the page of the post with the first of these ids that an import has brought and that the viewer may
/// read.
fn imported_post(read: &Read<'_>, viewer: &PublicReader, ids: &[String]) -> Result<String> {
    for id in ids {
        let Some(id) = store::imported(read, "post", id)? else {
            continue;
        };
        let post = match ReadablePost::find_post(read, viewer, id) {
            Err(Error::Code(Sentence::PostNotFound)) => continue,
            found => found?,
        };
        let question = question_page(post.question());
        return Ok(if post.is_question() {
            merged_into(read, viewer, &post)?.map_or(question, question_page)
        } else {
            format!("{question}#{}", post.post())
        });
    }
    Err(Sentence::NotFound.into())
}

/// Returns the question that has the answers of a merged one, for readers without a session: members read the
/// merged question too, and moderators undo the merge there.
fn merged_into(
    read: &Read<'_>,
    viewer: &PublicReader,
    question: &ReadablePost,
) -> Result<Option<Id>> {
    match viewer {
        PublicReader::Nobody(viewer) => store::merged_into(read, viewer, question),
        PublicReader::Member(_) => Ok(None),
    }
}

fn question_page(id: Id) -> String {
    format!("/question/{id}")
}

fn user_page(user: &User) -> String {
    format!("/user/{}", percent_encoded(&user.username))
}

fn tag_page(page: &str, name: &str, others: &[(String, String)]) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("tag", name).extend_pairs(others);
    format!("{page}?{}", query.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_addresses_name_nothing() {
        for address in [
            "",
            "/",
            "//",
            "/question",
            "/question/x",
            "/question/0000000000001/a/b",
            "/questionPage",
            "/questionPage?search=x",
            "/questions",
            "/questions/ask",
            "/questions/99999999999999999999",
            "/questions/1/2/3/4",
            "/users",
            "/tags",
            "/q",
            "/a/x",
            "/?qa=",
            "/index.php",
            "/tag",
        ] {
            assert!(Address::parse(address).is_none(), "{address}");
        }
    }
}
