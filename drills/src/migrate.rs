//! The process is killed while it brings a full database of an older version to the newest schema.

use std::path::Path;
use std::time::Instant;

use clap::Args;
use rusqlite::Connection;

use crate::Result;
use crate::commands::{Shape, check_listed, expect_strikes, kill_after, moments, succeed};
use crate::report::Report;
use crate::server::Options;
use crate::site::{copy_all, doctor};

/// The migrations as the repository has them.
const MIGRATIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../migrations");
/// The schema that the older database has.
const OLDER: i64 = 6;

#[derive(Args, Clone)]
pub struct MigrateKill {
    /// How often a migration is killed
    #[arg(long, default_value_t = 20)]
    pub times: usize,
    /// How many questions the database has, each with two answers
    #[arg(long, default_value_t = 2_000)]
    pub questions: usize,
}

/// Kills `stoa migrate up` at random moments: the database has the old schema or the new one with all its rows, no half backup is
/// listed, and the same command does the rest.
pub async fn migrate_kill(stoa: &Path, options: &MigrateKill) -> Result<bool> {
    let mut report = Report::new("migrate-kill");
    let place = tempfile::Builder::new().prefix("stoa-drill-").tempdir()?;
    let done = migrate_kills(stoa, place.path(), options, &mut report).await;
    Ok(report.end(done, place))
}

async fn migrate_kills(stoa: &Path, place: &Path, options: &MigrateKill, report: &mut Report) -> Result<()> {
    let pristine = place.join("older");
    make_older(stoa, &pristine, &place.join("newest"), options.questions).await?;
    let old = Shape::of(&pristine)?;
    report.figure("posts", old.rows[1]);

    let site = Options::new(stoa, &place.join("site"));
    copy_all(&pristine, &site.data_dir)?;
    let began = Instant::now();
    succeed(&site, &["migrate", "up", "--json"]).await?;
    let usual = began.elapsed();
    let new = Shape::of(&site.data_dir)?;
    if new.rows != old.rows {
        report.violation(format!("the migration has changed the number of rows: {:?}, before {:?}", new.rows, old.rows));
    }
    doctor(&site, report).await?;
    report.figure("migration_ms", usual.as_millis() as u64);

    for moment in moments(options.times, usual.mul_f64(1.1)) {
        std::fs::remove_dir_all(&site.data_dir)?;
        copy_all(&pristine, &site.data_dir)?;
        kill_after(&site, &["migrate", "up"], moment, report).await?;
        // A copy, because a look brings the database to rest.
        let look = place.join("look");
        let _ = std::fs::remove_dir_all(&look);
        copy_all(&site.data_dir, &look)?;
        let found = Shape::of(&look)?;
        match () {
            () if found == old => report.count("found_old", 1),
            () if found == new => report.count("found_new", 1),
            () => report.violation(format!("neither the old schema nor the new one, or not all rows: {:?}", found.rows)),
        }
        // Nothing is migrated before there is a backup of it.
        let backups = site.data_dir.join("backups");
        check_listed(&site, &backups, usize::from(found != old), report).await?;
        succeed(&site, &["migrate", "up", "--json"]).await?;
        check_listed(&site, &backups, 1, report).await?;
        doctor(&site, report).await?;
        if Shape::of(&site.data_dir)? != new {
            report.violation("the second attempt did not make the new schema");
        }
    }
    expect_strikes(report);
    Ok(())
}

