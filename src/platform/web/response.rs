//! The results of handlers as responses: 200 with JSON, or an error sentence in plain text.

use std::io;
use std::marker::PhantomData;

use axum::http::{HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use cookie::Cookie;
use serde::Serialize;
use utoipa::ToSchema;

use super::description::Description;
use crate::core::error::{Error, Sentence};
use crate::core::paging::{Page, PagedValue};

/// The header of a refused login of a suspended user: with its value they can appeal.
/// The name of an error's [`Sentence`](crate::core::error::Sentence), for programs.
const ERROR_CODE: HeaderName = HeaderName::from_static("x-error-code");
const APPEAL_PROOF: HeaderName = HeaderName::from_static("x-appeal-proof");

/// Extension of a response with a general 500: the cause, for the log.
#[derive(Clone)]
pub struct InternalDetail(pub String);

/// A successful result of a handler.
pub trait Reply: Send + 'static {
    /// Creates the response. `uri` is that of the request, for the link to the next page.
    fn into_response(self, uri: &Uri) -> Response;
    /// Adds the schema of the response to the OpenAPI document.
    fn describe(description: &mut Description);
}

/// A value as JSON.
pub struct Json<T>(pub T);

impl<T: Serialize + ToSchema + Send + 'static> Reply for Json<T> {
    fn into_response(self, _: &Uri) -> Response {
        json(&self.0)
    }

    fn describe(description: &mut Description) {
        description.reply::<T>(false);
    }
}

impl<T: Serialize + ToSchema + Send + 'static> Reply for Page<T> {
    fn into_response(self, uri: &Uri) -> Response {
        with_list_headers(json(&self.items), uri, self.total, self.next.as_deref())
    }

    fn describe(description: &mut Description) {
        description.reply::<T>(true);
    }
}

impl<T: Serialize + ToSchema + Send + 'static> Reply for PagedValue<T> {
    fn into_response(self, uri: &Uri) -> Response {
        with_list_headers(json(&self.value), uri, self.total, self.next.as_deref())
    }

    fn describe(description: &mut Description) {
        description.reply::<T>(false);
        description.headers(&[
            (
                "X-Total-Count",
                "Length of the whole list; the value has one part of it",
            ),
            ("Link", "Next part, if there is one"),
        ]);
    }
}

/// Adds the length of the whole list and the link to the next page.
fn with_list_headers(
    mut response: Response,
    uri: &Uri,
    total: i64,
    next: Option<&str>,
) -> Response {
    let headers = response.headers_mut();
    headers.insert("x-total-count", total.into());
    if let Some(cursor) = next {
        let link = format!("<{}>; rel=\"next\"", with_parameter(uri, "cursor", cursor));
        if let Ok(link) = HeaderValue::from_str(&link) {
            headers.insert(header::LINK, link);
        }
    }
    response
}

/// Returns the path and query of `uri` with one parameter set to another value.
///
/// `url::Url` has no relative URLs, hence the query serializer alone.
fn with_parameter(uri: &Uri, name: &str, value: &str) -> String {
    let other_pairs = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes())
        .filter(|(key, _)| key != name);
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.extend_pairs(other_pairs).append_pair(name, value);
    format!("{}?{}", uri.path(), query.finish())
}

/// A response that has been serialized already, for instance on a reader's thread.
pub(super) struct Prerendered<T> {
    response: Response,
    reply: PhantomData<fn() -> T>,
}

impl<T: Reply> Prerendered<T> {
    /// `response` is that of a `T`.
    pub fn new(response: Response) -> Self {
        Self {
            response,
            reply: PhantomData,
        }
    }
}

impl<T: Reply> Reply for Prerendered<T> {
    fn into_response(self, _: &Uri) -> Response {
        self.response
    }

    fn describe(description: &mut Description) {
        T::describe(description);
    }
}

/// One of two replies, for a route with two views, or with a value in two forms.
pub enum Either<A, B> {
    A(A),
    B(B),
}

impl<A: Reply, B: Reply> Reply for Either<A, B> {
    fn into_response(self, uri: &Uri) -> Response {
        match self {
            Self::A(a) => a.into_response(uri),
            Self::B(b) => b.into_response(uri),
        }
    }

    fn describe(description: &mut Description) {
        description.either(A::describe, B::describe);
    }
}

