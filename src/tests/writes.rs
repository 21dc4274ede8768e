//! Transactions: atomic, one after the other, published only after COMMIT.

use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use super::{Person, Reply, TestSite, id_of};
use crate::app::server::Site;
use crate::core::clock::{Clock, Timestamp};
use crate::core::config::Config;
use crate::core::error::{Error, Sentence};
use crate::core::fair_queue::Requester;
use crate::core::id::Id;
use crate::platform::db::{QUEUE_LENGTH, Steps, Write, WriteOrigin};

#[tokio::test]
async fn a_failed_job_rolls_back_only_itself() {
    let site = TestSite::new();
    site.sign_up("ann").await;
    let db = &site.site.app.db;
    // The first job of a batch is rolled back in another way than later ones: let each kind of job
    // be the first.
    for kind in 0..5 {
        let jobs = (0..50).map(|number| {
            db.write(move |tx| {
                tx.without_event("a test");
                let insert = |tx: &Write<'_>| {
                    tx.execute(
                        "INSERT INTO login_throttles VALUES (?1, 1, 0, 0)",
                        [format!("job {kind} {number}")],
                    )
                };
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
            assert_eq!(
                result.is_ok(),
                matches!((kind + number) % 5, 0 | 4),
                "job {number}, beginning with {kind}: {result:?}"
            );
        }
    }
    let count = db
        .read(|read| read.value::<i64>("SELECT count(*) FROM login_throttles", []))
        .await
        .unwrap();
    assert_eq!(count, 100);
}

#[tokio::test]
async fn a_job_without_a_savepoint_rolls_back_the_batch() {
    let site = TestSite::new();
    let db = &site.site.app.db;
    let (release, wait) = std::sync::mpsc::channel::<()>();
    let first = db.write(move |tx| {
        tx.without_event("a test");
        let _ = wait.recv();
        tx.execute("INSERT INTO login_throttles VALUES ('first', 1, 0, 0)", [])
    });
    let half = db.write(|tx| {
        tx.without_event("a test");
        tx.execute("INSERT INTO login_throttles VALUES ('half', 1, 0, 0)", [])?;
        // The reason why the savepoint is missing does not matter.
        tx.execute("RELEASE job", [])?;
        Err::<(), _>(Sentence::Busy.into())
    });
    let ((), first, half) = futures_util::join!(release_later(release), first, half);
    assert!(first.is_err() && half.is_err(), "{first:?} {half:?}");
    let count = async || {
        db.read(|read| read.value::<i64>("SELECT count(*) FROM login_throttles", []))
            .await
            .unwrap()
    };
    assert_eq!(count().await, 0);
    db.write(|tx| {
        tx.without_event("a test");
        tx.execute("INSERT INTO login_throttles VALUES ('whole', 1, 0, 0)", [])
    })
    .await
    .unwrap();
    assert_eq!(count().await, 1);
}

#[tokio::test]
async fn every_job_of_a_transaction_receives_its_error() {
    let site = TestSite::new();
    let db = &site.site.app.db;
    for error in [
        Error::internal("disk I/O error"),
        Sentence::StorageFull.into(),
    ] {
        let sentence = error.sentence();
        let (release, wait) = std::sync::mpsc::channel::<()>();
        let first = db.write(move |tx| {
            tx.without_event("a test");
            let _ = wait.recv();
            tx.execute("INSERT INTO login_throttles VALUES ('first', 1, 0, 0)", [])
        });
        let failed = db.write(|tx| {
            // SQLite rolls back by itself when it cannot read or write, for any reason.
            tx.execute("ROLLBACK", [])?;
            Err::<(), _>(error)
        });
        let ((), first, failed) = futures_util::join!(release_later(release), first, failed);
        assert_eq!(
            (
                first.unwrap_err().sentence(),
                failed.unwrap_err().sentence()
            ),
            (sentence, sentence)
        );
    }
}

/// Releases the waiting job after the others have been queued.
async fn release_later(release: std::sync::mpsc::Sender<()>) {
    tokio::task::yield_now().await;
    release.send(()).expect("the first job waits");
}

/// What the steps of the next test have seen.
static SEEN: Mutex<Vec<String>> = Mutex::new(Vec::new());

static ONE: Steps = Steps {
    work: "one",
    step: |tx| see(tx, "one", 2),
};
static TWO: Steps = Steps {
    work: "two",
    step: |tx| see(tx, "two", 2),
};
static NEVER: Steps = Steps {
    work: "never",
    step: |tx| see(tx, "never", 1),
};
static LAST: Steps = Steps {
    work: "last",
    step: |tx| see(tx, "last", 1),
};

/// Notes the rows that are committed. Returns whether there are fewer than `count` notes of this name.
fn see(tx: &mut Write<'_>, name: &str, count: usize) -> crate::core::error::Result<bool> {
    let file: String = tx.value("SELECT file FROM pragma_database_list", [])?;
    let sql = "SELECT group_concat(key, ' and ') FROM login_throttles";
    let committed: Option<String> =
        rusqlite::Connection::open(file)?.query_row(sql, [], |row| row.get(0))?;
    let mut seen = SEEN.lock().unwrap();
    seen.push(format!("{name}: {}", committed.unwrap_or_default()));
    let noted = seen.iter().filter(|note| note.starts_with(name));
    Ok(noted.count() < count)
}

#[tokio::test]
async fn registered_steps_run_in_turn_after_the_commit_and_not_after_a_rollback() {
    let site = TestSite::new();
    let db = &site.site.app.db;
    let job = |key: &'static str, steps: Vec<&'static Steps>, end: &'static str| {
        db.write(move |tx| {
            tx.without_event("a test");
            steps.into_iter().for_each(|each| tx.continue_with(each));
            tx.execute("INSERT INTO login_throttles VALUES (?1, 1, 0, 0)", [key])?;
            match end {
                "COMMIT" => Ok(()),
                other => tx.execute(other, []).and(Err(Sentence::Busy.into())),
            }
        })
    };
    // SQLite rolls back by itself when it cannot read or write; otherwise a job fails alone.
    for (failure, committed) in [("ROLLBACK", false), ("DELETE FROM login_throttles", true)] {
        let (release, wait) = std::sync::mpsc::channel::<()>();
        let waiting = db.write(move |_| {
            let _ = wait.recv();
            Ok(())
        });
        let steps = if committed {
            vec![&ONE, &TWO]
        } else {
            vec![&NEVER]
        };
        let first = job("kept", steps, "COMMIT");
        let failed = job("lost", vec![&NEVER], failure);
        let ((), waiting, first, failed) =
            futures_util::join!(release_later(release), waiting, first, failed);
        assert_eq!((waiting.is_ok(), first.is_ok()), (committed, committed));
        assert!(failed.is_err());
    }
    let seen = async |count: usize| {
        while SEEN.lock().unwrap().len() < count {
            site.settle().await;
        }
        SEEN.lock().unwrap().clone()
    };
    let turns = ["one: kept", "two: kept", "one: kept", "two: kept"];
    assert_eq!(seen(4).await, turns);
    // The steps before them are done, or would have had their turn.
    job("later", vec![&LAST], "COMMIT").await.unwrap();
    assert_eq!(seen(5).await[4..], ["last: kept and later"]);
}

/// Rolling back one job keeps the index entries of the others in its batch.
#[tokio::test]
async fn a_rolled_back_rebuild_keeps_the_work_of_other_jobs() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let qid = ann.ask("Elephants", "x", &["x"]).await;
    let db = &site.site.app.db;
    // While the first job waits, the others queue behind it as one batch.
    let (release, wait) = std::sync::mpsc::channel::<()>();
    let first = db.write(move |tx| {
        tx.without_event("a test");
        let _ = wait.recv();
        Ok(())
    });
    let edit = db.write(move |tx| {
        tx.without_event("a test");
        let id = qid.parse()?;
        crate::features::search::reindex(tx, id)?;
        tx.execute(
            "UPDATE questions SET title = 'Giraffes' WHERE id = ?1",
            [id],
        )
    });
    let rebuild = db.write(|tx| {
        tx.without_event("a test");
        crate::features::questions::counters::recompute(tx)?;
        Err::<(), _>(Sentence::Busy.into())
    });
    let ((), first, edit, rebuild) =
        futures_util::join!(release_later(release), first, edit, rebuild);
    assert!(first.is_ok() && edit.is_ok() && rebuild.is_err());
    assert_eq!(
        ann.titles("/question/getQuestion?search=giraffes").await,
        ["Giraffes"]
    );
    assert!(
        ann.titles("/question/getQuestion?search=elephants")
            .await
            .is_empty()
    );
}

