//! Blocked words, domains and networks, and scores of suspected spam.

use serde_json::json;

use super::{DAY, people};
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::features::trust::{self, HoldSignal, NewText, spam};
use crate::features::users::{Me, session};
use crate::platform::db::{Read, Write};
use crate::platform::realtime::TokenHash;
use crate::platform::web::{Actor, Credential};
use crate::tests::{Person, TestSite, id_of};

const HONEST: &str =
    "How does the wheel of a bicycle stay round? I have read the manual and still do not know.";

impl TestSite {
    /// Returns why a text of a person would be held.
    async fn signals(&self, person: &Person, text: &str) -> Vec<HoldSignal> {
        let (token, text) = (token(person), text.to_owned());
        let reasons = move |read: &Read<'_>| -> Result<Vec<HoldSignal>> {
            let me = Me::authenticate(read, &Credential::Sessions(vec![token]))?;
            let question = Id::from_i64(1);
            let reasons = trust::hold_reasons(read, &me, &NewText::on(question, &text))?;
            Ok(reasons.into_iter().map(|reason| reason.signal).collect())
        };
        self.site.app.db.read(reasons).await.expect("reasons")
    }

    async fn remember(&self, text: String, id: i64) {
        let remember = move |tx: &mut Write<'_>| {
            tx.without_event("a test");
            let new = NewText::on(Id::from_i64(1), &text);
            spam::remember_text(tx, Id::at(tx.now, id as u64), &new, false, true)
        };
        self.site.app.db.write(remember).await.expect("remembered");
    }
}

fn token(person: &Person) -> TokenHash {
    let token = person.cookie("stoa_session").expect("a session");
    session::hash(&token)
}

async fn holding(site: &TestSite) -> [Person; 3] {
    let people = people(site).await;
    site.promote("max1").await;
    people[0]
        .set("holdSpam", json!(false), json!(true))
        .await
        .ok();
    for number in 0..20 {
        let text = format!("https://learned{number}.example");
        site.remember(text, number).await;
    }
    people
}

#[tokio::test]
async fn nothing_is_held_or_remembered_with_the_default_settings() {
    let site = TestSite::new();
    let [_max, ann, _ben] = people(&site).await;
    let spam = "Buy now: cheap pills, free shipping https://pills.example +1 888 555 0142";
    assert_eq!(site.signals(&ann, spam).await, []);
    ann.ask("T", spam, &["a"]).await;
    let rows = site.sql_text(
        "SELECT (SELECT count(*) FROM text_signatures) + (SELECT count(*) FROM link_domains)",
    );
    assert_eq!(rows, "0");
}

#[tokio::test]
async fn suspected_spam_of_new_members_is_held_and_that_of_others_is_not() {
    let site = TestSite::new();
    let [max, ann, ben] = holding(&site).await;
    let spam = "Buy now: cheap pills, free shipping https://pills.example +1 888 555 0142";
    let found = site.signals(&ann, spam).await;
    for signal in [
        HoldSignal::Link,
        HoldSignal::NewDomain,
        HoldSignal::Phone,
        HoldSignal::Advertising,
    ] {
        assert!(found.contains(&signal), "{signal:?}");
    }
    assert_eq!(site.signals(&ann, HONEST).await, []);
    assert_eq!(site.signals(&max, spam).await, []);
    max.vouch("vouchUser", "ben").await.ok();
    assert_eq!(site.signals(&ben, spam).await, []);
}

#[tokio::test]
async fn a_copy_of_another_text_is_held() {
    let site = TestSite::new();
    let [_max, ann, ben] = holding(&site).await;
    ben.ask("T", &HONEST.repeat(2), &["a"]).await;
    let copy = format!("{} https://other.example", HONEST.repeat(2));
    assert!(site.signals(&ann, &copy).await.contains(&HoldSignal::Copy));
}

#[tokio::test]
async fn texts_of_private_communities_are_not_remembered() {
    let site = TestSite::new();
    let [_max, ann, ben] = holding(&site).await;
    let community = ben.creates_community("Columns", "private").await;
    let body = json!({"title": "T", "text": format!("{} https://secret.example", HONEST.repeat(2)), "tags": [{"name": "a"}],
                      "communityId": community});
    ben.post("/question/addQuestion", body).await.ok();
    assert!(
        !site
            .signals(&ann, &HONEST.repeat(2))
            .await
            .contains(&HoldSignal::Copy)
    );
    assert_eq!(
        site.sql_text("SELECT count(*) FROM link_domains WHERE domain = 'secret.example'"),
        "0"
    );
}

