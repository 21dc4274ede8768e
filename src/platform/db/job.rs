//! The queues of jobs for the database threads, and the isolation of panics.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crossbeam_channel::{Sender, TrySendError};

use crate::core::error::{Error, Result, Sentence};

/// The number of jobs that may wait in each queue. Further jobs are rejected with 503.
pub const QUEUE_LENGTH: usize = 1_024;

/// Adds a job to a queue. Rejects it with 503 if the queue is full.
pub(super) fn enqueue<J>(queue: Option<&Sender<J>>, job: J) -> Result<()> {
    match queue.map(|queue| queue.try_send(job)) {
        Some(Ok(())) => Ok(()),
        Some(Err(TrySendError::Full(_))) => Err(Sentence::Busy.into()),
        Some(Err(TrySendError::Disconnected(_))) | None => {
            Err(Error::internal("the database is closed"))
        }
    }
}

/// Turns a panic of a job into the job's error, so that its thread goes on.
pub(super) fn guarded<T>(f: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(f))
        .unwrap_or_else(|panic| Err(Error::Internal(panic_text(&*panic))))
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
    format!("panic: {}", text.unwrap_or_default())
}
