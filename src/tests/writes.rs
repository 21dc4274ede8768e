//! Transactions: all or nothing, one after the other, told only after COMMIT.

use std::time::Duration;

use super::TestSite;
use crate::db::Write;
use crate::error::{Error, Sentence};

#[tokio::test]
async fn a_failed_job_undoes_itself_and_nobody_else() {
    let site = TestSite::new();
    site.sign_up("ann").await;
    let db = &site.site.app.db;
    // The first of a batch is undone in another way than those after it: let each kind of job be the first.
    for kind in 0..5 {
        let jobs = (0..50).map(|number| {
            db.write(move |tx| {
                tx.quietly("a test");
                let insert = |tx: &Write<'_>| tx.execute("INSERT INTO login_delays VALUES (?1, 1, 0, 0)", [format!("job {kind} {number}")]);
                insert(tx)?;
                match (kind + number) % 5 {
                    1 => Err(Sentence::Busy.into()),
                    2 => panic!("a bug"),
                    3 => insert(tx).map(drop),
                    _ => Ok(()),
                }
            })
        });
        let results = futures_util::future::join_all(jobs).await;
        for (number, result) in results.iter().enumerate() {
            assert_eq!(result.is_ok(), matches!((kind + number) % 5, 0 | 4), "job {number}, beginning with {kind}: {result:?}");
        }
    }
    let count = db.read(|read| read.value::<i64>("SELECT count(*) FROM login_delays", [])).await.unwrap();
    assert_eq!(count, 100);
}

#[tokio::test]
async fn what_cannot_be_undone_alone_is_undone_with_all() {
    let site = TestSite::new();
    let db = &site.site.app.db;
    let (go_on, wait) = std::sync::mpsc::channel::<()>();
    let first = db.write(move |tx| {
        tx.quietly("a test");
        let _ = wait.recv();
        tx.execute("INSERT INTO login_delays VALUES ('first', 1, 0, 0)", [])
    });
    let half = db.write(|tx| {
        tx.quietly("a test");
        tx.execute("INSERT INTO login_delays VALUES ('half', 1, 0, 0)", [])?;
        // Whatever takes the savepoint away: it is not there to return to.
        tx.execute("RELEASE job", [])?;
        Err::<(), _>(Sentence::Busy.into())
    });
    let ((), first, half) = futures_util::join!(go_on_later(go_on), first, half);
    assert!(first.is_err() && half.is_err(), "{first:?} {half:?}");
    let count = async || db.read(|read| read.value::<i64>("SELECT count(*) FROM login_delays", [])).await.unwrap();
    assert_eq!(count().await, 0);
    db.write(|tx| {
        tx.quietly("a test");
        tx.execute("INSERT INTO login_delays VALUES ('whole', 1, 0, 0)", [])
    })
    .await
    .unwrap();
    assert_eq!(count().await, 1);
}

#[tokio::test]
async fn everybody_in_a_transaction_is_told_what_ended_it() {
    let site = TestSite::new();
    let db = &site.site.app.db;
    for error in [Error::internal("disk I/O error"), Sentence::StorageFull.into()] {
        let sentence = error.sentence();
        let (go_on, wait) = std::sync::mpsc::channel::<()>();
        let first = db.write(move |tx| {
            tx.quietly("a test");
            let _ = wait.recv();
            tx.execute("INSERT INTO login_delays VALUES ('first', 1, 0, 0)", [])
        });
        let failed = db.write(|tx| {
            // As SQLite does by itself when it cannot read or write, whatever the reason.
            tx.execute("ROLLBACK", [])?;
            Err::<(), _>(error)
        });
        let ((), first, failed) = futures_util::join!(go_on_later(go_on), first, failed);
        assert_eq!((first.unwrap_err().sentence(), failed.unwrap_err().sentence()), (sentence, sentence));
    }
}

/// Lets the job go on that waits for it, after the others have been queued.
async fn go_on_later(go_on: std::sync::mpsc::Sender<()>) {
    tokio::task::yield_now().await;
    go_on.send(()).expect("the first job waits");
}

