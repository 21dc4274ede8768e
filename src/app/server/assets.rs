//! The UI: the embedded files of its build, and the page for all of its routes.
//!
//! The content types are a table of the build's few file types: `mime_guess` has no charsets.

use std::borrow::Cow;
use std::io::Read;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode, header};
use axum::response::IntoResponse;
use flate2::read::GzDecoder;
use rust_embed::Embed;

use super::pages::is_page;
use super::service_worker::{self, ServiceWorker};
use crate::core::error::{Error, Sentence};
use crate::platform::settings::SiteSettings;
use crate::platform::web::App;

#[derive(Embed)]
#[folder = "$OUT_DIR/ui"]
struct Files;

/// Placeholder in the page for the settings that the UI needs before its first request.
const SITE_META: &str = r#"<meta name="stoa-site" content="">"#;
/// Placeholder in the page for the path prefix of the site.
const BASE_META: &str = r#"<meta name="stoa-base" content="">"#;

/// The element of the browser's app.
const ROOT: &str = r#"<div id="root"></div>"#;
const STYLESHEET: &str = r#"<link rel="stylesheet""#;
const NO_SCRIPT: &str = "This site needs JavaScript.";
const NO_SCRIPT_WITH_CONTENT: &str = "Without JavaScript you can read this site, but not write.";

/// The UI of one site.
pub struct Assets {
    app: Arc<App>,
    /// What was made of these settings.
    made: Mutex<(Arc<SiteSettings>, Arc<Pages>)>,
}

/// What the server makes of the UI and the settings of its site.
#[cfg_attr(test, derive(Default))]
pub struct Pages {
    /// The HTML of the page.
    page: String,
    /// Links for the head of a page with data: the styles of all, and the scripts of each kind.
    styles: String,
    scripts: [String; 3],
    worker: ServiceWorker,
}

/// What is put into the page.
pub struct Document {
    /// The title of the browser's tab.
    pub title: String,
    /// Elements for the head.
    pub head: String,
    /// The element with the content, if the page has one.
    pub content: Option<String>,
    /// What the browser's app shows first, as JSON.
    pub data: String,
    pub scripts: Scripts,
}

/// The scripts that a page needs for its first paint.
#[derive(Clone, Copy)]
pub enum Scripts {
    Home,
    List,
    Question,
}

impl Pages {
    /// Fills the placeholders of the page.
    fn new(settings: &SiteSettings) -> Self {
        let config = &settings.config;
        let [page, styles, files] =
            ["index.html", ".vite/styles.html", ".vite/shell.json"].map(text);
        let files = if files.is_empty() { "[]" } else { &files };
        let public = settings.public();
        // Texts and pictures are no other version of the UI.
        let rules = serde_json::json!({
            "title": public.title,
            "signup": public.signup,
            "minPasswordLength": config.auth.min_password_length,
            "features": public.features,
        });
        let version = service_worker::version(&[&rules.to_string(), &page, files]);
        let mut site = serde_json::json!(public);
        site["minPasswordLength"] = config.auth.min_password_length.into();
        site["version"] = version.as_str().into();
        let meta = SITE_META.replace("\"\"", &format!("\"{}\"", escape(&site.to_string())));
        let base = config.server.base_url.path();
        // The page is served at many paths, so relative paths in it must become absolute.
        let absolute = |html: &str| html.replace("=\"./", &format!("=\"{base}/"));
        let base_meta = BASE_META.replace("\"\"", &format!("\"{base}\""));
        let title = format!("<title>{}</title>", escape(&config.site.title));
        let page = absolute(&page)
            .replace(BASE_META, &base_meta)
            .replace(SITE_META, &meta)
            .replace("<title>Stoa</title>", &title);
        // The logo of the site is also the icon of its tabs.
        let page = match public.logo {
            Some(logo) => page.replace(
                &format!("href=\"{base}/favicon.svg\" type=\"image/svg+xml\""),
                &format!("href=\"{base}/site/getLogo/{logo}\""),
            ),
            None => page,
        };
        Self {
            styles: absolute(&styles),
            scripts: ["home", "list", "question"]
                .map(|page| absolute(&text(&format!(".vite/{page}.html")))),
            worker: ServiceWorker::new(config, &version, files),
            page,
        }
    }

    /// Returns the page without content.
    pub fn plain(&self) -> String {
        self.page.clone()
    }

    /// Returns the page with content, and with its first data as a script that is not run.
    pub fn document(&self, document: &Document) -> String {
        let (before, after) = self.page.split_once("<title>").unwrap_or_default();
        let (_, after) = after.split_once("</title>").unwrap_or_default();
        let (head, after) = after.split_once("</head>").unwrap_or_default();
        let (body, end) = after.split_once(ROOT).unwrap_or_default();
        let (title, data) = (escape(&document.title), &document.data);
        let scripts = &self.scripts[document.scripts as usize];
        // Only texts contain the sign, and nothing that could end the script remains.
        let data = data.replace('<', "\\u003c");
        let data = format!("<script id=\"first-data\" type=\"application/json\">{data}</script>");
        // All styles are in one file. The others count as loaded, so that the app does not load them again. Chromium 147
        // loads style sheets that are disabled, because it looks ahead in a page, but none of an unknown type.
        let head = head.replace(STYLESHEET, &format!("{STYLESHEET} type=\"text/plain\""));
        let (content, root, end) = match &document.content {
            Some(content) => (
                content.as_str(),
                ROOT.replace("\">", "\" hidden>"),
                end.replace(NO_SCRIPT, NO_SCRIPT_WITH_CONTENT),
            ),
            None => ("", ROOT.to_owned(), end.to_owned()),
        };
        format!(
            "{before}<title>{title}</title>{}{head}{}{scripts}</head>{body}{content}{root}{data}{end}",
            document.head, self.styles
        )
    }
}

