//! How long is waited for a client: for the whole of a body, and for anything at all on a connection.

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

/// A body that fails with [`io::ErrorKind::TimedOut`] if it is not whole in time, however steadily it drips.
pub struct Timely {
    body: Body,
    late: Pin<Box<Sleep>>,
}

impl Timely {
    /// Must be whole `within` that time from now on.
    pub fn limit(body: Body, within: Duration) -> Body {
        if body.is_end_stream() { body } else { Body::new(Self { body, late: Box::pin(sleep(within)) }) }
    }
}

impl HttpBody for Timely {
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        if self.late.as_mut().poll(context).is_ready() {
            return Poll::Ready(Some(Err(Error::new(io::Error::from(io::ErrorKind::TimedOut)))));
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

/// A body of which it is known whether all of it was read.
pub struct Watched {
    body: Incoming,
    is_read: Arc<AtomicBool>,
}

impl Watched {
    /// What is returned beside it becomes true when nothing is left of it.
    pub fn watch(body: Incoming) -> (Body, Arc<AtomicBool>) {
        let is_read = Arc::new(AtomicBool::new(body.is_end_stream()));
        (Body::new(Self { body, is_read: is_read.clone() }), is_read)
    }
}

impl HttpBody for Watched {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
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

/// How many requests of a connection are being answered: meanwhile its client has nothing to say.
#[derive(Clone, Default)]
pub struct Answering(Arc<AtomicUsize>);

impl Answering {
    /// One more, until what is returned is dropped.
    pub fn begin(&self) -> Answer {
        self.0.fetch_add(1, Ordering::Relaxed);
        Answer(self.clone())
    }
}

/// A request that is being answered.
pub struct Answer(Answering);

impl Drop for Answer {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A connection that ends when nothing moves on it, in either direction, while no request is being answered.
pub struct Lively<S> {
    stream: S,
    answering: Answering,
    patience: Duration,
    silence: Pin<Box<Sleep>>,
    /// Whether the silence is being measured.
    is_silent: bool,
}

impl<S> Lively<S> {
    /// Ends after so much silence.
    pub fn new(stream: S, answering: Answering, patience: Duration) -> Self {
        Self { stream, answering, patience, silence: Box::pin(sleep(patience)), is_silent: false }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Lively<S> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if read.is_ready() {
            self.is_silent = false;
            return read;
        }
        loop {
            if !self.is_silent {
                self.is_silent = true;
                let end = Instant::now() + self.patience;
                self.silence.as_mut().reset(end);
            }
            ready!(self.silence.as_mut().poll(context));
            if self.answering.0.load(Ordering::Relaxed) == 0 {
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
            self.is_silent = false;
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Lively<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.is_silent &= written.is_pending();
        written
    }

    fn poll_write_vectored(mut self: Pin<&mut Self>, context: &mut Context<'_>, slices: &[io::IoSlice<'_>]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.is_silent &= written.is_pending();
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

/// A connection whose first failure is its end: nothing more is written, and who reads it learns of that at once. Engine.IO's
/// sockets go on after a write that failed, and would wait anew for each message to somebody who takes none.
pub struct Mortal<S, P> {
    stream: S,
    /// Its place among the connections. Here, because what was a connection for requests may go on as a socket.
    _place: P,
    is_over: bool,
    /// Who waits for something to read.
    reader: Option<Waker>,
}

impl<S, P> Mortal<S, P> {
    /// Keeps its `place` until it is dropped.
    pub fn new(stream: S, place: P) -> Self {
        Self { stream, _place: place, is_over: false, reader: None }
    }

    fn attempt<T>(&mut self, what: impl FnOnce(&mut S) -> Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if self.is_over {
            return Poll::Ready(Err(io::ErrorKind::NotConnected.into()));
        }
        let done = what(&mut self.stream);
        if let Poll::Ready(Err(_)) = done {
            self.is_over = true;
            if let Some(reader) = self.reader.take() {
                reader.wake();
            }
        }
        done
    }
}

impl<S: AsyncRead + Unpin, P: Unpin> AsyncRead for Mortal<S, P> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let read = self.attempt(|stream| Pin::new(stream).poll_read(context, buffer));
        if read.is_pending() {
            self.reader = Some(context.waker().clone());
        }
        read
    }
}

impl<S: AsyncWrite + Unpin, P: Unpin> AsyncWrite for Mortal<S, P> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.attempt(|stream| Pin::new(stream).poll_write(context, bytes))
    }

    fn poll_write_vectored(mut self: Pin<&mut Self>, context: &mut Context<'_>, slices: &[io::IoSlice<'_>]) -> Poll<io::Result<usize>> {
        self.attempt(|stream| Pin::new(stream).poll_write_vectored(context, slices))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.attempt(|stream| Pin::new(stream).poll_flush(context))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.attempt(|stream| Pin::new(stream).poll_shutdown(context))
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    const PATIENCE: Duration = Duration::from_millis(50);

    #[tokio::test]
    async fn a_connection_whose_client_takes_nothing_ends_for_its_reader_too_and_waits_once() {
        let (stream, _client) = duplex(1);
        let mut stream = tokio_io_timeout::TimeoutWriter::new(stream);
        stream.set_timeout(Some(PATIENCE));
        let (mut read, mut write) = tokio::io::split(Mortal::new(Box::pin(stream), ()));
        let reading = tokio::spawn(async move { read.read(&mut [0]).await });
        assert_eq!(write.write_all(b"xx").await.expect_err("nobody takes it").kind(), io::ErrorKind::TimedOut);
        reading.await.unwrap().expect_err("it is over");
        let again = tokio::time::timeout(PATIENCE / 2, write.write_all(b"x")).await;
        assert_eq!(again.expect("no new time").expect_err("it is over").kind(), io::ErrorKind::NotConnected);
    }

    #[tokio::test]
    async fn a_body_that_drips_for_ever_ends() {
        let drops = futures_util::stream::unfold((), async |()| {
            tokio::time::sleep(PATIENCE / 10).await;
            Some((Ok::<_, io::Error>(Bytes::from_static(b"x")), ()))
        });
        let body = Timely::limit(Body::from_stream(drops), PATIENCE);
        let error = axum::body::to_bytes(body, usize::MAX).await.expect_err("it never ends");
        assert!(crate::web::call::is_late(&error), "{error}");
        let whole = Timely::limit(Body::from("whole"), PATIENCE);
        assert_eq!(axum::body::to_bytes(whole, 10).await.unwrap(), "whole");
    }

    #[tokio::test]
    async fn silence_ends_a_connection_unless_its_client_waits_for_an_answer() {
        let (stream, mut client) = duplex(64);
        let answering = Answering::default();
        let mut stream = Lively::new(stream, answering.clone(), PATIENCE);
        let mut byte = [0];
        // An answer that takes many times as long.
        let underway = answering.begin();
        let waited = tokio::time::timeout(PATIENCE * 6, stream.read(&mut byte)).await;
        assert!(waited.is_err(), "{waited:?}");
        drop(underway);
        client.write_all(b"x").await.unwrap();
        assert_eq!(stream.read(&mut byte).await.unwrap(), 1);
        assert_eq!(stream.read(&mut byte).await.expect_err("it was silent").kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn a_client_that_takes_what_is_written_is_not_silent() {
        let (stream, mut client) = duplex(1);
        let (mut read, mut write) = tokio::io::split(Lively::new(stream, Answering::default(), PATIENCE));
        let reading = tokio::spawn(async move { read.read(&mut [0]).await });
        let taking = tokio::spawn(async move {
            let mut byte = [0];
            for _ in 0..30 {
                tokio::time::sleep(PATIENCE / 5).await;
                client.read_exact(&mut byte).await.unwrap();
            }
            client
        });
        write.write_all(&[b'x'; 30]).await.unwrap();
        assert!(!reading.is_finished(), "nothing was said for six times as long, but much was taken");
        let _client = taking.await.unwrap();
        assert_eq!(reading.await.unwrap().expect_err("it was silent").kind(), io::ErrorKind::TimedOut);
    }
}
