//! SQL of what was reported.

use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::cases::CaseKind;
use crate::features::communities::store::{SCOPE, VISIBLE_SCOPE};
use crate::features::flags::model::{FlaggedContent, NeighbouringMessage};
use crate::features::messages::ChatAccess;
use crate::features::pictures;
use crate::features::pictures::access as picture_access;
use crate::features::questions::excerpt::excerpt;
use crate::features::sanctions::model::AppealedAction;
use crate::features::users::admin_log::AdminTargetKind;
use crate::features::users::store::waiting_accounts;
use crate::features::users::{Me, Opened};
use crate::platform::db::Read;

use super::records::CaseRecord;

/// Returns the owner of a community.
pub fn owner(read: &Read<'_>, community: Id) -> Result<Option<Id>> {
    let sql = "SELECT owner_id FROM communities WHERE id = ?1";
    read.value(sql, [community])
}

/// Returns the name of a community.
pub fn name_of_community(read: &Read<'_>, community: Id) -> Result<String> {
    let sql = "SELECT name FROM communities WHERE id = ?1";
    read.value(sql, [community])
}

/// Returns the chat and the author of a message.
pub fn message(read: &Read<'_>, id: Id) -> Result<Option<(Id, Id)>> {
    let sql = "SELECT chat_id, author_id FROM messages WHERE id = ?1";
    read.first(sql, [id], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// Returns the object of a case, if the viewer may read it or could before it was deleted. `is_whole`: with
/// the whole text of a post.
pub fn readable(
    read: &Read<'_>,
    me: &Me,
    case: &CaseRecord,
    is_whole: bool,
) -> Result<Option<FlaggedContent>> {
    match case.kind {
        CaseKind::Question | CaseKind::Answer | CaseKind::Comment => {
            post(read, case.object, VISIBLE_SCOPE, me.id(), is_whole)
        }
        CaseKind::Message => {
            let sql = "SELECT EXISTS (SELECT 1 FROM messages m WHERE m.id = ?2 AND m.chat_id <> ?3 AND NOT EXISTS (
                           SELECT 1 FROM participants p WHERE p.chat_id = m.chat_id AND p.user_id = ?1 AND p.hidden_up_to < m.id))";
            if read.value(sql, (me.id(), case.object, ChatAccess::GLOBAL))? {
                Ok(None)
            } else {
                found_message(read, case).map(Some)
            }
        }
        CaseKind::Appeal => appeal(read, case).map(Some),
        CaseKind::Picture => match picture(read, case)? {
            content if content.is_deleted => Ok(Some(content)),
            content => {
                Ok(picture_access::store::file(read, me, case.object, true)?.map(|_| content))
            }
        },
        CaseKind::User | CaseKind::Signup | CaseKind::Community | CaseKind::Address => {
            about(read, case).map(Some)
        }
    }
}

/// Returns an object that was opened to a moderator of the site: a message of a private chat with the
/// messages before and after it.
pub fn opened(read: &Read<'_>, opened: &Opened, case: &CaseRecord) -> Result<FlaggedContent> {
    match case.kind {
        CaseKind::Question | CaseKind::Answer | CaseKind::Comment => {
            let found = post(read, opened.id(), "?1 IS NOT NULL", opened.id(), true)?;
            Ok(found.unwrap_or_else(gone))
        }
        CaseKind::Message => {
            let mut content = found_message(read, case)?;
            content.neighbours = neighbours(read, opened)?;
            Ok(content)
        }
        CaseKind::Appeal => appeal(read, case),
        CaseKind::Picture => picture(read, case),
        CaseKind::User | CaseKind::Signup | CaseKind::Community | CaseKind::Address => {
            about(read, case)
        }
    }
}

