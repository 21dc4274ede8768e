//! Pages with their content in the HTML: they are readable before any script has run, and without scripts.
//!
//! A page is drawn from the replies of the calls that the browser would make for it, with the rights of the caller and
//! against their limits: nothing here reads the database. The replies are in the page too. The browser's app draws the
//! same from them, and then takes the place of the HTML (`ui/src/lib/serverPage.ts`).
//!
//! All readers without a session get the same bytes, which are kept until the replies change.

mod frame;
mod head;
mod home;
mod html;
mod icons;
mod kept;
mod list;
mod model;
mod own_home;
mod page;
mod people;
mod question;
mod replies;
mod styles;

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Request, Response, StatusCode, header};
use axum::response::IntoResponse;
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;

use super::assets::{Assets, Document, Scripts, wants_page};
use crate::core::clock::Timestamp;
use crate::core::error::Sentence;
use crate::platform::realtime::Moment;
use crate::platform::settings::SiteSettings;
use crate::platform::web::{App, Caller, KnownVersions, Limit};
use html::Html;
use kept::{KeptPage, KeptPages};
use page::Page;
use replies::{Refusal, Replies};

/// Of a page for readers without a session. Caches ask each time whether it has changed.
const PUBLIC: &str = "public, max-age=0, must-revalidate";

/// The largest total size of the replies of pages for readers without a session that wait to be drawn, one after the
/// other, in KiB. A page has at most 1 MiB of them, most have less than 64 KiB.
const MAX_WAITING_KIB: usize = 16 * 1024;

/// The number of members' pages that are drawn at the same time. Further ones come without content, which nobody waits for.
const OF_MEMBERS: usize = 4;

/// Draws the pages of one site.
pub struct Documents {
    app: Arc<App>,
    assets: Arc<Assets>,
    calls: Router,
    kept: KeptPages,
    /// For each KiB of the pages of readers without a session that wait or are drawn.
    waiting: Semaphore,
    /// For the one of them that is drawn.
    drawing: Semaphore,
    /// For the pages of members that are drawn.
    of_members: Semaphore,
}

/// A request for a page with content.
pub struct DocumentRequest {
    page: Page,
    caller: Caller,
    known: KnownVersions,
    accepts_gzip: bool,
}

impl DocumentRequest {
    /// Returns the request for a page, if it is one.
    pub fn of(request: &Request<Body>) -> Option<Self> {
        if !wants_page(request) {
            return None;
        }
        Some(Self {
            page: Page::of(request.uri())?,
            caller: request.extensions().get::<Caller>()?.clone(),
            known: request.headers().into(),
            accepts_gzip: accepts_gzip(request.headers()),
        })
    }
}

impl Documents {
    /// Draws pages from the replies of these calls.
    pub fn new(app: &Arc<App>, assets: &Arc<Assets>, calls: Router) -> Self {
        Self {
            app: app.clone(),
            assets: assets.clone(),
            calls,
            kept: KeptPages::default(),
            waiting: Semaphore::new(MAX_WAITING_KIB),
            drawing: Semaphore::new(1),
            of_members: Semaphore::new(OF_MEMBERS),
        }
    }

    /// Answers a request without a session with a kept page that is still true. A profile is not among them: whether search
    /// engines may list it is found out each time.
    pub fn kept(&self, request: &DocumentRequest) -> Option<Response<Body>> {
        let DocumentRequest { page, caller, .. } = request;
        let is_public = caller.credential.is_none() && self.app.settings().everyone_reads();
        if !is_public || matches!(page, Page::User(_)) {
            return None;
        }
        let kept = self
            .kept
            .at(page, self.app.db.changes(), &self.assets.pages())?;
        let limiter = &self.app.limiter;
        if limiter.check(Limit::Request, None, caller.address).is_err() {
            return self.refuse(Refusal::of(Sentence::TooManyRequests));
        }
        self.count("kept");
        Some(public_reply(&kept, request))
    }