/// The limit on new words per question keeps room for the other questions of a batch.
#[tokio::test]
async fn words_of_one_question_do_not_crowd_out_others_from_correction() {
    use crate::features::search::store::words;
    let site = TestSite::new();
    let db = &site.site.app.db;
    let junk: words::Words = (0..600).map(|number| format!("junk{number:03}")).collect();
    let mine: words::Words = ["junk000", "zebra"].map(str::to_owned).into();
    let inserted = db.write(move |tx| {
        tx.without_event("a test");
        words::insert(tx, 0, &[junk, mine], 500)
    });
    inserted.await.unwrap();
    let counts = "SELECT count(*), count(*) FILTER (WHERE correcting), max(correcting) FILTER (WHERE word = 'zebra')
                  FROM (SELECT word, word IN (SELECT word FROM search_corrections) AS correcting FROM search_words)";
    let counts = db
        .read(move |read| {
            read.first(counts, [], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            })
        })
        .await
        .unwrap();
    assert_eq!(counts, Some((601, 501, 1)));
}

#[tokio::test]
async fn a_rebuild_keeps_the_settings_of_the_index() {
    let site = TestSite::new();
    let db = &site.site.app.db;
    let settings = || {
        db.read(|read| {
            let sql = "SELECT 'search_texts', k, v FROM search_texts_config UNION ALL SELECT 'search_strong', k, v FROM search_strong_config UNION ALL SELECT 'search_trigrams', k, v FROM search_trigrams_config";
            read.all(sql, [], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, i64>(2)?)))
        })
    };
    let before = settings().await.unwrap();
    assert!(
        before.contains(&("search_texts".to_owned(), "crisismerge".to_owned(), 500)),
        "{before:?}"
    );
    let rebuild = db.write(|tx| {
        tx.without_event("a test");
        crate::features::search::rebuild(tx)
    });
    rebuild.await.unwrap();
    assert_eq!(settings().await.unwrap(), before);
}

