//! The memory of replies that their clients have not read, in total and per network.
//!
//! Without a budget, clients that read slowly could hold a large reply per connection. If a reply
//! does not fit in, the connections whose clients have read nothing for the longest time end: those
//! of its own network if the network has no room. Ordinary lists have room beside large replies.

use std::collections::HashMap;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Error;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::{Response, header};
use axum::response::IntoResponse;
use hyper::body::{Frame, SizeHint};
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::core::error::{Error as SiteError, Sentence};
use crate::core::network::{NetworkCounts, share_network};

/// Bytes of all replies that count.
const TOTAL: usize = 64 << 20;
/// Bytes of the replies to a network, and the most that a single reply counts.
const PER_NETWORK: usize = 16 << 20;
/// The size up to which a reply is ordinary, and the bytes that a network has for such replies alone.
const ORDINARY: usize = 512 << 10;
const FOR_ORDINARY: usize = 4 << 20;
/// Smaller replies do not count: the number of connections bounds them.
const SMALL: usize = 64 << 10;
/// The types of replies that count: complete texts that the server has composed.
const COUNTED: [&[u8]; 3] = [
    b"application/json",
    b"application/atom+xml; charset=utf-8",
    b"application/feed+json; charset=utf-8",
];
/// The part of a reply that a connection gets at once.
const CHUNK: usize = 64 << 10;
/// How long a client that reads nothing keeps its reply while others need the memory.
const PATIENCE: Duration = Duration::from_secs(2);
/// The same for a larger reply than the one that its network has no room for.
const PATIENCE_WITH_LARGER: Duration = Duration::from_millis(250);

/// Ends a connection, as an extension of its requests.
#[derive(Clone, Default)]
pub struct EndConnection(Arc<Notify>);

impl EndConnection {
    /// Completes when the connection has to end.
    pub async fn requested(&self) {
        self.0.notified().await;
    }
}

/// Counts the bytes of replies that are not read. Clones share the counts.
#[derive(Clone, Default)]
pub struct Replies(Arc<Mutex<Counts>>);

#[derive(Default)]
struct Counts {
    total: usize,
    networks: NetworkCounts,
    next: u64,
    unread: HashMap<u64, Unread>,
}

/// A reply that its client has not read completely.
struct Unread {
    bytes: usize,
    address: IpAddr,
    /// When the connection took the last part.
    progress: Instant,
    /// Absent without a connection, as in tests.
    end: Option<EndConnection>,
}

impl Counts {
    fn has_room(&self, reply: &Unread) -> bool {
        self.total + reply.bytes <= TOTAL && self.network_has_room(reply)
    }

    fn network_has_room(&self, reply: &Unread) -> bool {
        let quota = if reply.bytes <= ORDINARY {
            PER_NETWORK + FOR_ORDINARY
        } else {
            PER_NETWORK
        };
        self.networks.has_room(reply.address, reply.bytes, quota)
    }

    fn add(&mut self, reply: Unread) -> u64 {
        self.total += reply.bytes;
        self.networks.add(reply.address, reply.bytes);
        self.next += 1;
        self.unread.insert(self.next, reply);
        self.next
    }

    fn remove(&mut self, number: u64) -> Option<Unread> {
        let reply = self.unread.remove(&number)?;
        self.total -= reply.bytes;
        self.networks.remove(reply.address, reply.bytes);
        Some(reply)
    }

    /// Returns the reply that makes room for another one: that whose client has read nothing for the
    /// longest time, if it is too long.
    fn slowest(&self, other: &Unread) -> Option<u64> {
        let of_any_network = self.network_has_room(other);
        let patience = |reply: &Unread| {
            if !of_any_network && reply.bytes > other.bytes {
                PATIENCE_WITH_LARGER
            } else {
                PATIENCE
            }
        };
        self.unread
            .iter()
            .filter(|(_, reply)| reply.end.is_some())
            .filter(|(_, reply)| of_any_network || share_network(reply.address, other.address))
            .filter(|(_, reply)| reply.progress.elapsed() >= patience(reply))
            .min_by_key(|(_, reply)| reply.progress)
            .map(|(&number, _)| number)
    }
}

