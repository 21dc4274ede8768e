//! The UI: files that the build embedded, and the page that every route of the UI starts with.

use std::borrow::Cow;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode, header};
use axum::response::IntoResponse;
use rust_embed::Embed;

use crate::config::Config;
use crate::error::{Error, Sentence};

#[derive(Embed)]
#[folder = "$OUT_DIR/ui"]
struct Files;

/// Where the page expects what it must know of the site before its first call.
const SITE_META: &str = r#"<meta name="stoa-site" content="">"#;
/// The same for the path below which the site is.
const BASE_META: &str = r#"<meta name="stoa-base" content="">"#;

pub struct Assets {
    page: String,
}

impl Assets {
    pub fn new(config: &Config) -> Self {
        let site = serde_json::json!({
            "title": config.site.title,
            "signup": config.auth.signup.word(),
            "minPasswordLength": config.auth.min_password_length,
            "features": { "voice": config.features.voice, "games": config.features.games, "chat": config.features.chat },
        });
        let meta = SITE_META.replace("\"\"", &format!("\"{}\"", escape(&site.to_string())));
        let base = config.server.base_url.path();
        let page = file("index.html").map(|page| String::from_utf8_lossy(&page).into_owned()).unwrap_or_default();
        // The page is that of many addresses: its files cannot be named by paths that are relative to it.
        let page = page.replace("=\"./", &format!("=\"{base}/")).replace(BASE_META, &BASE_META.replace("\"\"", &format!("\"{base}\"")));
        let title = format!("<title>{}</title>", escape(&config.site.title));
        Self { page: page.replace(SITE_META, &meta).replace("<title>Stoa</title>", &title) }
    }

    /// Answers what no call answers: a file, the page, or `otherwise`.
    pub fn serve(&self, request: &Request<Body>, otherwise: Sentence) -> Response<Body> {
        let path = request.uri().path().trim_start_matches('/');
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return Error::from(otherwise).into_response();
        }
        if !path.is_empty()
            && path != "index.html"
            && !path.starts_with(".vite/")
            && let Some(file) = file(path)
        {
            return serve_file(path, file, request.headers());
        }
        // The first page is no call: also whoever takes anything gets it, as monitors do.
        if path.is_empty() || wants_html(request) && !path.starts_with("assets/") {
            let headers = [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
            return (headers, self.page.clone()).into_response();
        }
        Error::from(Sentence::NotFound).into_response()
    }
}

fn wants_html(request: &Request<Body>) -> bool {
    let accepts = request.headers().get(header::ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or_default();
    request.method().is_safe() && accepts.contains("text/html")
}

/// A file of the UI. Development builds take it from `STOA_UI_DIST`, if set, to work on the UI without the compiler.
fn file(path: &str) -> Option<Cow<'static, [u8]>> {
    if cfg!(debug_assertions)
        && let Some(directory) = std::env::var_os("STOA_UI_DIST")
    {
        let inside = !path.split('/').any(|part| part == "..");
        return std::fs::read(std::path::Path::new(&directory).join(path)).ok().filter(|_| inside).map(Cow::Owned);
    }
    Files::get(path).map(|file| file.data)
}

/// Names under `assets/` contain a hash of their content: they never change.
fn serve_file(path: &str, plain: Cow<'static, [u8]>, request: &HeaderMap) -> Response<Body> {
    let accepted = request.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let encodings = [("br", "br"), ("gzip", "gz")].into_iter().filter(|(name, _)| accepted.contains(name));
    let encoded = encodings.filter_map(|(name, suffix)| Some((name, file(&format!("{path}.{suffix}"))?))).next();
    let (encoding, body) = encoded.map_or((None, plain), |(name, body)| (Some(name), body));
    let cache = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let headers = [(header::CONTENT_TYPE, content_type(path)), (header::CACHE_CONTROL, cache), (header::VARY, "accept-encoding")];
    let body = match body {
        Cow::Borrowed(body) => Body::from(body),
        Cow::Owned(body) => Body::from(body),
    };
    let mut response = (StatusCode::OK, headers, body).into_response();
    if let Some(encoding) = encoding {
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    response
}

/// The types of the files that the UI's build makes.
fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "woff2" => "font/woff2",
        "json" | "webmanifest" => "application/json",
        "txt" => "text/plain; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        _ => "application/octet-stream",
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}
