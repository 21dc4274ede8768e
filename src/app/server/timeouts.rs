//! Body and connection timeouts, and wrappers that end a connection early.
//!
//! Write timeouts are `tokio_io_timeout`'s. These are ours because no library has their semantics:
//! - [`BodyDeadline`]: tower-http's `TimeoutBody` limits each frame, not the whole body.
//! - [`TrackedBody`]: no body combinator reports whether the body was read to its end.
//! - [`IdleTimeout`]: `tokio_io_timeout` measures reads alone; an idle connection neither reads nor
//!   writes, and has no request in flight.
//! - [`FailFast`]: engineioxide continues after a failed write.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{Context, Poll, Waker, ready};
use std::time::Duration;

use axum::Error;
use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, Incoming, SizeHint};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

/// A body that fails with [`io::ErrorKind::TimedOut`] if it is not complete at its deadline, even
/// if data still arrives.
pub struct BodyDeadline {
    body: Body,
    deadline: Pin<Box<Sleep>>,
}

impl BodyDeadline {
    /// Returns the body with a deadline `timeout` from now.
    pub fn limit(body: Body, timeout: Duration) -> Body {
        if body.is_end_stream() {
            body
        } else {
            Body::new(Self {
                body,
                deadline: Box::pin(sleep(timeout)),
            })
        }
    }
}

impl HttpBody for BodyDeadline {
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        if self.deadline.as_mut().poll(context).is_ready() {
            return Poll::Ready(Some(Err(Error::new(io::Error::from(
                io::ErrorKind::TimedOut,
            )))));
        }
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A body that records whether it was read to its end.
pub struct TrackedBody {
    body: Incoming,
    is_read: Arc<AtomicBool>,
}

impl TrackedBody {
    /// Returns the body, and a flag that becomes true at its end.
    pub fn wrap(body: Incoming) -> (Body, Arc<AtomicBool>) {
        let is_read = Arc::new(AtomicBool::new(body.is_end_stream()));
        (
            Body::new(Self {
                body,
                is_read: is_read.clone(),
            }),
            is_read,
        )
    }
}

impl HttpBody for TrackedBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        if frame.is_none() || self.body.is_end_stream() {
            self.is_read.store(true, Ordering::Relaxed);
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

/// Number of requests in flight on a connection. While there is one, the client may be
/// silent.
#[derive(Clone, Default)]
pub struct InFlight(Arc<AtomicUsize>);

impl InFlight {
    /// Counts one more request until the guard is dropped.
    pub fn begin(&self) -> InFlightGuard {
        self.0.fetch_add(1, Ordering::Relaxed);
        InFlightGuard(self.clone())
    }