/// Returns an id of the site after a restart at another time.
async fn id_after_restart(site: TestSite, at: Timestamp) -> Id {
    let TestSite {
        site, directory, ..
    } = site;
    drop(site);
    let again = Site::open(Config::default(), Clock::fixed_at(at), directory.path())
        .expect("the site again");
    let id = again.app.db.write(|tx| Ok(tx.new_id())).await;
    id.expect("an id")
}

#[tokio::test]
async fn ids_grow_across_a_restart_after_the_clock_went_back() {
    for back in [
        Duration::from_hours(48),
        Duration::from_hours(24 * 365 * 40),
    ] {
        let site = TestSite::new();
        let now = site.clock.now();
        let newest = site.site.app.db.write(|tx| Ok(tx.new_id())).await;
        let newest = newest.expect("an id");
        site.sign_up("ann").await;
        site.sql(&format!("UPDATE sessions SET id = {}", newest.as_i64()));
        assert!(id_after_restart(site, now.minus(back)).await > newest);
    }
}

#[tokio::test]
async fn ids_leave_the_time_of_a_clock_that_was_years_ahead() {
    let site = TestSite::new();
    let now = site.clock.now();
    site.sign_up("ann").await;
    site.sql("UPDATE sessions SET id = 9000000000000000000");
    let id = id_after_restart(site, now.plus(Duration::from_secs(1))).await;
    assert_eq!(id.time(), now.plus(Duration::from_secs(1)));
}

