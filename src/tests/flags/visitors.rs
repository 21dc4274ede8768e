//! Reports of visitors, who have no account.

use std::time::Duration;

use super::*;
use crate::core::clock::Timestamp;
use crate::tests::mail::delivery::MailSite;

/// Turns the reports of visitors on.
async fn enable(site: &TestSite) {
    let root = site.administrator("root1").await;
    let change = json!({"key": "visitorReports", "before": false, "value": true});
    root.patch("/administration/setSettings", json!({"changes": [change]}))
        .await
        .ok();
}

impl TestSite {
    async fn reported(&self, address: &str) -> Reply {
        let body =
            json!({"address": address, "place": "Utopia", "text": "forbidden", "name": "Zoe"});
        self.visitor().post("/report/addReport", body).await
    }

    fn counted(&self, sql: &str) -> i64 {
        let value = self.connection().query_row(sql, [], |row| row.get(0));
        value.expect("the SQL runs")
    }
}

#[tokio::test]
async fn visitors_report_only_while_the_setting_is_on() {
    let site = TestSite::new();
    let absent = site.visitor().post("/report/nothing", json!({})).await;
    let off = site.reported("/question/0000000000001").await;
    assert_eq!((off.status, &off.text), (absent.status, &absent.text));
    let shown = site.visitor().get("/site/getSite").await.ok();
    assert_eq!(shown.get("visitorReports"), None);
    enable(&site).await;
    let shown = site.visitor().get("/site/getSite").await.ok();
    assert_eq!(shown["visitorReports"], json!(true));
    site.reported("/question/0000000000001").await.ok();
}

#[tokio::test]
async fn the_reply_is_the_same_whatever_is_at_the_address() {
    let site = TestSite::new();
    let [max, ann, ben, _] = people(&site).await;
    enable(&site).await;
    let public = ann.ask("Zebra", "striped", &["animal"]).await;
    let community = ann.creates_community("Columns", "private").await;
    let private = ann.ask_in(&community, "Hidden").await;
    let answer = ann.answer(&private, "secret").await;
    let first = site.reported(&format!("/question/{public}")).await;
    for address in [
        format!("/question/{private}"),
        format!("/question/{private}#{answer}"),
        "/question/0000000000001".to_owned(),
        "/user/ann".to_owned(),
        "/user/nobody".to_owned(),
        format!("/communities/{community}"),
        "/tags".to_owned(),
    ] {
        let reply = site.reported(&address).await;
        assert_eq!(
            (reply.status, &reply.text, reply.headers.len()),
            (first.status, &first.text, first.headers.len()),
            "{address}"
        );
    }
    let queue = max.queue().await;
    let cases: Vec<_> = queue.as_array().expect("a list").iter().collect();
    let kinds: Vec<_> = cases.iter().map(|case| case["kind"].clone()).collect();
    assert_eq!(
        json!(kinds),
        json!([
            "question", "address", "address", "address", "user", "address", "address", "address"
        ])
    );
    // A report names what its author could not see, and opens nothing of it.
    let path = format!("/question/{private}");
    assert_eq!(cases[1]["content"]["title"], json!(path));
    assert!(!json!(cases).to_string().contains("Hidden"));
    for id in [&private, &answer] {
        let body = json!({"id": id});
        max.post("/flag/openCase", body)
            .await
            .refused(404, "Report not found");
    }
    assert_eq!(
        cases[0]["flags"][0],
        json!({"reason": "illegal", "text": "forbidden", "createdAt": "2026-11-21T00:00:00.000Z",
               "visitor": {"path": format!("/question/{public}"), "place": "Utopia", "name": "Zoe", "getsMail": false}})
    );
    assert_eq!(cases[3]["content"]["title"], "/question/0000000000001");
    ben.get("/flag/getQueue")
        .await
        .refused(403, "Only moderators of the site can do this");
}

#[tokio::test]
async fn a_report_of_a_visitor_joins_those_of_members_and_is_decided_with_them() {
    let site = TestSite::new();
    let [max, ann, ben, _] = people(&site).await;
    enable(&site).await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    ben.flag("question", &question, "spam").await.ok();
    site.reported(&format!("/question/{question}")).await.ok();
    let queue = max.queue().await;
    assert_eq!(queue.as_array().map(Vec::len), Some(1));
    assert_eq!(queue[0]["flagCount"], json!(2));
    let case = &queue[0]["_id"];
    let body = json!({"id": case, "decision": "uphold", "remove": true, "reason": "unlawful"});
    max.post("/flag/decideCase", body).await.ok();
    assert_eq!(site.counted("SELECT is_open FROM visitor_reports"), 0);
    max.post("/flag/undoDecision", json!({"id": case}))
        .await
        .ok();
    assert_eq!(site.counted("SELECT is_open FROM visitor_reports"), 1);
    // The case stays when the member withdraws.
    ben.post("/flag/withdrawFlag", json!({"id": question}))
        .await
        .ok();
    assert_eq!(max.queue().await[0]["flagCount"], json!(1));
}

