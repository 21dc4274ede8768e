//! Scenario that kills a schema migration of a large database.

use std::path::Path;
use std::time::Instant;

use clap::Args;
use rusqlite::Connection;

use crate::commands::{
    DatabaseSummary, check_backup_list, kill_after, kill_delays, require_effective_kills, run_ok,
};
use crate::error::Result;
use crate::report::Report;
use crate::server::Instance;
use crate::site::{copy_directory, doctor};

/// Directory with the schema migrations.
const MIGRATIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../migrations");
/// The schema of the older database. The first release has no predecessor, so its first migrations stand for one: they make all
/// tables that are filled here, and the search index is built from them by the migrations that remain.
const OLDER: i64 = 6;

#[derive(Args, Clone)]
pub struct MigrateKill {
    /// Number of migrations to kill
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub times: usize,
    /// Number of questions in the database, each with two answers
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    pub questions: usize,
}

/// Kills `stoa migrate up` at random moments. Afterwards the database must have the old or the new
/// schema with all rows, no incomplete backup may be listed, and repeating the command must
/// complete the migration.
pub async fn migrate_kill(stoa: &Path, options: &MigrateKill) -> Result<bool> {
    let mut report = Report::new("migrate-kill");
    let dir = tempfile::Builder::new().prefix("stoa-fault-").tempdir()?;
    let result = run_migrate_kills(stoa, dir.path(), options, &mut report).await;
    Ok(report.finish(result, dir))
}

async fn run_migrate_kills(
    stoa: &Path,
    dir: &Path,
    options: &MigrateKill,
    report: &mut Report,
) -> Result<()> {
    let pristine = dir.join("older");
    create_old_database(stoa, &pristine, &dir.join("newest"), options.questions).await?;
    let old = DatabaseSummary::of(&pristine)?;
    report.metric("posts", old.rows[1]);

    let site = Instance::new(stoa, &dir.join("site"));
    copy_directory(&pristine, &site.data_dir)?;
    let began = Instant::now();
    run_ok(&site, &["migrate", "up", "--json"]).await?;
    let duration = began.elapsed();
    let new = DatabaseSummary::of(&site.data_dir)?;
    if new.rows != old.rows {
        report.violation(format!(
            "the migration changed the row counts: {:?}, before {:?}",
            new.rows, old.rows
        ));
    }
    doctor(&site, report).await?;
    report.metric("migration_ms", duration.as_millis() as u64);

    for delay in kill_delays(options.times, duration.mul_f64(1.1)) {
        std::fs::remove_dir_all(&site.data_dir)?;
        copy_directory(&pristine, &site.data_dir)?;
        kill_after(&site, &["migrate", "up"], delay, report).await?;
        // Inspect a copy, because opening the database runs recovery.
        let inspected = dir.join("inspected");
        let _ = std::fs::remove_dir_all(&inspected);
        copy_directory(&site.data_dir, &inspected)?;
        let found = DatabaseSummary::of(&inspected)?;
        match () {
            () if found == old => report.count("found_old", 1),
            () if found == new => report.count("found_new", 1),
            () => report.violation(format!(
                "neither the old nor the new schema, or missing rows: {:?}",
                found.rows
            )),
        }
        // A migration starts only after its backup is complete.
        let backups = site.data_dir.join("backups");
        check_backup_list(&site, &backups, usize::from(found != old), report).await?;
        run_ok(&site, &["migrate", "up", "--json"]).await?;
        check_backup_list(&site, &backups, 1, report).await?;
        doctor(&site, report).await?;
        if DatabaseSummary::of(&site.data_dir)? != new {
            report.violation("the second attempt did not complete the migration");
        }
    }
    require_effective_kills(report);
    Ok(())
}

