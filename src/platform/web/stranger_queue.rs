//! The queue of reads without a session: all strangers together use one reader at a time, networks take
//! turns, and a bounded number of reads waits.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::oneshot;

use crate::core::fair_queue::{FairQueue, Requester};

/// A read has no place: too many wait, and its network has the largest share of them.
pub struct NoPlace;

/// The reads of strangers that run or wait. Clones share them.
#[derive(Clone)]
pub struct StrangerQueue(Arc<Mutex<State>>);

struct State {
    is_running: bool,
    waiting: FairQueue<oneshot::Sender<StrangerPlace>>,
}

impl Default for StrangerQueue {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(State {
            is_running: false,
            waiting: FairQueue::new(Self::WAITING, Self::WAITING),
        })))
    }
}

impl StrangerQueue {
    /// The largest number of reads that wait.
    pub const WAITING: usize = 64;

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a read may run. Fails if too many wait and the network of `address` has the largest share
    /// of them.
    pub async fn enter(&self, address: IpAddr) -> Result<StrangerPlace, NoPlace> {
        let (admission, admitted) = oneshot::channel();
        // Dropping the sender tells a read that it has lost its place.
        let displaced = self
            .state()
            .waiting
            .push(Requester::of_network(address), admission);
        drop(displaced);
        self.advance();
        admitted.await.map_err(|_| NoPlace)
    }

    /// Admits the next read, unless one runs.
    fn advance(&self) {
        let (by, admission) = {
            let mut state = self.state();
            if state.is_running {
                return;
            }
            state.waiting.retain(|admission| !admission.is_closed());
            let Some(next) = state.waiting.pop() else {
                return;
            };
            state.is_running = true;
            next
        };
        // If its client goes away now, the place comes back and is dropped.
        let _ = admission.send(StrangerPlace {
            queue: self.clone(),
            by,
            began_at: Instant::now(),
        });
    }

    /// Returns the number of reads that wait.
    #[cfg(test)]
    pub fn waiting(&self) -> usize {
        self.state().waiting.waiting()
    }
}

/// The right to run a read of a stranger, held until the reader is free again.
pub struct StrangerPlace {
    queue: StrangerQueue,
    by: Requester,
    began_at: Instant,
}

impl Drop for StrangerPlace {
    fn drop(&mut self) {
        {
            let mut state = self.queue.state();
            state.is_running = false;
            state.waiting.charge(&self.by, self.began_at.elapsed());
        }
        self.queue.advance();
    }
}
