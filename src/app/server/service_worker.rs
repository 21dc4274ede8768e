//! What makes the site an application of the device: its service worker and its web manifest.

use axum::body::Body;
use axum::http::{HeaderName, Response, header};
use axum::response::IntoResponse;
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::core::config::Config;

const WORKER: &str = include_str!("../../../ui/src/worker/serviceWorker.js");
/// Replaces the worker of a site that no longer uses push notifications.
const REMOVE: &str = include_str!("../../../ui/src/worker/remove.js");
/// A worker is bound by the policy of its own script, not by that of the page.
const POLICY: &str = "default-src 'none'; connect-src 'self'";
/// The number of bytes of the hash in a version.
const HASH_LENGTH: usize = 6;

/// The service worker and the manifest of one site.
#[cfg_attr(test, derive(Default))]
pub struct ServiceWorker {
    script: String,
    manifest: Option<String>,
}

impl ServiceWorker {
    /// Creates the worker for this version of the UI. `files` is the JSON list of the files that it
    /// stores.
    pub fn new(config: &Config, version: &str, files: &str) -> Self {
        if !config.push.enabled {
            return Self {
                script: REMOVE.to_owned(),
                manifest: None,
            };
        }
        let site = format!(
            "{{\"version\":{},\"title\":{},\"files\":{files}}}",
            json!(version),
            json!(config.site.title)
        );
        Self {
            script: format!("const SITE = {site};\n{WORKER}"),
            manifest: Some(manifest(config)),
        }
    }

    /// Returns the response for the path of the worker or of the manifest. A browser that has a worker
    /// asks for it for ever, so there always is one.
    pub fn serve(&self, path: &str) -> Option<Response<Body>> {
        let (content_type, body) = match path {
            "sw.js" => ("text/javascript; charset=utf-8", &self.script),
            "manifest.webmanifest" => ("application/manifest+json", self.manifest.as_ref()?),
            _ => return None,
        };
        let headers: [(HeaderName, &str); 3] = [
            (header::CONTENT_TYPE, content_type),
            (header::CACHE_CONTROL, "no-cache"),
            (header::CONTENT_SECURITY_POLICY, POLICY),
        ];
        Some((headers, body.clone()).into_response())
    }
}

/// Returns the version of the UI: that of the server, with a hash of `parts`, which are what the
/// browser loads.
pub fn version(parts: &[&str]) -> String {
    let mut hash = Sha256::new_with_prefix(WORKER);
    for part in parts {
        hash.update(part);
    }
    let hash: String = hash.finalize()[..HASH_LENGTH]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    format!("{}-{hash}", env!("CARGO_PKG_VERSION"))
}

/// Returns the manifest, with the colors of the default theme.
fn manifest(config: &Config) -> String {
    let base = config.server.base_url.path();
    let icon = |name: &str, size: u32, purpose: &str| {
        json!({
            "src": format!("{base}/{name}.png"),
            "sizes": format!("{size}x{size}"),
            "type": "image/png",
            "purpose": purpose,
        })
    };
    json!({
        "name": config.site.title,
        "short_name": config.site.title,
        "start_url": format!("{base}/home"),
        "scope": format!("{base}/"),
        "display": "standalone",
        "theme_color": "#0e1116",
        "background_color": "#0e1116",
        "icons": [
            icon("icon-192", 192, "any"),
            icon("icon-512", 512, "any"),
            icon("icon-maskable", 512, "maskable"),
        ],
    })
    .to_string()
}
