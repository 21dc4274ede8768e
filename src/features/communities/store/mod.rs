//! Queries of communities.
//!
//! [`access`](super::access) uses `roles` to check rights; the other queries take these rights as
//! parameters.

pub mod changes;
pub mod lists;
pub mod roles;

use rusqlite::Row;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};

use super::access::{CanSetReading, FoundCommunity};
use super::model::{
    Community, CommunityCard, CommunityReach, CommunityRole, DetailLevel, MemberRequest, Visibility,
};
use crate::core::error::{Error, Result};
use crate::core::id::Id;
use crate::core::text::fold;
use crate::features::mentions::store as mentions;
use crate::features::pictures;
use crate::features::users::{UserReference, Viewer};
use crate::platform::db::Read;

pub use crate::platform::scopes::store::{READERS, TAG_QUESTIONS, VISIBLE, VISIBLE_SCOPE};
pub use roles::{exists, private_scopes};

/// SQL expression: the scope of questions in the community `c`, or of questions without a community
/// if a LEFT JOIN found none.
pub const SCOPE: &str = "CASE WHEN c.visibility = 'private' THEN c.id ELSE 0 END";

/// The maximum number of entries in each list of a [`Community`].
pub const LIST_LIMIT: usize = 1_000;

impl FromSql for Visibility {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        value
            .as_str()?
            .parse()
            .map_err(|_| FromSqlError::InvalidType)
    }
}

impl ToSql for Visibility {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::from(match self {
            Self::Public => "public",
            Self::Private => "private",
        }))
    }
}

/// Returns the id of the community with a name, ignoring case.
pub fn id_of_name(read: &Read<'_>, name: &str) -> Result<Option<Id>> {
    let sql = "SELECT id FROM communities WHERE name_key = ?1";
    read.first(sql, [fold(name)], |row| row.get(0))
}

/// Returns a community at a detail level.
pub fn community(read: &Read<'_>, id: Id, detail: DetailLevel) -> Result<Community> {
    let sql = "SELECT c.name, c.description, c.visibility, coalesce((SELECT name FROM authors WHERE id = c.owner_id), '[deleted]'),
                      c.member_count, c.created_at, c.archived_at, c.needs_account, c.opened_at
               FROM communities c WHERE c.id = ?1";
    let row = read.first(sql, [id], |row| {
        Ok(Community {
            id,
            name: row.get(0)?,
            description: row.get(1)?,
            mentions: Vec::new(),
            pictures: Vec::new(),
            visibility: row.get(2)?,
            owner: row.get(3)?,
            members: Vec::new(),
            moderators: Vec::new(),
            member_requests: Vec::new(),
            questions: Vec::new(),
            member_count: row.get(4)?,
            created_at: row.get(5)?,
            archived_at: row.get(6)?,
            needs_account: row.get(7)?,
            opened_at: row.get(8)?,
            truncated: None,
        })
    })?;
    let mut community = row.ok_or_else(|| Error::internal("the community does not exist"))?;
    community.mentions = named(read, id)?;
    community.pictures = pictures::store::sizes(read, id, id, id, None)?;
    if detail >= DetailLevel::Inside {
        let usernames = |condition: &str| -> Result<Vec<String>> {
            let sql = format!(
                "SELECT u.username FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.community_id = ?1 AND u.deleted_at IS NULL {condition}
                 ORDER BY m.joined_at DESC, m.user_id DESC LIMIT ?2"
            );
            read.all(&sql, (id, LIST_LIMIT as i64 + 1), |row| row.get(0))
        };
        let (mut members, mut moderators) =
            (usernames("")?, usernames("AND m.role = 'moderator'")?);
        let sql = "SELECT id FROM questions WHERE community_id = ?1 AND scope IS NOT NULL ORDER BY id DESC LIMIT ?2";
        let mut questions: Vec<Id> =
            read.all(sql, (id, LIST_LIMIT as i64 + 1), |row| row.get(0))?;
        community.truncated =
            (truncate(&mut members) | truncate(&mut moderators) | truncate(&mut questions))
                .then_some(true);
        members.reverse();
        moderators.reverse();
        (community.members, community.moderators, community.questions) =
            (members, moderators, questions);
    }
    if detail >= DetailLevel::Moderating {
        add_requests(read, &mut community)?;
    }
    Ok(community)
}

/// Returns the names of members in the description of a community.
fn named(read: &Read<'_>, id: Id) -> Result<Vec<String>> {
    let mut names = mentions::names(read, id, id, id)?;
    Ok(names.remove(&id).unwrap_or_default())
}

/// Adds the join requests, which only moderators see.
pub fn add_requests(read: &Read<'_>, community: &mut Community) -> Result<()> {
    let sql = format!(
        "{REQUEST} WHERE r.community_id = ?1 ORDER BY r.requested_at DESC, r.user_id DESC LIMIT ?2"
    );
    let mut requests = read.all(&sql, (community.id, LIST_LIMIT as i64 + 1), request_from)?;
    if truncate(&mut requests) {
        community.truncated = Some(true);
    }
    requests.reverse();
    community.member_requests = requests;
    Ok(())
}

