//! The figures of the site by week.

use std::time::Duration;

use serde_json::{Value, json};

use super::{TestSite, people};

const DAY: u64 = 86_400;

#[tokio::test]
async fn each_week_counts_what_every_member_may_read() {
    let site = TestSite::new();
    let [root, ann, ben] = people(&site).await;
    let community = site.community(7, "private", &["ann", "ben"]);
    let old = ann.ask("Old", "x", &["a"]).await;
    site.clock.advance(Duration::from_secs(90 * 60));
    ben.answer(&old, "y").await;
    site.clock.advance(Duration::from_secs(8 * DAY));
    ann.ask("New", "x", &["a"]).await;
    let hidden = ann.ask_in(&community, "Hidden").await;
    ben.answer(&hidden, "z").await;
    let weeks = root.get("/administration/getFigures").await.ok();
    let weeks = weeks.as_array().expect("a list");
    assert_eq!(weeks.len(), 12);
    let [before @ .., last, this] = weeks.as_slice() else {
        panic!("{weeks:?}")
    };
    let figures = |week: &Value, name: &str| week.get(name).cloned().unwrap_or_default();
    let names = [
        "signUps",
        "posts",
        "authors",
        "unanswered",
        "minutesToAnswer",
    ];
    assert_eq!(
        names.map(|name| figures(last, name)),
        [json!(3), json!(2), json!(2), json!(0), json!(90)]
    );
    assert_eq!(
        names.map(|name| figures(this, name)),
        [json!(0), json!(1), json!(1), json!(1), Value::Null]
    );
    assert!(before.iter().all(|week| week["posts"] == 0));
}
