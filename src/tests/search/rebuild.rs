//! Rebuilding the index beside other writes.

use super::*;
use crate::features::search;
use crate::features::search::store::rebuild;
use crate::platform::db::Db;

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

/// Returns how many segments FTS5 merges in each index.
async fn automerge(db: &Db) -> Vec<i64> {
    let sql = "SELECT v FROM search_texts_config WHERE k = 'automerge' UNION ALL SELECT v FROM search_strong_config WHERE k = 'automerge'
               UNION ALL SELECT v FROM search_trigrams_config WHERE k = 'automerge'";
    db.read(|read| read.all(sql, [], |row| row.get(0)))
        .await
        .expect("settings")
}

#[tokio::test]
async fn a_rebuild_that_stops_before_its_merge_is_completed_beside_writes() {
    let (site, ann) = site().await;
    let db = &site.site.app.db;
    let step = |size| {
        db.write(move |tx| {
            tx.without_event("a test");
            rebuild::step(tx, size)
        })
    };
    let begun = db.write(|tx| {
        tx.without_event("a test");
        search::rebuild(tx)
    });
    begun.await.expect("a rebuild begins");
    while step(rebuild::StepSize::ALONE).await.expect("a step") {}
    assert_eq!(automerge(db).await, [0; 3]);
    while step(rebuild::StepSize::BESIDE_WRITES)
        .await
        .expect("a step")
    {}
    assert_eq!(automerge(db).await, [16; 3]);
    assert_eq!(ann.search("validator").await.0, "D B A validator in Plutus");
    site.expect_sound_index().await;
}

#[tokio::test]
async fn a_rebuild_while_nothing_else_writes_is_merged_at_its_end() {
    let (site, ann) = site().await;
    let app = site.site.app.clone();
    let rebuilt = tokio::task::spawn_blocking(move || {
        app.db.write_blocking(|tx| {
            tx.without_event("a test");
            search::rebuild(tx)
        })?;
        search::finish_rebuild(&app.db)
    });
    rebuilt.await.expect("no panic").expect("a rebuild");
    let db = &site.site.app.db;
    assert_eq!(automerge(db).await, [16; 3]);
    let pending = db.write(|tx| {
        tx.without_event("a test");
        rebuild::is_pending(tx)
    });
    assert!(!pending.await.expect("a query"));
    assert_eq!(ann.search("validator").await.0, "D B A validator in Plutus");
    site.expect_sound_index().await;
}