#[tokio::test]
async fn a_report_needs_an_address_of_the_site_a_place_and_a_text() {
    let site = TestSite::new();
    enable(&site).await;
    let refused = async |field: &str, value: Value, sentence: &str| {
        let mut body = json!({"address": "/tags", "place": "Utopia", "text": "forbidden"});
        body[field] = value;
        let reply = site.visitor().post("/report/addReport", body).await;
        reply.refused(400, sentence);
    };
    let elsewhere = "Please enter the address of a page of this site";
    refused("address", json!("https://example.org/"), elsewhere).await;
    refused("address", json!(""), elsewhere).await;
    let nothing = json!({"address": "", "place": "", "text": "", "name": "", "mail": ""});
    let reply = site.visitor().post("/report/addReport", nothing).await;
    reply.refused(400, elsewhere);
    refused("place", json!(" "), "Please say where this is illegal").await;
    refused("text", json!(" "), "Please say what is wrong").await;
    let long = "x".repeat(2_001);
    let sentence = "This text cannot be more than 2000 characters";
    refused("text", json!(long), sentence).await;
    let sentence = "Please enter an e-mail address such as ann@example.org";
    refused("mail", json!("nowhere"), sentence).await;
    assert_eq!(site.counted("SELECT count(*) FROM visitor_reports"), 0);
}

#[tokio::test]
async fn a_network_reports_five_times_a_day_and_all_visitors_100_times() {
    let site = TestSite::with(|config| config.limits.enabled = true);
    enable(&site).await;
    for _ in 0..5 {
        site.reported("/tags").await.ok();
    }
    let reply = site.reported("/tags").await;
    reply.refused(429, "Too many requests, please slow down");
    let limiter = &site.site.app.limiter;
    for number in 5..100u8 {
        let address = std::net::IpAddr::from([198, number, 100, 7]);
        limiter.check_visitor_report(address).expect("not too many");
    }
    let address = std::net::IpAddr::from([203, 0, 113, 7]);
    assert!(limiter.check_visitor_report(address).is_err());
}

#[tokio::test]
async fn the_table_is_bounded_after_a_restart_too() {
    let site = TestSite::new();
    enable(&site).await;
    for _ in 0..100 {
        site.reported("/tags").await.ok();
    }
    let full =
        "This site takes no more reports of visitors at the moment: please write to its contact";
    site.reported("/tags").await.refused(429, full);
    site.clock.advance(Duration::from_secs(25 * 3600));
    site.reported("/tags").await.ok();
    site.sql(
        "INSERT INTO visitor_reports (id, case_id, path, place, text, created_at)
              WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 399)
              SELECT i, (SELECT min(id) FROM cases), '/', 'x', 'x', 0 FROM n",
    );
    site.reported("/tags").await.refused(429, full);
}

#[tokio::test]
async fn names_and_addresses_are_erased_30_days_after_the_decision_and_reports_a_year_after_it() {
    let site = TestSite::new();
    let [max, ..] = people(&site).await;
    enable(&site).await;
    site.reported("/tags").await.ok();
    let case = max.queue().await[0]["_id"].clone();
    let body = json!({"id": case, "decision": "decline", "reason": "lawful"});
    max.post("/flag/decideCase", body).await.ok();
    let named = "SELECT count(*) FROM visitor_reports WHERE name <> ''";
    let decided_before = |days: i64| {
        let millis = Timestamp::from_millis(1_795_219_200_000).millis() - days * 86_400_000 - 1;
        site.sql(&format!(
            "UPDATE cases SET decided_at = {millis} WHERE decided_at IS NOT NULL"
        ));
    };
    decided_before(29);
    site.reported("/users").await.ok();
    assert_eq!(site.counted(named), 2);
    decided_before(30);
    site.reported("/users").await.ok();
    assert_eq!(site.counted(named), 2);
    decided_before(365);
    site.reported("/users").await.ok();
    assert_eq!(site.counted("SELECT count(*) FROM visitor_reports"), 3);
}

#[tokio::test]
async fn the_decision_is_mailed_to_the_visitor_who_gave_an_address() {
    let mail = MailSite::new();
    let site = &mail.site;
    let [max, ..] = people(site).await;
    enable(site).await;
    let body = json!({"address": "https://stoa.test/tags", "place": "Utopia", "text": "forbidden", "mail": "zoe@example.org"});
    site.visitor().post("/report/addReport", body).await.ok();
    let case = max.queue().await[0].clone();
    assert_eq!(case["flags"][0]["visitor"]["getsMail"], json!(true));
    let decide = async |decision: &str| {
        let body = json!({"id": case["_id"], "decision": decision, "reason": "striped"});
        max.post("/flag/decideCase", body).await.ok();
    };
    // A decision that is undone at once is not mailed.
    decide("decline").await;
    max.post("/flag/undoDecision", json!({"id": case["_id"]}))
        .await
        .ok();
    decide("uphold").await;
    let received = mail.only().await;
    assert_eq!(received.header("To"), "zoe@example.org");
    assert_eq!(received.header("Subject"), "Your report to Stoa");
    let text = received.plain();
    for part in ["https://stoa.test/tags", "to be right", "striped"] {
        assert!(text.contains(part), "{text}");
    }
}

#[tokio::test]
async fn a_private_picture_that_an_administrator_lists_is_opened_by_no_report_of_a_visitor() {
    let site = TestSite::new();
    let [_, ann, _, _] = people(&site).await;
    enable(&site).await;
    let root = site.administrator("root2").await;
    let picture = ann.picture(1).await;
    let listed = root.get("/administration/getPictures").await.ok();
    assert_eq!(listed[0]["_id"], json!(picture));
    site.reported(&format!("/media/{picture}")).await.ok();
    let reported = root.queue().await[0].clone();
    assert_eq!(reported["kind"], json!("address"));
    for id in [&json!(picture), &reported["_id"]] {
        root.post("/flag/openCase", json!({"id": id})).await;
        assert!(!root.sees_picture(&picture).await);
    }
    // Once everyone sees it, it is reported itself.
    ann.ask("T", &crate::tests::pictures::shown(&picture), &["a"])
        .await;
    site.reported(&format!("/media/{picture}")).await.ok();
    assert_eq!(root.queue().await[1]["kind"], json!("picture"));
}