    /// Answers a request for a page with content. Returns None if the caller gets the page without it.
    pub async fn answer(&self, request: DocumentRequest) -> Option<Response<Body>> {
        let settings = self.app.settings();
        if !request.caller.credential.is_none() {
            let DocumentRequest { page, caller, .. } = &request;
            let mut replies = Replies::to(page, caller, &self.calls, false).await.ok()?;
            if replies.user.is_some() {
                replies
                    .add_around(page, caller, &self.calls, settings.has_first_steps())
                    .await;
                let _place = self.of_members.try_acquire().ok()?;
                let (pages, page) = (self.assets.pages(), request.page);
                let now = self.app.clock.now();
                let drawn =
                    draw(move || pages.document(&document(&settings, &page, &replies, Some(now))));
                let headers = [(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))];
                return Some(html_reply(headers, drawn.await?));
            }
        }
        if !settings.everyone_reads() {
            return None;
        }
        match self.public_page(settings, &request).await {
            Ok(kept) => Some(public_reply(&kept, &request)),
            Err(refusal) => self.refuse(refusal),
        }
    }

    /// Returns the page for readers without a session, drawn again only if its replies have changed.
    async fn public_page(
        &self,
        settings: Arc<SiteSettings>,
        request: &DocumentRequest,
    ) -> Result<Arc<KeptPage>, Refusal> {
        let DocumentRequest { page, caller, .. } = request;
        // Before the replies: a change meanwhile makes them old.
        let changes = self.app.db.changes();
        let pages = self.assets.pages();
        let replies = Replies::to(page, caller, &self.calls, true).await?;
        let (source, kib) = source(&replies)?;
        if let Some(kept) = self.kept.of(page, changes, &pages, &source) {
            self.count("unchanged");
            return Ok(kept);
        }
        let busy = |_| Refusal::of(Sentence::Busy);
        let _waiting = self.waiting.try_acquire_many(kib).map_err(busy)?;
        let _drawing = self.drawing.acquire().await;
        // Those who wait for the same page need it drawn once.
        if let Some(kept) = self.kept.of(page, changes, &pages, &source) {
            self.count("unchanged");
            return Ok(kept);
        }
        let drawn_page = page.clone();
        let drawn = draw(move || {
            let document = document(&settings, &drawn_page, &replies, None);
            KeptPage::new(source, &pages, pages.document(&document))
        });
        let kept = drawn.await.and_then(Result::ok).ok_or(Refusal::Unusable)?;
        let kept = Arc::new(kept);
        self.kept.keep(page.clone(), changes, kept.clone());
        self.count("drawn");
        Ok(kept)
    }

    /// Returns the page without content, with the status of what failed. The browser's app asks again: a link from another
    /// site brings no cookie, so the reader may have a session.
    fn refuse(&self, refusal: Refusal) -> Option<Response<Body>> {
        let Refusal::Status(status) = refusal else {
            return None;
        };
        let is_busy = [Sentence::TooManyRequests, Sentence::Busy]
            .iter()
            .any(|sentence| sentence.status() == status.as_u16());
        if !is_busy && Sentence::NotFound.status() != status.as_u16() {
            return None;
        }
        if is_busy {
            self.count("refused");
        }
        let retry_after = is_busy.then_some((header::RETRY_AFTER, HeaderValue::from_static("1")));
        let headers = [(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))];
        let headers = headers.into_iter().chain(retry_after);
        let mut response = html_reply(headers, self.assets.pages().plain());
        *response.status_mut() = status;
        Some(response)
    }

    fn count(&self, result: &'static str) {
        let metrics = &self.app.metrics;
        metrics.count("stoa_public_pages_total", &[("result", result)]);
    }
}

/// Adds the moment of its request to the reply with a page. The UI finds out with it whether it has missed an event
/// before it was connected. It is no part of the page, which is the same for all strangers until its content changes.
pub fn add_moment(moment: Moment, headers: &mut HeaderMap) {
    if let Ok(value) = HeaderValue::from_str(&format!("at;desc={moment}")) {
        headers.insert("server-timing", value);
    }
}

/// Returns whether a reply may be kept by caches that several readers share, which must never get a cookie.
pub fn is_public(response: &Response<Body>) -> bool {
    let cache = response.headers().get(header::CACHE_CONTROL);
    cache.is_some_and(|cache| cache.as_bytes().starts_with(b"public"))
}

