//! The thread that converts uploaded files, one at a time and after everything else, and stores the
//! results.
//!
//! Waiting files are on the disk. Networks and accounts share the queue fairly; uploads beyond the queue
//! are rejected with 503, and the file of a disconnected client is skipped.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::net::IpAddr;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crossbeam_channel::Sender;
use tokio::sync::oneshot;

use super::convert::{Converted, convert, is_animated};
use super::files::{FileHash, Media};
use super::model::PictureType;
use crate::core::error::{Error, Result, Sentence};
use crate::core::fair_queue::{CAPACITY, FairQueue, Requester};
use crate::features::users::Account;
use crate::platform::web::write_error;

/// How far the thread steps back behind the others of the system, as for the command `nice`.
const NICE: i32 = 10;

/// A picture whose files are on the disk.
pub struct StoredPicture {
    pub kind: PictureType,
    pub width: u32,
    pub height: u32,
    pub file: PictureBytes,
    pub thumbnail: Option<PictureBytes>,
}

/// A file on the disk.
pub struct PictureBytes {
    pub hash: FileHash,
    pub bytes: u32,
}

impl StoredPicture {
    /// Returns the size of both files.
    pub fn bytes(&self) -> u32 {
        let thumbnail = self.thumbnail.as_ref().map_or(0, |file| file.bytes);
        self.file.bytes + thumbnail
    }
}

struct Job {
    file: File,
    /// Whether the first frame of an animation is enough.
    is_first_enough: bool,
    answer: oneshot::Sender<Result<StoredPicture>>,
}

/// The files of a site's pictures, and the thread that converts uploads. It ends when the last handle is
/// dropped.
#[derive(Clone)]
pub struct Pictures {
    media: Media,
    queue: Arc<Mutex<FairQueue<Job>>>,
    /// Wakes the thread for each job; also for those that have left the queue meanwhile.
    arrivals: Sender<()>,
    /// Held while a file gets its place, and while an old one is removed: a file that an upload has just
    /// stored looks new.
    changes: Arc<Mutex<()>>,
}

impl Pictures {
    /// Starts the thread, and removes unfinished files of an earlier process. This process must own the
    /// data directory.
    pub fn start(data_dir: &Path) -> Result<Self> {
        let media = Media::of(data_dir);
        if let Err(error) = media.clear_incoming() {
            tracing::warn!(%error, "cannot remove unfinished uploads");
        }
        let (arrivals, arrived) = crossbeam_channel::bounded(CAPACITY);
        let pictures = Self {
            media: media.clone(),
            queue: Arc::default(),
            arrivals,
            changes: Arc::default(),
        };
        let (queue, changes) = (pictures.queue.clone(), pictures.changes.clone());
        let work = move || {
            // On Linux this concerns the thread alone. It works without too.
            let _ = rustix::process::setpriority_process(None, NICE);
            for () in arrived {
                let job = lock(&queue).pop();
                if let Some((by, job)) = job.filter(|(_, job)| !job.answer.is_closed()) {
                    let began = Instant::now();
                    let converted = run(job.file, job.is_first_enough, &media, &changes);
                    lock(&queue).charge(&by, began.elapsed());
                    let _ = job.answer.send(converted);
                }
            }
        };
        std::thread::Builder::new()
            .name("pictures".to_owned())
            .spawn(work)
            .map_err(Error::internal)?;
        Ok(pictures)
    }

    /// Returns the files.
    pub fn media(&self) -> &Media {
        &self.media
    }

    /// Converts a file of an account's owner and stores the results. Rejects a file that is no picture
    /// with 400, as well as an animation unless its first frame is enough, and with 503 if too many are waiting or the
    /// disk is full.
    pub async fn convert(
        &self,
        address: IpAddr,
        account: &str,
        file: File,
        is_first_enough: bool,
    ) -> Result<StoredPicture> {
        let (answer, answered) = oneshot::channel();
        {
            let mut queue = lock(&self.queue);
            queue.retain(|job| !job.answer.is_closed());
            drop(queue.push(
                Requester::new(address, account),
                Job {
                    file,
                    is_first_enough,
                    answer,
                },
            ));
        }
        // If it is full, the thread will look into the queue often enough.
        let _ = self.arrivals.try_send(());
        // The file that gets no place is dropped with its answer.
        answered.await.map_err(|_| Sentence::Busy)?
    }

    /// Runs `f` while no file gets its place.
    pub(super) fn without_changes<T>(&self, f: impl FnOnce() -> T) -> T {
        let _guard = lock(&self.changes);
        f()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn run(
    mut file: File,
    is_first_enough: bool,
    media: &Media,
    changes: &Mutex<()>,
) -> Result<StoredPicture> {
    let bytes = read(&mut file).map_err(Error::internal)?;
    drop(file);
    if !is_first_enough && is_animated(&bytes) {
        return Err(Sentence::PictureIsAnimated.into());
    }
    let Converted {
        kind,
        width,
        height,
        file,
        thumbnail,
    } = convert(bytes).ok_or(Sentence::NotAPicture)?;
    let put = |bytes: Vec<u8>| -> Result<PictureBytes> {
        let hash = media.put_holding(changes, &bytes);
        let hash = hash.map_err(|error| write_error(&error))?;
        let bytes = u32::try_from(bytes.len()).map_err(Error::internal)?;
        Ok(PictureBytes { hash, bytes })
    };
    Ok(StoredPicture {
        kind,
        width,
        height,
        file: put(file)?,
        thumbnail: thumbnail.map(put).transpose()?,
    })
}

fn read(file: &mut File) -> io::Result<Vec<u8>> {
    file.rewind()?;
    let mut bytes = Vec::with_capacity(usize::try_from(file.metadata()?.len()).unwrap_or(0));
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The name of an account in the queue.
pub(super) fn requester(account: &Account) -> String {
    account.id().to_string()
}
