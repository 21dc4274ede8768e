//! The card of a question: a small page that pages of other sites show in a frame.
//!
//! It shows what everyone may read, to every reader the same, and needs neither scripts nor cookies.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, Response, StatusCode, header};
use axum::response::IntoResponse;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use tower::ServiceExt;

use super::assets::escape;
use crate::core::config::Config;
use crate::core::id::Id;
use crate::core::text::slug;
use crate::platform::web::{App, Caller, Credential, percent_encoded};

const PATH: &str = "/embed/question/";
/// The largest reply of the call, in bytes.
const REPLY_SIZE: usize = 64 * 1024;
const STYLE: &str = "body{margin:0;font:16px/1.4 system-ui,sans-serif;color:#222;background:#fff}\
a{display:block;padding:.9rem 1rem;border:1px solid #ccc;border-radius:.6rem;color:inherit;text-decoration:none}\
a:hover strong,a:focus strong{text-decoration:underline}\
strong{display:block;overflow-wrap:anywhere}\
span{color:#555;font-size:.9rem}\
@media(prefers-color-scheme:dark){body{color:#eee;background:#1b1b1b}a{border-color:#555}span{color:#bbb}}";

/// Extension of a response that pages of other sites may show in a frame.
#[derive(Clone, Copy)]
pub struct Framed;

/// Serves the cards of questions.
#[derive(Clone)]
pub struct Cards {
    app: Arc<App>,
    api: Router,
    /// The value of the header Content-Security-Policy.
    policy: String,
}

/// What the card shows of the reply of `/question/getCard/{id}`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Question {
    title: String,
    score: i64,
    answer_count: u64,
}

/// Returns whether a request is for a card that pages of other sites may show.
pub fn is_card(config: &Config, request: &Request<Body>) -> bool {
    !config.site.embedding.is_empty()
        && matches!(*request.method(), Method::GET | Method::HEAD)
        && request.uri().path().starts_with(PATH)
}

impl Cards {
    /// Returns a client of the calls in `api`.
    pub fn new(app: &Arc<App>, api: &Router) -> Self {
        let style = BASE64_STANDARD.encode(Sha256::digest(STYLE));
        let policy = format!(
            "default-src 'none'; style-src 'sha256-{style}'; base-uri 'none'; form-action 'none'; frame-ancestors {}",
            app.config.site.embedding.join(" ")
        );
        let (app, api) = (app.clone(), api.clone());
        Self { app, api, policy }
    }

    /// Answers a request for a card with it, or with the error of the call. `None`: the request is for something else,
    /// or there are no cards, because only members read or the site allows no frames.
    pub fn serve(
        &self,
        request: &Request<Body>,
    ) -> impl Future<Output = Option<Response<Body>>> + use<> {
        let (cards, call) = (self.clone(), self.call(request));
        async move {
            let (id, call) = call?;
            let Ok(response) = cards.api.clone().oneshot(call).await;
            if response.status() != StatusCode::OK {
                return Some(response);
            }
            let body = to_bytes(response.into_body(), REPLY_SIZE).await.ok()?;
            let question = serde_json::from_slice(&body).ok()?;
            Some(cards.card(id, &question))
        }
    }

    /// Returns the id of the question and the call, which has no session.
    fn call(&self, request: &Request<Body>) -> Option<(Id, Request<Body>)> {
        if !is_card(&self.app.config, request) || !self.app.settings().everyone_reads() {
            return None;
        }
        let id: Id = request.uri().path().strip_prefix(PATH)?.parse().ok()?;
        let mut caller = request.extensions().get::<Caller>()?.clone();
        caller.credential = Credential::none();
        let call = Request::get(format!("/question/getCard/{id}"))
            .extension(caller)
            .body(Body::empty());
        Some((id, call.ok()?))
    }

    fn card(&self, id: Id, question: &Question) -> Response<Body> {
        let Question {
            title,
            score,
            answer_count,
        } = question;
        let settings = self.app.settings();
        let (base, site) = (
            settings.config.server.base_url.path(),
            escape(&settings.config.site.title),
        );
        let words =
            slug(title).map_or(String::new(), |slug| format!("/{}", percent_encoded(&slug)));
        let answers = if *answer_count == 1 {
            "answer"
        } else {
            "answers"
        };
        let title = escape(title);
        let page = format!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
             <meta name=\"robots\" content=\"noindex\"><title>{title}</title><style>{STYLE}</style></head><body>\
             <a href=\"{base}/question/{id}{words}\" target=\"_top\"><strong dir=\"auto\">{title}</strong>\
             <span>Score {score} · {answer_count} {answers} · <bdi>{site}</bdi></span></a></body></html>"
        );
        let headers = [
            (header::CONTENT_TYPE, "text/html; charset=utf-8"),
            (header::CACHE_CONTROL, "no-cache"),
            (header::CONTENT_SECURITY_POLICY, self.policy.as_str()),
        ];
        let mut response = (headers, page).into_response();
        response.extensions_mut().insert(Framed);
        response
    }
}
