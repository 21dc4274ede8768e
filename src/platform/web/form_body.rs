//! Forms as bodies of requests, which other programs send.

use axum::body::{Body, HttpBody};
use http_body_util::{BodyExt, Limited};
use serde::de::DeserializeOwned;

use super::description::Description;
use super::extract::{Input, RawInput};
use super::request_context::body_error;
use crate::core::error::{Error, Result, Sentence};

/// The largest form in bytes.
const LIMIT: usize = 128 * 1024;
/// The media type.
const KIND: &str = "application/x-www-form-urlencoded";

/// A form as the body of a request. It arrives while [`FormBody::read`] runs.
pub struct FormBody {
    body: Body,
    is_form: bool,
}

impl FormBody {
    /// Reads the fields. Fails with 415 if it is no form, 413 if it is too large, 408 if it takes too long, and 400 if
    /// a field is missing.
    pub async fn read<T: DeserializeOwned>(self) -> Result<T> {
        if !self.is_form {
            return Err(Sentence::FormOnly.into());
        }
        if self.body.size_hint().lower() > LIMIT as u64 {
            return Err(Sentence::BodyTooLarge.into());
        }
        let body = Limited::new(self.body, LIMIT).collect().await;
        let body = body.map_err(|error| {
            if error.is::<http_body_util::LengthLimitError>() {
                Sentence::BodyTooLarge.into()
            } else {
                body_error(&*error)
            }
        })?;
        serde_urlencoded::from_bytes(&body.to_bytes())
            .map_err(|error| Error::with(Sentence::Malformed, error))
    }
}

impl Input for FormBody {
    const STREAMS_BODY: bool = true;

    fn parse(raw: &RawInput<'_>) -> Result<Self> {
        let body = raw.stream.take();
        let kind = raw.headers.get(axum::http::header::CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        Ok(Self {
            body: body.ok_or_else(|| Error::internal("the body has been taken"))?,
            is_form: kind.eq_ignore_ascii_case(KIND),
        })
    }

    fn describe(description: &mut Description) {
        description.body_types = &[KIND];
    }
}