/// Cuts a list after [`LIST_LIMIT`] entries. Returns whether it was longer.
fn truncate<T>(list: &mut Vec<T>) -> bool {
    let is_long = list.len() > LIST_LIMIT;
    list.truncate(LIST_LIMIT);
    is_long
}

/// Returns the viewer's projection of a community. The lists always include a viewer who is a
/// member or moderator.
pub fn for_viewer(read: &Read<'_>, viewer: &Viewer, found: &FoundCommunity) -> Result<Community> {
    let mut community = community(read, found.id(), found.detail_level())?;
    let add_viewer = |names: &mut Vec<String>| {
        if !names.iter().any(|name| name == viewer.username()) {
            names.insert(0, viewer.username().to_owned());
        }
    };
    if found.role() >= CommunityRole::Member {
        add_viewer(&mut community.members);
    }
    if found.role() >= CommunityRole::Moderator {
        add_viewer(&mut community.moderators);
    }
    if found.role() == CommunityRole::Requester {
        community.member_requests = request(read, found.id(), viewer.id())?
            .into_iter()
            .collect();
    }
    Ok(community)
}

const REQUEST: &str = "SELECT r.user_id, r.requested_at, u.username FROM membership_requests r JOIN users u ON u.id = r.user_id AND u.deleted_at IS NULL";

fn request_from(row: &Row<'_>) -> rusqlite::Result<MemberRequest> {
    let id = row.get(0)?;
    Ok(MemberRequest {
        user_id: id,
        requested_at: row.get(1)?,
        user: UserReference {
            id,
            username: row.get(2)?,
        },
    })
}

/// Returns a user's pending request to join a community.
pub fn request(read: &Read<'_>, community: Id, user: Id) -> Result<Option<MemberRequest>> {
    read.first(
        &format!("{REQUEST} WHERE r.community_id = ?1 AND r.user_id = ?2"),
        (community, user),
        request_from,
    )
}

/// Returns how many questions and answers a community has, and how many authors they have.
pub fn reach(read: &Read<'_>, right: &CanSetReading) -> Result<CommunityReach> {
    let sql = "SELECT count(*), count(DISTINCT author_id) FROM (
                   SELECT p.author_id FROM questions q JOIN posts p ON p.id = q.id
                   WHERE q.community_id = ?1 AND q.scope IS NOT NULL
                   UNION ALL SELECT p.author_id FROM questions q JOIN posts p ON p.question_id = q.id
                   WHERE q.community_id = ?1 AND q.scope IS NOT NULL AND p.deleted_at IS NULL)";
    let reach = read.first(sql, [right.community()], |row| {
        Ok(CommunityReach {
            posts: row.get(0)?,
            authors: row.get(1)?,
        })
    })?;
    reach.ok_or_else(|| Error::internal("a count without a row"))
}

/// Returns all pending requests to join a community.
pub fn requests(read: &Read<'_>, community: Id) -> Result<Vec<MemberRequest>> {
    read.all(
        &format!("{REQUEST} WHERE r.community_id = ?1"),
        [community],
        request_from,
    )
}

/// Returns the viewer's card of a community.
pub fn card(read: &Read<'_>, found: &FoundCommunity) -> Result<CommunityCard> {
    let (id, role) = (found.id(), found.role());
    let sql = format!(
        "SELECT c.name, c.description, c.visibility, coalesce((SELECT name FROM authors WHERE id = c.owner_id), '[deleted]'),
                c.member_count, iif(?2 >= {inside}, c.moderator_count, 0), iif(?2 >= {moderating}, c.request_count, 0),
                iif(?2 >= {inside}, c.question_count, 0), c.archived_at IS NOT NULL, c.created_at, c.needs_account, c.opened_at
         FROM communities c WHERE c.id = ?1",
        inside = DetailLevel::Inside as i64,
        moderating = DetailLevel::Moderating as i64,
    );
    let card = read.first(&sql, (id, found.detail_level() as i64), |row| {
        Ok(CommunityCard {
            id,
            name: row.get(0)?,
            description: row.get(1)?,
            mentions: Vec::new(),
            pictures: Vec::new(),
            visibility: row.get(2)?,
            owner: row.get(3)?,
            member_count: row.get(4)?,
            moderator_count: row.get(5)?,
            request_count: row.get(6)?,
            question_count: row.get(7)?,
            is_member: role >= CommunityRole::Member,
            is_moderator: role >= CommunityRole::Moderator,
            requested: role == CommunityRole::Requester,
            archived: row.get(8)?,
            created_at: row.get(9)?,
            needs_account: row.get(10)?,
            opened_at: row.get(11)?,
        })
    })?;
    let mut card = card.ok_or_else(|| Error::internal("the community does not exist"))?;
    card.mentions = named(read, id)?;
    card.pictures = pictures::store::sizes(read, id, id, id, None)?;
    Ok(card)
}
