//! The size of request heads. hyper answers a head that is too large without a text, and would hold
//! the beginning of one for each connection; this wrapper says why, and has a budget. It also escapes what
//! programs leave raw in an address and hyper refuses.

use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};

use axum::http::StatusCode;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, ReadBuf, Take};

use super::timeouts::InFlight;
use super::uploads::Uploads;
use crate::core::error::Sentence;

/// Largest head of a request, in bytes. A URI of this length is one that the `http` crate accepts.
pub const SIZE: usize = 64 * 1024;
/// Largest number of lines of a head: hyper accepts 100 headers.
const LINES: usize = 100;
/// Bytes of a head that each connection may hold. Further ones count against the budget of bodies
/// that have not arrived, and the connection closes after the reply, which frees its buffer.
const FREE: usize = 16 * 1024;
/// Most bytes of one read. hyper allocates buffers of up to twice the size of the largest read.
const READ: usize = 8 * 1024;
/// Bytes that are read and discarded after a refusal, so that the client receives it.
const DISCARDED: usize = 1024 * 1024;

/// The head that a connection is reading. Clones share it.
#[derive(Clone, Default)]
pub struct Head(Arc<Mutex<Count>>);

#[derive(Default)]
struct Count {
    bytes: usize,
    lines: usize,
    /// Whether the current line has text.
    has_text: bool,
    /// Whether an empty line has ended the head: what follows in the same read is the body.
    is_complete: bool,
    /// Whether the connection has become a websocket, which has no heads.
    is_over: bool,
}

impl Head {
    fn count(&self) -> MutexGuard<'_, Count> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the head, because the request has begun. Returns whether it was so large that the
    /// connection should close.
    pub fn end(&self) -> bool {
        let head = std::mem::take(&mut *self.count());
        head.bytes > FREE
    }

    /// Stops counting, because no further request follows.
    pub fn stop(&self) {
        self.count().is_over = true;
    }

    /// Counts bytes of a head, those of its address as they are after escaping. Returns the number of all,
    /// and the places of the bytes to escape. Fails if the head is too large.
    fn add(&self, bytes: &[u8]) -> Result<(usize, Vec<usize>), Sentence> {
        let mut count = self.count();
        let mut raw = Vec::new();
        if count.is_over {
            return Ok((0, raw));
        }
        for (place, byte) in bytes.iter().enumerate() {
            if count.is_complete {
                break;
            }
            count.bytes += 1;
            if count.lines == 0 && is_raw(*byte) {
                count.bytes += 2;
                raw.push(place);
            }
            match byte {
                b'\n' => {
                    // Empty lines before a request are no end of it.
                    count.is_complete = !count.has_text && count.lines > 0;
                    count.lines += usize::from(count.has_text);
                    count.has_text = false;
                }
                b'\r' => {}
                _ => count.has_text = true,
            }
        }
        match *count {
            Count {
                bytes, lines: 0, ..
            } if bytes >= SIZE => Err(Sentence::UriTooLong),
            Count { bytes, lines, .. } if bytes >= SIZE || lines > LINES => {
                Err(Sentence::HeadTooLarge)
            }
            _ => Ok((count.bytes, raw)),
        }
    }
}

/// Returns whether a byte of an address is one that browsers escape, and that hyper refuses.
fn is_raw(byte: u8) -> bool {
    matches!(byte, b'"' | b'<' | b'>') || !byte.is_ascii()
}

/// Returns a text with the bytes at these places percent-encoded.
fn escaped(bytes: &[u8], places: &[usize]) -> Vec<u8> {
    let mut escaped = Vec::with_capacity(bytes.len() + 2 * places.len());
    let mut rest = 0;
    for &place in places {
        escaped.extend_from_slice(&bytes[rest..place]);
        escaped.extend_from_slice(format!("%{:02X}", bytes[place]).as_bytes());
        rest = place + 1;
    }
    escaped.extend_from_slice(&bytes[rest..]);
    escaped
}

/// A stream that answers a head that is too large by itself, and fails then.
pub struct BoundedHeads<S> {
    /// Each read sets the limit again.
    stream: Take<S>,
    head: Head,
    in_flight: InFlight,
    address: IpAddr,
    uploads: Uploads,
    /// The bytes that count against the budget.
    charged: usize,
    /// What was read and had no room after escaping.
    pending: Vec<u8>,
    refusal: Option<Refusal>,
}