impl Assets {
    /// Prepares the UI for the settings that apply now.
    pub fn new(app: &Arc<App>) -> Self {
        let settings = app.settings();
        let pages = Arc::new(Pages::new(&settings));
        Self {
            app: app.clone(),
            made: Mutex::new((settings, pages)),
        }
    }

    /// Returns the pages for the settings that apply now.
    pub fn pages(&self) -> Arc<Pages> {
        let settings = self.app.settings();
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if !Arc::ptr_eq(&made.0, &settings) {
            let pages = Arc::new(Pages::new(&settings));
            *made = (settings, pages);
        }
        made.1.clone()
    }

    /// Answers a request that no route matches: with a file, with the page if the client asks for HTML or
    /// the address is that of a page and the client accepts everything, or with 404. A method other than GET and HEAD
    /// gets `error`.
    pub fn serve(&self, request: &Request<Body>, error: Sentence) -> Response<Body> {
        let path = request.uri().path().trim_start_matches('/');
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return Error::from(error).into_response();
        }
        let pages = self.pages();
        if let Some(response) = pages.worker.serve(path) {
            return response;
        }
        if !path.is_empty()
            && path != "index.html"
            && !path.starts_with(".vite/")
            && let Some(response) = serve_file(path, request.headers())
        {
            return response;
        }
        // `/` is the page for every client: monitors do not send an Accept header.
        if path.is_empty() || wants_page(request) && !path.starts_with("assets/") {
            let headers = [
                (header::CONTENT_TYPE, "text/html; charset=utf-8"),
                (header::CACHE_CONTROL, "no-cache"),
            ];
            return (headers, pages.plain()).into_response();
        }
        Error::from(Sentence::NotFound).into_response()
    }
}

/// Returns whether the client gets a page of this site.
pub fn wants_page(request: &Request<Body>) -> bool {
    accepts_page(request, || is_page(request.uri().path()))
}

/// Returns whether the client gets a page. Link previews accept everything, and so do clients of the calls, which
/// prefer JSON: they get one only if `is_page` says that the address has no other meaning.
pub fn accepts_page(request: &Request<Body>, is_page: impl FnOnce() -> bool) -> bool {
    let accepts = request
        .headers()
        .get(header::ACCEPT)
        .and_then(|accept| accept.to_str().ok())
        .unwrap_or_default();
    request.method().is_safe()
        && (accepts.contains("text/html")
            || accepts.contains("*/*") && !accepts.contains("application/json") && is_page())
}

/// Returns whether the UI has a file with this path.
pub fn is_file(path: &str) -> bool {
    file(path.trim_start_matches('/')).is_some()
}

/// Returns a file of the UI. Debug builds read it from the directory `STOA_UI_DIST`, if set, so
/// that the UI can be changed without compiling the server.
fn file(path: &str) -> Option<Cow<'static, [u8]>> {
    if cfg!(debug_assertions)
        && let Some(directory) = std::env::var_os("STOA_UI_DIST")
    {
        let is_inside = !path.split('/').any(|part| part == "..");
        return std::fs::read(std::path::Path::new(&directory).join(path))
            .ok()
            .filter(|_| is_inside)
            .map(Cow::Owned);
    }
    Files::get(path).map(|file| file.data)
}

/// Returns the text of a file of the UI; empty if the server was built without it.
fn text(path: &str) -> String {
    file(path).map_or(String::new(), |file| {
        String::from_utf8_lossy(&file).into_owned()
    })
}

/// Returns a file, compressed if the client accepts that. Texts are embedded compressed only. Files below `assets/` are
/// immutable: their names contain a hash of their content.
fn serve_file(path: &str, request: &HeaderMap) -> Option<Response<Body>> {
    let accepted = request
        .get(header::ACCEPT_ENCODING)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let encodings = [("br", "br"), ("gzip", "gz")]
        .into_iter()
        .filter(|(name, _)| accepted.contains(name));
    let encoded = encodings
        .filter_map(|(name, suffix)| Some((name, file(&format!("{path}.{suffix}"))?)))
        .next();
    let (encoding, body) = match encoded {
        Some((name, body)) => (Some(name), body),
        None => (None, file(path).or_else(|| decompressed(path))?),
    };
    let cache = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let headers = [
        (header::CONTENT_TYPE, content_type(path)),
        (header::CACHE_CONTROL, cache),
        (header::VARY, "accept-encoding"),
    ];
    let body = match body {
        Cow::Borrowed(body) => Body::from(body),
        Cow::Owned(body) => Body::from(body),
    };
    let mut response = (StatusCode::OK, headers, body).into_response();
    if let Some(encoding) = encoding {
        response
            .headers_mut()
            .insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    Some(response)
}

/// Returns a text for a client that accepts no compression.
fn decompressed(path: &str) -> Option<Cow<'static, [u8]>> {
    let compressed = file(&format!("{path}.gz"))?;
    let mut text = Vec::new();
    let read = GzDecoder::new(&*compressed).read_to_end(&mut text);
    read.ok().map(|_| Cow::Owned(text))
}

/// Returns the content type of a file of the UI's build.
fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "woff2" => "font/woff2",
        "json" => "application/json",
        "txt" => "text/plain; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Escapes a text for HTML and for attributes in double quotes.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('"', "&quot;")
        .replace('<', "&lt;")
}
