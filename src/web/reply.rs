//! What a call answers: always 200 with JSON.

use axum::http::{HeaderValue, Uri, header};
use axum::response::{IntoResponse, Response};
use cookie::Cookie;
use serde::Serialize;
use utoipa::ToSchema;

use super::openapi::Description;
use super::with_parameter;

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

    /// The same page with each item changed.
    pub fn map<U>(self, f: impl FnMut(T) -> U) -> Page<U> {
        Page { items: self.items.into_iter().map(f).collect(), total: self.total, next: self.next }
    }
}

impl<T: Serialize + ToSchema + Send + 'static> Reply for Page<T> {
    fn into_response(self, uri: &Uri) -> Response {
        let mut response = json(&self.items);
        let headers = response.headers_mut();
        headers.insert("x-total-count", self.total.into());
        if let Some(cursor) = &self.next {
            let link = format!("<{}>; rel=\"next\"", with_parameter(uri, "cursor", cursor));
            if let Ok(link) = HeaderValue::from_str(&link) {
                headers.insert(header::LINK, link);
            }
        }
        response
    }

    fn describe(description: &mut Description) {
        description.reply::<T>(true);
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

fn json(value: &impl Serialize) -> Response {
    match serde_json::to_vec(value) {
        Ok(body) => ([(header::CONTENT_TYPE, "application/json")], body).into_response(),
        Err(error) => crate::error::Error::internal(error).into_response(),
    }
}