/// Makes a full database of an older schema: its steps are the repository's, and what the program writes about each step when it
/// does it is taken from a new database that the program makes.
async fn make_older(stoa: &Path, older: &Path, newest: &Path, questions: usize) -> Result<()> {
    let site = Options::new(stoa, newest);
    succeed(&site, &["migrate", "up", "--json"]).await?;
    std::fs::create_dir_all(older)?;
    let connection = Connection::open(older.join("stoa.db"))?;
    connection.execute("ATTACH ?1 AS newest", [newest.join("stoa.db").to_string_lossy()])?;
    let application: i64 = connection.query_row("PRAGMA newest.application_id", [], |row| row.get(0))?;
    connection.execute_batch(&format!("PRAGMA journal_mode = WAL; PRAGMA application_id = {application}; PRAGMA foreign_keys = ON"))?;
    let history: String =
        connection.query_row("SELECT sql FROM newest.sqlite_schema WHERE name = 'refinery_schema_history'", [], |row| row.get(0))?;
    connection.execute_batch(&history)?;
    connection
        .execute("INSERT INTO main.refinery_schema_history SELECT * FROM newest.refinery_schema_history WHERE version <= ?1", [OLDER])?;
    connection.execute_batch("DETACH newest")?;
    let mut steps = std::fs::read_dir(MIGRATIONS)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    steps.sort();
    for step in steps {
        let name = step.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let version: i64 = name.strip_prefix('V').and_then(|rest| rest.split("__").next()?.parse().ok()).unwrap_or(i64::MAX);
        if version <= OLDER {
            connection.execute_batch(&std::fs::read_to_string(&step)?)?;
        }
    }
    let numbers = format!("WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < {questions}) SELECT n FROM s");
    connection.execute_batch(&format!("CREATE TEMP TABLE n AS {numbers}"))?;
    connection.execute_batch(&format!("BEGIN; {FILL} COMMIT; PRAGMA wal_checkpoint(TRUNCATE);"))?;
    Ok(())
}

/// Questions with two answers each, comments, votes, views and stars, and the counters as the program would have kept them.
const FILL: &str = "
    INSERT INTO users (id, username, folded, created_at) SELECT n, 'user' || n, 'user' || n, n FROM n WHERE n <= 200;
    INSERT INTO tags (id, name, folded) SELECT 1000 + n, 'tag' || n, 'tag' || n FROM n WHERE n <= 40;
    INSERT INTO posts (id, question_id, author_id, text, score, created_at)
        SELECT 1000000 + n * 10, NULL, 1 + n % 200, 'What becomes of word' || n || ' when number ' || (n % 97) || ' is killed in between?', 2, n FROM n;
    INSERT INTO questions (id, title, answer_count, view_count, last_answer_id)
        SELECT 1000000 + n * 10, 'About word' || n || ' and word' || (n % 31), 2, 2, 1000000 + n * 10 + 2 FROM n;
    INSERT INTO posts (id, question_id, author_id, text, score, created_at)
        SELECT 1000000 + n * 10 + a, 1000000 + n * 10, 1 + (n + a) % 200, 'Answer ' || a || ' says thing' || (n * 7 % 1009), 1, n
        FROM n JOIN (SELECT 1 AS a UNION ALL SELECT 2);
    INSERT INTO question_totals (scope, questions, unanswered) SELECT 0, count(*), 0 FROM n;
    INSERT INTO question_tags (tag_id, question_id, position) SELECT 1000 + 1 + n % 40, 1000000 + n * 10, 0 FROM n;
    INSERT INTO tag_totals (tag_id, scope, questions) SELECT tag_id, 0, count(*) FROM question_tags GROUP BY tag_id;
    INSERT INTO comments (id, post_id, author_id, text, created_at)
        SELECT 900000000 + p.id, p.id, 1 + p.id % 200, 'A remark on ' || p.id, p.created_at FROM posts p;
    INSERT INTO votes (post_id, user_id, value, voted_at) SELECT id, 1 + (author_id + 1) % 200, 1, created_at FROM posts;
    INSERT INTO votes (post_id, user_id, value, voted_at) SELECT id, 1 + (author_id + 2) % 200, 1, created_at FROM posts WHERE question_id IS NULL;
    INSERT INTO views (question_id, user_id) SELECT id, u FROM questions JOIN (SELECT 3 AS u UNION ALL SELECT 4);
    INSERT INTO stars (user_id, question_id, starred_at) SELECT 1 + id / 10 % 200, id, 1 FROM questions;
";
