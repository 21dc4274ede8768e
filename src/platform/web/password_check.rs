//! Routes whose actor must have given the password recently: the request may contain it, in a field
//! of the body that is the same for all of them.

use std::pin::Pin;
use std::sync::Arc;

use serde::Deserialize;
use utoipa::ToSchema;

use super::description::Description;
use super::extract::{Body, Input, RawInput};
use super::request_context::RequestContext;
use super::schemas;
use crate::core::error::Result;

/// Checks the password in a request of `A` before its handler runs.
pub(super) type PasswordCheck<A> = Arc<
    dyn Fn(&RequestContext<A>, String) -> Pin<Box<dyn Future<Output = Result<()>> + Send>>
        + Send
        + Sync,
>;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CurrentPassword {
    /// Required if the session's user has not given their password within the last ten minutes.
    #[schema(schema_with = schemas::password)]
    current_password: Option<String>,
}

/// The input of a handler, with the password for the check before it.
pub(super) struct WithPassword<I> {
    pub input: I,
    pub password: Option<String>,
}

impl<I: Input> Input for WithPassword<I> {
    const HAS_BODY: bool = true;

    fn parse(raw: &RawInput<'_>) -> Result<Self> {
        let input = I::parse(raw)?;
        // Clients may name a type for the body of a call that otherwise has none.
        if raw.body.is_empty() && !I::HAS_BODY {
            return Ok(Self {
                input,
                password: None,
            });
        }
        let Body(CurrentPassword { current_password }) = Body::parse(raw)?;
        Ok(Self {
            input,
            password: current_password,
        })
    }

    fn describe(description: &mut Description) {
        I::describe(description);
        description.add_to_body::<CurrentPassword>();
    }
}
