//! The waiting write jobs, whose accounts and networks take turns ([`crate::core::fair_queue`]).

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, TrySendError};

use super::job::QUEUE_LENGTH;
use super::writer::WriteJob;
use crate::core::error::{Error, Result, Sentence};
use crate::core::fair_queue::{FairQueue, Requester};

type Queue = Arc<Mutex<FairQueue<WriteJob>>>;

/// The end of the queue that adds jobs. When it is dropped the queue ends after the last one.
pub(super) struct WriteQueue {
    queue: Queue,
    /// Wakes the writer for each job.
    arrivals: Sender<()>,
}

/// The end of the queue that the writer has. When it is dropped no waiting job runs.
pub(super) struct WriteJobs {
    queue: Queue,
    arrivals: Receiver<()>,
}

/// Creates an empty queue. Each account may have all of it that no other one needs: the rate limits bound
/// the jobs of an account.
pub(super) fn write_queue() -> (WriteQueue, WriteJobs) {
    let queue = Queue::new(Mutex::new(FairQueue::new(QUEUE_LENGTH, QUEUE_LENGTH)));
    let (arrivals, arrived) = crossbeam_channel::bounded(QUEUE_LENGTH);
    let jobs = WriteJobs {
        queue: queue.clone(),
        arrivals: arrived,
    };
    (WriteQueue { queue, arrivals }, jobs)
}

impl WriteQueue {
    /// Adds a job. If the queue is full, the newest job of the share with the most of them is rejected
    /// with 503.
    pub fn push(&self, by: Requester, job: WriteJob) -> Result<()> {
        let displaced = lock(&self.queue).push(by, job);
        if let Some(job) = displaced {
            (job.run)(Err(Sentence::Busy.into()))(Ok(()));
            return Ok(());
        }
        match self.arrivals.try_send(()) {
            // If it is full, the writer will look into the queue often enough.
            Ok(()) | Err(TrySendError::Full(())) => Ok(()),
            Err(TrySendError::Disconnected(())) => Err(Error::internal("the writer stopped")),
        }
    }

    /// Returns the number of waiting jobs.
    pub fn waiting(&self) -> usize {
        lock(&self.queue).waiting()
    }
}

impl WriteJobs {
    /// Waits for the next job. Returns nothing when there will be none.
    pub fn wait(&self) -> Option<(Requester, WriteJob)> {
        self.arrivals.recv().ok()?;
        lock(&self.queue).pop()
    }

    /// Returns the next job, if one is waiting.
    pub fn next(&self) -> Option<(Requester, WriteJob)> {
        self.arrivals.try_recv().ok()?;
        lock(&self.queue).pop()
    }

    /// Charges a job that has run.
    pub fn charge(&self, by: &Requester, cost: Duration) {
        lock(&self.queue).charge(by, cost);
    }
}

impl Drop for WriteJobs {
    fn drop(&mut self) {
        lock(&self.queue).retain(|_| false);
    }
}

fn lock(queue: &Mutex<FairQueue<WriteJob>>) -> MutexGuard<'_, FairQueue<WriteJob>> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}