#[tokio::test]
async fn the_highest_id_is_read_from_every_table_with_ids() {
    /// Tables whose ids are references, or numbers of their own.
    const OTHERS: [&str; 12] = [
        "attributions",
        "community_counts",
        "media_counts",
        "notifications",
        "player_counts",
        "public_reading",
        "questions",
        "search_corrections",
        "search_ranges",
        "spam_counts",
        "staff_second_factor",
        "user_counts",
    ];
    let site = TestSite::new();
    let connection = site.connection();
    crate::platform::db::add_functions(&connection).unwrap();
    connection
        .execute_batch("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
        .unwrap();
    // For each table, a row whose id is higher than all others.
    let mut inserts = connection
        .prepare(
            "SELECT t.name, concat('INSERT INTO ', t.name, ' (', group_concat(c.name), ') VALUES (', group_concat(CASE
                        WHEN c.name = 'id' THEN '4000000000000000000' WHEN c.type = 'INTEGER' THEN '1' WHEN c.type = 'BLOB' THEN 'zeroblob(1)'
                        ELSE 'hex(1)' END), ')')
             FROM pragma_table_list t JOIN pragma_table_info(t.name) c WHERE t.schema = 'main' AND t.type = 'table'
             GROUP BY t.name HAVING max(c.name = 'id') ORDER BY t.name",
        )
        .unwrap();
    let inserts: Vec<(String, String)> = inserts
        .query_map([], |row| row.try_into())
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let is_overlooked = |insert: &str| {
        connection
            .execute_batch(&format!("BEGIN; {insert}"))
            .unwrap_or_else(|error| panic!("{insert}: {error}"));
        let highest = crate::platform::db::highest_id(&connection, Id::from_i64(i64::MAX)).unwrap();
        connection.execute_batch("ROLLBACK").unwrap();
        highest < 4_000_000_000_000_000_000
    };
    let overlooked: Vec<&str> = inserts
        .iter()
        .filter(|(_, insert)| is_overlooked(insert))
        .map(|(table, _)| table.as_str())
        .collect();
    assert_eq!(overlooked, OTHERS);
}

#[tokio::test]
async fn a_change_without_an_event_must_give_a_reason() {
    let site = TestSite::new();
    let db = &site.site.app.db;
    let change = |why: Option<&'static str>| {
        db.write(move |tx| {
            if let Some(why) = why {
                tx.without_event(why);
            }
            tx.execute("DELETE FROM user_counts", []).map(drop)
        })
    };
    assert!(
        matches!(change(None).await, Err(Error::Internal(detail)) if detail.contains("without an event"))
    );
    change(Some("a test")).await.unwrap();
}

#[tokio::test]
async fn a_slow_read_is_interrupted() {
    let site = TestSite::new();
    let endless =
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
    let result = site
        .site
        .app
        .db
        .read(move |read| read.value::<i64>(endless, []))
        .await;
    assert!(
        matches!(result, Err(Error::Code(Sentence::TookTooLong))),
        "{result:?}"
    );
    let one = site
        .site
        .app
        .db
        .read(|read| read.value::<i64>("SELECT 1", []))
        .await;
    assert_eq!(one.unwrap(), 1);
}

#[tokio::test]
async fn readers_cannot_write() {
    let site = TestSite::new();
    let result = site
        .site
        .app
        .db
        .read(|read| {
            read.first("DELETE FROM user_counts RETURNING users", [], |row| {
                row.get::<_, i64>(0)
            })
        })
        .await;
    assert!(result.is_err());
}

#[tokio::test]
async fn foreign_and_newer_databases_are_rejected() {
    use crate::app::server::Site;
    use crate::core::clock::Clock;
    use crate::core::config::Config;
    let site = TestSite::new();
    site.sql("UPDATE refinery_schema_history SET version = 900, name = 'future' WHERE version = (SELECT max(version) FROM refinery_schema_history)");
    let open = |path: &std::path::Path| {
        Site::open(Config::default(), Clock::system(), path)
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default()
    };
    let newer = open(site.directory.path());
    assert!(newer.contains("has schema 900"), "{newer}");
    let other = tempfile::TempDir::new().unwrap();
    rusqlite::Connection::open(other.path().join("stoa.db"))
        .unwrap()
        .execute_batch("CREATE TABLE t (x)")
        .unwrap();
    assert!(open(other.path()).contains("is not a database of Stoa"));
}

