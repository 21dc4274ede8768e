//! Large JSON replies: written to an unnamed file at once, and sent in parts as the client reads.

use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Read as _, Seek as _};
use std::marker::PhantomData;
use std::path::Path;

use axum::body::{Body, Bytes};
use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Serialize;
use utoipa::ToSchema;

use super::description::Description;
use super::response::Reply;
use crate::error::{Error, Result, Sentence};

/// The largest part of a file that is in memory, in bytes.
const PART: usize = 64 << 10;

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
    /// Serialises `value` to a file in `directory`. Drops `guard` when the reply ends.
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
        let Self {
            file, size, guard, ..
        } = self;
        let parts = stream::try_unfold((file, guard), |(file, guard)| async {
            let (part, file) = tokio::task::spawn_blocking(|| next_part(file)).await??;
            Ok::<_, io::Error>((!part.is_empty()).then_some((part, (file, guard))))
        });
        let headers = [
            (header::CONTENT_TYPE, "application/json".to_owned()),
            (header::CONTENT_LENGTH, size.to_string()),
        ];
        (headers, Body::from_stream(parts)).into_response()
    }

    fn describe(description: &mut Description) {
        description.reply::<T>(false);
    }
}

fn next_part(file: File) -> io::Result<(Bytes, File)> {
    let mut part = Vec::with_capacity(PART);
    (&file).take(PART as u64).read_to_end(&mut part)?;
    Ok((part.into(), file))
}
