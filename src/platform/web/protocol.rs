//! Messages of other protocols: what a library reads and answers. The OpenAPI document does not describe them.

use axum::body::Bytes;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;

use super::description::Description;
use super::extract::{Input, RawInput};
use super::response::Reply;
use crate::core::error::Result;

/// A JSON body as it arrived, with all headers.
pub struct ProtocolMessage {
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Input for ProtocolMessage {
    const HAS_BODY: bool = true;

    fn parse(raw: &RawInput<'_>) -> Result<Self> {
        Ok(Self {
            headers: raw.headers.clone(),
            body: Bytes::copy_from_slice(raw.body),
        })
    }
}

/// A complete response.
pub struct ProtocolReply(pub Response);

impl Reply for ProtocolReply {
    fn into_response(self, _: &Uri) -> Response {
        self.0
    }

    fn describe(_: &mut Description) {}
}
