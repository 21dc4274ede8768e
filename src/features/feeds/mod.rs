//! Feeds, sitemaps and robots.txt, for programs that read without an account.
//!
//! All of them exist only while everyone may read, show what nobody in particular may read, and are the same
//! with and without a session: the server takes the cookies off their requests, and other sites may fetch them.
//! Every address in them is absolute. It begins with `server.base_url`, or else with the host of the request;
//! then no cache may store them, because any client can invent a host.

pub mod address;
mod atom;
mod compose;
mod json;
mod model;
mod robots;
pub mod routes;
mod sitemaps;
mod store;

/// Returns whether a path is that of a feed, a sitemap or robots.txt.
pub fn is_public_path(path: &str) -> bool {
    matches!(path, "/robots.txt" | "/sitemap.xml")
        || ["/feeds/", "/sitemaps/"]
            .iter()
            .any(|folder| path.starts_with(folder))
}
