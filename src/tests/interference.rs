//! Non-interference: what happens where one may not look changes nothing that one sees.
//!
//! A random history is played on two sites, on one of them without what happens inside of private communities. Those
//! who are outside of these are told the same on both, to the byte: in replies to their own calls, on their sockets, and
//! in answer to everything that can be asked in the end. Ids differ, but not in the step in which they were made.
//!
//! What everybody may know of a private community happens on both sites: that it is there, its owner, how many members
//! it has. The rest, such as who is a moderator and who asks to be let in, is inside.
//!
//! `STOA_HISTORIES` says how many histories there are, `STOA_HISTORY` the seed of a single one.

pub(super) mod history;
mod looking;
pub(super) mod playing;

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::http::Method;

use super::TestSite;
use history::{GENERATORS, History, PEOPLE, VIEWERS};
use looking::LOOKS;
use playing::{Beginning, Successes, name, play};

const HISTORIES: u64 = 200;
const LENGTH: usize = 42;

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{variable} is no number: {text}")))
}

/// The names of the calls that write, and of those that read. Those of administrators are left out, and how the first
/// becomes one: nobody here is.
pub(super) async fn routes() -> (BTreeSet<String>, BTreeSet<String>) {
    let site = TestSite::new();
    let all = site.site.table.iter().filter(|route| {
        let path = route.paths[0];
        !path.starts_with("/administration/") && path != "/user/setup"
    });
    let (reads, writes): (Vec<_>, Vec<_>) = all.partition(|route| route.method == Method::GET);
    let names = |routes: Vec<&crate::web::Route>| routes.iter().map(|route| name(&route.method, route.paths[0])).collect();
    (names(writes), names(reads))
}

#[tokio::test]
async fn every_call_is_part_of_histories() {
    let (writes, reads) = routes().await;
    let generated: BTreeSet<String> = GENERATORS.iter().map(|(name, _)| (*name).to_owned()).collect();
    let looked: BTreeSet<String> = LOOKS.iter().map(|(name, _)| (*name).to_owned()).collect();
    let missing: Vec<_> = writes.difference(&generated).collect();
    assert!(missing.is_empty(), "no history calls {missing:?}: write a generator for each in tests/interference/history.rs");
    let missing: Vec<_> = reads.difference(&looked).collect();
    assert!(missing.is_empty(), "nobody looks at {missing:?}: add each to the LOOKS in tests/interference/looking.rs");
}

#[test]
fn what_one_may_not_read_changes_nothing_that_one_sees() {
    let runtime = || tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let (beginning, (writes, reads)) = runtime().block_on(async { (Beginning::new().await, routes().await) });
    let single = number("STOA_HISTORY");
    let count = single.map_or_else(|| number("STOA_HISTORIES").unwrap_or(HISTORIES), |_| 1);
    let next = AtomicU64::new(0);
    let successes = Mutex::new(Successes::default());
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                let runtime = runtime();
                let mut mine = Successes::default();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count || !failures.lock().expect("failures").is_empty() {
                        break;
                    }
                    let history = History::new(single.unwrap_or(number), LENGTH, &writes);
                    let difference = runtime.block_on(compare(&beginning, &history, &mut mine));
                    failures.lock().expect("failures").extend(difference);
                }
                successes.lock().expect("successes").0.append(&mut mine.0);
            });
        }
    });
    let failures = failures.into_inner().expect("failures");
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    if single.is_none() && count >= HISTORIES {
        let Successes(successes) = successes.into_inner().expect("successes");
        let never: Vec<_> = writes.union(&reads).filter(|route| !successes.contains(*route)).collect();
        assert!(never.is_empty(), "in no history do these calls succeed: {never:?}");
    }
}

/// Plays a history twice and says what a viewer was told differently first.
async fn compare(beginning: &Beginning, history: &History, successes: &mut Successes) -> Option<String> {
    let with = play(beginning, history, true, successes).await;
    let without = play(beginning, history, false, successes).await;
    for ((with, without), viewer) in with.iter().zip(&without).zip(VIEWERS) {
        let lines = with.lines.len().max(without.lines.len());
        let line = |told: &playing::Told, number: usize| told.lines.get(number).cloned().unwrap_or_else(|| "nothing more".to_owned());
        if let Some(different) = (0..lines).find(|&number| line(with, number) != line(without, number)) {
            return Some(format!(
                "STOA_HISTORY={}: {} is told of what is secret.\n  with secrets:\n    {}\n  without:\n    {}",
                history.seed,
                PEOPLE[viewer],
                line(with, different),
                line(without, different)
            ));
        }
    }
    None
}
