//! Links to pages of the site.

use super::settings::Settings;
use crate::core::config::{Address, BaseUrl, Config};

/// Returns the link to `page` (a path) on the configured site, for another person. Says so if its
/// address may be wrong for them.
pub(super) fn configured_link(settings: &Settings, config: &Config, page: &str) -> String {
    if config.server.base_url.is_empty() {
        settings
            .say("server.base_url is not set: the link may have the wrong address for visitors");
    }
    page_link(&config.server.base_url, listening(config), page)
}

/// Returns the URLs of the TCP addresses that the configuration names.
fn listening(config: &Config) -> impl Iterator<Item = String> {
    let scheme = if config.has_tls() { "https" } else { "http" };
    config
        .server
        .listen
        .iter()
        .filter_map(move |address| match address {
            // With port 0, only the running server knows its port.
            Address::Tcp(text) if !text.ends_with(":0") => {
                Some(format!("{scheme}://{}", address.local()))
            }
            _ => None,
        })
}

/// Returns the link to `page` (a path): below the base URL, else below the first HTTP address in
/// `listening`, else the bare path, if only a proxy knows the address of the site.
pub(super) fn page_link(
    base_url: &BaseUrl,
    listening: impl IntoIterator<Item = String>,
    page: &str,
) -> String {
    let local = listening
        .into_iter()
        .find(|url| url.starts_with("http"))
        .unwrap_or_default();
    let base: &str = if base_url.is_empty() {
        &local
    } else {
        base_url
    };
    format!("{base}{page}")
}
