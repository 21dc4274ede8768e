//! Deletes what nothing needs from time to time: pictures that no text shows, and files without a row.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::converter::Pictures;
use super::files::StoredFile;
use super::store::sweep::{UNUSED_FILE, is_known, retain_unmentioned, settle, step, unused};
use crate::core::error::{Error, Result};
use crate::core::id::Id;
use crate::platform::db::Write;
use crate::platform::web::App;

/// The time between two turns.
const INTERVAL: Duration = Duration::from_secs(600);
/// The time between two steps of a turn, so that other writes do not wait.
const PAUSE: Duration = Duration::from_millis(20);
/// The number of folders of files that a turn looks at, out of 256.
const FOLDERS: u8 = 8;

/// Starts to delete what nothing needs, for as long as `app` lives.
pub fn start(app: &Arc<App>, pictures: Pictures) {
    let app = Arc::downgrade(app);
    tokio::spawn(async move {
        let mut folder = 0u8;
        loop {
            tokio::time::sleep(INTERVAL).await;
            let Some(app) = app.upgrade() else { break };
            if let Err(error) = turn(&app, &pictures, &mut folder).await {
                tracing::warn!(%error, "cannot delete unused pictures");
            }
        }
    });
}

/// Deletes unused pictures, and the old files without a row in some folders.
pub(super) async fn turn(app: &App, pictures: &Pictures, folder: &mut u8) -> Result<()> {
    let delete = |tx: &mut Write<'_>| {
        tx.without_event("nobody sees the pictures");
        step(tx)
    };
    while app.db.write_critical(delete).await? {
        tokio::time::sleep(PAUSE).await;
    }
    if *folder == 0 {
        delete_unused(app).await?;
    }
    for _ in 0..FOLDERS {
        remove_unknown(app, pictures, *folder).await?;
        *folder = folder.wrapping_add(1);
    }
    Ok(())
}

/// Deletes the pictures that no text has shown for 30 days, unless a text contains their address. It reads all
/// texts, so the caller does it a few times a day.
async fn delete_unused(app: &App) -> Result<()> {
    let unused = app.db.read(unused).await?;
    if unused.is_empty() {
        return Ok(());
    }
    let all: Vec<Id> = unused.iter().copied().collect();
    let mut unmentioned = unused;
    let unmentioned = app
        .db
        .read_aside(move |read| {
            retain_unmentioned(read, &mut unmentioned)?;
            Ok(unmentioned)
        })
        .await?;
    let unmentioned = Arc::new(unmentioned);
    for some in all.chunks(100) {
        let (some, unmentioned) = (some.to_vec(), unmentioned.clone());
        let settle = move |tx: &mut Write<'_>| {
            tx.without_event("nobody sees the pictures");
            settle(tx, &some, &unmentioned)
        };
        app.db.write_critical(settle).await?;
        tokio::time::sleep(PAUSE).await;
    }
    Ok(())
}

/// Removes the files of one folder that are older than a day and have no row.
pub(super) async fn remove_unknown(app: &App, pictures: &Pictures, folder: u8) -> Result<()> {
    let media = pictures.media().clone();
    let files = tokio::task::spawn_blocking(move || media.list_folder(folder)).await;
    let files = files.map_err(Error::internal)?.map_err(Error::internal)?;
    let old: Vec<StoredFile> = files.into_iter().filter(is_old).collect();
    if old.is_empty() {
        return Ok(());
    }
    let unknown = move |read: &crate::platform::db::Read<'_>| {
        let mut unknown = Vec::new();
        for file in old {
            if !is_known(read, &file.hash)? {
                unknown.push(file);
            }
        }
        Ok(unknown)
    };
    for file in app.db.read(unknown).await? {
        let pictures = pictures.clone();
        // The writer has the last word: meanwhile an upload of the same bytes may have got its row. If
        // it has only stored its file, the file is not old.
        let remove = move |tx: &mut Write<'_>| {
            tx.without_event("nobody sees the file");
            if is_known(tx, &file.hash)? {
                return Ok(());
            }
            let media = pictures.media();
            pictures
                .without_changes(|| match media.stored(&file.hash) {
                    Ok(Some(file)) if is_old(&file) => media.remove(&file.hash),
                    found => found.map(drop),
                })
                .map_err(Error::internal)
        };
        app.db.write_critical(remove).await?;
        tokio::time::sleep(PAUSE).await;
    }
    Ok(())
}

/// Does all turns at once.
#[cfg(test)]
pub async fn sweep_now(app: &App, pictures: &Pictures) -> Result<()> {
    let mut folder = 0;
    for _ in 0..256 / u16::from(FOLDERS) {
        turn(app, pictures, &mut folder).await?;
    }
    Ok(())
}

fn is_old(file: &StoredFile) -> bool {
    let age = SystemTime::now().duration_since(file.modified);
    age.is_ok_and(|age| age >= UNUSED_FILE)
}
