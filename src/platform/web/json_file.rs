//! Large JSON replies: written to an unnamed file at once, and sent in parts as the client reads.

use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Read as _, Seek as _};
use std::marker::PhantomData;
use std::path::Path;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Serialize;
use utoipa::ToSchema;

use super::description::Description;
use super::response::Reply;
use crate::core::error::{Error, Result, Sentence};

/// The largest part of a file that is in memory, in bytes.
const PART: usize = 64 << 10;
/// How long a client may take to read a file.
pub(super) const LONGEST_REPLY: Duration = Duration::from_secs(1_800);

/// A value of the type `T` as JSON in a file. The file has no name, so that nothing remains of it when
/// the reply ends or the process dies.
pub struct JsonFile<T> {
    file: File,
    size: u64,
    /// Kept until the reply ends.
    guard: Box<dyn Send>,
    value: PhantomData<fn() -> T>,
}

impl<T> JsonFile<T> {
    /// Serializes `value` to a file in `directory`. Drops `guard` when the reply ends.
    ///
    /// Fails with 503 if the disk is full.
    pub fn write(
        directory: &Path,
        value: &impl Serialize,
        guard: impl Send + 'static,
    ) -> Result<Self> {
        let (file, size) = write(directory, value).map_err(|error| match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Sentence::StorageFull.into(),
            _ => Error::internal(error),
        })?;
        Ok(Self {
            file,
            size,
            guard: Box::new(guard),
            value: PhantomData,
        })
    }

    /// Returns the content, which fails at `end` if it is not read until then.
    fn until(self, end: Instant) -> Body {
        parts(self.file, self.guard, end)
    }
}

/// Returns a new file at its beginning, and its size.
fn write(directory: &Path, value: &impl Serialize) -> io::Result<(File, u64)> {
    let mut out = BufWriter::with_capacity(PART, tempfile::tempfile_in(directory)?);
    serde_json::to_writer(&mut out, value)?;
    let mut file = out.into_inner()?;
    let size = file.stream_position()?;
    file.rewind()?;
    Ok((file, size))
}

impl<T: ToSchema + 'static> Reply for JsonFile<T> {
    fn into_response(self, _: &Uri) -> Response {
        let headers = [
            (header::CONTENT_TYPE, "application/json".to_owned()),
            (header::CONTENT_LENGTH, self.size.to_string()),
        ];
        let body = self.until(Instant::now() + LONGEST_REPLY);
        (headers, body).into_response()
    }

    fn describe(description: &mut Description) {
        description.reply::<T>(false);
    }
}

/// Returns the rest of a file as a body that is read in parts, and fails at `end` if it is not read until
/// then. Drops `guard` when the body ends.
pub(super) fn parts(file: File, guard: Box<dyn Send>, end: Instant) -> Body {
    Body::from_stream(stream::try_unfold(
        (file, guard),
        move |(file, guard)| async move {
            if Instant::now() >= end {
                return Err(ErrorKind::TimedOut.into());
            }
            let (part, file) = tokio::task::spawn_blocking(|| next_part(file)).await??;
            Ok::<_, io::Error>((!part.is_empty()).then_some((part, (file, guard))))
        },
    ))
}

fn next_part(file: File) -> io::Result<(Bytes, File)> {
    let mut part = Vec::with_capacity(PART);
    (&file).take(PART as u64).read_to_end(&mut part)?;
    Ok((part.into(), file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_client_that_reads_for_too_long_gets_no_more() {
        let directory = tempfile::tempdir().expect("a directory");
        let text = "x".repeat(2 * PART);
        for (wait, is_complete) in [(LONGEST_REPLY, true), (Duration::ZERO, false)] {
            let file = JsonFile::<String>::write(directory.path(), &text, ()).expect("a file");
            let body = axum::body::to_bytes(file.until(Instant::now() + wait), usize::MAX).await;
            assert_eq!(body.is_ok(), is_complete);
        }
    }
}
