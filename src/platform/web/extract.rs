//! The input of a handler: path, query and JSON body, and the claimed identities in them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Display;

use axum::body::Body as HttpBody;
use axum::extract::RawPathParams;
use axum::http::{HeaderMap, Uri, header};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use utoipa::openapi::path::ParameterIn;
use utoipa::openapi::{KnownFormat, ObjectBuilder, RefOr, Schema, SchemaFormat, Type};
use utoipa::{IntoParams, PartialSchema, ToSchema};

use super::description::Description;
use super::schemas;
use crate::core::clock::Timestamp;
use crate::core::error::{Error, Result, Sentence};
use crate::core::id::Id;
use crate::core::paging::{LongPaging, Paging};
use crate::core::text::limits;

/// The unparsed parts of a request.
pub struct RawInput<'a> {
    pub params: &'a RawPathParams,
    pub uri: &'a Uri,
    pub headers: &'a HeaderMap,
    pub body: &'a [u8],
    /// The body of an input that streams it, once.
    pub(super) stream: RefCell<Option<HttpBody>>,
}

/// A value that is parsed from a request.
pub trait Input: Sized + Send + 'static {
    /// Whether the request has a JSON body.
    const HAS_BODY: bool = false;
    /// Whether the handler reads the body itself, which is not JSON.
    const STREAMS_BODY: bool = false;
    /// Parses the input. Fails with a 400 that says what is wrong.
    fn parse(raw: &RawInput<'_>) -> Result<Self>;
    /// Adds the parameters and the body to the OpenAPI document.
    fn describe(_description: &mut Description) {}
}

impl Input for () {
    fn parse(_: &RawInput<'_>) -> Result<Self> {
        Ok(())
    }
}

impl<A: Input, B: Input> Input for (A, B) {
    const HAS_BODY: bool = A::HAS_BODY || B::HAS_BODY;
    const STREAMS_BODY: bool = A::STREAMS_BODY || B::STREAMS_BODY;

    fn parse(raw: &RawInput<'_>) -> Result<Self> {
        Ok((A::parse(raw)?, B::parse(raw)?))
    }

    fn describe(description: &mut Description) {
        A::describe(description);
        B::describe(description);
    }
}

/// The one parameter in the path of a route.
pub struct Path<T>(pub T);

/// A type for a path parameter. Every text has a value: an unknown one leads to the handler's 404.
pub trait Parameter: PartialSchema + Send + 'static {
    fn from_path(text: &str) -> Self;
}

impl Parameter for Id {
    fn from_path(text: &str) -> Self {
        Self::parse_or_unknown(text)
    }
}

impl Parameter for Text {
    fn from_path(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl Parameter for ClaimedIdentity {
    fn from_path(text: &str) -> Self {
        Self::record(text)
    }
}

impl<T: Parameter> Input for Path<T> {
    fn parse(raw: &RawInput<'_>) -> Result<Self> {
        let (_, text) = raw.params.iter().next().ok_or(Sentence::NotFound)?;
        Ok(Self(T::from_path(text)))
    }

    fn describe(description: &mut Description) {
        description.path_parameter::<T>();
    }
}

/// A text in a path, such as a username.
pub struct Text(pub String);

/// The versions of a reply that the client has already, from `If-None-Match`.
pub struct KnownVersions(String);

impl KnownVersions {
    /// Returns whether the client has the version with this entity tag.
    pub fn contain(&self, tag: &str) -> bool {
        let mut known = self.0.split(',').map(str::trim);
        known.any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
    }
}

impl From<&HeaderMap> for KnownVersions {
    fn from(headers: &HeaderMap) -> Self {
        let known = headers.get(header::IF_NONE_MATCH);
        let known = known.and_then(|known| known.to_str().ok());
        Self(known.unwrap_or_default().to_owned())
    }
}

impl Input for KnownVersions {
    fn parse(raw: &RawInput<'_>) -> Result<Self> {
        Ok(raw.headers.into())
    }
}

/// The `Idempotency-Key` of a call, which counts where its body has no nonce. It may stand in quotes
/// (draft-ietf-httpapi-idempotency-key-header).
pub struct IdempotencyKey(Option<String>);

impl IdempotencyKey {
    /// Returns the nonce of the body, else this key.
    pub fn unless(self, nonce: Option<String>) -> Option<String> {
        nonce.filter(|nonce| !nonce.is_empty()).or(self.0)
    }
}

impl Input for IdempotencyKey {
    fn parse(raw: &RawInput<'_>) -> Result<Self> {
        let Some(key) = raw.headers.get("idempotency-key") else {
            return Ok(Self(None));
        };
        let key = key.to_str();
        let key = key.map_err(|_| Error::with(Sentence::Malformed, "the Idempotency-Key"))?;
        let bare = key.strip_prefix('"').and_then(|key| key.strip_suffix('"'));
        Ok(Self(Some(bare.unwrap_or(key).to_owned())))
    }

    fn describe(description: &mut Description) {
        let key = ObjectBuilder::new().schema_type(Type::String);
        description.header_parameter(
            "Idempotency-Key",
            "In place of the nonce of the body",
            key.max_length(Some(limits::NONCE)).into(),
        );
    }
}

/// The parameters of the query. Badly encoded text is decoded as far as possible. The last of
/// several values of one parameter counts.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned + IntoParams + Send + 'static> Input for Query<T> {
    fn parse(raw: &RawInput<'_>) -> Result<Self> {
        let last_values: BTreeMap<_, _> = query_pairs(raw.uri).collect();
        let query = form_urlencoded::Serializer::new(String::new())
            .extend_pairs(last_values)
            .finish();
        serde_urlencoded::from_str(&query)
            .map(Self)
            .map_err(|error| Error::with(Sentence::Malformed, error))
    }

    fn describe(description: &mut Description) {
        description.parameters(T::into_params(|| Some(ParameterIn::Query)));
    }
}

/// Returns the decoded parameters of the query, without NUL characters.
fn query_pairs(uri: &Uri) -> impl Iterator<Item = (String, String)> {
    form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes())
        .map(|(key, value)| (key.into_owned(), value.replace('\0', "")))
}

