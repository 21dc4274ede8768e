//! Addresses that lead elsewhere: of merged questions, former names, synonyms and imported sites.

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use serde_json::json;
use tempfile::TempDir;

use super::administration::people;
use super::operations::get_with;
use super::{Person, Reply, TestSite};
use crate::core::clock::Clock;
use crate::core::config::{BaseUrl, Config, Reading};
use crate::core::id::Id;
use crate::operations::import::tests::answer::Old;
use crate::operations::import::tests::dump::Dump;
use crate::operations::import::tests::{askbot, discourse, flat_file, nodebb, question2answer};
use crate::operations::import::{Options, stackexchange};
use crate::platform::db::Db;
use crate::platform::realtime::Hub;

fn open(config: &mut Config) {
    config.site.reading = Reading::Everyone;
}

async fn page(person: &Person, path: &str) -> Reply {
    get_with(person, path, &[("accept", "text/html")]).await
}

/// Returns where a page leads, if it leads elsewhere.
async fn target(person: &Person, path: &str) -> Option<String> {
    let reply = page(person, path).await;
    let is_redirect = reply.status == StatusCode::MOVED_PERMANENTLY;
    assert!(is_redirect || reply.headers.get("location").is_none());
    is_redirect.then(|| reply.header("location").to_owned())
}

async fn merge(root: &Person, question: &str, into: &str) {
    let body = json!({"id": question, "into": into, "reason": "It was asked before"});
    root.post("/moderation/mergeQuestions", body).await.ok();
}

/// Returns two questions of Ann, the first one merged into the other.
async fn merged(root: &Person, ann: &Person) -> (String, String) {
    let into = ann.ask("Horse", "plain", &["animal"]).await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    merge(root, &question, &into).await;
    (question, into)
}

#[tokio::test]
async fn a_merged_question_leads_readers_without_a_session_to_the_other_one() {
    let site = TestSite::with(open);
    let [root, ann, _] = people(&site).await;
    let (question, into) = merged(&root, &ann).await;
    let stranger = site.visitor();
    for path in [
        format!("/question/{question}"),
        format!("/question/{question}/zebra"),
    ] {
        let found = target(&stranger, &path).await;
        assert_eq!(found, Some(format!("/question/{into}")), "{path}");
    }
    let path = format!("/question/{question}?a=b&c=%22");
    let found = target(&stranger, &path).await;
    assert_eq!(found, Some(format!("/question/{into}?a=b&c=%22")));
    assert_eq!(target(&stranger, &format!("/question/{into}")).await, None);
    assert_eq!(target(&ann, &format!("/question/{question}")).await, None);
}

#[tokio::test]
async fn a_redirect_is_stored_nowhere_and_has_no_body() {
    let site = TestSite::with(open);
    let [root, ann, _] = people(&site).await;
    let (question, _) = merged(&root, &ann).await;
    let reply = page(&site.visitor(), &format!("/question/{question}")).await;
    assert_eq!(reply.header("cache-control"), "no-store");
    assert_eq!(reply.text, "");
}