impl Replies {
    /// Returns the response, which counts until the connection has taken all of it, or 503 if there
    /// is no room for it. Only complete texts count; files are streams.
    pub fn hold(
        &self,
        response: Response<Body>,
        address: IpAddr,
        end: Option<EndConnection>,
    ) -> Response<Body> {
        let size = response.body().size_hint().exact().unwrap_or(0);
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        let kind = response.headers().get(header::CONTENT_TYPE);
        if size <= SMALL || !kind.is_some_and(|kind| COUNTED.contains(&kind.as_bytes())) {
            return response;
        }
        let reply = Unread {
            bytes: size.min(PER_NETWORK),
            address,
            progress: Instant::now(),
            end,
        };
        let Some(number) = self.admit(reply) else {
            return SiteError::from(Sentence::Busy).into_response();
        };
        response.map(|body| {
            Body::new(CountedBody {
                body,
                chunk: Bytes::new(),
                number,
                replies: self.clone(),
            })
        })
    }

    fn admit(&self, reply: Unread) -> Option<u64> {
        let mut counts = self.counts();
        while !counts.has_room(&reply) {
            let slowest = counts.slowest(&reply)?;
            if let Some(end) = counts.remove(slowest).and_then(|reply| reply.end) {
                end.0.notify_one();
            }
        }
        Some(counts.add(reply))
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A body that is taken in parts, so that it is known whether its client reads.
struct CountedBody {
    body: Body,
    /// The part of the last frame that the connection has not taken.
    chunk: Bytes,
    number: u64,
    replies: Replies,
}

impl HttpBody for CountedBody {
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        if self.chunk.is_empty() {
            match ready!(Pin::new(&mut self.body).poll_frame(context)) {
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => self.chunk = data,
                    Err(trailers) => return Poll::Ready(Some(Ok(trailers))),
                },
                end => return Poll::Ready(end),
            }
        }
        if let Some(reply) = self.replies.counts().unread.get_mut(&self.number) {
            reply.progress = Instant::now();
        }
        let length = self.chunk.len().min(CHUNK);
        Poll::Ready(Some(Ok(Frame::data(self.chunk.split_to(length)))))
    }

    fn is_end_stream(&self) -> bool {
        self.chunk.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let rest = self.body.size_hint().exact().unwrap_or(0);
        SizeHint::with_exact(rest + self.chunk.len() as u64)
    }
}