#[tokio::test]
async fn a_domain_is_new_until_a_known_member_links_it_or_a_text_with_it_has_stood() {
    let site = TestSite::new();
    let [max, ann, ben] = holding(&site).await;
    let spam = |domain: &str| format!("Buy now, order now: https://{domain}");
    let is_new = async |domain: &str| {
        let found = site.signals(&ann, &spam(domain)).await;
        found.contains(&HoldSignal::NewDomain)
    };
    assert!(is_new("known.example").await);
    max.ask("T", "see https://www.known.example/x", &["a"])
        .await;
    assert!(!is_new("known.example").await);
    let text = format!("{} https://standing.example", HONEST.repeat(5));
    let question = ben.ask("T", &text, &["a"]).await;
    assert!(is_new("standing.example").await);
    site.clock.advance(4 * DAY);
    assert!(!is_new("standing.example").await);
    let body = json!({"qid": question});
    ben.delete_with("/question/deleteQuestion", body).await.ok();
    assert!(is_new("standing.example").await);
}

#[tokio::test]
async fn the_tables_stay_bounded() {
    let site = TestSite::new();
    let [_max, ..] = holding(&site).await;
    site.sql(
        "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 20000)
              INSERT INTO text_signatures (content_id, signature) SELECT n, zeroblob(256) FROM n",
    );
    site.sql(
        "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 20010)
              INSERT INTO link_domains SELECT n || '.example', n, n, 0 FROM n",
    );
    for number in 0..5 {
        let words: String = (0..30).map(|word| format!("w{word}x{number} ")).collect();
        site.remember(words + "https://one.example", number).await;
    }
    let rows = |table: &str| site.sql_text(&format!("SELECT count(*) FROM {table}"));
    let texts: i64 = rows("text_signatures").parse().expect("a number");
    let domains: i64 = rows("link_domains").parse().expect("a number");
    assert!(texts <= 20_000 && domains <= 20_000, "{texts} {domains}");
    let counted = site.sql_text("SELECT texts || ' ' || domains FROM spam_counts");
    assert_eq!(counted, format!("{texts} {domains}"));
}

#[tokio::test]
async fn blocked_words_domains_and_networks_hold_texts_of_all_but_moderators() {
    let site = TestSite::new();
    let [max, ann, _ben] = people(&site).await;
    site.promote("max1").await;
    max.vouch("vouchUser", "ann").await.ok();
    max.set("blockedWords", json!(""), json!("# bad\nCheap Pills\n"))
        .await
        .ok();
    max.set("blockedDomains", json!(""), json!("casino.example"))
        .await
        .ok();
    let text = "cheap pills at www.casino.example";
    let both = [HoldSignal::BlockedWord, HoldSignal::BlockedDomain];
    assert_eq!(site.signals(&ann, text).await, both);
    assert_eq!(site.signals(&max, text).await, []);
    assert_eq!(site.signals(&ann, HONEST).await, []);
    for disguised in [
        "ｃｈｅａｐ p\u{ad}ills at https:\\\\bank.example@casino。example.",
        "cheap\u{3000}pi\u{200b}lls at [us](https://%63asino%2Eexample)",
    ] {
        assert_eq!(site.signals(&ann, disguised).await, both, "{disguised}");
    }
    site.sql("UPDATE sessions SET address = '192.0.2.7'");
    max.set("blockedNetworks", json!(""), json!("192.0.2.0/24"))
        .await
        .ok();
    assert_eq!(
        site.signals(&ann, HONEST).await,
        [HoldSignal::BlockedNetwork]
    );
}

#[tokio::test]
async fn nobody_signs_up_from_a_blocked_network() {
    let site = TestSite::new();
    let root = site.administrator("root1").await;
    root.set("blockedNetworks", json!(""), json!("0.0.0.0/0\n::/0"))
        .await
        .ok();
    let body = json!({"username": "eve1", "password": "correct horse"});
    site.visitor()
        .post("/user/signup", body)
        .await
        .refused(403, "Sign-up is not possible from your network");
}

