//! The waiting write jobs, whose accounts and networks take turns ([`crate::core::fair_queue`]).

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, TrySendError};

use super::job::QUEUE_LENGTH;
use crate::core::error::{Error, Result};
use crate::core::fair_queue::{FairQueue, Requester};

type Queue<J> = Arc<Mutex<FairQueue<J>>>;

/// The end of the queue that adds jobs. When it is dropped the queue ends after the last one.
pub(super) struct WriteQueue<J> {
    queue: Queue<J>,
    /// Wakes the writer for each job.
    arrivals: Sender<()>,
}

/// The end of the queue that the writer has. When it is dropped no waiting job runs.
pub(super) struct WriteJobs<J> {
    queue: Queue<J>,
    arrivals: Receiver<()>,
}

/// Creates an empty queue. Each account may have all of it that no other one needs: the rate limits bound
/// the jobs of an account.
pub(super) fn write_queue<J>() -> (WriteQueue<J>, WriteJobs<J>) {
    let queue = Arc::new(Mutex::new(FairQueue::new(QUEUE_LENGTH, QUEUE_LENGTH)));
    let (arrivals, arrived) = crossbeam_channel::bounded(QUEUE_LENGTH);
    let jobs = WriteJobs {
        queue: queue.clone(),
        arrivals: arrived,
    };
    (WriteQueue { queue, arrivals }, jobs)
}

impl<J> WriteQueue<J> {
    /// Adds a job. If the queue is full, returns the one that gets no place: the newest job of the share with
    /// the most of them.
    pub fn push(&self, by: Requester, job: J) -> Result<Option<J>> {
        let displaced = lock(&self.queue).push(by, job);
        if displaced.is_some() {
            return Ok(displaced);
        }
        match self.arrivals.try_send(()) {
            // If it is full, the writer will look into the queue often enough.
            Ok(()) | Err(TrySendError::Full(())) => Ok(None),
            Err(TrySendError::Disconnected(())) => Err(Error::internal("the writer stopped")),
        }
    }

    /// Returns the number of waiting jobs.
    pub fn waiting(&self) -> usize {
        lock(&self.queue).waiting()
    }
}

impl<J> WriteJobs<J> {
    /// Waits for the next job. Returns nothing when there will be none.
    pub fn wait(&self) -> Option<(Requester, J)> {
        self.arrivals.recv().ok()?;
        lock(&self.queue).pop()
    }

    /// Returns the next job, if one is waiting.
    pub fn next(&self) -> Option<(Requester, J)> {
        self.arrivals.try_recv().ok()?;
        lock(&self.queue).pop()
    }

    /// Charges a job that has run.
    pub fn charge(&self, by: &Requester, cost: Duration) {
        lock(&self.queue).charge(by, cost);
    }
}

impl<J> Drop for WriteJobs<J> {
    fn drop(&mut self) {
        lock(&self.queue).retain(|_| false);
    }
}

fn lock<J>(queue: &Mutex<FairQueue<J>>) -> MutexGuard<'_, FairQueue<J>> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}