/// Creates a filled database with an old schema. Its schema comes from the repository's migrations.
/// The migration history is copied from a new database that the binary creates.
async fn create_old_database(
    stoa: &Path,
    older: &Path,
    newest: &Path,
    questions: usize,
) -> Result<()> {
    let site = Instance::new(stoa, newest);
    run_ok(&site, &["migrate", "up", "--json"]).await?;
    std::fs::create_dir_all(older)?;
    let connection = Connection::open(older.join("stoa.db"))?;
    connection.execute(
        "ATTACH ?1 AS newest",
        [newest.join("stoa.db").to_string_lossy()],
    )?;
    let application: i64 =
        connection.query_row("PRAGMA newest.application_id", [], |row| row.get(0))?;
    connection.execute_batch(&format!(
        "PRAGMA journal_mode = WAL; PRAGMA application_id = {application}; PRAGMA foreign_keys = ON"
    ))?;
    let history: String = connection.query_row(
        "SELECT sql FROM newest.sqlite_schema WHERE name = 'refinery_schema_history'",
        [],
        |row| row.get(0),
    )?;
    connection.execute_batch(&history)?;
    connection
        .execute("INSERT INTO main.refinery_schema_history SELECT * FROM newest.refinery_schema_history WHERE version <= ?1", [OLDER])?;
    connection.execute_batch("DETACH newest")?;
    let mut files = std::fs::read_dir(MIGRATIONS)?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<Vec<_>>>()?;
    files.sort();
    for file in files {
        let name = file
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let version: i64 = name
            .strip_prefix('V')
            .and_then(|rest| rest.split("__").next()?.parse().ok())
            .unwrap_or(i64::MAX);
        if version <= OLDER {
            connection.execute_batch(&std::fs::read_to_string(&file)?)?;
        }
    }
    let numbers = format!(
        "WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < {questions}) SELECT n FROM s"
    );
    connection.execute_batch(&format!("CREATE TEMP TABLE n AS {numbers}"))?;
    connection.execute_batch(&format!(
        "BEGIN; {FILL} COMMIT; PRAGMA wal_checkpoint(TRUNCATE);"
    ))?;
    Ok(())
}

/// Questions with two answers each, comments, votes, views and stars, and the counters that the program maintains.
const FILL: &str = "
    INSERT INTO users (id, username, name_key, created_at) SELECT n, 'user' || n, 'user' || n, n FROM n WHERE n <= 200;
    INSERT INTO tags (id, name_key) SELECT 1000 + n, 'tag' || n FROM n WHERE n <= 40;
    INSERT INTO posts (id, question_id, author_id, text, score, created_at)
        SELECT 1000000 + n * 10, NULL, 1 + n % 200, 'What becomes of word' || n || ' when number ' || (n % 97) || ' is killed in between?', 2, n FROM n;
    INSERT INTO questions (id, title, score, peer_score, answer_count, view_count, last_answer_id)
        SELECT 1000000 + n * 10, 'About word' || n || ' and word' || (n % 31), 2, 2, 2, 2, 1000000 + n * 10 + 2 FROM n;
    INSERT INTO posts (id, question_id, author_id, text, score, created_at)
        SELECT 1000000 + n * 10 + a, 1000000 + n * 10, 1 + (n + a) % 200, 'Answer ' || a || ' says thing' || (n * 7 % 1009), 1, n
        FROM n JOIN (SELECT 1 AS a UNION ALL SELECT 2);
    INSERT INTO question_counts (scope, questions, unanswered) SELECT 0, count(*), 0 FROM n;
    INSERT INTO question_tags (tag_id, question_id, position) SELECT 1000 + 1 + n % 40, 1000000 + n * 10, 0 FROM n;
    INSERT INTO scoped_tags (tag_id, scope, id, name, question_count)
        SELECT tag_id, 0, tag_id, 'tag' || (tag_id - 1000), count(*) FROM question_tags GROUP BY tag_id;
    INSERT INTO comments (question_id, post_id, id, author_id, text, created_at)
        SELECT coalesce(p.question_id, p.id), p.id, 900000000 + p.id, 1 + p.id % 200, 'A remark on ' || p.id, p.created_at FROM posts p;
    INSERT INTO votes (question_id, post_id, user_id, value, voted_at)
        SELECT coalesce(question_id, id), id, 1 + (author_id + 1) % 200, 1, created_at FROM posts;
    INSERT INTO votes (question_id, post_id, user_id, value, voted_at)
        SELECT id, id, 1 + (author_id + 2) % 200, 1, created_at FROM posts WHERE question_id IS NULL;
    INSERT INTO question_views (question_id, user_id) SELECT id, u FROM questions JOIN (SELECT 3 AS u UNION ALL SELECT 4);
    INSERT INTO stars (user_id, question_id, starred_at) SELECT 1 + id / 10 % 200, id, 1 FROM questions;
";
