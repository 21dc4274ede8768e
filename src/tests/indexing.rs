//! Search engines list a profile only if its owner has allowed it.

use serde_json::{Value, json};

use super::operations::get_with;
use super::{Person, TestSite};
use crate::core::config::{Config, Reading};
use crate::features::users::store::may_be_indexed;

fn open(config: &mut Config) {
    config.site.reading = Reading::Everyone;
}

async fn allow(person: &Person, allow: bool) -> Value {
    let body = json!({ "allow": allow });
    person.patch("/user/setIndexing", body).await.ok()
}

/// Returns the header with which a page asks search engines to leave it out.
async fn robots(person: &Person, path: &str) -> Option<String> {
    let page = get_with(person, path, &[("accept", "text/html")]).await;
    let robots = page.headers.get("x-robots-tag")?;
    Some(robots.to_str().expect("text").to_owned())
}

#[tokio::test]
async fn a_profile_is_listed_only_while_its_owner_allows_it() {
    let site = TestSite::with(open);
    let (ann, stranger) = (site.sign_up("ann").await, site.visitor());
    assert_eq!(ann.get("/user/getIndexing").await.ok(), json!(false));
    let robots = || robots(&stranger, "/user/ann");
    assert_eq!(robots().await.as_deref(), Some("noindex"));
    assert_eq!(allow(&ann, true).await, json!(true));
    assert_eq!(ann.get("/user/getIndexing").await.ok(), json!(true));
    assert_eq!(robots().await, None);
    allow(&ann, false).await;
    assert_eq!(robots().await.as_deref(), Some("noindex"));
}

#[tokio::test]
async fn other_pages_are_listed_and_nothing_is_said_where_only_members_read() {
    let site = TestSite::with(open);
    let ann = site.sign_up("ann").await;
    let question = ann.ask("Ink", "Which?", &["ink"]).await;
    let path = format!("/question/{question}");
    assert_eq!(robots(&site.visitor(), &path).await, None);
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    for person in [&ann, &site.visitor()] {
        assert_eq!(robots(person, "/user/ann").await, None);
    }
}

#[tokio::test]
async fn a_profile_that_cannot_be_looked_up_is_not_listed() {
    let site = TestSite::with(|config| {
        open(config);
        config.limits.enabled = true;
    });
    let ann = site.sign_up("ann").await;
    allow(&ann, true).await;
    let stranger = site.visitor();
    while stranger.get("/user/getUser/ann").await.status == 200 {}
    let found = robots(&stranger, "/user/ann").await;
    assert_eq!(found.as_deref(), Some("noindex"));
}

#[tokio::test]
async fn the_choice_is_found_by_name_and_ends_with_the_account() {
    let site = TestSite::with(open);
    let (ann, _) = (site.sign_up("ann").await, site.sign_up("ben").await);
    allow(&ann, true).await;
    let found = || async {
        let both = |read: &crate::platform::db::Read<'_>| {
            Ok((may_be_indexed(read, "ANN")?, may_be_indexed(read, "ben")?))
        };
        site.site.app.db.read(both).await.expect("an answer")
    };
    assert_eq!(found().await, (true, false));
    let data = ann.get("/user/getData").await.ok();
    assert_eq!(data["mayBeIndexed"], json!(true));
    let body = json!({ "password": super::PASSWORD });
    ann.delete_with("/user/deleteUser/ann", body).await.ok();
    assert_eq!(found().await, (false, false));
    let kept: i64 = site
        .connection()
        .query_row("SELECT sum(is_indexed) FROM users", [], |row| row.get(0))
        .expect("a sum");
    assert_eq!(kept, 0);
}
