//! Rebuilding the index beside other writes.

use super::*;
use crate::features::search;
use crate::features::search::store::rebuild;

impl TestSite {
    /// Checks that both tables of the index contain exactly the words that they should.
    pub(in crate::tests) async fn expect_sound_index(&self) {
        let checked = self.site.app.db.write(|tx| {
            tx.without_event("a test");
            for table in ["search_texts", "search_strong"] {
                tx.execute(
                    &format!("INSERT INTO {table} ({table}, rank) VALUES ('integrity-check', 1)"),
                    [],
                )?;
            }
            assert_eq!(
                crate::operations::doctor::store::misindexed_posts(tx)?,
                Vec::<String>::new()
            );
            Ok(())
        });
        checked.await.expect("a sound index");
    }
}

#[tokio::test]
async fn changes_during_a_rebuild_are_indexed() {
    let (site, ann) = site().await;
    let db = &site.site.app.db;
    db.write(|tx| {
        tx.without_event("a test");
        search::rebuild(tx)
    })
    .await
    .expect("a rebuild begins");
    assert_eq!(ann.search("validator").await.0, "");
    // These questions are not in the index yet.
    let edited = ann.get("/question/getQuestion").await.ok()[0]["_id"].clone();
    ann.answer(edited.as_str().expect("an id"), "A walrus answered")
        .await;
    let asked = ann.ask("E", "An otter asks", &["x"]).await;
    assert_eq!(ann.search("walrus otter ").await.0, "");
    site.expect_sound_index().await;
    let (first, more) = db
        .write(|tx| {
            tx.without_event("a test");
            let step = || rebuild::step(tx, rebuild::StepSize::BESIDE_WRITES);
            Ok((step()?, step()?))
        })
        .await
        .expect("steps");
    assert!(first && !more);
    assert_eq!(ann.search("walrus otter ").await.0, "E D");
    ann.delete_with("/question/deleteQuestion", json!({"qid": asked}))
        .await
        .ok();
    assert_eq!(ann.search("otter ").await.0, "");
    site.expect_sound_index().await;
}
