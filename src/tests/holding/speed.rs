//! The time that the queue takes with 1,000 entries.

use std::time::Instant;

use super::*;

/// The entries of the queue, and the requests that are measured.
const ENTRIES: usize = 1_000;
const REQUESTS: usize = 500;

/// Prints the times. Run `cargo test --release --lib holding::speed -- --ignored --nocapture`.
#[tokio::test]
#[ignore = "a measurement"]
async fn the_queue_of_1_000_held_posts() {
    let site = TestSite::new();
    let ([max, _, _], question) = people(&site).await;
    let text = "word ".repeat(200);
    for number in 0..ENTRIES / 20 {
        let member = site.sign_up(&format!("member{number}")).await;
        for _ in 0..20 {
            member.comment("question", &question, &text[..300]).await;
        }
    }
    let mut times = Vec::new();
    let mut next = "/flag/getQueue?limit=50".to_owned();
    for _ in 0..REQUESTS {
        let begin = Instant::now();
        let reply = max.get(&next).await;
        times.push(begin.elapsed().as_secs_f64() * 1_000.0);
        reply.ok();
        next = reply
            .next_page()
            .unwrap_or_else(|| "/flag/getQueue?limit=50".to_owned());
    }
    times.sort_by(f64::total_cmp);
    let at = |quantile: f64| times[(quantile * (REQUESTS - 1) as f64) as usize];
    println!(
        "queue of {ENTRIES}: p50 {:.1} ms, p99 {:.1} ms",
        at(0.5),
        at(0.99)
    );
}