/// Returns whether a removal of the object can be a part of its decision by the actor: of a profile its biography and
/// picture, of a community its archiving, which is for administrators.
pub fn can_remove(read: &Read<'_>, me: &Me, case: &CaseRecord) -> Result<bool> {
    match case.kind {
        CaseKind::Question | CaseKind::Answer | CaseKind::Comment => read.exists(
            "SELECT 1 FROM content w JOIN questions q ON q.id = w.question_id
             WHERE w.id = ?1 AND w.deleted_at IS NULL AND q.scope IS NOT NULL",
            [case.object],
        ),
        CaseKind::Message => read.exists(
            "SELECT 1 FROM messages WHERE id = ?1 AND chat_id = ?2",
            (case.object, ChatAccess::GLOBAL),
        ),
        CaseKind::Picture => Ok(pictures::store::owner(read, case.object)?.is_some()
            && pictures::store::use_by_site(read, case.object)?.is_none()),
        CaseKind::User => read.exists(
            "SELECT 1 FROM users WHERE id = ?1 AND deleted_at IS NULL
               AND (biography <> '' OR EXISTS (SELECT 1 FROM avatars v WHERE v.object_id = users.id))",
            [case.object],
        ),
        CaseKind::Community => {
            let sql = "SELECT 1 FROM communities WHERE id = ?1 AND archived_at IS NULL";
            Ok(me.is_administrator() && read.exists(sql, [case.object])?)
        }
        CaseKind::Signup | CaseKind::Appeal | CaseKind::Address => Ok(false),
    }
}

/// Returns whether an object is in a private community or a private chat.
pub fn is_private(read: &Read<'_>, case: &CaseRecord) -> Result<bool> {
    match case.kind {
        CaseKind::Question | CaseKind::Answer | CaseKind::Comment => read.exists(
            "SELECT 1 FROM communities WHERE id = ?1 AND visibility = 'private'",
            [case.community],
        ),
        CaseKind::Message => read.exists(
            "SELECT 1 FROM messages WHERE id = ?1 AND chat_id <> ?2",
            (case.object, ChatAccess::GLOBAL),
        ),
        CaseKind::User
        | CaseKind::Signup
        | CaseKind::Community
        | CaseKind::Appeal
        | CaseKind::Address
        | CaseKind::Picture => Ok(false),
    }
}

/// What is no longer there.
fn gone() -> FlaggedContent {
    FlaggedContent {
        author: String::new(),
        title: None,
        text: String::new(),
        truncated: false,
        qid: None,
        is_deleted: true,
        neighbours: Vec::new(),
    }
}

/// Returns a post or comment for `?1`. What its author deleted is left out: the text, and the title of the
/// question.
fn post(
    read: &Read<'_>,
    id: Id,
    condition: &str,
    user: Id,
    is_whole: bool,
) -> Result<Option<FlaggedContent>> {
    let sql = format!(
        "SELECT (SELECT name FROM authors WHERE id = author_id),
                CASE WHEN is_question_deleted AND NOT EXISTS (SELECT 1 FROM removals r WHERE r.content_id = question_id AND r.restored_at IS NULL AND r.kind <> 'withdrawn') THEN NULL ELSE title END,
                CASE WHEN is_deleted AND NOT EXISTS (SELECT 1 FROM removals r WHERE r.content_id = ?2 AND r.restored_at IS NULL AND r.kind <> 'withdrawn') THEN '' ELSE text END,
                question_id, is_deleted
         FROM (SELECT w.author_id, q.title, w.text, q.id AS question_id, w.deleted_at IS NOT NULL OR q.scope IS NULL AS is_deleted,
                      q.scope IS NULL AS is_question_deleted, {SCOPE} AS scope
               FROM content w JOIN questions q ON q.id = w.question_id LEFT JOIN communities c ON c.id = q.community_id WHERE w.id = ?2)
         WHERE {condition}"
    );
    read.first(&sql, (user, id), |row| {
        let (text, truncated) = match is_whole {
            true => (row.get(2)?, false),
            false => excerpt(row.get_ref(2)?.as_str()?),
        };
        Ok(FlaggedContent {
            author: row.get(0)?,
            title: row.get(1)?,
            text,
            truncated,
            qid: row.get(3)?,
            is_deleted: row.get(4)?,
            neighbours: Vec::new(),
        })
    })
}

fn found_message(read: &Read<'_>, case: &CaseRecord) -> Result<FlaggedContent> {
    let sql =
        "SELECT (SELECT name FROM authors WHERE id = author_id), text FROM messages WHERE id = ?1";
    let found = read.first(sql, [case.object], |row| {
        Ok(FlaggedContent {
            author: row.get(0)?,
            text: excerpt(row.get_ref(1)?.as_str()?).0,
            is_deleted: false,
            ..gone()
        })
    })?;
    Ok(found.unwrap_or_else(gone))
}

