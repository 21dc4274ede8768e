//! Files as bodies of requests. They are written to the disk as they arrive, so that they take no memory.

use std::fs::File;
use std::io;

use axum::body::{Body, HttpBody};
use axum::http::{HeaderMap, header};
use http_body_util::BodyExt;
use tokio::io::AsyncWriteExt;

use super::description::Description;
use super::extract::{Input, RawInput};
use super::request_context::body_error;
use crate::core::error::{Error, Result, Sentence};

/// The largest part of a file that is in memory, in bytes.
const PART: usize = 64 << 10;

/// The types that a body may have: their names, for the OpenAPI document and for [`FileBody`].
pub trait FileTypes: Send + 'static {
    const ALL: &'static [&'static str];
    /// The 415 of another type.
    const OTHER: Sentence;
    /// The largest size in bytes.
    const LIMIT: u64;
    /// The 413 of a larger file.
    const TOO_LARGE: Sentence;
}

/// A file as the body of a request. It arrives while [`FileBody::save`] runs.
pub struct FileBody<T> {
    body: Body,
    refusal: Option<Sentence>,
    types: std::marker::PhantomData<fn() -> T>,
}

impl<T: FileTypes> FileBody<T> {
    /// Fails if the headers announce a file of another type with 415, or one that is too large with 413.
    pub fn check(&self) -> Result<()> {
        self.refusal.map_or(Ok(()), |sentence| Err(sentence.into()))
    }

    /// Writes the body to a file as it arrives. Returns the file and its size.
    ///
    /// Fails with 408 if it takes too long, 413 if it is too large, 503 if the server has no room for it
    /// at the moment, and 400 if it ends too early.
    pub async fn save(mut self, file: File) -> Result<(File, u64)> {
        self.check()?;
        let mut file = tokio::fs::File::from_std(file);
        file.set_max_buf_size(PART);
        let mut size = 0;
        while let Some(frame) = self.body.frame().await {
            let frame = frame.map_err(|error| body_error(&error))?;
            let Ok(part) = frame.into_data() else {
                continue;
            };
            size += part.len() as u64;
            if size > T::LIMIT {
                return Err(T::TOO_LARGE.into());
            }
            file.write_all(&part)
                .await
                .map_err(|error| write_error(&error))?;
        }
        file.flush().await.map_err(|error| write_error(&error))?;
        Ok((file.into_std().await, size))
    }
}

/// Returns the error of a file that cannot be written: 503 if the disk is full.
pub fn write_error(error: &io::Error) -> Error {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Sentence::StorageFull.into(),
        _ => Error::internal(error),
    }
}

impl<T: FileTypes> Input for FileBody<T> {
    const STREAMS_BODY: bool = true;

    fn parse(raw: &RawInput<'_>) -> Result<Self> {
        let body = raw.stream.take();
        let body = body.ok_or_else(|| Error::internal("the body has been taken"))?;
        let refusal = if !has_type(raw.headers, T::ALL) {
            Some(T::OTHER)
        } else if body.size_hint().lower() > T::LIMIT {
            Some(T::TOO_LARGE)
        } else {
            None
        };
        Ok(Self {
            body,
            refusal,
            types: std::marker::PhantomData,
        })
    }

    fn describe(description: &mut Description) {
        description.body_types = T::ALL;
    }
}

/// Returns whether the headers announce an uncompressed body of one of these types.
fn has_type(headers: &HeaderMap, types: &[&str]) -> bool {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let kind = text(header::CONTENT_TYPE).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    text(header::CONTENT_ENCODING).is_none_or(|encoding| encoding == "identity")
        && types.iter().any(|known| known.eq_ignore_ascii_case(kind))
}