/// A value as JSON, with `Set-Cookie` headers.
pub struct WithCookies<T>(pub T, pub Vec<Cookie<'static>>);

impl<T: Serialize + ToSchema + Send + 'static> Reply for WithCookies<T> {
    fn into_response(self, _: &Uri) -> Response {
        let mut response = json(&self.0);
        for cookie in self.1 {
            if let Ok(value) = HeaderValue::from_str(&cookie.to_string()) {
                response.headers_mut().append(header::SET_COOKIE, value);
            }
        }
        response
    }

    fn describe(description: &mut Description) {
        description.reply::<T>(false);
    }
}

/// Headers of a route in addition to those of every response.
pub trait Headers: Send + 'static {
    /// The names with their descriptions, for the OpenAPI document.
    const ABOUT: &'static [(&'static str, &'static str)];

    /// Returns the headers of this response: names in lower case, values in ASCII.
    fn values(self) -> Vec<(&'static str, String)>;
}

/// A reply with further headers.
pub struct WithHeaders<R, H>(pub R, pub H);

impl<R: Reply, H: Headers> Reply for WithHeaders<R, H> {
    fn into_response(self, uri: &Uri) -> Response {
        let mut response = self.0.into_response(uri);
        for (name, value) in self.1.values() {
            if let Ok(value) = HeaderValue::from_str(&value) {
                response.headers_mut().insert(name, value);
            }
        }
        response
    }

    fn describe(description: &mut Description) {
        R::describe(description);
        description.headers(H::ABOUT);
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let sentence = self.sentence();
        let status = StatusCode::from_u16(sentence.status()).unwrap_or_default();
        let mut response = (
            status,
            [
                (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
                (ERROR_CODE, sentence.name()),
            ],
            self.text(),
        )
            .into_response();
        let retry_after_seconds = match &self {
            Error::RetryAfter(_, wait) => Some(wait.as_secs().max(1)),
            _ if sentence.status() == 503 => Some(1),
            _ => None,
        };
        if let Some(seconds) = retry_after_seconds {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, seconds.into());
        }
        if matches!(sentence, Sentence::TokenRefused | Sentence::TokenRequired) {
            let bearer = HeaderValue::from_static("Bearer");
            response
                .headers_mut()
                .insert(header::WWW_AUTHENTICATE, bearer);
        }
        if let Error::Suspended { proof, .. } = &self
            && let Ok(proof) = HeaderValue::from_str(proof)
        {
            response.headers_mut().insert(APPEAL_PROOF, proof);
        }
        if let Error::Internal(detail) | Error::Damaged(detail) = self {
            response.extensions_mut().insert(InternalDetail(detail));
        }
        response
    }
}

/// Encodes a text so that a header can carry it. JavaScript's `decodeURIComponent` decodes it.
pub fn percent_encoded(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes())
        .collect::<String>()
        .replace('+', "%20")
}

/// Returns a part of a path without percent-encoding. What is no UTF-8 is replaced.
pub fn percent_decoded(part: &str) -> String {
    percent_encoding::percent_decode_str(part)
        .decode_utf8_lossy()
        .into_owned()
}

/// Serializes into a buffer of exactly the size: while a growing buffer moves, it needs up to three
/// times the memory.
fn json(value: &impl Serialize) -> Response {
    let body = || {
        let mut size = ByteCount(0);
        serde_json::to_writer(&mut size, value)?;
        let mut body = Vec::with_capacity(size.0);
        serde_json::to_writer(&mut body, value)?;
        serde_json::Result::Ok(body)
    };
    match body() {
        Ok(body) => ([(header::CONTENT_TYPE, "application/json")], body).into_response(),
        Err(error) => Error::internal(error).into_response(),
    }
}

/// Counts the bytes that are written to it.
struct ByteCount(usize);

impl io::Write for ByteCount {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_path_are_decoded_but_not_as_a_form() {
        for (part, expected) in [
            ("c%2b%2b", "c++"),
            ("c++", "c++"),
            ("a=b&c", "a=b&c"),
            ("gr%C3%B6%C3%9Fe", "größe"),
            ("%zz", "%zz"),
        ] {
            assert_eq!(percent_decoded(part), expected, "{part}");
        }
    }
}
