//! Documents that are the same for everybody, so that shared caches may keep them for a short time.

use std::io;
use std::marker::PhantomData;

use axum::body::{Body, Bytes};
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, TryStreamExt};
use sha2::{Digest, Sha256};

use super::description::Description;
use super::extract::KnownVersions;
use super::response::Reply;
use crate::core::error::Result;

/// What caches do with a document of a site whose address is configured, for five minutes.
const CACHED: &str = "public, max-age=300";

/// The media types of a document, for the OpenAPI document.
pub trait MediaTypes: Send + 'static {
    const ALL: &'static [&'static str];
}

/// A document without anything of a session.
pub struct PublicDocument<T> {
    content: Content,
    kind: &'static str,
    /// Absent: no cache may store it.
    cache: Option<&'static str>,
    types: PhantomData<fn() -> T>,
}

enum Content {
    /// All of it, or nothing if the client has it, with its entity tag.
    Whole(Option<Bytes>, String),
    Parts(Body),
}

/// Returns the entity tag of a text: a part of its hash.
pub fn entity_tag(text: &str) -> String {
    let hash = Sha256::digest(text);
    let hash = hash[..12].iter().map(|byte| format!("{byte:02x}"));
    format!("\"{}\"", hash.collect::<String>())
}

impl<T: MediaTypes> PublicDocument<T> {
    /// Returns a text, or 304 if `known` contains it. `is_cached`: whether caches may store it.
    pub fn new(kind: &'static str, text: String, known: &KnownVersions, is_cached: bool) -> Self {
        let tag = entity_tag(&text);
        let text = Some(text).filter(|_| !(is_cached && known.contain(&tag)));
        Self::of(kind, Content::Whole(text.map(Bytes::from), tag), is_cached)
    }

    /// Returns a version of a document, or 304 without its content.
    pub fn of_version(kind: &'static str, tag: String, content: Option<Bytes>) -> Self {
        Self::of(kind, Content::Whole(content, tag), true)
    }

    /// Returns a document that is written while the client reads it.
    pub fn of_parts(
        kind: &'static str,
        parts: impl Stream<Item = Result<String>> + Send + 'static,
        is_cached: bool,
    ) -> Self {
        let parts = parts.map_ok(Bytes::from).map_err(io::Error::other);
        Self::of(kind, Content::Parts(Body::from_stream(parts)), is_cached)
    }

    fn of(kind: &'static str, content: Content, is_cached: bool) -> Self {
        Self {
            content,
            kind,
            cache: is_cached.then_some(CACHED),
            types: PhantomData,
        }
    }
}

impl<T: MediaTypes> Reply for PublicDocument<T> {
    fn into_response(self, _: &Uri) -> Response {
        let cache = [(header::CACHE_CONTROL, self.cache.unwrap_or("no-store"))];
        let kind = [(header::CONTENT_TYPE, self.kind)];
        match self.content {
            Content::Parts(body) => (cache, kind, body).into_response(),
            Content::Whole(Some(bytes), _) if self.cache.is_none() => {
                (cache, kind, bytes).into_response()
            }
            Content::Whole(Some(bytes), tag) => {
                (cache, kind, [(header::ETAG, tag)], bytes).into_response()
            }
            Content::Whole(None, tag) => {
                (StatusCode::NOT_MODIFIED, cache, [(header::ETAG, tag)]).into_response()
            }
        }
    }

    fn describe(description: &mut Description) {
        description.reply_types = T::ALL;
    }
}
