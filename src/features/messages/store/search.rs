//! The search in a chat: a bounded scan of its messages, newest first. There is no index.

use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::messages::access::ChatAccess;
use crate::features::messages::model::{FoundMessage, FoundMessages, SearchEnd};
use crate::features::messages::search::SearchWords;
use crate::platform::db::Read;

/// The largest number of messages that one call reads.
pub const MAX_SCANNED: usize = 2_000;
/// The largest number of messages that one call finds.
const MAX_FOUND: usize = 50;

/// Returns the messages before an id that have the words, newest first, and where the scan ended.
pub fn search(
    read: &Read<'_>,
    chat: &ChatAccess,
    words: &SearchWords,
    before: Id,
) -> Result<FoundMessages> {
    let sql = "SELECT m.id, m.created_at, m.text, a.name FROM messages m JOIN authors a ON a.id = m.author_id
               WHERE m.chat_id = ?1 AND m.id > ?2 AND m.id < ?3 ORDER BY m.id DESC LIMIT ?4";
    let parameters = (
        chat.id(),
        chat.hidden().up_to,
        before,
        MAX_SCANNED as i64 + 1,
    );
    let (mut messages, mut scanned) = (Vec::new(), 0);
    let mut end: Option<SearchEnd> = None;
    let mut has_more = false;
    read.for_each(
        sql,
        parameters,
        |row| {
            if scanned == MAX_SCANNED || messages.len() == MAX_FOUND {
                has_more = true;
                return Ok(());
            }
            scanned += 1;
            let (id, msg_date_time): (Id, Timestamp) = (row.get(0)?, row.get(1)?);
            end = Some(SearchEnd {
                before: id,
                msg_date_time,
            });
            if let Some(passage) = words.passage(row.get_ref(2)?.as_str()?) {
                messages.push(FoundMessage {
                    id,
                    msg_from: row.get(3)?,
                    msg_date_time,
                    passage,
                });
            }
            Ok(())
        },
        Ok,
    )?;
    Ok(FoundMessages {
        messages,
        end: end.filter(|_| has_more),
    })
}