#[tokio::test]
async fn lists_of_blocked_entries_are_validated() {
    let site = TestSite::new();
    let root = site.administrator("root1").await;
    for (key, list) in [
        ("blockedDomains", "https://casino.example"),
        ("blockedNetworks", "192.0.2.0/99"),
        ("blockedWords", "!!!"),
    ] {
        root.set(key, json!(""), json!(list))
            .await
            .refused(400, &format!("This entry of the list is not valid: {list}"));
    }
    let many = "a\n".repeat(1_001);
    root.set("blockedWords", json!(""), json!(many))
        .await
        .refused(
            400,
            "A list of blocked entries cannot have more than 1000 of them",
        );
    let long = format!("# {}", "x".repeat(20_001));
    root.set("blockedWords", json!(""), json!(long))
        .await
        .refused(400, "This text cannot be more than 20000 characters");
}

const PILLS: &str = "Buy now: cheap pills, free shipping https://pills.example +1 888 555 0142";

#[tokio::test]
async fn a_change_that_brings_spam_into_a_text_that_others_see_is_refused() {
    let site = TestSite::new();
    let [_max, ann, ben] = holding(&site).await;
    let question = ann.ask("T", HONEST, &["a"]).await;
    let answer = ann.answer(&question, "Its spokes pull evenly.").await;
    let comment = ann.comment("answer", &answer, "From all sides.").await;
    let tags = json!([{"name": "a"}]);
    let title = "Buy cheap pills now: +1 888 555 0142";
    for (call, body) in [
        (
            "/question/editQuestion",
            json!({"qid": question, "title": "T", "text": PILLS, "tags": tags}),
        ),
        (
            "/question/editQuestion",
            json!({"qid": question, "title": title, "text": HONEST, "tags": tags}),
        ),
        ("/answer/editAnswer", json!({"aid": answer, "text": PILLS})),
        (
            "/comment/editComment",
            json!({"cid": comment, "text": PILLS}),
        ),
    ] {
        let reply = ann.patch(call, body).await;
        reply.refused(403, Sentence::EditSuspicious.text());
    }
    let address = format!("/question/getQuestionById/{question}");
    let read = ben.get(&address).await.ok();
    assert_eq!(read["title"], json!("T"));
    assert_eq!(read["text"], json!(HONEST));
    assert_eq!(read["answers"][0]["text"], json!("Its spokes pull evenly."));
    let harmless = json!({"aid": answer, "text": "Its spokes pull evenly, I think."});
    ann.patch("/answer/editAnswer", harmless).await.ok();
}

#[tokio::test]
async fn what_an_approved_text_has_already_is_no_reason_to_refuse_a_change() {
    let site = TestSite::new();
    let [max, ann, _ben] = holding(&site).await;
    let question = ann.ask("T", PILLS, &["a"]).await;
    let approve = json!({"id": question, "decision": "approve", "reason": "honest"});
    max.post("/flag/decideCase", approve).await.ok();
    let edit = async |text: String| {
        let body = json!({"qid": question, "title": "T", "text": text, "tags": [{"name": "a"}]});
        ann.patch("/question/editQuestion", body).await.status
    };
    assert_eq!(edit(format!("{PILLS} (corrected)")).await.as_u16(), 200);
    assert_eq!(
        edit(format!("{PILLS} or https://more.example"))
            .await
            .as_u16(),
        403
    );
}

#[tokio::test]
async fn moderators_change_their_own_texts_freely() {
    let site = TestSite::new();
    let [max, ann, _ben] = holding(&site).await;
    max.set("blockedWords", json!(""), json!("quagga"))
        .await
        .ok();
    let community = ann.creates_community("Columns", "public").await;
    let body =
        json!({"title": "T", "text": HONEST, "tags": [{"name": "a"}], "communityId": community});
    let inside = id_of(&ann.post("/question/addQuestion", body).await.ok());
    let outside = ann.ask("T", "Why?", &["a"]).await;
    let edit = async |question: &str| {
        let body =
            json!({"qid": question, "title": "T", "text": "a quagga", "tags": [{"name": "a"}]});
        ann.patch("/question/editQuestion", body).await.status
    };
    assert_eq!(edit(&inside).await.as_u16(), 200);
    assert_eq!(edit(&outside).await.as_u16(), 403);
}
