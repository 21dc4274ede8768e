//! Non-interference: changes that a user may not read do not affect what the user sees.
//!
//! A random history is replayed on two sites, on one of them without the steps inside private
//! communities. Users outside these communities receive the same on both, to the byte: responses to
//! their own calls, socket events, and answers to all queries at the end. Ids differ, but each
//! comes from the same step.
//!
//! Public facts of a private community happen on both sites: its existence, its owner and its
//! number of members. The rest, such as its moderators and requests, is secret.
//!
//! `STOA_HISTORIES` sets the number of histories, `STOA_FIRST_HISTORY` the first of them, and `STOA_HISTORY` the seed
//! of a single one. `STOA_VIEWER` names the only viewer who makes queries at the end, for many histories in less time.

pub(super) mod history;
mod queries;
pub(super) mod replay;

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::http::Method;

use super::{TestSite, run_in_full};
use history::{GENERATORS, History, PEOPLE, VIEWERS};
use queries::QUERIES;
use replay::{InitialSite, Successes, name, run};

const HISTORIES: u64 = 200;
const LENGTH: usize = 48;
/// Reads that only owners of communities and site moderators may make. Viewers are rarely the first and never the second.
const FOR_OTHERS: [&str; 2] = ["GET getReach", "GET getTagUse"];

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().map(|text| {
        text.parse()
            .unwrap_or_else(|_| panic!("{variable} is not a number: {text}"))
    })
}

/// Returns the names of the write routes and of the read routes. Those that need an administrator are
/// left out, who does not exist here: administration routes, the setup of the first administrator, and
/// what follows the reset of a sign-in. So are what moderators of the site do to members and appeals of it, and
/// those that need a token from a mail.
pub(super) async fn routes() -> (BTreeSet<String>, BTreeSet<String>) {
    let site = TestSite::new();
    let all = site.site.table.iter().filter(|route| {
        let path = route.paths[0];
        let needs_administrator = [
            "/user/setup",
            "/user/usePasswordLink",
            "/user/dismissSecurityNotice/{id}",
        ];
        let is_staffs = route.for_staff && path.starts_with("/moderation/");
        let needs_moderator = [
            "/moderation/appeal",
            "/moderation/appealSuspension",
            "/moderation/getSuspensionAppeal",
        ];
        let needs_mail = ["/user/verifyMailAddress", "/u/{token}"];
        // A challenge is random, and an authenticator signs it.
        let needs_authenticator = [
            "/user/beginPasskeyLogin",
            "/user/loginWithPasskey",
            "/user/getConfirmation",
            "/user/confirmWithPasskey",
            "/user/beginPasskey",
            "/user/addPasskey",
            "/user/renamePasskey/{id}",
            "/user/removePasskey/{id}",
            "/user/beginSecondFactor",
            "/user/addSecondFactor",
            "/user/renewRecoveryCodes",
            "/user/removeSecondFactor",
            "/user/removePassword",
            "/user/forgetDevices",
        ];
        // Their replies are random, or they need the id of one.
        let is_random = [
            "/user/getSignupChallenge",
            "/user/addApiToken",
            "/user/revokeApiToken/{id}",
        ]
        .contains(&path);
        // It needs the secret in the address, which an administrator gets.
        let needs_hook = path.starts_with("/hook/");
        // What a provider says decides, and there is none here.
        let needs_provider = path.starts_with("/oidc/");
        // For those who manage webhooks. What a webhook of the site sends is compared too.
        let manages_webhooks =
            path.starts_with("/webhook/") && path != "/webhook/getWebhookNames/{id}";
        !path.starts_with("/administration/")
            && !manages_webhooks
            && !needs_provider
            && !needs_hook
            && !is_staffs
            && !needs_moderator.contains(&path)
            && !is_random
            && !needs_administrator.contains(&path)
            && !needs_mail.contains(&path)
            && !needs_authenticator.contains(&path)
    });
    let (reads, writes): (Vec<_>, Vec<_>) = all.partition(|route| route.method == Method::GET);
    let names = |routes: Vec<&crate::platform::web::Route>| {
        routes
            .iter()
            .map(|route| name(&route.method, route.paths[0]))
            .collect()
    };
    (names(writes), names(reads))
}

#[tokio::test]
async fn histories_cover_every_route() {
    let (writes, reads) = routes().await;
    let generated: BTreeSet<String> = GENERATORS
        .iter()
        .map(|(name, _)| (*name).to_owned())
        .collect();
    let queried: BTreeSet<String> = QUERIES.iter().map(|(name, _)| (*name).to_owned()).collect();
    let missing: Vec<_> = writes.difference(&generated).collect();
    assert!(
        missing.is_empty(),
        "no history calls {missing:?}: write a generator for each in tests/noninterference/history/generators"
    );
    let missing: Vec<_> = reads.difference(&queried).collect();
    assert!(
        missing.is_empty(),
        "no query reads {missing:?}: add each to QUERIES in tests/noninterference/queries.rs"
    );
}

#[test]
fn unreadable_changes_have_no_visible_effect() {
    let runtime = || {
        tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("a runtime")
    };
    let (initial, (writes, reads)) =
        runtime().block_on(async { (InitialSite::new().await, routes().await) });
    let single = number("STOA_HISTORY");
    let default = if run_in_full() {
        HISTORIES
    } else {
        HISTORIES / 5
    };
    let count = single.map_or_else(|| number("STOA_HISTORIES").unwrap_or(default), |_| 1);
    let next = AtomicU64::new(number("STOA_FIRST_HISTORY").unwrap_or(0));
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
                    let difference = runtime.block_on(compare(&initial, &history, &mut mine));
                    failures.lock().expect("failures").extend(difference);
                }
                successes.lock().expect("successes").0.append(&mut mine.0);
            });
        }
    });
    let failures = failures.into_inner().expect("failures");
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    if single.is_none() && number("STOA_VIEWER").is_none() && count >= HISTORIES {
        let Successes(successes) = successes.into_inner().expect("successes");
        let never: Vec<_> = writes
            .union(&reads)
            .filter(|route| !successes.contains(*route) && !FOR_OTHERS.contains(&route.as_str()))
            .collect();
        assert!(
            never.is_empty(),
            "no history calls these routes with success: {never:?}"
        );
    }
}

/// Replays a history twice and returns the first difference that a viewer sees.
async fn compare(
    initial: &InitialSite,
    history: &History,
    successes: &mut Successes,
) -> Option<String> {
    let with = run(initial, history, true, successes).await;
    let without = run(initial, history, false, successes).await;
    for ((with, without), viewer) in with.iter().zip(&without).zip(VIEWERS) {
        let lines = with.lines.len().max(without.lines.len());
        let line = |received: &replay::Received, number: usize| {
            received
                .lines
                .get(number)
                .cloned()
                .unwrap_or_else(|| "no more lines".to_owned())
        };
        if let Some(different) =
            (0..lines).find(|&number| line(with, number) != line(without, number))
        {
            return Some(format!(
                "STOA_HISTORY={}: {} received a secret.\n  with secrets:\n    {}\n  without:\n    {}\n{history}",
                history.seed,
                PEOPLE.get(viewer).unwrap_or(&"nobody"),
                line(with, different),
                line(without, different)
            ));
        }
    }
    None
}
