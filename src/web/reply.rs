//! What a call answers: 200 with JSON, or what went wrong in a sentence.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::sync::Arc;

use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use cookie::Cookie;
use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::InternalDetail;
use super::input::Paging;
use super::openapi::Description;
use crate::error::{Error, Result};

/// Something that a call can answer.
pub trait Reply: Send + 'static {
    /// The response; `uri` is the request's, for the link to the next page.
    fn into_response(self, uri: &Uri) -> Response;
    /// Tells the OpenAPI document what is answered.
    fn describe(description: &mut Description);
}

/// One value.
pub struct Json<T>(pub T);

impl<T: Serialize + ToSchema + Send + 'static> Reply for Json<T> {
    fn into_response(self, _: &Uri) -> Response {
        json(&self.0)
    }

    fn describe(description: &mut Description) {
        description.reply::<T>(false);
    }
}

/// A value as JSON, whose text may serve other requests too.
pub struct JsonText<T> {
    text: Arc<RawValue>,
    value: PhantomData<fn() -> T>,
}

impl<T: Serialize> JsonText<T> {
    /// The text of a value.
    pub fn of(value: &T) -> Result<Arc<RawValue>> {
        to_raw_value(value).map(Arc::from).map_err(Error::internal)
    }
}

impl<T> From<Arc<RawValue>> for JsonText<T> {
    fn from(text: Arc<RawValue>) -> Self {
        Self { text, value: PhantomData }
    }
}

impl<T> Serialize for JsonText<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        (*self.text).serialize(serializer)
    }
}

impl<T: ToSchema> PartialSchema for JsonText<T> {
    fn schema() -> RefOr<Schema> {
        T::schema()
    }
}

impl<T: ToSchema> ToSchema for JsonText<T> {
    fn name() -> Cow<'static, str> {
        T::name()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        T::schemas(schemas);
    }
}

/// A part of a list: an array, its whole length in `X-Total-Count`, and where it goes on in `Link`.
pub struct Page<T> {
    pub items: Vec<T>,
    pub total: i64,
    /// The cursor of the next page, if there is one.
    pub next: Option<String>,
}

impl<T> Page<T> {
    /// Makes a page out of up to `limit + 1` items: one more than wanted says that there is a next page, which
    /// begins after the last one shown.
    pub fn cut(mut items: Vec<T>, limit: usize, total: i64, cursor: impl FnOnce(&T) -> String) -> Self {
        let more = items.len() > limit;
        items.truncate(limit);
        let next = items.last().filter(|_| more).map(cursor);
        Self { items, total, next }
    }

    /// The same for a list whose cursor counts the items before it.
    pub fn numbered(items: Vec<T>, paging: &Paging, total: i64) -> Result<Self> {
        let next = paging.skipped()?.saturating_add(paging.limit as i64);
        Ok(Self::cut(items, paging.limit, total, |_| next.to_string()))
    }

    /// The same page with each item changed.
    pub fn map<U>(self, f: impl FnMut(T) -> U) -> Page<U> {
        Page { items: self.items.into_iter().map(f).collect(), total: self.total, next: self.next }
    }

    /// The same page with what is loaded for each item.
    pub fn try_map<U>(self, f: impl FnMut(T) -> Result<U>) -> Result<Page<U>> {
        Ok(Page { items: self.items.into_iter().map(f).collect::<Result<_>>()?, total: self.total, next: self.next })
    }
}

impl<T: Serialize + ToSchema + Send + 'static> Reply for Page<T> {
    fn into_response(self, uri: &Uri) -> Response {
        let response = json_of_about(&self.items, self.items.len() * ITEM_SIZE);
        with_list_headers(response, uri, self.total, self.next.as_deref())
    }

    fn describe(description: &mut Description) {
        description.reply::<T>(true);
    }
}

/// One value that holds a part of a list; the headers are those of a [`Page`].
pub struct WithPart<T> {
    pub value: T,
    pub total: i64,
    /// The cursor with which the same call answers the next part, if there is one.
    pub next: Option<String>,
}

impl<T: Serialize + ToSchema + Send + 'static> Reply for WithPart<T> {
    fn into_response(self, uri: &Uri) -> Response {
        with_list_headers(json(&self.value), uri, self.total, self.next.as_deref())
    }

    fn describe(description: &mut Description) {
        description.reply::<T>(false);
        description.headers(&[
            ("X-Total-Count", "The length of the whole list that it holds a part of"),
            ("Link", "The next part, if there is one"),
        ]);
    }
}

/// Says how long a list is and where it goes on.
fn with_list_headers(mut response: Response, uri: &Uri, total: i64, next: Option<&str>) -> Response {
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

/// A copy of the address with one query parameter set to another value.
fn with_parameter(uri: &Uri, name: &str, value: &str) -> String {
    let pairs = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()).filter(|(key, _)| key != name);
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.extend_pairs(pairs).append_pair(name, value);
    format!("{}?{}", uri.path(), query.finish())
}

/// A reply that is a response already.
pub(super) struct Written<T> {
    response: Response,
    reply: PhantomData<fn() -> T>,
}

impl<T: Reply> Written<T> {
    pub fn new(reply: T, uri: &Uri) -> Self {
        Self { response: reply.into_response(uri), reply: PhantomData }
    }
}

impl<T: Reply> Reply for Written<T> {
    fn into_response(self, _: &Uri) -> Response {
        self.response
    }

    fn describe(description: &mut Description) {
        T::describe(description);
    }
}

/// One of two replies: a call with two views.
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

/// A value that comes with cookies.
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

/// Headers that a call answers beside what all calls do.
pub trait Headers: Send + 'static {
    /// The names, and what each says.
    const ABOUT: &'static [(&'static str, &'static str)];

    /// Those of this reply, with names in lower case and values in ASCII.
    fn values(self) -> Vec<(&'static str, String)>;
}

/// A reply that comes with headers.
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
        let mut response = (status, [(header::CONTENT_TYPE, "text/plain; charset=utf-8")], self.text()).into_response();
        let wait = match &self {
            Error::Later(_, wait) => Some(wait.as_secs().max(1)),
            _ if sentence.status() == 503 => Some(1),
            _ => None,
        };
        if let Some(seconds) = wait {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        if let Error::Internal(detail) = self {
            response.extensions_mut().insert(InternalDetail(detail));
        }
        response
    }
}

/// Text as a header can carry it; JavaScript's `decodeURIComponent` is the way back.
pub fn percent_encoded(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>().replace('+', "%20")
}

/// About the bytes of one item of a list.
const ITEM_SIZE: usize = 1_000;

fn json(value: &impl Serialize) -> Response {
    json_of_about(value, 1_024)
}

/// `size` is a guess: with a good one the text need not be moved while it grows.
fn json_of_about(value: &impl Serialize, size: usize) -> Response {
    let mut body = Vec::with_capacity(size);
    match serde_json::to_writer(&mut body, value) {
        Ok(()) => ([(header::CONTENT_TYPE, "application/json")], body).into_response(),
        Err(error) => Error::internal(error).into_response(),
    }
}
