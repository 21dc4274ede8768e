//! Files as replies.

use std::fs::File;
use std::marker::PhantomData;
use std::time::Instant;

use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use super::description::Description;
use super::file_body::FileTypes;
use super::json_file::{LONGEST_REPLY, parts};
use super::response::Reply;

/// What may happen with a file that a browser shows by itself: nothing.
const POLICY: &str = "default-src 'none'; sandbox";

/// A file that a client may keep, if it asks each time whether it still may see it.
pub struct FileReply<T> {
    /// Absent: the client has it.
    file: Option<File>,
    size: u64,
    kind: &'static str,
    tag: String,
    types: PhantomData<fn() -> T>,
}

impl<T: FileTypes> FileReply<T> {
    /// Returns a reply with a file of this type and size, which is sent in parts as the client reads.
    pub fn new(file: File, size: u64, kind: &'static str, tag: String) -> Self {
        Self {
            file: Some(file),
            size,
            kind,
            tag,
            types: PhantomData,
        }
    }

    /// Returns the reply to a client that has the version with this entity tag.
    pub fn unchanged(kind: &'static str, tag: String) -> Self {
        Self {
            file: None,
            size: 0,
            kind,
            tag,
            types: PhantomData,
        }
    }
}

impl<T: FileTypes> Reply for FileReply<T> {
    fn into_response(self, _: &Uri) -> Response {
        let headers = [
            (header::ETAG, self.tag),
            (header::CACHE_CONTROL, "private, no-cache".to_owned()),
        ];
        let Some(file) = self.file else {
            return (StatusCode::NOT_MODIFIED, headers).into_response();
        };
        let of_file = [
            (header::CONTENT_TYPE, self.kind.to_owned()),
            (header::CONTENT_LENGTH, self.size.to_string()),
            (header::CONTENT_DISPOSITION, "inline".to_owned()),
            (header::CONTENT_SECURITY_POLICY, POLICY.to_owned()),
        ];
        let body = parts(file, Box::new(()), Instant::now() + LONGEST_REPLY);
        (headers, of_file, body).into_response()
    }

    fn describe(description: &mut Description) {
        description.reply_types = T::ALL;
        description.headers(&[("ETag", "The version of the file, for If-None-Match")]);
    }
}