/// A JSON object as the body. A field that is `null` counts as absent.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned + ToSchema + Send + 'static> Input for Body<T> {
    const HAS_BODY: bool = true;

    fn parse(raw: &RawInput<'_>) -> Result<Self> {
        let malformed = |error: &dyn Display| Error::with(Sentence::Malformed, error);
        // serde would fill the fields of a struct from an array, in their order.
        if raw.body.trim_ascii_start().first() != Some(&b'{') {
            return Err(malformed(&"expected an object"));
        }
        // Few bodies contain `null`, so it is removed only if parsing fails with it.
        let parsed = serde_json::from_slice(raw.body).or_else(|error| {
            let mut value = serde_json::from_slice(raw.body).map_err(|_| error)?;
            remove_nulls(&mut value);
            serde_json::from_value(value)
        });
        parsed.map(Self).map_err(|error| malformed(&error))
    }

    fn describe(description: &mut Description) {
        description.body::<T>();
    }
}

/// A JSON object as the body, of a call that may also come without a body.
pub struct OptionalBody<T>(pub T);

impl<T: DeserializeOwned + Default + ToSchema + Send + 'static> Input for OptionalBody<T> {
    fn parse(raw: &RawInput<'_>) -> Result<Self> {
        if raw.body.is_empty() {
            return Ok(Self(T::default()));
        }
        Body::parse(raw).map(|Body(body)| Self(body))
    }

    fn describe(description: &mut Description) {
        description.body::<T>();
    }
}

fn remove_nulls(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|_, value| !value.is_null());
            fields.values_mut().for_each(remove_nulls);
        }
        Value::Array(items) => items.iter_mut().for_each(remove_nulls),
        _ => {}
    }
}

impl Input for Paging {
    fn parse(raw: &RawInput<'_>) -> Result<Self> {
        parse_paging(raw, Self::MAX)
    }

    fn describe(description: &mut Description) {
        describe_paging(
            description,
            "Maximum number of items: at most 100, the default",
        );
    }
}

impl Input for LongPaging {
    fn parse(raw: &RawInput<'_>) -> Result<Self> {
        parse_paging(raw, Self::MAX).map(Self)
    }

    fn describe(description: &mut Description) {
        describe_paging(
            description,
            "Maximum number of items: at most 100; without a limit up to 1,000",
        );
    }
}

fn parse_paging(raw: &RawInput<'_>, default: usize) -> Result<Paging> {
    let value = |name: &str| {
        query_pairs(raw.uri)
            .filter(|(key, _)| key == name)
            .last()
            .map(|(_, value)| value)
    };
    let limit = match value("limit") {
        None => default,
        // A number that is too large, even for usize, means the maximum.
        Some(text)
            if text.bytes().all(|b| b.is_ascii_digit()) && text.bytes().any(|b| b != b'0') =>
        {
            text.parse().unwrap_or(Paging::MAX).min(Paging::MAX)
        }
        Some(_) => return Err(Sentence::InvalidLimit.into()),
    };
    Ok(Paging {
        limit,
        cursor: value("cursor").filter(|cursor| !cursor.is_empty()),
    })
}

fn describe_paging(description: &mut Description, limit: &str) {
    description.query_parameter("limit", limit, schemas::positive());
    description.query_parameter(
        "cursor",
        "Start of the page, from the Link header of the page before",
        String::schema(),
    );
}

/// A username or an id in the input that must be the caller's own.
///
/// It has no value, so that no handler can use it instead of the actor. Parsing records the name,
/// and the request is rejected with 403 if the name is not the actor's. With `#[serde(default)]` it
/// may be missing.
#[derive(Default)]
pub struct ClaimedIdentity;

thread_local! {
    static CLAIMS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

impl ClaimedIdentity {
    fn record(name: &str) -> Self {
        CLAIMS.with_borrow_mut(|claims| claims.push(name.to_owned()));
        Self
    }
}

impl<'de> Deserialize<'de> for ClaimedIdentity {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|name| Self::record(&name))
    }
}

/// Runs a parser, and returns with its result the names of all [`ClaimedIdentity`] values it has
/// parsed, even if it failed after them.
pub(super) fn collect_claims<T>(parse: impl FnOnce() -> Result<T>) -> (Result<T>, Vec<String>) {
    CLAIMS.take();
    let parsed = parse();
    (parsed, CLAIMS.take())
}

macro_rules! text_schema {
    ($($type:ty),*) => {$(
        impl PartialSchema for $type {
            fn schema() -> RefOr<Schema> {
                String::schema()
            }
        }
        impl ToSchema for $type {}
    )*};
}
text_schema!(ClaimedIdentity, Text, Id, crate::core::clock::Day);

impl PartialSchema for Timestamp {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::DateTime)))
            .into()
    }
}
impl ToSchema for Timestamp {}