#[tokio::test]
async fn acknowledged_writes_survive_a_restart() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let asked = futures_util::future::join_all((0..40).map(|n| {
        ann.post(
            "/question/addQuestion",
            serde_json::json!({"title": format!("q{n}"), "text": "x", "tags": [{"name": "a"}]}),
        )
    }))
    .await;
    assert!(asked.iter().all(|reply| reply.status == 200));
    let TestSite {
        site, directory, ..
    } = site;
    drop(ann);
    drop(site);
    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    let again = crate::app::server::Site::open(
        crate::core::config::Config::default(),
        crate::core::clock::Clock::system(),
        directory.path(),
    )
    .unwrap();
    let count = again
        .app
        .db
        .read(|read| read.value::<i64>("SELECT count(*) FROM questions", []))
        .await
        .unwrap();
    assert_eq!(count, 40);
}

/// Holds the writer until the sender is used.
fn hold(site: &TestSite) -> std::sync::mpsc::Sender<()> {
    let (release, wait) = std::sync::mpsc::channel::<()>();
    site.site.app.db.write_later(move |tx| {
        tx.without_event("a test");
        let _ = wait.recv();
        Ok(())
    });
    release
}

/// Sends a request, and waits until its write waits behind `waiting` others.
async fn queue(
    site: &TestSite,
    waiting: usize,
    person: &Arc<Person>,
    path: &'static str,
    body: Value,
) -> JoinHandle<Reply> {
    let person = person.clone();
    let request = tokio::spawn(async move { person.post(path, body).await });
    while site.site.app.db.waiting_writes() <= waiting {
        assert!(!request.is_finished(), "{path} does not wait");
        tokio::task::yield_now().await;
    }
    request
}

/// Signs a user up who comes from this address, and returns them when the site knows their session.
async fn resident(site: &TestSite, name: &str, address: [u8; 4]) -> Arc<Person> {
    let mut person = site.sign_up(name).await;
    person.peer.set_ip(address.into());
    person.get("/user/me").await.ok();
    Arc::new(person)
}

#[tokio::test]
async fn a_write_waits_for_one_write_of_each_account_of_its_address_at_most() {
    let site = TestSite::new();
    let mut flood = Vec::new();
    for number in 0..4 {
        flood.push(resident(&site, &format!("flood{number}"), [192, 0, 2, 1]).await);
    }
    let neighbor = resident(&site, "neighbor", [192, 0, 2, 1]).await;
    let bystander = resident(&site, "bystander", [192, 0, 2, 2]).await;
    let question = flood[0].ask("Ink", "Which?", &["ink"]).await;
    let answer = || json!({"qid": question, "ans": {"text": "x"}});
    let release = hold(&site);
    while site.site.app.db.waiting_writes() > 0 {
        tokio::task::yield_now().await;
    }
    let mut requests = Vec::new();
    for round in 0..5 {
        for (number, person) in flood.iter().enumerate() {
            let waiting = round * flood.len() + number;
            requests.push(queue(&site, waiting, person, "/answer/addAnswer", answer()).await);
        }
    }
    for person in [&neighbor, &bystander] {
        let waiting = requests.len();
        requests.push(queue(&site, waiting, person, "/answer/addAnswer", answer()).await);
    }
    release.send(()).expect("the writer waits");
    let mut order = Vec::new();
    for request in requests {
        let answer = request.await.expect("a reply").ok();
        let author = answer["ansBy"].as_str().expect("an author").to_owned();
        order.push((id_of(&answer), author));
    }
    order.sort();
    let position = |name: &str| order.iter().position(|(_, author)| author == name);
    assert!(position("bystander") <= Some(1), "{order:?}");
    assert!(position("neighbor") <= Some(5), "{order:?}");
}

