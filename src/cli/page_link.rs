//! Links to pages of the site.

use crate::config::BaseUrl;

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
