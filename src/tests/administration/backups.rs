//! Backups and health.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::*;
use crate::core::config::Source;

#[tokio::test]
async fn health_has_the_version_and_sizes() {
    let site = TestSite::new();
    let [root, ann, _] = people(&site).await;
    ann.ask("Zebra", "striped", &["animal"]).await;
    let health = root.get("/administration/getHealth").await.ok();
    assert_eq!(health["backupSchedule"], "");
    assert_eq!(
        (&health["startedAt"], health.get("lastBackup")),
        (&json!("2026-11-21T00:00:00.000Z"), None)
    );
    assert_eq!(health["backupsReadable"], true);
    assert_eq!(health["version"], env!("CARGO_PKG_VERSION"));
    for bytes in ["databaseBytes", "logBytes", "freeBytes"] {
        assert!(
            health[bytes].as_u64().expect("a number") > 1_000,
            "{bytes}: {health}"
        );
    }
}

#[tokio::test]
async fn backups_are_listed_newest_first() {
    let site = TestSite::new();
    let [root, ..] = people(&site).await;
    assert_eq!(root.get("/administration/getBackups").await.ok(), json!([]));
    site.clock.advance(Duration::from_secs(60));
    let first = root
        .post("/administration/createBackup", json!({}))
        .await
        .ok();
    // The number of questions is left out: it would reveal private ones.
    let content = json!({"createdAt": "2026-11-21T00:01:00.000Z", "schema": crate::platform::db::newest_schema(), "users": 3});
    assert_eq!(first["content"], content);
    site.clock.advance(Duration::from_secs(60));
    let second = root
        .post("/administration/createBackup", json!({}))
        .await
        .ok();
    let page = root.get("/administration/getBackups?limit=1").await;
    assert_eq!(
        (page.header("x-total-count"), &page.ok()[0]),
        ("2", &second)
    );
    assert_eq!(
        root.get(&page.next_page().expect("a next page")).await.ok()[0],
        first
    );
    assert_eq!(
        root.get("/administration/getHealth").await.ok()["lastBackup"],
        second
    );
}

#[tokio::test]
async fn a_file_that_is_not_a_backup_is_listed_without_content() {
    let site = TestSite::new();
    let [root, ..] = people(&site).await;
    let backup = root
        .post("/administration/createBackup", json!({}))
        .await
        .ok();
    // It is never the latest backup.
    let directory = site.directory.path().join("backups");
    std::fs::write(directory.join("stoa-9.tar.zst"), "x").expect("a file");
    let listed = root.get("/administration/getBackups").await.ok();
    assert_eq!(
        (&listed[0]["name"], listed[0].get("content")),
        (&json!("stoa-9.tar.zst"), None)
    );
    assert_eq!(
        root.get("/administration/getHealth").await.ok()["lastBackup"],
        backup
    );
}

#[tokio::test]
async fn a_failed_backup_is_reported() {
    let site = TestSite::new();
    let [root, ..] = people(&site).await;
    root.post("/administration/createBackup", json!({}))
        .await
        .ok();
    let directory = site.directory.path().join("backups");
    // If a backup fails, the response says so and the cause goes to the log.
    std::fs::remove_dir_all(&directory).expect("removed");
    std::fs::write(&directory, "in the way").expect("a file");
    let failed = root.post("/administration/createBackup", json!({})).await;
    failed.refused(500, "The backup failed; the server's log says why");
    // The list is unknown too, but the rest of the status does not depend on it.
    let health = root.get("/administration/getHealth").await.ok();
    assert_eq!(
        (
            &health["backupsReadable"],
            health.get("lastBackup"),
            &health["version"]
        ),
        (&json!(false), None, &json!(env!("CARGO_PKG_VERSION")))
    );
}

/// A file that looks like a backup and blocks every reader, like a network disk that does not
/// answer.
struct StuckBackup(PathBuf);

impl StuckBackup {
    fn in_backups_of(site: &Path) -> Self {
        let directory = site.join("backups");
        std::fs::create_dir_all(&directory).expect("a directory");
        let path = directory.join("stoa-9.tar.zst");
        rustix::fs::mknodat(
            rustix::fs::CWD,
            &path,
            rustix::fs::FileType::Fifo,
            0o600.into(),
            0,
        )
        .expect("a FIFO");
        Self(path)
    }

    /// Releases all waiting readers and returns whether there was one.
    fn release(&self) -> bool {
        let nonblocking = rustix::fs::OFlags::NONBLOCK.bits().cast_signed();
        std::fs::OpenOptions::new()
            .write(true)
            .custom_flags(nonblocking)
            .open(&self.0)
            .is_ok()
    }
}

#[tokio::test]
async fn a_stuck_backup_directory_delays_only_backup_requests() {
    let site = TestSite::new();
    let [root, ann, _] = people(&site).await;
    let stuck = StuckBackup::in_backups_of(site.directory.path());
    let asking = (0..crate::platform::db::READERS)
        .flat_map(|_| ["/administration/getBackups", "/administration/getHealth"]);
    let mut asking = std::pin::pin!(futures_util::future::join_all(
        asking.map(|path| root.get(path))
    ));
    let read = tokio::select! {
        biased;
        _ = &mut asking => panic!("they wait"),
        read = tokio::time::timeout(Duration::from_secs(5), ann.get("/user/getUsers")) => read,
    };
    let answers = loop {
        stuck.release();
        tokio::select! {
            answers = &mut asking => break answers,
            () = tokio::time::sleep(Duration::from_millis(1)) => {}
        }
    };
    read.expect("an answer within 5 s").ok();
    assert!(answers.iter().all(|answer| answer.status == 200));
}

/// Waits at most a minute for what another thread does.
async fn until(condition: impl Fn() -> bool) {
    let waiting = async {
        while !condition() {
            tokio::task::yield_now().await;
        }
    };
    let waited = tokio::time::timeout(Duration::from_secs(60), waiting).await;
    waited.expect("it happens within a minute");
}

#[tokio::test]
async fn backups_run_one_at_a_time() {
    let directory = tempfile::TempDir::new().expect("a directory");
    let stuck = StuckBackup::in_backups_of(directory.path());
    let site = TestSite::within(directory, |config| {
        config.backup.schedule = "6h".to_owned();
        // The default schedule would wait for an administrator.
        let source = Source::Variable("STOA_BACKUP_SCHEDULE".to_owned());
        config.sources.insert("backup.schedule", source);
    });
    let [root, ..] = people(&site).await;
    // The schedule lists the backups, makes one, and lists them again for retention: there it
    // blocks.
    until(|| stuck.release()).await;
    let scheduled = site
        .directory
        .path()
        .join("backups/stoa-2026-11-21T00-00-00.000Z.tar.zst");
    until(|| scheduled.exists()).await;
    site.clock.advance(Duration::from_secs(60));
    let ask = || root.post("/administration/createBackup", json!({}));
    ask().await.refused(409, "A backup is already running");
    until(|| stuck.release()).await;
    while ask().await.status == 409 {}
}
