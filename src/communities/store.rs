//! Communities in SQL, and the one predicate that says what a viewer may read.

pub mod changes;
pub mod lists;

use rusqlite::Row;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};

use super::access::{Found, Rank, Sight};
use super::{Community, CommunityCard, MemberRequest, Requester, Visibility};
use crate::db::Read;
use crate::error::{Error, Result};
use crate::id::Id;
use crate::users::Me;

/// True for each question `q` that the viewer `?1` may read. Every query that shows, counts or orders questions,
/// or what hangs on them, has it.
pub const VISIBLE: &str = "(q.scope = 0 OR q.scope IN (SELECT community_id FROM members WHERE user_id = ?1))";

/// The same for rows that carry a scope of their own, such as totals.
pub const VISIBLE_SCOPE: &str = "(scope = 0 OR scope IN (SELECT community_id FROM members WHERE user_id = ?1))";

/// The scope of what is asked in the community `c`, or outside of any where a LEFT JOIN finds none.
pub const SCOPE: &str = "CASE WHEN c.visibility = 'private' THEN c.id ELSE 0 END";

/// How many entries of each list a whole community shows at most.
pub const SHOWN: usize = 1_000;

impl FromSql for Visibility {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        value.as_str()?.parse().map_err(|_| FromSqlError::InvalidType)
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

/// What the user `?2` is to the community `c`, of which `m` is his membership, if he has one.
const RANK: &str = "CASE WHEN m.role = 'moderator' THEN iif(c.owner_id IS ?2, 'owner', 'moderator')
     WHEN m.role IS NOT NULL THEN 'member'
     WHEN EXISTS (SELECT 1 FROM member_requests WHERE community_id = c.id AND user_id = ?2) THEN 'requester'
     ELSE 'outsider' END";
const AND_MEMBERSHIP: &str = "LEFT JOIN members m ON m.community_id = c.id AND m.user_id = ?2";

fn rank_from(row: &Row<'_>, column: usize) -> rusqlite::Result<Rank> {
    Ok(match row.get_ref(column)?.as_str()? {
        "owner" => Rank::Owner,
        "moderator" => Rank::Moderator,
        "member" => Rank::Member,
        "requester" => Rank::Requester,
        _ => Rank::Outsider,
    })
}

/// A community, archived or not, and what the viewer is to it.
pub fn find(read: &Read<'_>, me: &Me, community: Id) -> Result<Option<Found>> {
    let sql =
        format!("SELECT c.visibility = 'private', c.archived_at IS NOT NULL, {RANK} FROM communities c {AND_MEMBERSHIP} WHERE c.id = ?1");
    read.first(&sql, (community, me.id), |row| {
        Ok(Found { community, is_private: row.get(0)?, is_archived: row.get(1)?, rank: rank_from(row, 2)? })
    })
}

/// What a user is to a community; nothing if there is no such community.
pub fn rank(read: &Read<'_>, community: Id, user: Id) -> Result<Option<Rank>> {
    let sql = format!("SELECT {RANK} FROM communities c {AND_MEMBERSHIP} WHERE c.id = ?1");
    read.first(&sql, (community, user), |row| rank_from(row, 0))
}

/// Whether a user has asked to join a community and waits for an answer.
pub fn has_requested(read: &Read<'_>, community: Id, user: Id) -> Result<bool> {
    read.exists("SELECT 1 FROM member_requests WHERE community_id = ?1 AND user_id = ?2", (community, user))
}

/// The private communities that a user belongs to: the scopes that he may read besides what everyone may.
pub fn private_scopes(read: &Read<'_>, user: Id) -> Result<Vec<Id>> {
    let sql = "SELECT c.id FROM members m JOIN communities c ON c.id = m.community_id WHERE m.user_id = ?1 AND c.visibility = 'private'";
    read.all(sql, [user], |row| row.get(0))
}

/// Everyone who belongs to a community.
pub fn member_ids(read: &Read<'_>, community: Id) -> Result<Vec<Id>> {
    read.all("SELECT user_id FROM members WHERE community_id = ?1", [community], |row| row.get(0))
}

/// Everyone who moderates a community, its owner included.
pub fn moderator_ids(read: &Read<'_>, community: Id) -> Result<Vec<Id>> {
    read.all("SELECT user_id FROM members WHERE community_id = ?1 AND role = 'moderator'", [community], |row| row.get(0))
}

/// Whether there is such a community, archived or not.
pub fn exists(read: &Read<'_>, community: Id) -> Result<bool> {
    read.exists("SELECT 1 FROM communities WHERE id = ?1", [community])
}

/// A community as much as this sight shows of it.
pub fn community(read: &Read<'_>, id: Id, sight: Sight) -> Result<Community> {
    let sql = "SELECT c.name, c.description, c.visibility, coalesce((SELECT name FROM authors WHERE id = c.owner_id), '[deleted]'),
                      c.member_count, c.created_at, c.archived_at
               FROM communities c WHERE c.id = ?1";
    let bare = read.first(sql, [id], |row| {
        Ok(Community {
            id,
            name: row.get(0)?,
            description: row.get(1)?,
            visibility: row.get(2)?,
            owner: row.get(3)?,
            members: Vec::new(),
            moderators: Vec::new(),
            member_requests: Vec::new(),
            questions: Vec::new(),
            member_count: row.get(4)?,
            created_at: row.get(5)?,
            archived_at: row.get(6)?,
            truncated: None,
        })
    })?;
    let mut community = bare.ok_or_else(|| Error::internal("the community is not there"))?;
    if sight >= Sight::Inside {
        let names = |which: &str| -> Result<Vec<String>> {
            let sql = format!(
                "SELECT u.username FROM members m JOIN users u ON u.id = m.user_id WHERE m.community_id = ?1 {which}
                 ORDER BY m.joined_at DESC, m.user_id DESC LIMIT ?2"
            );
            read.all(&sql, (id, SHOWN as i64 + 1), |row| row.get(0))
        };
        let (mut members, mut moderators) = (names("")?, names("AND m.role = 'moderator'")?);
        let sql = "SELECT id FROM questions WHERE community_id = ?1 AND scope IS NOT NULL ORDER BY id DESC LIMIT ?2";
        let mut questions: Vec<Id> = read.all(sql, (id, SHOWN as i64 + 1), |row| row.get(0))?;
        community.truncated = (cut(&mut members) | cut(&mut moderators) | cut(&mut questions)).then_some(true);
        members.reverse();
        moderators.reverse();
        (community.members, community.moderators, community.questions) = (members, moderators, questions);
    }
    if sight >= Sight::Moderating {
        show_requests(read, &mut community)?;
    }
    Ok(community)
}

/// Adds to a community what its moderators see besides.
pub fn show_requests(read: &Read<'_>, community: &mut Community) -> Result<()> {
    let sql = format!("{REQUEST} WHERE r.community_id = ?1 ORDER BY r.requested_at DESC, r.user_id DESC LIMIT ?2");
    let mut requests = read.all(&sql, (community.id, SHOWN as i64 + 1), request_from)?;
    if cut(&mut requests) {
        community.truncated = Some(true);
    }
    requests.reverse();
    community.member_requests = requests;
    Ok(())
}

/// Shortens a list that is too long to be shown, and tells whether it was.
fn cut<T>(list: &mut Vec<T>) -> bool {
    let is_long = list.len() > SHOWN;
    list.truncate(SHOWN);
    is_long
}

/// A community as the viewer is shown it: with himself where he is one of too many to be shown.
pub fn seen(read: &Read<'_>, me: &Me, found: &Found) -> Result<Community> {
    let mut community = community(read, found.community, found.sight())?;
    let with_me = |names: &mut Vec<String>| {
        if !names.contains(&me.username) {
            names.insert(0, me.username.clone());
        }
    };
    if found.rank >= Rank::Member {
        with_me(&mut community.members);
    }
    if found.rank >= Rank::Moderator {
        with_me(&mut community.moderators);
    }
    if found.rank == Rank::Requester {
        community.member_requests = request(read, found.community, me.id)?.into_iter().collect();
    }
    Ok(community)
}

/// The communities that a user belongs to, and those that he has asked to join.
pub fn joined_and_requested(read: &Read<'_>, user: Id) -> Result<(Vec<Id>, Vec<Id>)> {
    let of = |table: &str| -> Result<Vec<Id>> {
        read.all(&format!("SELECT community_id FROM {table} WHERE user_id = ?1"), [user], |row| row.get(0))
    };
    Ok((of("members")?, of("member_requests")?))
}

const REQUEST: &str = "SELECT r.user_id, r.requested_at, u.username FROM member_requests r JOIN users u ON u.id = r.user_id";

fn request_from(row: &Row<'_>) -> rusqlite::Result<MemberRequest> {
    let id = row.get(0)?;
    Ok(MemberRequest { user_id: id, requested_at: row.get(1)?, user: Requester { id, username: row.get(2)? } })
}

/// A user's request to join a community.
pub fn request(read: &Read<'_>, community: Id, user: Id) -> Result<Option<MemberRequest>> {
    read.first(&format!("{REQUEST} WHERE r.community_id = ?1 AND r.user_id = ?2"), (community, user), request_from)
}

/// All requests to join a community.
pub fn requests(read: &Read<'_>, community: Id) -> Result<Vec<MemberRequest>> {
    read.all(&format!("{REQUEST} WHERE r.community_id = ?1"), [community], request_from)
}

/// A community as the viewer's card of it.
pub fn card(read: &Read<'_>, found: &Found) -> Result<CommunityCard> {
    let (id, rank) = (found.community, found.rank);
    let sql = format!(
        "SELECT c.name, c.description, c.visibility, coalesce((SELECT name FROM authors WHERE id = c.owner_id), '[deleted]'),
                c.member_count, iif(?2 >= {inside}, c.moderator_count, 0), iif(?2 >= {moderating}, c.request_count, 0),
                iif(?2 >= {inside}, c.question_count, 0), c.archived_at IS NOT NULL, c.created_at
         FROM communities c WHERE c.id = ?1",
        inside = Sight::Inside as i64,
        moderating = Sight::Moderating as i64,
    );
    let card = read.first(&sql, (id, found.sight() as i64), |row| {
        Ok(CommunityCard {
            id,
            name: row.get(0)?,
            description: row.get(1)?,
            visibility: row.get(2)?,
            owner: row.get(3)?,
            member_count: row.get(4)?,
            moderator_count: row.get(5)?,
            request_count: row.get(6)?,
            question_count: row.get(7)?,
            is_member: rank >= Rank::Member,
            is_moderator: rank >= Rank::Moderator,
            requested: rank == Rank::Requester,
            archived: row.get(8)?,
            created_at: row.get(9)?,
        })
    })?;
    card.ok_or_else(|| Error::internal("the community is not there"))
}
