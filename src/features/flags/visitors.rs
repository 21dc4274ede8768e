//! Reports of visitors, who have no account: of illegal content only, and few of them.
//!
//! A visitor names an address of this site. The reply does not depend on what is there. Only what every member
//! may read is reported itself: an address of something else gets a case of its own, like one of nothing, so that
//! no report opens what its author could not see.

use std::sync::Arc;
use std::time::Duration;

use super::address::{Named, named};
use super::model::NewVisitorReport;
use super::store::visitors as store;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::features::cases::{self, CaseKind, NewCase};
use crate::features::users::Me;
use crate::platform::db::{Read, Write};
use crate::platform::outbox::{self, DeliveryKind};
use crate::platform::web::App;

pub use store::{DecidedReport, told};

/// The largest number of reports of visitors that are not decided.
const MAX_OPEN: i64 = 500;
/// The largest number of reports of visitors in 24 hours.
const MAX_A_DAY: i64 = 100;
const DAY: Duration = Duration::from_secs(24 * 3600);

/// Adds a report to the case of what its address names, which it opens if there is none. Rejects one more
/// than the site takes with 429, whatever the address is.
pub fn add(tx: &mut Write<'_>, report: &NewVisitorReport) -> Result<()> {
    store::erase_old(tx)?;
    check_room(tx)?;
    let id = tx.new_id();
    let case = target(tx, id, &report.path)?;
    let open = store::open_case(tx, case.object)?;
    let case_id = match open {
        Some(open) => {
            cases::tell_staff(tx, case.author, case.community)?;
            open
        }
        None => cases::open(tx, &case)?,
    };
    store::insert(tx, id, case_id, report)
}

/// The time between two looks for what is kept no longer.
const INTERVAL: Duration = Duration::from_secs(3600);

/// Starts to erase the names and mail addresses of visitors, and their reports, that are kept no longer, for as
/// long as `app` lives.
pub fn start_erasing(app: &Arc<App>) {
    let app = Arc::downgrade(app);
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(INTERVAL).await;
            let Some(app) = app.upgrade() else { break };
            let erase = |tx: &mut Write<'_>| {
                tx.without_event("nobody is shown decided reports again");
                store::erase_old(tx)
            };
            if let Err(error) = app.db.write_critical(erase).await {
                tracing::warn!(%error, "cannot erase old reports of visitors");
            }
        }
    });
}

fn check_room(read: &Read<'_>) -> Result<()> {
    let since = Id::at(read.now.minus(DAY), 0);
    if store::count_open(read)? >= MAX_OPEN || store::count_since(read, since)? >= MAX_A_DAY {
        return Err(Sentence::VisitorReportsFull.into());
    }
    Ok(())
}

/// Returns the case of what a path names, or of the address itself.
fn target(read: &Read<'_>, report: Id, path: &str) -> Result<NewCase> {
    let found = match named(path) {
        Named::Post { question, post } => {
            let post = post.map_or(Ok(None), |post| store::post(read, post))?;
            post.map_or_else(|| store::post(read, question), |post| Ok(Some(post)))?
        }
        Named::Community(id) => store::community(read, id)?,
        Named::User(name) => store::user(read, &name)?,
        Named::Picture(id) => store::picture(read, id)?,
        Named::Other => None,
    };
    Ok(found.unwrap_or(NewCase {
        kind: CaseKind::Address,
        object: report,
        ask: None,
        author: None,
        community: None,
    }))
}

/// Closes the reports of a decided case, and writes to the visitors who have given an address.
pub fn decided(tx: &mut Write<'_>, me: &Me, case: Id) -> Result<()> {
    for (report, mail) in store::close(tx, case)? {
        let told_as = tx.new_id();
        store::set_told_as(tx, report, told_as)?;
        outbox::enqueue(
            tx,
            me.id(),
            DeliveryKind::ReportDecided,
            told_as,
            Some(&mail),
        )?;
    }
    Ok(())
}

/// Opens the reports of a case again. A mail about the decision that is not sent yet is not sent.
pub fn undone(tx: &Write<'_>, case: Id) -> Result<()> {
    store::reopen(tx, case)
}
