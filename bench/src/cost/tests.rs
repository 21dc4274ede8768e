//! The cost budget: no call costs more than its line in `calls.txt` allows, and the cost of a write
//! does not grow with the site.

use std::collections::BTreeSet;

use tempfile::TempDir;

use super::calls::{Call, Figures, calls};
use super::{Report, Scale, run};
use stoa::app::server::Site;
use stoa::core::clock::{Clock, Timestamp};

/// Small enough for a development build; the budgets are for this size.
const LARGE: Scale = Scale {
    answers: 60,
    text: 3_000,
    members: 1_200,
    communities: 16,
    own: 2_400,
    messages: 600,
    links: 20,
};
const SMALL: Scale = Scale {
    answers: 20,
    members: 300,
    communities: 8,
    own: 800,
    messages: 200,
    ..LARGE
};

async fn measured(scale: Scale) -> Report {
    let directory = TempDir::new().expect("a directory");
    let clock = Clock::fixed_at(Timestamp::from_millis(1_795_219_200_000));
    run(directory.path(), clock, scale, |_, _| ())
        .await
        .unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the budget for measured figures: a third more, in round numbers.
fn budget(figures: &Figures) -> String {
    let round = |value: u64| {
        let value = value + value / 3 + 1;
        let unit = 10u64.pow(value.ilog10().saturating_sub(1));
        value.div_ceil(unit) * unit
    };
    figures
        .values()
        .map(|value| format!("{:>9}", round(value)))
        .concat()
}

fn line(call: &Call, figures: &Figures) -> String {
    let body = call.body.map_or(String::new(), |body| format!(" {body}"));
    let Call {
        method,
        path,
        status,
        note,
        ..
    } = call;
    format!(
        "{method} {path}{body}\n    {} {status} {note}",
        budget(figures).trim_end()
    )
}

#[tokio::test]
async fn no_call_costs_more_than_its_budget() {
    let report = measured(LARGE).await;
    let calls = calls().expect("a table");
    let over: Vec<String> = calls
        .iter()
        .zip(&report.calls)
        .filter(|(call, found)| !found.figures().is_within(&call.budget))
        .map(|(call, found)| {
            format!(
                "{}\n    {:?}",
                line(call, &found.figures()),
                found.figures()
            )
        })
        .collect();
    assert!(
        over.is_empty(),
        "{} calls are over their budgets in bench/src/cost/calls.txt. Make them cheaper, or give them these budgets and a note \
         that says what bounds them:\n{}",
        over.len(),
        over.join("\n")
    );
}

/// A write may cost this many times as much on the large site: B-trees are deeper there.
const GROWTH: u64 = 2;
/// The rows and bytes of a merge in the full-text index, which some writes do.
const MERGED_ROWS: u64 = 1_200;
const MERGED_BYTES: u64 = 2_000_000;

#[tokio::test]
async fn the_cost_of_a_write_grows_with_the_site_only_where_the_table_says_so() {
    let (small, large) = (measured(SMALL).await, measured(LARGE).await);
    let calls = calls().expect("a table");
    let mut growing = Vec::new();
    for ((call, small), large) in calls.iter().zip(&small.calls).zip(&large.calls) {
        let grows = large.write_steps > GROWTH * small.write_steps + 1_000
            || large.rows > GROWTH * small.rows + MERGED_ROWS
            || large.log_bytes > GROWTH * small.log_bytes + MERGED_BYTES;
        if grows && !call.note.starts_with("grows") {
            growing.push(format!(
                "{} {}: {} and {} steps, {} and {} rows, {} and {} bytes of log",
                call.method,
                call.path,
                small.write_steps,
                large.write_steps,
                small.rows,
                large.rows,
                small.log_bytes,
                large.log_bytes
            ));
        }
    }
    assert!(
        growing.is_empty(),
        "these writes cost more on a larger site: bound them, or begin their notes in bench/src/cost/calls.txt \
         with `grows` and say with what:\n{}",
        growing.join("\n")
    );
}

#[tokio::test]
async fn every_route_has_a_budget() {
    let directory = TempDir::new().expect("a directory");
    let mut config = stoa::core::config::Config::default();
    config.mail.host = "localhost".to_owned();
    config.push.enabled = true;
    let site = Site::open(config, Clock::system(), directory.path()).expect("the site opens");
    let shape = |method: &str, path: &str| {
        let path = path.split('?').next().unwrap_or_default();
        let fixed = path
            .split_once('{')
            .map_or(path.to_owned(), |(before, rest)| {
                format!(
                    "{before}{{}}{}",
                    rest.split_once('}').map_or("", |(_, after)| after)
                )
            });
        format!("{method} {fixed}")
    };
    let routes: BTreeSet<String> = site
        .table
        .iter()
        .map(|route| shape(route.method.as_str(), route.paths[0]))
        .collect();
    let covered: BTreeSet<String> = calls()
        .expect("a table")
        .iter()
        .map(|call| shape(call.method, call.path))
        .collect();
    let missing: Vec<_> = routes.symmetric_difference(&covered).collect();
    assert!(
        missing.is_empty(),
        "routes without a budget, or budgets without a route (or not with its first path): {missing:#?}. Add the route with its \
         worst input to bench/src/cost/calls.txt"
    );
}