/// Returns who appeals, and what they say.
fn appeal(read: &Read<'_>, case: &CaseRecord) -> Result<FlaggedContent> {
    let sql = "SELECT (SELECT name FROM authors WHERE id = user_id), text FROM appeals WHERE entry_id = ?1";
    let found = read.first(sql, [case.object], |row| {
        Ok(FlaggedContent {
            author: row.get(0)?,
            text: row.get(1)?,
            is_deleted: false,
            ..gone()
        })
    })?;
    Ok(found.unwrap_or_else(gone))
}

/// Returns the post or comment that an appealed action was about, if the viewer may read it or could before it
/// was removed. `is_whole`: with its whole text.
pub fn appealed(
    read: &Read<'_>,
    me: &Me,
    action: &AppealedAction,
    is_whole: bool,
) -> Result<Option<FlaggedContent>> {
    use AdminTargetKind::{Answer, Comment, Question};
    match (action.target_kind, action.target_id) {
        (Question | Answer | Comment, Some(id)) => post(read, id, VISIBLE_SCOPE, me.id(), is_whole),
        _ => Ok(None),
    }
}

/// Returns a picture: its address has the id of the object. Only who may read a text that shows it sees it.
fn picture(read: &Read<'_>, case: &CaseRecord) -> Result<FlaggedContent> {
    let owner = pictures::store::named_owner(read, case.object)?;
    Ok(owner.map_or_else(gone, |(_, author)| FlaggedContent {
        author,
        is_deleted: false,
        ..gone()
    }))
}

/// Returns a profile, a community, or an account that waits for approval.
fn about(read: &Read<'_>, case: &CaseRecord) -> Result<FlaggedContent> {
    if case.kind == CaseKind::Signup
        && let Some(waiting) = waiting_accounts::find(read, case.object)?
    {
        return Ok(FlaggedContent {
            author: waiting.username,
            text: format!(
                "Signed up from {}, where {} waiting {} from.",
                waiting.network,
                waiting.neighbours,
                if waiting.neighbours == 1 {
                    "account comes"
                } else {
                    "accounts come"
                },
            ),
            is_deleted: false,
            ..gone()
        });
    }
    let sql = match case.kind {
        CaseKind::Community => {
            "SELECT coalesce((SELECT name FROM authors WHERE id = owner_id), ''), name, description, FALSE FROM communities WHERE id = ?1"
        }
        CaseKind::Address => "SELECT '', path, '', FALSE FROM visitor_reports WHERE id = ?1",
        CaseKind::Appeal => {
            "SELECT (SELECT name FROM authors WHERE id = concerns), target, detail, FALSE FROM admin_log WHERE id = ?1"
        }
        _ => {
            "SELECT (SELECT name FROM authors WHERE id = users.id), NULL, biography, deleted_at IS NOT NULL FROM users WHERE id = ?1"
        }
    };
    let found = read.first(sql, [case.object], |row| {
        Ok(FlaggedContent {
            author: row.get(0)?,
            title: row.get(1)?,
            text: excerpt(row.get_ref(2)?.as_str()?).0,
            is_deleted: row.get(3)?,
            ..gone()
        })
    })?;
    Ok(found.unwrap_or_else(gone))
}

/// Returns the message before an opened one and the one after it.
fn neighbours(read: &Read<'_>, opened: &Opened) -> Result<Vec<NeighbouringMessage>> {
    let mut found = Vec::new();
    for (is_before, condition) in [
        (true, "n.id < m.id ORDER BY n.id DESC"),
        (false, "n.id > m.id ORDER BY n.id"),
    ] {
        let sql = format!(
            "SELECT (SELECT name FROM authors WHERE id = n.author_id), n.text FROM messages m JOIN messages n ON n.chat_id = m.chat_id
             WHERE m.id = ?1 AND {condition} LIMIT 1"
        );
        found.extend(read.first(&sql, [opened.id()], |row| {
            Ok(NeighbouringMessage {
                author: row.get(0)?,
                text: excerpt(row.get_ref(1)?.as_str()?).0,
                is_before,
            })
        })?);
    }
    Ok(found)
}