#[tokio::test]
async fn what_begins_or_ends_a_session_waits_for_no_post_of_its_address() {
    let site = TestSite::new();
    let ann = resident(&site, "ann", [192, 0, 2, 1]).await;
    let ben = resident(&site, "ben", [192, 0, 2, 1]).await;
    let question = ann.ask("Ink", "Which?", &["ink"]).await;
    let release = hold(&site);
    while site.site.app.db.waiting_writes() > 0 {
        tokio::task::yield_now().await;
    }
    let mut posts = Vec::new();
    for number in 0..3 {
        let answer = json!({"qid": question, "ans": {"text": "x"}});
        posts.push(queue(&site, number, &ann, "/answer/addAnswer", answer).await);
    }
    // The post waits behind the end of its session, although it came before it.
    let answer = json!({"qid": question, "ans": {"text": "x"}});
    posts.push(queue(&site, 3, &ben, "/answer/addAnswer", answer).await);
    let logout = queue(&site, 4, &ben, "/user/logout", json!({})).await;
    release.send(()).expect("the writer waits");
    logout.await.expect("a reply").ok();
    let last = posts.pop().expect("a post").await.expect("a reply");
    last.refused(401, "Please log in");
    for post in posts {
        post.await.expect("a reply").ok();
    }
}

#[tokio::test]
async fn a_full_queue_rejects_the_newest_write_of_its_largest_network() {
    let site = TestSite::new();
    let ann = resident(&site, "ann", [192, 0, 2, 1]).await;
    let db = &site.site.app.db;
    let release = hold(&site);
    while db.waiting_writes() > 0 {
        tokio::task::yield_now().await;
    }
    let flood = |number: usize| {
        let origin = WriteOrigin {
            by: Requester::new([198, 51, 100, 7].into(), &format!("flood{}", number % 50)),
            bytes: 0,
            is_critical: false,
        };
        let nothing = |tx: &mut Write<'_>| {
            tx.without_event("a test");
            Ok(())
        };
        db.write_from(origin, nothing)
    };
    let mut flood = pin!(join_all((0..QUEUE_LENGTH).map(flood)));
    while db.waiting_writes() < QUEUE_LENGTH {
        assert!(futures_util::poll!(flood.as_mut()).is_pending());
    }
    let body = json!({"username": "ann", "biography": "x"});
    let mut request = pin!(ann.patch("/user/updateBiography", body));
    for _ in 0..9 {
        assert!(futures_util::poll!(request.as_mut()).is_pending());
        tokio::task::yield_now().await;
    }
    release.send(()).expect("the writer waits");
    let (reply, results) = futures_util::join!(request, flood);
    reply.ok();
    let refused = results.iter().filter(|result| result.is_err());
    assert_eq!(refused.count(), 1);
}

/// A long text is indexed at the end of its batch, for which the others in the batch wait.
#[tokio::test]
async fn a_batch_takes_no_further_job_when_it_has_much_to_index() {
    let site = TestSite::new();
    let ann = resident(&site, "ann", [192, 0, 2, 1]).await;
    let question = ann.ask("Ink", "Which?", &["ink"]).await;
    let mut committed = Vec::new();
    for text in ["short".to_owned(), "long ".repeat(5_000)] {
        let release = hold(&site);
        while site.site.app.db.waiting_writes() > 0 {
            tokio::task::yield_now().await;
        }
        let body = json!({"qid": question, "ans": {"text": text}});
        let answer = queue(&site, 0, &ann, "/answer/addAnswer", body).await;
        let next = site.site.app.db.write(|tx| {
            tx.without_event("a test");
            let file: String = tx.value("SELECT file FROM pragma_database_list", [])?;
            let sql = "SELECT count(*) FROM posts WHERE question_id IS NOT NULL";
            let answers: i64 =
                rusqlite::Connection::open(file)?.query_row(sql, [], |row| row.get(0))?;
            Ok(answers)
        });
        let (answers, ()) = futures_util::join!(next, release_later(release));
        answer.await.expect("a reply").ok();
        committed.push(answers.expect("a count"));
    }
    assert_eq!(committed, [0, 2]);
}