/// What one job undoes, the index still learns from the others of its batch.
#[tokio::test]
async fn a_rebuild_that_is_undone_takes_nobodys_work_with_it() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let qid = ann.ask("Elephants", "x", &["x"]).await;
    let db = &site.site.app.db;
    // While the first job waits, the others gather behind it: they are one batch.
    let (go_on, wait) = std::sync::mpsc::channel::<()>();
    let first = db.write(move |tx| {
        tx.quietly("a test");
        let _ = wait.recv();
        Ok(())
    });
    let edit = db.write(move |tx| {
        tx.quietly("a test");
        let id = qid.parse()?;
        crate::questions::search::reindex(tx, id)?;
        tx.execute("UPDATE questions SET title = 'Giraffes' WHERE id = ?1", [id])
    });
    let rebuild = db.write(|tx| {
        tx.quietly("a test");
        crate::questions::counters::recompute(tx)?;
        Err::<(), _>(Sentence::Busy.into())
    });
    let ((), first, edit, rebuild) = futures_util::join!(go_on_later(go_on), first, edit, rebuild);
    assert!(first.is_ok() && edit.is_ok() && rebuild.is_err());
    assert_eq!(ann.titles("/question/getQuestion?search=giraffes").await, ["Giraffes"]);
    assert!(ann.titles("/question/getQuestion?search=elephants").await.is_empty());
}

/// However many new words one question of a batch has.
#[tokio::test]
async fn nobody_else_keeps_ones_words_from_being_corrected() {
    use crate::questions::store::words;
    let site = TestSite::new();
    let db = &site.site.app.db;
    let junk: words::Words = (0..600).map(|number| format!("junk{number:03}")).collect();
    let mine: words::Words = ["junk000", "zebra"].map(str::to_owned).into();
    let inserted = db.write(move |tx| {
        tx.quietly("a test");
        words::insert(tx, 0, &[junk, mine], 500)
    });
    inserted.await.unwrap();
    let counts = "SELECT count(*), count(*) FILTER (WHERE correcting), max(correcting) FILTER (WHERE word = 'zebra')
                  FROM (SELECT word, id IN (SELECT word_id FROM word_trigrams) AS correcting FROM words)";
    let counts = db.read(move |read| read.first(counts, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))).await.unwrap();
    assert_eq!(counts, Some((601, 501, 1)));
}

/// A rebuild merges much at once, and nothing after it does.
#[tokio::test]
async fn a_rebuild_leaves_the_settings_of_the_index_as_they_were() {
    let site = TestSite::new();
    let db = &site.site.app.db;
    let settings = || {
        db.read(|read| {
            let sql = "SELECT 'search', k, v FROM search_config UNION ALL SELECT 'search_private', k, v FROM search_private_config";
            read.all(sql, [], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, i64>(2)?)))
        })
    };
    let before = settings().await.unwrap();
    assert!(before.contains(&("search".to_owned(), "crisismerge".to_owned(), 500)), "{before:?}");
    let rebuild = db.write(|tx| {
        tx.quietly("a test");
        crate::questions::search::rebuild(tx)
    });
    rebuild.await.unwrap();
    assert_eq!(settings().await.unwrap(), before);
}

#[tokio::test]
async fn ids_grow_over_a_restart_with_a_clock_that_went_back() {
    use crate::{clock::Clock, clock::Timestamp, config::Config, server::Site};
    let site = TestSite::new();
    site.sign_up("ann").await;
    site.sql("UPDATE sessions SET id = 4000000000000000000");
    let TestSite { site, directory, .. } = site;
    drop(site);
    let again = Site::open(Config::default(), Clock::standing_at(Timestamp::from_millis(0)), directory.path()).unwrap();
    let id = again.app.db.write(|tx| Ok(tx.new_id())).await.unwrap();
    assert!(id.as_i64() > 4_000_000_000_000_000_000, "{id}");
}