    /// Returns whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}

/// A request in flight.
pub struct InFlightGuard(InFlight);

impl Drop for InFlightGuard {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A stream whose reads fail with [`io::ErrorKind::TimedOut`] after a time without a byte in either
/// direction and without a request in flight.
pub struct IdleTimeout<S> {
    stream: S,
    in_flight: InFlight,
    timeout: Duration,
    timer: Pin<Box<Sleep>>,
    /// Whether the timer runs.
    is_idle: bool,
}

impl<S> IdleTimeout<S> {
    /// Wraps a stream.
    pub fn new(stream: S, in_flight: InFlight, timeout: Duration) -> Self {
        Self {
            stream,
            in_flight,
            timeout,
            timer: Box::pin(sleep(timeout)),
            is_idle: false,
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for IdleTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if read.is_ready() {
            self.is_idle = false;
            return read;
        }
        loop {
            if !self.is_idle {
                self.is_idle = true;
                let end = Instant::now() + self.timeout;
                self.timer.as_mut().reset(end);
            }
            ready!(self.timer.as_mut().poll(context));
            if self.in_flight.is_empty() {
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
            self.is_idle = false;
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for IdleTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.is_idle &= written.is_pending();
        written
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.is_idle &= written.is_pending();
        written
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// A stream that ends at its first error: later operations fail, and a pending read wakes up.
///
/// Engine.IO sockets continue after a failed write. Without this, each further message to a client
/// that accepts no data would wait for its own timeout.
pub struct FailFast<S, P> {
    stream: S,
    /// Held here because a connection may be upgraded to a socket, which keeps the stream.
    _permit: P,
    has_failed: bool,
    /// Waker of the pending read.
    reader: Option<Waker>,
}

impl<S, P> FailFast<S, P> {
    /// Wraps a stream, and keeps `permit` until the stream is dropped.
    pub fn new(stream: S, permit: P) -> Self {
        Self {
            stream,
            _permit: permit,
            has_failed: false,
            reader: None,
        }
    }

    fn run<T>(
        &mut self,
        operation: impl FnOnce(&mut S) -> Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if self.has_failed {
            return Poll::Ready(Err(io::ErrorKind::NotConnected.into()));
        }
        let result = operation(&mut self.stream);
        if let Poll::Ready(Err(_)) = result {
            self.has_failed = true;
            if let Some(reader) = self.reader.take() {
                reader.wake();
            }
        }
        result
    }
}

impl<S: AsyncRead + Unpin, P: Unpin> AsyncRead for FailFast<S, P> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = self.run(|stream| Pin::new(stream).poll_read(context, buffer));
        if read.is_pending() {
            self.reader = Some(context.waker().clone());
        }
        read
    }
}

impl<S: AsyncWrite + Unpin, P: Unpin> AsyncWrite for FailFast<S, P> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.run(|stream| Pin::new(stream).poll_write(context, bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.run(|stream| Pin::new(stream).poll_write_vectored(context, slices))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.run(|stream| Pin::new(stream).poll_flush(context))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.run(|stream| Pin::new(stream).poll_shutdown(context))
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    const TIMEOUT: Duration = Duration::from_millis(50);

    #[tokio::test]
    async fn a_failed_write_ends_the_pending_read_and_later_writes() {
        let (stream, _client) = duplex(1);
        let mut stream = tokio_io_timeout::TimeoutWriter::new(stream);
        stream.set_timeout(Some(TIMEOUT));
        let (mut read, mut write) = tokio::io::split(FailFast::new(Box::pin(stream), ()));
        let reader = tokio::spawn(async move { read.read(&mut [0]).await });
        assert_eq!(
            write.write_all(b"xx").await.expect_err("no reader").kind(),
            io::ErrorKind::TimedOut
        );
        reader.await.unwrap().expect_err("the stream has failed");
        let again = tokio::time::timeout(TIMEOUT / 2, write.write_all(b"x")).await;
        assert_eq!(
            again
                .expect("no second timeout")
                .expect_err("the stream has failed")
                .kind(),
            io::ErrorKind::NotConnected
        );
    }

    #[tokio::test]
    async fn a_slow_body_times_out() {
        let frames = futures_util::stream::unfold((), async |()| {
            tokio::time::sleep(TIMEOUT / 10).await;
            Some((Ok::<_, io::Error>(Bytes::from_static(b"x")), ()))
        });
        let body = BodyDeadline::limit(Body::from_stream(frames), TIMEOUT);
        let error = axum::body::to_bytes(body, usize::MAX)
            .await
            .expect_err("the deadline passes");
        assert!(crate::platform::web::is_body_timeout(&error), "{error}");
        let complete = BodyDeadline::limit(Body::from("complete"), TIMEOUT);
        assert_eq!(
            axum::body::to_bytes(complete, 10).await.unwrap(),
            "complete"
        );
    }

    #[tokio::test]
    async fn an_idle_connection_ends_unless_a_request_is_in_flight() {
        let (stream, mut client) = duplex(64);
        let in_flight = InFlight::default();
        let mut stream = IdleTimeout::new(stream, in_flight.clone(), TIMEOUT);
        let mut byte = [0];
        // The response takes longer than the timeout.
        let guard = in_flight.begin();
        let waited = tokio::time::timeout(TIMEOUT * 6, stream.read(&mut byte)).await;
        assert!(waited.is_err(), "{waited:?}");
        drop(guard);
        client.write_all(b"x").await.unwrap();
        assert_eq!(stream.read(&mut byte).await.unwrap(), 1);
        assert_eq!(
            stream
                .read(&mut byte)
                .await
                .expect_err("it was idle")
                .kind(),
            io::ErrorKind::TimedOut
        );
    }

    #[tokio::test]
    async fn a_connection_whose_client_reads_is_not_idle() {
        let (stream, mut client) = duplex(1);
        let (mut read, mut write) =
            tokio::io::split(IdleTimeout::new(stream, InFlight::default(), TIMEOUT));
        let reader = tokio::spawn(async move { read.read(&mut [0]).await });
        let receiving = tokio::spawn(async move {
            let mut byte = [0];
            for _ in 0..30 {
                tokio::time::sleep(TIMEOUT / 5).await;
                client.read_exact(&mut byte).await.unwrap();
            }
            client
        });
        write.write_all(&[b'x'; 30]).await.unwrap();
        assert!(!reader.is_finished(), "the client has read all the time");
        let _client = receiving.await.unwrap();
        assert_eq!(
            reader.await.unwrap().expect_err("it was idle").kind(),
            io::ErrorKind::TimedOut
        );
    }
}
