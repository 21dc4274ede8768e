//! The memory of requests that have not arrived completely, in total and per network: their bodies,
//! and what exceeds the usual size of a head.
//!
//! Without a budget, each connection could hold a body that is almost complete.

use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};

use axum::Error;
use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};

use crate::core::network::NetworkCounts;

/// Bytes of all incomplete bodies.
const TOTAL: usize = 48 * 1024 * 1024;
/// Bytes of the incomplete bodies of a network.
const PER_NETWORK: usize = 2 * 1024 * 1024;

/// The same for pictures, which are on the disk.
const TOTAL_OF_PICTURES: usize = 64 * 1024 * 1024;
const PICTURES_PER_NETWORK: usize = 16 * 1024 * 1024;

/// Counts the bytes of incomplete bodies. Clones share the counts.
#[derive(Clone)]
pub struct Uploads {
    counts: Arc<Mutex<Counts>>,
    most: usize,
    most_per_network: usize,
}

#[derive(Default)]
struct Counts {
    total: usize,
    networks: NetworkCounts,
}

impl Default for Uploads {
    fn default() -> Self {
        Self::with(TOTAL, PER_NETWORK)
    }
}

impl Uploads {
    /// Returns the budget of pictures, which does not share that of other bodies.
    pub fn of_pictures() -> Self {
        Self::with(TOTAL_OF_PICTURES, PICTURES_PER_NETWORK)
    }

    fn with(most: usize, most_per_network: usize) -> Self {
        Self {
            counts: Arc::default(),
            most,
            most_per_network,
        }
    }

    /// Returns the body, which fails with [`io::ErrorKind::QuotaExceeded`] if it does not fit into
    /// the budget. Its bytes count until it is dropped.
    pub fn limit(&self, body: Body, address: IpAddr) -> Body {
        if body.is_end_stream() {
            return body;
        }
        Body::new(CountedBody {
            body,
            bytes: 0,
            address,
            uploads: self.clone(),
        })
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts bytes of a client until they are removed. Returns whether they fit into the budget.
    pub fn add(&self, address: IpAddr, bytes: usize) -> bool {
        let mut counts = self.counts();
        let has_room = counts.total + bytes <= self.most
            && counts
                .networks
                .has_room(address, bytes, self.most_per_network);
        if has_room {
            counts.total += bytes;
            counts.networks.add(address, bytes);
        }
        has_room
    }

    /// Takes bytes back that [`Uploads::add`] has counted.
    pub fn remove(&self, address: IpAddr, bytes: usize) {
        let mut counts = self.counts();
        counts.total -= bytes;
        counts.networks.remove(address, bytes);
    }
}

struct CountedBody {
    body: Body,
    /// The bytes that have arrived.
    bytes: usize,
    address: IpAddr,
    uploads: Uploads,
}

impl HttpBody for CountedBody {
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        if let Some(Ok(frame)) = &frame {
            let bytes = frame.data_ref().map_or(0, Bytes::len);
            if !self.uploads.add(self.address, bytes) {
                let error = io::Error::from(io::ErrorKind::QuotaExceeded);
                return Poll::Ready(Some(Err(Error::new(error))));
            }
            self.bytes += bytes;
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for CountedBody {
    fn drop(&mut self) {
        self.uploads.remove(self.address, self.bytes);
    }
}