#[tokio::test]
async fn the_highest_id_is_looked_for_in_every_table_that_has_some() {
    /// Whose ids are those of something else, or numbers of their own.
    const OTHERS: [&str; 7] = ["attributions", "community_total", "gamer_total", "notifications", "questions", "user_total", "words"];
    let site = TestSite::new();
    let connection = site.connection();
    crate::db::add_functions(&connection).unwrap();
    connection.execute_batch("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON").unwrap();
    // For each table a row whose id is higher than any other.
    let mut inserts = connection
        .prepare(
            "SELECT t.name, concat('INSERT INTO ', t.name, ' (', group_concat(c.name), ') VALUES (', group_concat(CASE
                        WHEN c.name = 'id' THEN '4000000000000000000' WHEN c.type = 'INTEGER' THEN '1' WHEN c.type = 'BLOB' THEN 'zeroblob(1)'
                        ELSE 'hex(1)' END), ')')
             FROM pragma_table_list t JOIN pragma_table_info(t.name) c WHERE t.schema = 'main' AND t.type = 'table'
             GROUP BY t.name HAVING max(c.name = 'id') ORDER BY t.name",
        )
        .unwrap();
    let inserts: Vec<(String, String)> = inserts.query_map([], |row| row.try_into()).unwrap().map(Result::unwrap).collect();
    let is_overlooked = |insert: &str| {
        connection.execute_batch(&format!("BEGIN; {insert}")).unwrap_or_else(|error| panic!("{insert}: {error}"));
        let highest = crate::db::highest_id(&connection).unwrap();
        connection.execute_batch("ROLLBACK").unwrap();
        highest < 4_000_000_000_000_000_000
    };
    let overlooked: Vec<&str> = inserts.iter().filter(|(_, insert)| is_overlooked(insert)).map(|(table, _)| table.as_str()).collect();
    assert_eq!(overlooked, OTHERS);
}

#[tokio::test]
async fn a_change_that_tells_nobody_must_say_why() {
    let site = TestSite::new();
    let db = &site.site.app.db;
    let change = |why: Option<&'static str>| {
        db.write(move |tx| {
            if let Some(why) = why {
                tx.quietly(why);
            }
            tx.execute("DELETE FROM user_total", []).map(drop)
        })
    };
    assert!(matches!(change(None).await, Err(Error::Internal(detail)) if detail.contains("told nobody")));
    change(Some("a test")).await.unwrap();
}

#[tokio::test]
async fn a_read_that_computes_too_long_is_interrupted() {
    let site = TestSite::new();
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
    let result = site.site.app.db.read(move |read| read.value::<i64>(endless, [])).await;
    assert!(matches!(result, Err(Error::Said(Sentence::TookTooLong))), "{result:?}");
    let one = site.site.app.db.read(|read| read.value::<i64>("SELECT 1", [])).await;
    assert_eq!(one.unwrap(), 1);
}

#[tokio::test]
async fn readers_cannot_write() {
    let site = TestSite::new();
    let result = site.site.app.db.read(|read| read.first("DELETE FROM user_total RETURNING users", [], |row| row.get::<_, i64>(0))).await;
    assert!(result.is_err());
}

#[tokio::test]
async fn a_database_of_something_else_or_of_a_newer_program_is_refused() {
    use crate::{clock::Clock, config::Config, server::Site};
    let site = TestSite::new();
    site.sql("UPDATE refinery_schema_history SET version = 900, name = 'future' WHERE version = (SELECT max(version) FROM refinery_schema_history)");
    let open = |path: &std::path::Path| {
        Site::open(Config::default(), Clock::system(), path).err().map(|error| error.to_string()).unwrap_or_default()
    };
    let newer = open(site.directory.path());
    assert!(newer.contains("has schema 900"), "{newer}");
    let other = tempfile::TempDir::new().unwrap();
    rusqlite::Connection::open(other.path().join("stoa.db")).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
    assert!(open(other.path()).contains("is not a database of Stoa"));
}

#[tokio::test]
async fn acknowledged_writes_are_there_when_the_site_opens_again() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let asked =
        futures_util::future::join_all((0..40).map(|n| {
            ann.post("/question/addQuestion", serde_json::json!({"title": format!("q{n}"), "text": "x", "tags": [{"name": "a"}]}))
        }))
        .await;
    assert!(asked.iter().all(|reply| reply.status == 200));
    let TestSite { site, directory, .. } = site;
    drop(ann);
    drop(site);
    tokio::time::sleep(Duration::from_millis(50)).await;
    let again = crate::server::Site::open(crate::config::Config::default(), crate::clock::Clock::system(), directory.path()).unwrap();
    let count = again.app.db.read(|read| read.value::<i64>("SELECT count(*) FROM questions", [])).await.unwrap();
    assert_eq!(count, 40);
}
