//! SQL of the lists of cases.

use super::objects;
use super::records::{self, CaseRecord};
use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::features::cases::Ask;
use crate::features::flags::access::{QueueAccess, QueueOf};
use crate::features::flags::model::{
    Decision, FlagCase, FlagReason, FlaggedContent, QueuedFlag, VisitorReport,
};
use crate::features::questions::model::RemovalKind;
use crate::features::questions::store::states;
use crate::features::sanctions::appeals;
use crate::features::users::store::admin_log;
use crate::features::users::{Me, OPENED};
use crate::platform::db::{FromRow, Read};

/// The largest number of reports of a case that a moderator sees.
const MAX_FLAGS: i64 = 20;

/// The order of a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueueOrder {
    /// The oldest case first.
    Oldest,
    /// The case with the most reports first, then the oldest.
    Heaviest,
}

/// What waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// What members and visitors have reported.
    Reports,
    Asking(Ask),
}

/// SQL condition: a row with a `community_id` is in a queue of the user `?1`, whose community is `?2`.
fn in_queue(of: QueueOf) -> &'static str {
    match of {
        QueueOf::Site => "?2 IS NULL",
        QueueOf::Community(_) => "community_id = ?2",
        QueueOf::Moderated => {
            "?2 IS NULL AND community_id IN (SELECT m.community_id FROM memberships m WHERE m.user_id = ?1 AND m.role = 'moderator')"
        }
    }
}

/// Returns the community of a queue.
pub(super) fn community(of: QueueOf) -> Option<Id> {
    match of {
        QueueOf::Community(id) => Some(id),
        QueueOf::Site | QueueOf::Moderated => None,
    }
}

/// Returns the open cases of a queue, without those of the viewer's own objects: what is reported as illegal
/// first. `only`: what waits.
pub fn open(
    read: &Read<'_>,
    me: &Me,
    access: &QueueAccess,
    only: Option<Waiting>,
    order: QueueOrder,
    paging: &Paging,
) -> Result<Page<FlagCase>> {
    let (of, community) = (access.of(), community(access.of()));
    let index = match (order, community) {
        (QueueOrder::Oldest, None) => "cases_oldest",
        (QueueOrder::Heaviest, None) => "cases_heaviest",
        (QueueOrder::Oldest, Some(_)) => "cases_oldest_in",
        (QueueOrder::Heaviest, Some(_)) => "cases_heaviest_in",
    };
    let asked = match only {
        Some(Waiting::Asking(ask)) => Some(ask),
        Some(Waiting::Reports) | None => None,
    };
    let waits = match only {
        None => "?3 IS NULL",
        Some(Waiting::Reports) => "?3 IS NULL AND ask IS NULL",
        Some(Waiting::Asking(_)) => "ask = ?3",
    };
    let of_queue = in_queue(of);
    let found = format!("decision IS NULL AND author_id IS NOT ?1 AND {of_queue} AND {waits}");
    let total = read.value(
        &format!("SELECT count(*) FROM cases WHERE {found}"),
        (me.id(), community, asked),
    )?;
    let limit = paging.limit as i64 + 1;
    let columns = CaseRecord::COLUMNS;
    let cases = match order {
        QueueOrder::Oldest => {
            let [illegal, after] = paging.position()?.unwrap_or([1, 0]);
            let sql = format!(
                "SELECT {columns} FROM cases INDEXED BY {index} WHERE {found} AND is_illegal <= ?4 AND (is_illegal < ?4 OR id > ?5) ORDER BY is_illegal DESC, id LIMIT ?6"
            );
            let place = (me.id(), community, asked, illegal, after, limit);
            read.all(&sql, place, CaseRecord::from_row)?
        }
        QueueOrder::Heaviest => {
            let [illegal, count, after] = paging.position()?.unwrap_or([1, i64::MAX, 0]);
            let sql = format!(
                "SELECT {columns} FROM cases INDEXED BY {index} WHERE {found} AND is_illegal <= ?4 AND (is_illegal < ?4 OR flag_count <= ?5 AND (flag_count < ?5 OR id > ?6))
                 ORDER BY is_illegal DESC, flag_count DESC, id LIMIT ?7"
            );
            let place = (me.id(), community, asked, illegal, count, after, limit);
            read.all(&sql, place, CaseRecord::from_row)?
        }
    };
    let page = Page::cut(cases, paging.limit, total, |case| {
        let (illegal, id) = (i32::from(case.is_illegal), case.id.as_i64());
        match order {
            QueueOrder::Oldest => format!("{illegal}.{id}"),
            QueueOrder::Heaviest => format!("{illegal}.{}.{id}", case.flag_count),
        }
    });
    page.try_map(|case| shown(read, me, access.is_site(), &case))
}

/// Returns the decided cases of a queue, last decided first, without those of the viewer's own objects.
pub fn decided(
    read: &Read<'_>,
    me: &Me,
    access: &QueueAccess,
    paging: &Paging,
) -> Result<Page<FlagCase>> {
    let (of_queue, community) = (in_queue(access.of()), community(access.of()));
    let found = format!("decision IS NOT NULL AND author_id IS NOT ?1 AND {of_queue}");
    let total = read.value(
        &format!("SELECT count(*) FROM cases WHERE {found}"),
        (me.id(), community),
    )?;
    let [before, id] = paging.position()?.unwrap_or([i64::MAX, i64::MAX]);
    let columns = CaseRecord::COLUMNS;
    let sql = format!(
        "SELECT {columns} FROM cases WHERE {found} AND (decided_at, id) < (?3, ?4) ORDER BY decided_at DESC, id DESC LIMIT ?5"
    );
    let limit = paging.limit as i64 + 1;
    let place = (me.id(), community, before, id, limit);
    let cases = read.all(&sql, place, CaseRecord::from_row)?;
    let page = Page::cut(cases, paging.limit, total, |case| {
        let at = case.decided_at.map_or(0, Timestamp::millis);
        format!("{at}.{}", case.id.as_i64())
    });
    page.try_map(|case| shown(read, me, access.is_site(), &case))
}

