//! The packets that wait for one socket, with a bounded number of bytes.
//!
//! Engine.IO bounds the number of its packets and does not say how many have been sent. The sizes of
//! those that may still wait are therefore kept here, and a permit for each free place of Engine.IO's
//! queue tells how many really do. That is only asked for when it matters.

use std::collections::VecDeque;
use std::iter;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use engineioxide::Str;
use tokio::runtime::Handle;

use super::engine::{Engine, drop_transport};
use crate::platform::realtime::Connection;

/// Packets that may wait for a slow client.
const PACKETS: usize = 256;
/// Places in the queue for the packets of others: a ping, a greeting, an acknowledgement. So many
/// packets may also wait without being noticed.
const SPARE: usize = 4;
/// Bytes that may wait for a slow client, beyond the packet that is being sent. One more closes its
/// socket.
const BYTES: usize = 1024 * 1024;
/// The size of Engine.IO's queue.
pub const QUEUE: usize = PACKETS + SPARE;

/// A socket as the hub sees it.
pub struct SendQueue {
    socket: Arc<Engine>,
    waiting: Mutex<Sizes>,
    /// Closing a socket spawns a task, and the hub publishes from a thread outside of the runtime.
    runtime: Handle,
}

impl SendQueue {
    /// Creates the queue of a socket.
    ///
    /// # Panics
    ///
    /// Panics outside of a tokio runtime.
    pub fn new(socket: Arc<Engine>) -> Self {
        Self {
            socket,
            waiting: Mutex::default(),
            runtime: Handle::current(),
        }
    }

    /// Returns how many packets wait, or [`SPARE`] if there are fewer.
    fn count_waiting(&self) -> usize {
        let free = iter::from_fn(|| self.socket.reserve().ok()).take(PACKETS);
        QUEUE - free.collect::<Vec<_>>().len()
    }
}

impl Connection for SendQueue {
    fn send(&self, packet: Str, is_memory_short: bool) {
        if self.socket.data.is_dropped.load(Ordering::Relaxed) {
            return;
        }
        let has_room = self
            .waiting
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .admit(packet.len(), is_memory_short, || self.count_waiting());
        if !has_room || self.socket.emit(packet).is_err() {
            self.close();
        }
    }

    fn close(&self) {
        let _runtime = self.runtime.enter();
        drop_transport(&self.socket);
    }
}

/// The sizes of the packets that may wait, oldest first.
#[derive(Default)]
struct Sizes {
    sizes: VecDeque<usize>,
    bytes: usize,
}

impl Sizes {
    /// Adds a packet. Returns false if there is no room for it. `count_waiting` returns how many
    /// packets wait, and at least [`SPARE`].
    fn admit(
        &mut self,
        size: usize,
        is_memory_short: bool,
        count_waiting: impl FnOnce() -> usize,
    ) -> bool {
        if is_memory_short || self.bytes + size > BYTES {
            let waiting = count_waiting();
            self.keep(waiting);
            if waiting > SPARE && (is_memory_short || self.bytes + size > BYTES) {
                return false;
            }
        }
        self.sizes.push_back(size);
        self.bytes += size;
        self.keep(QUEUE);
        true
    }

    /// Forgets all but the newest packets, because the others have been sent.
    fn keep(&mut self, newest: usize) {
        let sent = self.sizes.len().saturating_sub(newest);
        self.bytes -= self.sizes.drain(..sent).sum::<usize>();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: usize = 64 * 1024;

    #[test]
    fn a_mebibyte_may_wait_for_a_client_that_reads_nothing() {
        let mut sizes = Sizes::default();
        let admitted = (0..).take_while(|&waiting| sizes.admit(SIZE, false, || waiting));
        assert_eq!(admitted.count() * SIZE, BYTES);
    }

    #[test]
    fn a_client_that_reads_may_receive_any_number_of_bytes() {
        let mut sizes = Sizes::default();
        assert!((0..10_000).all(|_| sizes.admit(SIZE, false, || SPARE)));
        assert!(sizes.sizes.len() <= QUEUE);
    }

    #[test]
    fn if_memory_is_short_only_a_client_that_keeps_up_has_room() {
        let mut sizes = Sizes::default();
        assert!(sizes.admit(SIZE, true, || SPARE));
        assert!(!sizes.admit(1, true, || SPARE + 1));
    }
}