impl Drop for CountedBody {
    fn drop(&mut self) {
        self.replies.counts().remove(self.number);
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    /// Replies count as taken this long ahead, so that a test that takes long makes no client slow.
    const BUSY_MACHINE: Duration = Duration::from_hours(1);

    fn address(number: u8) -> IpAddr {
        Ipv4Addr::new(192, 0, 2, number).into()
    }

    fn json(size: usize) -> Response<Body> {
        (
            [(header::CONTENT_TYPE, "application/json")],
            vec![b' '; size],
        )
            .into_response()
    }

    fn hold(replies: &Replies, size: usize, network: u8) -> (Response<Body>, EndConnection) {
        let end = EndConnection::default();
        let response = replies.hold(json(size), address(network), Some(end.clone()));
        if response.status() == 200 {
            let mut counts = replies.counts();
            let number = counts.next;
            let reply = counts.unread.get_mut(&number).expect("the reply");
            reply.progress += BUSY_MACHINE;
        }
        (response, end)
    }

    /// The clients of all replies have read nothing for that time.
    fn wait(replies: &Replies, time: Duration) {
        for reply in replies.counts().unread.values_mut() {
            reply.progress -= BUSY_MACHINE + time;
        }
    }

    async fn is_ended(end: &EndConnection) -> bool {
        tokio::time::timeout(Duration::ZERO, end.requested())
            .await
            .is_ok()
    }

    #[tokio::test]
    async fn a_reply_arrives_complete() {
        let text: Vec<u8> = (0..1_000_003_u32).map(|number| number as u8).collect();
        let response = ([(header::CONTENT_TYPE, "application/json")], text.clone());
        let replies = Replies::default();
        let held = replies.hold(response.into_response(), address(1), None);
        assert_eq!(held.body().size_hint().exact(), Some(1_000_003));
        let body = axum::body::to_bytes(held.into_body(), usize::MAX).await;
        assert_eq!(body.expect("a body"), text);
        assert_eq!(replies.counts().total, 0);
    }

    #[tokio::test]
    async fn small_replies_and_files_do_not_count() {
        let replies = Replies::default();
        let file = ([(header::CONTENT_TYPE, "font/woff2")], vec![0; 1 << 20]).into_response();
        let _held = [
            replies.hold(json(SMALL), address(1), None),
            replies.hold(file, address(1), None),
        ];
        assert_eq!(replies.counts().total, 0);
    }

    #[tokio::test]
    async fn a_network_has_a_share() {
        let replies = Replies::default();
        let held: Vec<_> = (0..4).map(|_| hold(&replies, 4 << 20, 1)).collect();
        assert_eq!(hold(&replies, 4 << 20, 1).0.status(), 503);
        assert_eq!(hold(&replies, 4 << 20, 2).0.status(), 200);
        drop(held);
        assert_eq!(hold(&replies, 4 << 20, 1).0.status(), 200);
    }

    #[tokio::test]
    async fn the_slow_clients_of_a_full_network_make_room_for_its_others() {
        let replies = Replies::default();
        let elsewhere = hold(&replies, 4 << 20, 2);
        let held: Vec<_> = (0..4).map(|_| hold(&replies, 4 << 20, 1)).collect();
        wait(&replies, PATIENCE);
        assert_eq!(hold(&replies, 4 << 20, 1).0.status(), 200);
        let mut ended = 0;
        for (_, end) in &held {
            ended += u32::from(is_ended(end).await);
        }
        assert_eq!((ended, is_ended(&elsewhere.1).await), (1, false));
    }

    #[tokio::test]
    async fn a_reply_that_is_larger_than_the_share_of_a_network_is_sent_alone() {
        let replies = Replies::default();
        let (first, _) = hold(&replies, PER_NETWORK + 1, 1);
        assert_eq!(first.status(), 200);
        assert_eq!(hold(&replies, ORDINARY + 1, 1).0.status(), 503);
    }

    #[tokio::test]
    async fn an_ordinary_list_has_room_beside_large_replies_to_its_network() {
        let replies = Replies::default();
        let _held: Vec<_> = (0..4).map(|_| hold(&replies, 4 << 20, 1)).collect();
        let lists: Vec<_> = (0..8).map(|_| hold(&replies, ORDINARY, 1)).collect();
        assert!(lists.iter().all(|(list, _)| list.status() == 200));
        assert_eq!(hold(&replies, ORDINARY, 1).0.status(), 503);
    }

    #[tokio::test]
    async fn a_network_without_room_ends_its_large_replies_for_a_smaller_one_soon() {
        let replies = Replies::default();
        let large: Vec<_> = (0..4).map(|_| hold(&replies, 4 << 20, 1)).collect();
        let lists: Vec<_> = (0..8).map(|_| hold(&replies, ORDINARY, 1)).collect();
        wait(&replies, PATIENCE_WITH_LARGER);
        // Not for one that is as large.
        assert_eq!(hold(&replies, 4 << 20, 1).0.status(), 503);
        assert_eq!(hold(&replies, ORDINARY, 1).0.status(), 200);
        let mut ended = [0, 0];
        for (_, end) in &large {
            ended[0] += u32::from(is_ended(end).await);
        }
        for (_, end) in &lists {
            ended[1] += u32::from(is_ended(end).await);
        }
        assert_eq!(ended, [1, 0]);
    }

    #[tokio::test]
    async fn the_clients_that_read_nothing_make_room() {
        let replies = Replies::default();
        let mut held: Vec<_> = (0..4)
            .map(|network| hold(&replies, 16 << 20, network))
            .collect();
        // The budget is full, and all clients may still read.
        assert_eq!(hold(&replies, 1 << 20, 9).0.status(), 503);
        wait(&replies, PATIENCE);
        // All but the second one read.
        for number in [0, 2, 3] {
            let body = held[number].0.body_mut();
            let part = std::future::poll_fn(|context| Pin::new(&mut *body).poll_frame(context));
            assert!(part.await.is_some());
        }
        assert_eq!(hold(&replies, 1 << 20, 9).0.status(), 200);
        for (number, (_, end)) in held.iter().enumerate() {
            assert_eq!(is_ended(end).await, number == 1);
        }
        // Its connection drops it later, when it no longer counts.
        drop(held);
        assert_eq!(replies.counts().total, 0);
    }
}