/// Returns a case as the viewer sees it. `is_site`: they moderate the site.
pub fn shown(read: &Read<'_>, me: &Me, is_site: bool, case: &CaseRecord) -> Result<FlagCase> {
    let content = objects::readable(read, me, case, false)?;
    with_content(read, me, is_site, case, content)
}

/// Returns a case with this content.
pub fn with_content(
    read: &Read<'_>,
    me: &Me,
    is_site: bool,
    case: &CaseRecord,
    content: Option<FlaggedContent>,
) -> Result<FlagCase> {
    let (claimed_by, claimed_until) = case.claim(read.now).unzip();
    let is_own_flag = records::has_flagged(read, me, case.id)?;
    let is_own_flag = is_own_flag && records::others_decide(read, me, case)?;
    let is_appeal = case.ask == Some(Ask::Appeal);
    let is_own_action = is_appeal && appeals::is_own_action(read, me, case.object)?;
    let appeal = match is_appeal {
        true => appeals::action(read, me, case.object)?,
        false => None,
    };
    let appealed = match &appeal {
        // Who decides it reads all of it.
        Some(action) => objects::appealed(read, me, action, claimed_by == Some(me.id()))?,
        None => None,
    };
    let is_decided = case.decision.is_some();
    let is_readable = content.is_some();
    let asked_to_open = match is_readable || !is_site {
        true => None,
        false => {
            let since = Id::at(read.now.minus(OPENED), 0);
            admin_log::asked_to_open(read, case.kind.target(), case.object, since)?
        }
    };
    let state = match case.kind.is_post() && !is_decided {
        true => states::withheld(read, case.object)?,
        false => None,
    };
    let hidden = state.is_some_and(|(state, _)| state == RemovalKind::Hidden);
    let held = state.filter(|(state, _)| *state == RemovalKind::Held);
    let hold_reasons = match held {
        Some(_) => states::hold_reasons(read, case.object)?,
        None => String::new(),
    };
    Ok(FlagCase {
        id: case.id,
        kind: case.kind,
        object_id: case.object,
        ask: case.ask,
        flags: flags(read, case.id, is_site)?,
        flag_count: case.flag_count,
        illegal: case.is_illegal,
        content,
        asked_to_open,
        is_own_flag,
        is_own_action,
        appeal,
        appealed,
        can_remove: hidden
            || !is_decided && case.ask.is_none() && objects::can_remove(read, me, case)?,
        hidden,
        // What another version stored is not shown.
        hold_reasons: serde_json::from_str(&hold_reasons).unwrap_or_default(),
        version: held.map(|(_, version)| version),
        claimed_by: name(read, claimed_by.filter(|_| !is_decided))?,
        claimed_until: claimed_until.filter(|_| !is_decided),
        decision: case.decision,
        // It may tell what is in a private place.
        decision_reason: case
            .reason
            .clone()
            .filter(|_| is_readable || case.decided_by == Some(me.id())),
        decided_by: name(read, case.decided_by)?,
        decided_at: case.decided_at,
        removed: case.removed,
        can_undo: is_decided
            && case.is_recent(read.now)
            && (is_site || !case.by_site)
            && (case.kind.is_restorable() || !case.removed)
            && (case.flag_count > 0 || case.ask.is_some())
            && !(is_appeal && case.decision == Some(Decision::Approve))
            && !is_own_action
            && (case.ask, case.decision) != (Some(Ask::Signup), Some(Decision::Approve))
            && !records::is_open(read, case.object)?
            && !is_own_flag,
    })
}

fn name(read: &Read<'_>, user: Option<Id>) -> Result<Option<String>> {
    let Some(user) = user else {
        return Ok(None);
    };
    let sql = "SELECT name FROM authors WHERE id = ?1";
    read.first(sql, [user], |row| row.get(0))
}

/// Returns the newest reports of a case, oldest first.
fn flags(read: &Read<'_>, case: Id, with_names: bool) -> Result<Vec<QueuedFlag>> {
    let sql = "SELECT reason, text, created_at, flagged_by, path, place, name, gets_mail FROM (
                   SELECT id, reason, text, created_at, CASE WHEN ?2 THEN (SELECT name FROM authors WHERE id = user_id) END AS flagged_by,
                          NULL AS path, '' AS place, NULL AS name, 0 AS gets_mail
                   FROM flags WHERE case_id = ?1
                   UNION ALL SELECT id, ?4, text, created_at, NULL, path, place, CASE WHEN ?2 THEN nullif(name, '') END, mail IS NOT NULL
                   FROM visitor_reports WHERE case_id = ?1)
               ORDER BY id DESC LIMIT ?3";
    let parameters = (case, with_names, MAX_FLAGS, FlagReason::Illegal);
    let mut flags = read.all(sql, parameters, |row| {
        let path: Option<String> = row.get(4)?;
        let (place, name, gets_mail) = (row.get(5)?, row.get(6)?, row.get(7)?);
        Ok(QueuedFlag {
            reason: row.get(0)?,
            text: row.get(1)?,
            created_at: row.get(2)?,
            flagged_by: row.get(3)?,
            visitor: path.map(|path| VisitorReport {
                path,
                place,
                name,
                gets_mail,
            }),
        })
    })?;
    flags.reverse();
    Ok(flags)
}