/// A reply that is being written, and the bytes that were discarded after it.
struct Refusal {
    reply: Vec<u8>,
    written: usize,
    discarded: usize,
}

impl<S: AsyncRead> BoundedHeads<S> {
    /// Wraps the stream of a client. `in_flight` counts the requests whose heads have been read.
    pub fn new(
        stream: S,
        head: Head,
        in_flight: InFlight,
        address: IpAddr,
        uploads: Uploads,
    ) -> Self {
        Self {
            stream: stream.take(0),
            head,
            in_flight,
            address,
            uploads,
            charged: 0,
            pending: Vec::new(),
            refusal: None,
        }
    }
}

impl<S> BoundedHeads<S> {
    /// Counts bytes that were read. Returns the places of those to escape.
    fn count(&mut self, bytes: &[u8]) -> Result<Vec<usize>, Sentence> {
        if !self.in_flight.is_empty() {
            return Ok(Vec::new());
        }
        let (bytes, raw) = self.head.add(bytes)?;
        let charge = bytes.saturating_sub(FREE);
        if charge > self.charged {
            if !self.uploads.add(self.address, charge - self.charged) {
                return Err(Sentence::Busy);
            }
            self.charged = charge;
        } else if charge < self.charged {
            self.release();
        }
        Ok(raw)
    }

    /// Passes on as much as there is room for.
    fn take_pending(&mut self, buffer: &mut ReadBuf<'_>) {
        let length = self.pending.len().min(buffer.remaining());
        buffer.put_slice(&self.pending[..length]);
        self.pending.drain(..length);
    }

    fn release(&mut self) {
        self.uploads.remove(self.address, self.charged);
        self.charged = 0;
    }
}

impl<S> Drop for BoundedHeads<S> {
    fn drop(&mut self) {
        self.release();
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> BoundedHeads<S> {
    /// Writes the refusal, and discards what the client still sends.
    fn poll_refuse(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let Some(refusal) = &mut self.refusal else {
            return Poll::Ready(Ok(()));
        };
        while refusal.written < refusal.reply.len() {
            let rest = &refusal.reply[refusal.written..];
            refusal.written += ready!(Pin::new(self.stream.get_mut()).poll_write(context, rest))?;
        }
        ready!(Pin::new(self.stream.get_mut()).poll_flush(context))?;
        while refusal.discarded < DISCARDED {
            let mut bytes = [0; READ];
            let mut buffer = ReadBuf::new(&mut bytes);
            ready!(Pin::new(self.stream.get_mut()).poll_read(context, &mut buffer))?;
            if buffer.filled().is_empty() {
                break;
            }
            refusal.discarded += buffer.filled().len();
        }
        Poll::Ready(Err(io::ErrorKind::InvalidData.into()))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for BoundedHeads<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        ready!(self.poll_refuse(context))?;
        if !self.pending.is_empty() {
            self.take_pending(buffer);
            return Poll::Ready(Ok(()));
        }
        let before = buffer.filled().len();
        self.stream.set_limit(READ as u64);
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        match self.count(&buffer.filled()[before..]) {
            Ok(raw) if raw.is_empty() => {}
            Ok(raw) => {
                self.pending = escaped(&buffer.filled()[before..], &raw);
                buffer.set_filled(before);
                self.take_pending(buffer);
            }
            Err(sentence) => {
                buffer.set_filled(before);
                self.refusal = Some(Refusal {
                    reply: reply(sentence),
                    written: 0,
                    discarded: 0,
                });
                return self.poll_refuse(context);
            }
        }
        Poll::Ready(Ok(()))
    }
}

/// Returns the reply of HTTP/1.1 with a sentence.
fn reply(sentence: Sentence) -> Vec<u8> {
    let (status, text) = (sentence.status(), sentence.text());
    let reason = StatusCode::from_u16(status).ok();
    let reason = reason.and_then(|status| status.canonical_reason());
    format!(
        "HTTP/1.1 {status} {}\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: {}\r\n\
         connection: close\r\n\r\n{text}",
        reason.unwrap_or_default(),
        text.len()
    )
    .into_bytes()
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for BoundedHeads<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(self.stream.get_mut()).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(self.stream.get_mut()).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.get_ref().is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(self.stream.get_mut()).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(self.stream.get_mut()).poll_shutdown(context)
    }
}
