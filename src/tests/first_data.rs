//! The page of a question contains what it shows first.

use serde_json::Value;

use super::operations::get_with;
use super::{Person, Reply, TestSite};

async fn page(person: &Person, question: &str, headers: &[(&str, &str)]) -> Reply {
    let accept = [("accept", "text/html")];
    get_with(
        person,
        &format!("/question/{question}"),
        &[&accept, headers].concat(),
    )
    .await
}

/// Returns the first data of a page, if it has any.
fn first_data(page: &Reply) -> Option<Value> {
    let (_, rest) = page
        .text
        .split_once("<script id=\"first-data\" type=\"application/json\">")?;
    let (json, _) = rest.split_once("</script>").expect("the end of the script");
    Some(serde_json::from_str(json).expect("JSON"))
}

#[tokio::test]
async fn a_question_is_in_its_page_for_its_readers() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("Ink", "Which?", &["ink"]).await;
    let page = page(&ben, &question, &[]).await;
    assert_eq!(page.headers["cache-control"], "no-store");
    let data = first_data(&page).expect("first data");
    assert_eq!(data["user"], ben.get("/user/me").await.ok());
    assert_eq!(data["question"]["title"], "Ink");
    assert_eq!(data["question"]["viewCount"], 0);
    let path = format!("/question/getQuestionById/{question}");
    assert_eq!(ben.get(&path).await.ok()["viewCount"], 1);
}

#[tokio::test]
async fn its_duplicates_are_in_the_page_too() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let original = ann.ask("Ink", "Which?", &["ink"]).await;
    let copy = ann.ask("Ink again", "Which?", &["ink"]).await;
    let link = serde_json::json!({ "qid": copy, "duplicateOf": original });
    ann.post("/question/addDuplicate", link).await.ok();
    let data = first_data(&page(&ann, &copy, &[]).await).expect("first data");
    let path = format!("/question/getDuplicates/{copy}");
    assert_eq!(data["duplicates"], ann.get(&path).await.ok());
    assert_eq!(data["duplicates"][0]["_id"], original);
}

#[tokio::test]
async fn its_community_is_in_the_page_as_the_reader_sees_it() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let community = site.community(7, "public", &["ann"]);
    let question = ann.ask_in(&community, "Ink").await;
    let path = format!("/community/getCommunity/{community}?view=card");
    for (reader, is_member) in [(&ann, true), (&ben, false)] {
        let data = first_data(&page(reader, &question, &[]).await).expect("first data");
        assert_eq!(data["community"], reader.get(&path).await.ok());
        assert_eq!(data["community"]["isMember"], is_member);
    }
    let other = ann.ask("Paper", "Which?", &["paper"]).await;
    let data = first_data(&page(&ann, &other, &[]).await).expect("first data");
    assert_eq!(data["community"], Value::Null);
}

#[tokio::test]
async fn no_text_ends_the_script_with_the_first_data() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let text = "</script><script>alert(1)</script><!--";
    let question = ann.ask("Ink", text, &["ink"]).await;
    let page = page(&ann, &question, &[]).await;
    assert!(!page.text.contains("alert(1)</script>"), "{}", page.text);
    let data = first_data(&page).expect("first data");
    assert_eq!(data["question"]["text"], text);
}

#[tokio::test]
async fn who_may_not_read_a_question_gets_the_empty_page() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let private = site.community(7, "private", &["ann"]);
    let hidden = ann.ask_in(&private, "Ink").await;
    let public = ann.ask("Paper", "Which?", &["paper"]).await;
    let from_another_site = [
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-dest", "document"),
    ];
    let empty = page(&site.visitor(), &public, &[]).await;
    for other in [
        page(&ben, &hidden, &[]).await,
        page(&ben, "0000000000000", &[]).await,
        page(&ann, &public, &from_another_site).await,
    ] {
        assert_eq!((other.status, &other.text), (empty.status, &empty.text));
        assert_eq!(other.headers["cache-control"], "no-cache");
    }
    assert!(first_data(&empty).is_none());
    assert!(first_data(&page(&ann, &public, &[]).await).is_some());
}

#[tokio::test]
async fn a_large_question_is_not_in_its_page() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let question = ann.ask("Ink", "Which?", &["ink"]).await;
    site.sql("UPDATE posts SET text = hex(zeroblob(200000))");
    let data = first_data(&page(&ann, &question, &[]).await).expect("first data");
    assert_eq!(data["user"]["username"], "ann");
    assert_eq!(data["question"], Value::Null);
}