/// Runs what takes long beside the threads of the runtime. Returns None if it panics.
async fn draw<T: Send + 'static>(f: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    tokio::task::spawn_blocking(f).await.ok()
}

/// Returns a hash of what a page is drawn from, and its size in KiB.
fn source(replies: &Replies) -> Result<([u8; 32], u32), Refusal> {
    let json = serde_json::to_vec(replies).map_err(|_| Refusal::Unusable)?;
    let kib = u32::try_from(json.len().div_ceil(1024)).map_err(|_| Refusal::Unusable)?;
    Ok((Sha256::digest(json).into(), kib))
}

/// Draws a page. It has no content if the question is deleted or too large. `now`: the time, of a page of a member; `None`: a
/// page of readers without a session, which stays the same until its replies change.
fn document(
    settings: &SiteSettings,
    page: &Page,
    replies: &Replies,
    now: Option<Timestamp>,
) -> Document {
    let is_stranger = now.is_none();
    let (config, site) = (&settings.config, &settings.config.site.title);
    let base_url = &config.server.base_url;
    let mut html = Html::new(base_url.path(), is_stranger);
    frame::open(&mut html, settings, page);
    let head = match page {
        Page::Home => match now {
            None => home::write(&mut html, replies, &settings.public()),
            Some(now) => own_home::write(&mut html, replies, settings, now),
        },
        Page::Question(_) => question::write(&mut html, replies),
        Page::Questions(tag) => list::write_questions(&mut html, replies, tag.as_deref()),
        Page::Tags => list::write_tags(&mut html, replies),
        Page::Tag(_) => list::write_tag(&mut html, replies),
        Page::Users => people::write_users(&mut html, replies),
        Page::User(_) => people::write_user(&mut html, replies),
        Page::Communities => people::write_communities(&mut html, replies),
        Page::Community(_) => people::write_community(&mut html, replies),
    };
    frame::close(&mut html, settings, page);
    Document {
        title: head
            .as_ref()
            .map_or_else(|| site.clone(), |head| head.tab_title(site)),
        content: head.as_ref().map(|_| html.finish()),
        head: head.map_or_else(String::new, |head| {
            head.html(site, base_url, settings.everyone_reads())
        }),
        data: serde_json::to_string(replies).unwrap_or_default(),
        scripts: match page {
            Page::Question(_) => Scripts::Question,
            Page::Home => Scripts::Home,
            _ => Scripts::List,
        },
    }
}

/// Returns whether a client accepts gzip, as far as a browser says so.
fn accepts_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING);
    let accepted = accepted.and_then(|accepted| accepted.to_str().ok());
    let mut accepted = accepted.unwrap_or_default().split(',').map(str::trim);
    accepted.any(|encoding| encoding == "gzip")
}

fn public_reply(kept: &KeptPage, request: &DocumentRequest) -> Response<Body> {
    // Weak: both forms have the same.
    let etag = HeaderValue::from_str(&format!("W/{}", kept.etag));
    let etag = etag.ok().map(|etag| (header::ETAG, etag));
    let headers = [
        (header::CACHE_CONTROL, HeaderValue::from_static(PUBLIC)),
        (
            header::VARY,
            HeaderValue::from_static("cookie, accept, accept-encoding"),
        ),
    ];
    let headers = headers.into_iter().chain(etag);
    if request.known.contain(&kept.etag) {
        let mut response = HeaderMap::from_iter(headers).into_response();
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return response;
    }
    if !request.accepts_gzip
        && let Ok(html) = kept.html()
    {
        return html_reply(headers, html);
    }
    let encoding = (header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    html_reply(headers.chain([encoding]), kept.gzip.clone())
}

fn html_reply(
    headers: impl IntoIterator<Item = (header::HeaderName, HeaderValue)>,
    html: impl Into<Body>,
) -> Response<Body> {
    let mut response = Response::new(html.into());
    let kind = HeaderValue::from_static("text/html; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response.headers_mut().extend(headers);
    response
}
