//! SQL that adds messages of webhooks.

use crate::core::error::Result;
use crate::core::id::Id;
use crate::platform::db::Write;
use crate::platform::outbox::{Happened, SiteEvent};

/// The largest number of messages of a webhook that wait. Further ones are not added.
pub const MAX_WAITING: i64 = 5_000;

/// Adds a message for every webhook that has chosen an event: those of the question's community, and those of the site if
/// everyone may read the question.
pub fn tell_webhooks(tx: &Write<'_>, what: &Happened) -> Result<()> {
    let sql = "SELECT w.id FROM questions q JOIN webhooks w ON w.community_id = q.community_id
                 WHERE q.id = ?1 AND w.off_at IS NULL AND w.events & ?2 <> 0
               UNION ALL SELECT id FROM webhooks WHERE ?3 AND community_id IS NULL AND off_at IS NULL AND events & ?2 <> 0";
    let parameters = (what.question, what.event.bit(), what.is_public);
    let webhooks: Vec<Id> = tx.all(sql, parameters, |row| row.get(0))?;
    webhooks
        .into_iter()
        .try_for_each(|webhook| insert(tx, webhook, what))
}

/// Adds a message that says nothing but that the webhook works.
pub fn add_test(tx: &Write<'_>, webhook: Id) -> Result<()> {
    let test = Happened {
        event: SiteEvent::Test,
        by: None,
        object: webhook,
        question: webhook,
        is_public: false,
    };
    insert(tx, webhook, &test)
}

fn insert(tx: &Write<'_>, webhook: Id, what: &Happened) -> Result<()> {
    let sql =
        "INSERT INTO webhook_deliveries (id, webhook_id, event, actor_id, object_id, question_id)
               SELECT ?1, id, ?3, ?4, ?5, ?6 FROM webhooks WHERE id = ?2 AND waiting < ?7";
    let parameters = (
        tx.new_id(),
        webhook,
        what.event,
        what.by,
        what.object,
        what.question,
        MAX_WAITING,
    );
    tx.execute(sql, parameters).map(drop)
}