#[tokio::test]
async fn head_and_link_previews_get_the_redirects_of_a_browser() {
    let site = TestSite::with(open);
    let [root, ann, _] = people(&site).await;
    let (question, into) = merged(&root, &ann).await;
    let into = format!("/question/{into}");
    let path = format!("/question/{question}");
    let head = Request::builder().method(Method::HEAD).uri(&path);
    let head = head.header("accept", "text/html").body(Body::empty());
    let reply = site.visitor().send(head.expect("a request")).await;
    assert_eq!(reply.header("location"), into);
    let preview = get_with(&site.visitor(), &path, &[("accept", "*/*")]).await;
    assert_eq!(preview.header("location"), into);
    let json = [("accept", "application/json, */*")];
    let client = get_with(&site.visitor(), &path, &json).await;
    assert_eq!(client.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_question_that_is_merged_into_a_hidden_one_leads_nowhere() {
    let site = TestSite::with(open);
    let [root, ann, _] = people(&site).await;
    let (question, into) = merged(&root, &ann).await;
    let private = site.community(7, "private", &["ann"]);
    assert!(private.ends_with('7'));
    site.sql(&format!(
        "UPDATE questions SET community_id = 7, scope = 7 WHERE id = {}",
        into.parse::<crate::core::id::Id>().expect("an id").as_i64()
    ));
    let path = format!("/question/{question}");
    assert_eq!(target(&site.visitor(), &path).await, None);
}

#[tokio::test]
async fn merges_in_a_circle_lead_nowhere() {
    let site = TestSite::with(open);
    let [root, ann, _] = people(&site).await;
    let (question, into) = merged(&root, &ann).await;
    site.sql(
        "INSERT INTO question_merges SELECT into_id, question_id, merged_at, '[]', NULL, was, is_linked, NULL FROM question_merges;
         UPDATE questions SET closed_at = 1",
    );
    for question in [question, into] {
        let path = format!("/question/{question}");
        assert_eq!(target(&site.visitor(), &path).await, None);
    }
}

#[tokio::test]
async fn a_former_name_leads_to_the_name_of_today() {
    let site = TestSite::with(open);
    let [root, ann, ben] = people(&site).await;
    let body = json!({"userId": "ann", "newUsername": "zenobia"});
    root.post("/administration/renameUser", body).await.ok();
    for person in [&site.visitor(), &ben, &ann] {
        let found = target(person, "/user/ann?tab=x").await;
        assert_eq!(found.as_deref(), Some("/user/zenobia?tab=x"));
        assert_eq!(target(person, "/user/zenobia").await, None);
    }
    let body = json!({"userId": "ben", "intoUserId": "zenobia"});
    root.post("/administration/mergeUser", body).await.ok();
    let found = target(&site.visitor(), "/user/ben").await;
    assert_eq!(found.as_deref(), Some("/user/zenobia"));
}

#[tokio::test]
async fn a_synonym_leads_to_its_main_tag() {
    let site = TestSite::with(open);
    let [root, ann, _] = people(&site).await;
    ann.ask("Ink", "Which?", &["c++"]).await;
    let body = json!({"name": "c++", "synonym": "cpp"});
    root.post("/tag/addTagSynonym", body).await.ok();
    let stranger = site.visitor();
    for (path, expected) in [
        ("/tagPage?tag=cpp", Some("/tagPage?tag=c%2B%2B")),
        (
            "/questionPage?order=newest&tag=CPP",
            Some("/questionPage?tag=c%2B%2B&order=newest"),
        ),
        ("/tagPage?tag=c%2B%2B", None),
        ("/questionPage?tag=absent", None),
        ("/questionPage?search=cpp", None),
    ] {
        assert_eq!(target(&stranger, path).await.as_deref(), expected, "{path}");
    }
}

#[tokio::test]
async fn hidden_and_absent_pages_look_alike_to_strangers() {
    let site = TestSite::with(open);
    let [_, ann, _] = people(&site).await;
    let question = ann.ask("Ink", "Which?", &["ink"]).await;
    let private = site.community(7, "private", &["ann"]);
    let hidden = ann.ask_in(&private, "Secret").await;
    let stranger = site.visitor();
    let absent = page(&stranger, "/question/0000000000001").await;
    assert_eq!(absent.status, StatusCode::NOT_FOUND);
    // It starts the application, which asks again with the session.
    assert!(absent.text.contains("<title>"), "{}", absent.text);
    for path in [
        format!("/question/{hidden}"),
        "/user/nobody1".to_owned(),
        "/tagPage?tag=nonesuch".to_owned(),
    ] {
        let reply = page(&stranger, &path).await;
        assert_eq!(reply.status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(reply.text, absent.text, "{path}");
    }
    for path in [
        format!("/question/{question}/ink"),
        "/user/ann".to_owned(),
        "/tagPage?tag=ink".to_owned(),
        "/questionPage?tag=nonesuch".to_owned(),
        "/nonesuch".to_owned(),
    ] {
        let reply = page(&stranger, &path).await;
        assert_eq!(reply.status, StatusCode::OK, "{path}");
    }
    let reply = page(&ann, "/user/nobody1").await;
    assert_eq!(reply.status, StatusCode::OK);
}

/// Asks for the page of a question, its feed and the call about its address, as a stranger. Returns their statuses.
async fn statuses(site: &TestSite, question: &str) -> [StatusCode; 3] {
    let stranger = site.visitor();
    let of = format!("/question/{question}");
    let call = format!("/address/getTarget?of={of}");
    [
        page(&stranger, &of).await.status,
        stranger.get(&format!("/feeds{of}.atom")).await.status,
        stranger.get(&call).await.status,
    ]
}

#[tokio::test]
async fn strangers_learn_that_a_question_is_gone_which_they_could_read() {
    let site = TestSite::with(open);
    let [root, ann, _] = people(&site).await;
    let public = site.community(8, "public", &["ann"]);
    let deleted = ann.ask_in(&public, "Deleted").await;
    let removed = ann.ask("Removed", "x", &["ink"]).await;
    assert_eq!(statuses(&site, &deleted).await, [StatusCode::OK; 3]);
    let absent = page(&site.visitor(), "/question/0000000000001").await;
    let body = json!({"qid": deleted});
    ann.delete_with("/question/deleteQuestion", body.clone())
        .await
        .ok();
    let body_of_removal = json!({"id": removed, "reason": "spam"});
    root.post("/administration/removePost", body_of_removal)
        .await
        .ok();
    for question in [&deleted, &removed] {
        assert_eq!(statuses(&site, question).await, [StatusCode::GONE; 3]);
        let gone = page(&site.visitor(), &format!("/question/{question}/x")).await;
        assert_eq!(
            (gone.status, gone.text),
            (StatusCode::GONE, absent.text.clone())
        );
        // A member's app says what it knows.
        assert_eq!(
            page(&ann, &format!("/question/{question}")).await.status,
            StatusCode::OK
        );
        let of = format!("/address/getTarget?of=/question/{question}");
        assert_eq!(ann.get(&of).await.status, StatusCode::NOT_FOUND);
    }
    ann.post("/question/undeleteQuestion", body).await.ok();
    assert_eq!(statuses(&site, &deleted).await, [StatusCode::OK; 3]);
}

#[tokio::test]
async fn strangers_learn_nothing_of_what_was_never_public() {
    let site = TestSite::with(open);
    let [root, ann, _] = people(&site).await;
    let private = site.community(7, "private", &["ann"]);
    let deleted = ann.ask_in(&private, "Secret").await;
    let body = json!({"qid": deleted});
    ann.delete_with("/question/deleteQuestion", body).await.ok();
    let answered = ann.ask("Ink", "x", &["ink"]).await;
    let answer = ann.answer(&answered, "y").await;
    let body = json!({"aid": answer});
    ann.delete_with("/answer/deleteAnswer", body).await.ok();
    let hold = json!({"changes": [{"key": "holdFirst", "before": "0", "value": "1"}]});
    root.patch("/administration/setSettings", hold).await.ok();
    let ned = site.sign_up("ned").await;
    let held = ned.ask("Held", "x", &["ink"]).await;
    for question in [&deleted, &answer, &held] {
        assert_eq!(statuses(&site, question).await, [StatusCode::NOT_FOUND; 3]);
    }
    let reject = json!({"id": held, "decision": "reject", "reason": "no"});
    root.post("/flag/decideCase", reject).await.ok();
    assert_eq!(statuses(&site, &held).await, [StatusCode::NOT_FOUND; 3]);
    let other = ned.ask("Withdrawn", "x", &["ink"]).await;
    let body = json!({"qid": other});
    ned.delete_with("/question/deleteQuestion", body).await.ok();
    assert_eq!(statuses(&site, &other).await, [StatusCode::NOT_FOUND; 3]);
}

#[tokio::test]
async fn strangers_learn_nothing_of_what_was_gone_before_they_could_read() {
    let site = TestSite::new();
    let root = site.administrator("root").await;
    let questions = [
        root.ask("Early", "x", &["ink"]).await,
        root.ask("Late", "x", &["ink"]).await,
    ];
    let delete = async |question: &str| {
        site.clock.advance(std::time::Duration::from_secs(60));
        let body = json!({"qid": question});
        root.delete_with("/question/deleteQuestion", body)
            .await
            .ok();
        site.clock.advance(std::time::Duration::from_secs(60));
    };
    delete(&questions[0]).await;
    let change = json!({"changes": [{"key": "reading", "before": "members", "value": "everyone"}]});
    root.patch("/administration/setSettings", change).await.ok();
    delete(&questions[1]).await;
    assert_eq!(
        statuses(&site, &questions[0]).await,
        [StatusCode::NOT_FOUND; 3]
    );
    assert_eq!(statuses(&site, &questions[1]).await, [StatusCode::GONE; 3]);
}

#[tokio::test]
async fn while_only_members_read_every_page_is_the_same() {
    let site = TestSite::new();
    let [root, ann, _] = people(&site).await;
    let (question, _) = merged(&root, &ann).await;
    let body = json!({"userId": "ann", "newUsername": "zenobia"});
    root.post("/administration/renameUser", body).await.ok();
    for person in [&site.visitor(), &root] {
        let other = page(person, "/nonesuch").await.text;
        for path in [
            format!("/question/{question}/zebra"),
            "/question/0000000000001/x".to_owned(),
            "/user/ann".to_owned(),
            "/questions/1".to_owned(),
        ] {
            let reply = page(person, &path).await;
            assert_eq!(reply.status, StatusCode::OK, "{path}");
            // The page of a member has content.
            if person.name.is_empty() {
                assert_eq!(reply.text, other, "{path}");
            }
        }
    }
}

#[tokio::test]
async fn a_redirect_stays_below_the_path_of_the_site() {
    let site = TestSite::with(|config| {
        open(config);
        config.server.base_url = BaseUrl::parse("http://stoa.test/forum/").expect("a base URL");
    });
    let [root, _, _] = people(&site).await;
    let body = json!({"userId": "ann", "newUsername": "zenobia"});
    root.post("/administration/renameUser", body).await.ok();
    let stranger = site.visitor();
    for path in ["/forum/user/ann", "/user/ann"] {
        let found = target(&stranger, path).await;
        assert_eq!(found.as_deref(), Some("/forum/user/zenobia"), "{path}");
    }
    assert_eq!(target(&stranger, "//evil.example/user/ann").await, None);
}

/// Returns a directory with the content of the sample dump of `sites`.
fn imported(sites: &'static [&'static str]) -> TempDir {
    // An import blocks its thread, which no thread of the runtime may do.
    let import = move || {
        let directory = TempDir::new().expect("a directory");
        let db = Db::open(directory.path(), Clock::system(), Hub::default()).expect("a database");
        for site in sites {
            let options = Options {
                site: Some((*site).to_owned()),
                ..Options::default()
            };
            let files = Dump::sample().write();
            let dump = stackexchange::Dump::open(files.path(), options).expect("a dump");
            stackexchange::import(&db, dump, |_| ()).expect("an import");
        }
        directory
    };
    std::thread::spawn(import).join().expect("an import")
}

/// Returns the id on this site of a post of the dump, in its text form.
fn post(site: &TestSite, number: i64) -> String {
    let sql = "SELECT local_id FROM external_ids WHERE kind = 'post' AND external_id = ?1";
    let id = site
        .connection()
        .query_row(sql, [number.to_string()], |row| row.get(0))
        .expect("a post");
    Id::from_i64(id).to_string()
}

#[tokio::test]
async fn addresses_of_an_imported_site_lead_to_their_pages_here() {
    let site = TestSite::within(imported(&["things.example.com"]), open);
    let member = site.sign_up("ann").await;
    let (question, other) = (post(&site, 1), post(&site, 4));
    let page = format!("/question/{question}");
    let answer = format!("{page}#{}", post(&site, 2));
    let user: String = site
        .connection()
        .query_row(
            "SELECT username FROM users WHERE display_name = 'ada lovelace'",
            [],
            |row| row.get(0),
        )
        .expect("a user");
    let user = format!("/user/{user}");
    for (path, expected) in [
        ("/questions/1", &page),
        ("/questions/1/what-why", &page),
        ("/questions/1/what-why?noredirect=1&lq=1", &page),
        ("/q/1", &page),
        ("/q/1/17", &page),
        ("/questions/4/how", &format!("/question/{other}")),
        ("/questions/1/what-why/2", &answer),
        ("/questions/1/what-why/77", &page),
        ("/questions/2", &answer),
        ("/a/2", &answer),
        ("/a/2/17", &answer),
        ("/users/2", &user),
        ("/users/2/ada?tab=profile", &user),
        (
            "/questions/tagged/math",
            &"/questionPage?tag=math".to_owned(),
        ),
        ("/tags/math/info", &"/tagPage?tag=math".to_owned()),
    ] {
        for person in [&site.visitor(), &member] {
            let found = target(person, path).await;
            assert_eq!(found.as_ref(), Some(expected), "{path}");
        }
    }
    for path in [
        "/questions/7",
        "/questions/99/absent",
        "/users/99",
        "/questions/tagged/absent",
        "/questions/tagged/unused",
        "/tags/math",
        "/users",
    ] {
        let reply = self::page(&site.visitor(), path).await;
        assert_eq!(reply.status, StatusCode::OK, "{path}");
    }
}

#[tokio::test]
async fn addresses_of_a_site_of_answer_lead_to_their_pages_here() {
    let import = || {
        let directory = TempDir::new().expect("a directory");
        let db = Db::open(directory.path(), Clock::system(), Hub::default()).expect("a database");
        let old = Old::new();
        let dump = stackexchange::Dump::open_answer(
            &old.database(),
            None,
            None,
            Options::default(),
            |_| (),
        );
        stackexchange::import(&db, dump.expect("a site"), |_| ()).expect("an import");
        directory
    };
    let directory = std::thread::spawn(import).join().expect("an import");
    let site = TestSite::within(directory, open);
    let [first, second, answer] = [
        10_010_000_000_000_001,
        10_010_000_000_000_002,
        10_020_000_000_000_002,
    ]
    .map(|number| post(&site, number));
    for (path, expected) in [
        ("/questions/10010000000000001", format!("/question/{first}")),
        (
            "/questions/D1D1/why-is-my-crust-pale",
            format!("/question/{first}"),
        ),
        (
            "/questions/10010000000000002/how-hot/10020000000000002",
            format!("/question/{second}#{answer}"),
        ),
        (
            "/questions/D1E1/E1E1",
            format!("/question/{second}#{answer}"),
        ),
        ("/users/ann.lee", "/user/ann.lee".to_owned()),
        ("/users/two%20words", "/user/two-words".to_owned()),
        ("/tags/crust", "/questionPage?tag=crust".to_owned()),
        ("/tags/levain", "/questionPage?tag=sourdough".to_owned()),
    ] {
        let found = target(&site.visitor(), path).await;
        assert_eq!(found, Some(expected), "{path}");
    }
    for path in [
        "/users/cem",
        "/tags/spam",
        "/questions/10010000000000003",
        "/questions/D1F1/x",
    ] {
        let reply = self::page(&site.visitor(), path).await;
        assert_eq!(reply.status, StatusCode::OK, "{path}");
    }
}

#[tokio::test]
async fn addresses_of_a_site_of_discourse_lead_to_their_pages_here() {
    let import = || {
        let directory = TempDir::new().expect("a directory");
        let db = Db::open(directory.path(), Clock::system(), Hub::default()).expect("a database");
        let backup = discourse::Old::new();
        let dump = backup.open(Options::default());
        stackexchange::import(&db, dump.expect("a site"), |_| ()).expect("an import");
        directory
    };
    let directory = std::thread::spawn(import).join().expect("an import");
    let site = TestSite::within(directory, open);
    let [first, second, answer] = [100, 110, 111].map(|number| post(&site, number));
    for (path, expected) in [
        ("/t/why-is-my-crust-pale/10", format!("/question/{first}")),
        ("/t/10", format!("/question/{first}")),
        ("/t/how-hot/11/2", format!("/question/{second}#{answer}")),
        ("/t/11/2?u=ada", format!("/question/{second}#{answer}")),
        // A post that is left out leads to its question.
        ("/t/how-hot/11/3", format!("/question/{second}")),
        ("/p/111", format!("/question/{second}#{answer}")),
        ("/u/ada", "/user/ada".to_owned()),
        ("/u/%C5%82uk/summary", "/user/Luk".to_owned()),
        ("/tag/crust", "/questionPage?tag=crust".to_owned()),
        ("/tag/kruste", "/questionPage?tag=crust".to_owned()),
        ("/tag/crust/1", "/questionPage?tag=crust".to_owned()),
        ("/c/bread/2", "/questionPage?tag=bread".to_owned()),
        ("/c/bread/rye/3", "/questionPage?tag=rye".to_owned()),
    ] {
        let found = target(&site.visitor(), path).await;
        assert_eq!(found, Some(expected), "{path}");
    }
    for path in [
        "/t/unlisted/12",
        "/t/deleted/13",
        "/t/a-personal-message/14",
        "/t/only-for-the-staff/15",
        "/p/103",
        "/p/150",
        "/u/never",
        "/tag/staff-only",
        "/c/staff/4",
    ] {
        let found = target(&site.visitor(), path).await;
        assert_eq!(found, None, "{path}");
    }
}

#[tokio::test]
async fn addresses_of_a_site_of_question2answer_lead_to_their_pages_here() {
    let import = || {
        let directory = TempDir::new().expect("a directory");
        let db = Db::open(directory.path(), Clock::system(), Hub::default()).expect("a database");
        let dump = question2answer::Old::new().open(Options::default());
        stackexchange::import(&db, dump.expect("a site"), |_| ()).expect("an import");
        directory
    };
    let directory = std::thread::spawn(import).join().expect("an import");
    let site = TestSite::within(directory, open);
    let [first, second, answer] = [1, 2, 20].map(|number| post(&site, number));
    for (path, expected) in [
        ("/1/any-slug", format!("/question/{first}")),
        ("/1", format!("/question/{first}")),
        ("/index.php/1/any-slug", format!("/question/{first}")),
        ("/?qa=1/any-slug", format!("/question/{first}")),
        (
            "/index.php?qa=1&qa_1=any-slug",
            format!("/question/{first}"),
        ),
        ("/2/how-hot?show=20", format!("/question/{second}#{answer}")),
        // A comment has no address of its own here.
        ("/1/why?show=40", format!("/question/{first}")),
        ("/user/two%20words", "/user/two-words".to_owned()),
        ("/user/admin", "/user/admin-2".to_owned()),
        ("/index.php?qa=user&qa_1=ada", "/user/ada".to_owned()),
        ("/tag/two%20words", "/questionPage?tag=two-words".to_owned()),
        ("/index.php/tag/crust", "/questionPage?tag=crust".to_owned()),
    ] {
        let found = target(&site.visitor(), path).await;
        assert_eq!(found, Some(expected), "{path}");
    }
    for path in [
        "/5/hidden",
        "/12",
        "/999/x",
        "/tag/hidden-tag",
        "/index.php/user/nobody",
        "/user/ada",
    ] {
        assert_eq!(target(&site.visitor(), path).await, None, "{path}");
    }
}

#[tokio::test]
async fn addresses_of_a_site_of_askbot_lead_to_their_pages_here() {
    let import = || {
        let directory = TempDir::new().expect("a directory");
        let db = Db::open(directory.path(), Clock::system(), Hub::default()).expect("a database");
        let dump = askbot::Old::new().open(Options::default());
        stackexchange::import(&db, dump.expect("a site"), |_| ()).expect("an import");
        directory
    };
    let directory = std::thread::spawn(import).join().expect("an import");
    let site = TestSite::within(directory, open);
    let [first, third, answer] = [1, 3, 8].map(|number| post(&site, number));
    for (path, expected) in [
        ("/question/1/any-slug/", format!("/question/{first}")),
        ("/question/1", format!("/question/{first}")),
        ("/questions/1/revisions/", format!("/question/{first}")),
        (
            "/question/1/why/?answer=8",
            format!("/question/{first}#{answer}"),
        ),
        (
            "/answers/8/revisions/",
            format!("/question/{first}#{answer}"),
        ),
        // A comment has no address of its own here.
        ("/question/1/why/?comment=12", format!("/question/{first}")),
        // A question that was merged.
        ("/question/18/why-soft/", format!("/question/{third}")),
        ("/users/3/low-arger/", "/user/Low-Arger".to_owned()),
        (
            "/questions/scope:all/sort:activity-desc/tags:c++/page:1/",
            "/questionPage?tag=c%2B%2B".to_owned(),
        ),
    ] {
        let found = target(&site.visitor(), path).await;
        assert_eq!(found, Some(expected), "{path}");
    }
    for path in [
        // Deleted, waiting and private questions, and what is of no imported site.
        "/question/20/x/",
        "/question/24/x/",
        "/question/30/x/",
        "/answers/31/revisions/",
        "/question/999/x/",
        "/question/0000000000001/x/",
        "/questions/scope:all/sort:activity-desc/tags:secret-tag/page:1/",
    ] {
        assert_eq!(target(&site.visitor(), path).await, None, "{path}");
    }
    // The address of a page here is never one of the old site.
    assert_eq!(
        target(&site.visitor(), &format!("/question/{first}")).await,
        None
    );
}

#[tokio::test]
async fn addresses_of_a_site_of_nodebb_lead_to_their_pages_here() {
    let import = || {
        let directory = TempDir::new().expect("a directory");
        let db = Db::open(directory.path(), Clock::system(), Hub::default()).expect("a database");
        let dump = nodebb::Old::new().open(Options::default());
        stackexchange::import(&db, dump.expect("a site"), |_| ()).expect("an import");
        directory
    };
    let directory = std::thread::spawn(import).join().expect("an import");
    let site = TestSite::within(directory, open);
    let [first, third, answer] = [2, 4, 7].map(|number| post(&site, number));
    for (path, expected) in [
        ("/topic/2/any-slug", format!("/question/{first}")),
        ("/topic/2", format!("/question/{first}")),
        ("/topic/2/any-slug/3?page=1", format!("/question/{first}")),
        ("/post/7", format!("/question/{first}#{answer}")),
        // A comment of that answer.
        ("/post/10", format!("/question/{first}#{answer}")),
        // A topic that was merged.
        ("/topic/8/why-soft", format!("/question/{third}")),
        ("/user/l%C3%B6w-%C3%A4rger", "/user/Low-Arger".to_owned()),
        ("/tags/two-words", "/questionPage?tag=two-words".to_owned()),
    ] {
        let found = target(&site.visitor(), path).await;
        assert_eq!(found, Some(expected), "{path}");
    }
    // Deleted and private topics, one that is no question, and what is of no imported site.
    for path in [
        "/topic/10/x",
        "/topic/11/x",
        "/topic/9/x",
        "/post/16",
        "/topic/999/x",
    ] {
        assert_eq!(target(&site.visitor(), path).await, None, "{path}");
    }
}

#[tokio::test]
async fn addresses_that_a_file_names_lead_to_their_pages_here() {
    let import = || {
        let directory = TempDir::new().expect("a directory");
        let db = Db::open(directory.path(), Clock::system(), Hub::default()).expect("a database");
        let dump = flat_file::Old::csv().open(Options::default());
        stackexchange::import(&db, dump.expect("a site"), |_| ()).expect("an import");
        directory
    };
    let directory = std::thread::spawn(import).join().expect("an import");
    let site = TestSite::within(directory, open);
    let question = |title: &str| {
        let sql = "SELECT id FROM questions WHERE title LIKE ?1 || '%'";
        let id = site.connection().query_row(sql, [title], |row| row.get(0));
        Id::from_i64(id.expect("a question"))
    };
    let pale = format!("/question/{}", question("Why is my crust pale"));
    let hot = format!("/question/{}", question("How hot"));
    for (path, expected) in [
        ("/t/1", &pale),
        ("/t/1/", &pale),
        ("/%74/1", &pale),
        ("/t/1?source=mail", &pale),
        ("/view.php?t=2", &hot),
    ] {
        let found = target(&site.visitor(), path).await;
        assert_eq!(found.as_ref(), Some(expected), "{path}");
    }
    for path in [
        "/t/9",
        "/t",
        "/view.php",
        "/view.php?t=1",
        "/",
        "/home",
        &pale,
    ] {
        assert_eq!(target(&site.visitor(), path).await, None, "{path}");
    }
    let script = get_with(&site.visitor(), "/t/1", &[("accept", "application/json")]).await;
    assert_eq!(script.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn addresses_of_an_imported_site_lead_members_only_where_only_they_read() {
    let site = TestSite::within(imported(&["things.example.com"]), |_| {});
    let member = site.sign_up("ann").await;
    let found = target(&member, "/q/1").await;
    assert_eq!(found, Some(format!("/question/{}", post(&site, 1))));
    assert_eq!(target(&site.visitor(), "/q/1").await, None);
}

#[tokio::test]
async fn an_address_that_several_imported_sites_have_leads_nowhere() {
    let sites = imported(&["things.example.com", "others.example.com"]);
    let site = TestSite::within(sites, open);
    assert_eq!(target(&site.visitor(), "/q/1").await, None);
    let found = target(&site.visitor(), "/questions/tagged/math").await;
    assert_eq!(found.as_deref(), Some("/questionPage?tag=math"));
}

#[tokio::test]
async fn imported_posts_that_are_hidden_or_merged_lead_where_their_pages_do() {
    let site = TestSite::within(imported(&["things.example.com"]), open);
    let root = site.sign_up("root1").await;
    site.sql("UPDATE users SET role = 'administrator' WHERE username = 'root1'");
    merge(&root, &post(&site, 4), &post(&site, 1)).await;
    let (page, merged) = (post(&site, 1), post(&site, 4));
    let found = target(&site.visitor(), "/q/4").await;
    assert_eq!(found, Some(format!("/question/{page}")));
    let found = target(&root, "/q/4").await;
    assert_eq!(found, Some(format!("/question/{merged}")));
    let body = json!({"id": page, "reason": "x"});
    root.post("/administration/removePost", body).await.ok();
    for path in ["/q/1", "/a/2"] {
        assert_eq!(target(&site.visitor(), path).await, None, "{path}");
    }
}
