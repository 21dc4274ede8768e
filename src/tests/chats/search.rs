//! The search in a chat.

use serde_json::{Value, json};

use super::super::{Person, Reply, TestSite, id_of};
use crate::features::messages::store::search::MAX_SCANNED;

impl Person {
    async fn search_in(&self, chat: &str, query: &str) -> Reply {
        self.get(&format!("/chat/{chat}/searchMessages?{query}"))
            .await
    }

    async fn search_all(&self, query: &str) -> Value {
        self.get(&format!("/messaging/searchMessages?{query}"))
            .await
            .ok()
    }
}

fn ids(found: &Value) -> Vec<String> {
    let messages = found["messages"].as_array().expect("an array").iter();
    messages.map(id_of).collect()
}

/// Writes messages to the global chat without calls.
async fn fill(site: &TestSite, author: &str, text: &'static str, count: usize) {
    let author = author.to_owned();
    let filled = site.site.app.db.write(move |tx| {
        for _ in 0..count {
            tx.execute(
                "INSERT INTO messages (id, chat_id, author_id, text, created_at) SELECT ?1, 0, id, ?2, ?3 FROM users WHERE username = ?4",
                (tx.new_id(), text, tx.now, &author),
            )?;
        }
        tx.without_event("a test");
        Ok(())
    });
    filled.await.expect("the messages");
}

#[tokio::test]
async fn a_search_finds_the_messages_with_all_words_newest_first() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let chat = ann.chat_with(&["ben"]).await;
    let first = ann.id_written_in(&chat, "The **gears** slip").await;
    ann.id_written_in(&chat, "The gears hold").await;
    let last = ben.id_written_in(&chat, "It slips from gear to gear").await;
    let found = ann.search_in(&chat, "search=GEAR+slip").await.ok();
    assert_eq!(ids(&found), [last, first.clone()]);
    assert_eq!(
        found["messages"][1],
        json!({"_id": first, "msgFrom": "ann", "msgDateTime": "2026-11-21T00:00:00.000Z",
               "passage": ["The ", "gears", " ", "slip"]})
    );
    assert_eq!(found["end"], Value::Null);
}

#[tokio::test]
async fn a_search_without_words_finds_nothing() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    fill(&site, "ann", "?!", 1).await;
    for search in ["", "search=", "search=%20", "search=%3F!"] {
        assert_eq!(ann.search_all(search).await, json!({"messages": []}));
    }
}

#[tokio::test]
async fn a_search_reads_a_bounded_number_of_messages_and_says_where_it_ended() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    fill(&site, "ann", "needle", 1).await;
    fill(&site, "ann", "hay", MAX_SCANNED).await;
    let found = ann.search_all("search=needle").await;
    assert_eq!(ids(&found), Vec::<String>::new());
    let before = found["end"]["before"].as_str().expect("the end").to_owned();
    let older = format!("search=needle&before={before}");
    let found = ann.search_all(&older).await;
    assert_eq!(ids(&found).len(), 1);
    assert_eq!(found["end"], Value::Null);
}

#[tokio::test]
async fn a_search_continues_after_fifty_results() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    fill(&site, "ann", "needle", 51).await;
    let found = ann.search_all("search=needle").await;
    let first = ids(&found);
    assert_eq!(first.len(), 50);
    assert_eq!(found["end"]["before"], json!(first[49]));
    let rest = ann
        .search_all(&format!("search=needle&before={}", first[49]))
        .await;
    assert_eq!((ids(&rest).len(), &rest["end"]), (1, &Value::Null));
    ann.get("/messaging/searchMessages?search=x&before=x")
        .await
        .refused(400, "Invalid cursor");
}

#[tokio::test]
async fn a_search_never_reads_what_the_viewer_may_not() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    site.sign_up("ben").await;
    let (cem, eve) = (site.sign_up("cem").await, site.sign_up("eve").await);
    let chat = ann.chat_with(&["ben"]).await;
    ann.id_written_in(&chat, "secret one").await;
    ann.add_to(&chat, "cem").await.ok();
    let shown = ann.id_written_in(&chat, "secret two").await;
    let found = cem.search_in(&chat, "search=secret").await.ok();
    assert_eq!((ids(&found), &found["end"]), (vec![shown], &Value::Null));
    let all = cem.search_all("search=secret").await;
    assert_eq!(all, json!({"messages": []}));
    eve.search_in(&chat, "search=secret")
        .await
        .refused(404, "Invalid chat ID");
}

#[tokio::test]
async fn a_search_reads_edited_texts_and_names_no_deleted_author() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let chat = ann.chat_with(&["ben"]).await;
    let message = ben.id_written_in(&chat, "before").await;
    let body = json!({"messageId": message, "msg": "after"});
    ben.patch(&format!("/chat/{chat}/editMessage"), body)
        .await
        .ok();
    let found = async |word: &str| {
        let found = ann.search_in(&chat, &format!("search={word}")).await.ok();
        found["messages"].clone()
    };
    assert_eq!(found("before").await, json!([]));
    assert_eq!(found("after").await[0]["msgFrom"], "ben");
    ben.delete("/user/deleteUser/ben").await.ok();
    assert_eq!(found("after").await[0]["msgFrom"], "[deleted]");
}
