//! What a call is given: its path, its query, its body; and the names in them, which are claims.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Display;

use axum::extract::RawPathParams;
use axum::http::Uri;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use utoipa::openapi::path::ParameterIn;
use utoipa::{IntoParams, PartialSchema, ToSchema};

use super::openapi::Description;
use super::schemas;
use crate::error::{Error, Result, Sentence};
use crate::id::Id;

/// A request, taken apart.
pub struct Incoming<'a> {
    pub params: &'a RawPathParams,
    pub uri: &'a Uri,
    pub body: &'a [u8],
}

/// Something that a request can be read into.
pub trait Input: Sized + Send + 'static {
    /// Whether the request must have a JSON body.
    const HAS_BODY: bool = false;
    /// Reads it; the error says what is wrong with the request.
    fn parse(incoming: &Incoming<'_>) -> Result<Self>;
    /// Tells the OpenAPI document what is expected.
    fn describe(_description: &mut Description) {}
}

impl Input for () {
    fn parse(_: &Incoming<'_>) -> Result<Self> {
        Ok(())
    }
}

impl<A: Input, B: Input> Input for (A, B) {
    const HAS_BODY: bool = A::HAS_BODY || B::HAS_BODY;

    fn parse(incoming: &Incoming<'_>) -> Result<Self> {
        Ok((A::parse(incoming)?, B::parse(incoming)?))
    }

    fn describe(description: &mut Description) {
        A::describe(description);
        B::describe(description);
    }
}

/// The one parameter in a call's path.
pub struct Path<T>(pub T);

/// What a path can name. Any text is one: of what there is not, the call says so.
pub trait Parameter: PartialSchema + Send + 'static {
    fn named(text: &str) -> Self;
}

impl Parameter for Id {
    fn named(text: &str) -> Self {
        Self::named(text)
    }
}

impl Parameter for Text {
    fn named(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl Parameter for Claim {
    fn named(text: &str) -> Self {
        Self::note(text)
    }
}

impl<T: Parameter> Input for Path<T> {
    fn parse(incoming: &Incoming<'_>) -> Result<Self> {
        let (_, text) = incoming.params.iter().next().ok_or(Sentence::NotFound)?;
        Ok(Self(T::named(text)))
    }

    fn describe(description: &mut Description) {
        description.path_parameter::<T>();
    }
}

/// A piece of text in a path, such as a name.
pub struct Text(pub String);

/// The query's parameters. Badly encoded queries are read as well as can be; of a repeated parameter the last counts.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned + IntoParams + Send + 'static> Input for Query<T> {
    fn parse(incoming: &Incoming<'_>) -> Result<Self> {
        let pairs: BTreeMap<_, _> = pairs(incoming.uri).collect();
        let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
        serde_urlencoded::from_str(&query).map(Self).map_err(|error| Error::with(Sentence::Malformed, error))
    }

    fn describe(description: &mut Description) {
        description.parameters(T::into_params(|| Some(ParameterIn::Query)));
    }
}

fn pairs(uri: &Uri) -> impl Iterator<Item = (String, String)> {
    form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()).map(|(key, value)| (key.into_owned(), value.replace('\0', "")))
}

/// A JSON body.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned + ToSchema + Send + 'static> Input for Body<T> {
    const HAS_BODY: bool = true;

    fn parse(incoming: &Incoming<'_>) -> Result<Self> {
        let malformed = |error: &dyn Display| Error::with(Sentence::Malformed, error);
        // Of a list serde would take the fields in their order.
        if incoming.body.trim_ascii_start().first() != Some(&b'{') {
            return Err(malformed(&"expected an object"));
        }
        let read = serde_json::from_slice(incoming.body).or_else(|error| {
            let mut value = serde_json::from_slice(incoming.body).map_err(|_| error)?;
            leave_out_nulls(&mut value);
            serde_json::from_value(value)
        });
        read.map(Self).map_err(|error| malformed(&error))
    }

    fn describe(description: &mut Description) {
        description.body::<T>();
    }
}

/// What is null is not there. Few send any, so it is looked for only in what could not be read with them.
fn leave_out_nulls(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|_, value| !value.is_null());
            fields.values_mut().for_each(leave_out_nulls);
        }
        Value::Array(items) => items.iter_mut().for_each(leave_out_nulls),
        _ => {}
    }
}

/// Which part of a list is wanted: `limit` (1 to 100, default 100) and the `cursor` of the page before's `Link` header.
pub struct Paging {
    pub limit: usize,
    pub cursor: Option<String>,
}

impl Paging {
    /// Items on a page, at most and without a `limit`.
    pub const MAX: usize = 100;

    /// The first page, as long as it may be.
    pub fn first() -> Self {
        Self { limit: Self::MAX, cursor: None }
    }

    /// How many items came before, where the cursor counts them.
    pub fn skipped(&self) -> Result<i64> {
        Ok(self.position::<1>()?.map_or(0, |[skipped]| skipped.max(0)))
    }

    /// The cursor as the numbers it is made of.
    pub fn position<const N: usize>(&self) -> Result<Option<[i64; N]>> {
        let Some(cursor) = &self.cursor else { return Ok(None) };
        let numbers: Option<Vec<i64>> = cursor.split('.').map(|part| part.parse().ok()).collect();
        let position = numbers.and_then(|numbers| numbers.try_into().ok());
        position.map(Some).ok_or_else(|| Sentence::InvalidCursor.into())
    }
}

impl Input for Paging {
    fn parse(incoming: &Incoming<'_>) -> Result<Self> {
        let value = |name: &str| pairs(incoming.uri).filter(|(key, _)| key == name).last().map(|(_, value)| value);
        let limit = match value("limit") {
            None => Self::MAX,
            // However large: there are never more.
            Some(text) if text.bytes().all(|b| b.is_ascii_digit()) && text.bytes().any(|b| b != b'0') => {
                text.parse().unwrap_or(Self::MAX).min(Self::MAX)
            }
            Some(_) => return Err(Sentence::InvalidLimit.into()),
        };
        Ok(Self { limit, cursor: value("cursor").filter(|cursor| !cursor.is_empty()) })
    }

    fn describe(description: &mut Description) {
        description.query_parameter("limit", "How many, at most 100; 100 without it", schemas::positive());
        description.query_parameter("cursor", "Where to go on: taken from the Link header of the page before", String::schema());
    }
}

/// A name in the input that must be the caller's own: a username or an id.
///
/// It holds nothing, because nothing may be done with it: that it was there is noted while the input is parsed, and
/// the call is refused with 403 if it does not name the actor. A missing one (with `#[serde(default)]`) is fine.
#[derive(Default)]
pub struct Claim;

thread_local! {
    static CLAIMS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

impl Claim {
    fn note(name: &str) -> Self {
        CLAIMS.with_borrow_mut(|claims| claims.push(name.to_owned()));
        Self
    }
}

impl<'de> Deserialize<'de> for Claim {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|name| Self::note(&name))
    }
}

/// Runs a parser and returns the names that it met, even if it failed later.
pub(super) fn collect_claims<T>(parse: impl FnOnce() -> Result<T>) -> (Result<T>, Vec<String>) {
    CLAIMS.take();
    let parsed = parse();
    (parsed, CLAIMS.take())
}

macro_rules! text_schema {
    ($($type:ty),*) => {$(
        impl PartialSchema for $type {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                String::schema()
            }
        }
        impl ToSchema for $type {}
    )*};
}
text_schema!(Claim, Text, Id, crate::clock::Timestamp, crate::clock::Day);
