//! The OpenAPI document at `/openapi.json`. It is made for the first request, because that takes many times
//! its size in memory, and few sites are ever asked for it.

use std::sync::{Arc, OnceLock};

use axum::body::Bytes;

use crate::platform::web::{self, App, Route};

pub struct ApiDocument {
    title: String,
    prefix: String,
    table: Arc<[Route]>,
    /// Shared: a copy of half a megabyte for each slow client would add up.
    text: OnceLock<Bytes>,
}

impl ApiDocument {
    /// Describes the routes of the table.
    pub fn new(app: &App, table: Arc<[Route]>) -> Self {
        Self {
            title: app.settings().config.site.title.clone(),
            prefix: app.config.server.base_url.path().to_owned(),
            table,
            text: OnceLock::new(),
        }
    }

    /// Returns the document as JSON.
    pub fn text(&self) -> Bytes {
        let make = || web::document(&self.title, &self.prefix, &self.table).to_json();
        self.text
            .get_or_init(|| make().unwrap_or_default().into())
            .clone()
    }
}
