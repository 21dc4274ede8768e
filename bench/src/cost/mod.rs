//! `stoa-bench cost`: measures what each call costs on the worst site that the limits allow.
//!
//! A test compares the figures that do not depend on the machine with the budgets in `calls.txt`.

mod calls;
mod report;
mod routes;
mod scale;
mod store;
#[cfg(test)]
mod tests;
mod world;

use std::path::Path;
use std::time::Duration;

pub use calls::Figures;
pub use report::{CallReport, Report};
pub use scale::Scale;

use calls::Call;
use routes::Browser;
use stoa::core::clock::Clock;
use stoa::core::error::{Error, Result};
use stoa::platform::db::Cost;
use world::World;

/// The time between two looks at work in steps.
const STEP: Duration = Duration::from_millis(5);

/// Builds the site in `directory`, which must be empty, and measures each call. `progress` gets the
/// number of calls that are done and of all calls.
pub async fn run(
    directory: &Path,
    clock: Clock,
    scale: Scale,
    progress: impl Fn(usize, usize),
) -> Result<Report> {
    let world = World::build(directory, clock, scale).await?;
    measure(world, &calls::calls()?, progress).await
}

async fn measure(
    mut world: World,
    calls: &[Call],
    progress: impl Fn(usize, usize),
) -> Result<Report> {
    let site = world.site.clone();
    let meter = site.app.db.measure_costs();
    let (mut reports, mut wrong) = (Vec::new(), Vec::new());
    for (done, call) in calls.iter().enumerate() {
        progress(done, calls.len());
        let path = world.fill(call.path).replace(['{', '}'], "");
        let body = call.body.map(|body| world.fill(body));
        let mut visitor = Browser::default();
        let is_visitor = ["/user/signup", "/user/login", "/user/setup"].contains(&call.path);
        let browser = if is_visitor {
            &mut visitor
        } else {
            &mut world.heavy
        };
        meter.take();
        let reply = browser
            .call(&site, call.method, &path, body.as_deref())
            .await?;
        // Views are buffered.
        site.flush().await;
        // The reads that follow look for the end of the work in steps.
        let reader = meter.reader();
        while site.app.db.read(store::has_pending_work).await? {
            tokio::time::sleep(STEP).await;
        }
        // A step is counted after it is committed, and before the next write.
        site.app
            .db
            .write(|tx| {
                tx.without_event("nothing is written");
                Ok(())
            })
            .await?;
        let cost = Cost {
            reader,
            ..meter.take()
        };
        if reply.status != call.status {
            wrong.push(format!(
                "{} {}: {} instead of {}: {:.200}",
                call.method, call.path, reply.status, call.status, reply.text
            ));
        }
        reports.push(CallReport::new(call, &cost, reply.bytes));
    }
    if wrong.is_empty() {
        Ok(Report { calls: reports })
    } else {
        Err(Error::internal(wrong.join("\n")))
    }
}
