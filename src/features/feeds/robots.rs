//! The file robots.txt of a site that everyone may read. While only members read, the file of the UI forbids all.
//!
//! The rules are for well-meaning crawlers only: what costs much needs an account anyway. Crawlers that draw the
//! pages need the calls of public content, so these are allowed before what the rules below would forbid. Some
//! parsers take the first rule that fits, others the longest: both come to the same here.

use super::address::SiteAddress;

/// The beginnings of the calls with which the pages fetch what everyone may read.
const CALLS: &[&str] = &[
    "/avatar/get",
    "/badge/get",
    "/community/get",
    "/getCommunityQuestions/",
    "/question/get",
    "/site/get",
    "/tag/get",
    "/user/getUser",
];

/// What needs an account, and what repeats other pages in another order.
const FORBIDDEN: &[&str] = &[
    "/*?search=",
    "/*&search=",
    "/*?order=",
    "/*&order=",
    "/*?cursor=",
    "/*&cursor=",
    "/*?history=",
    "/*&history=",
    "/question/*/history/",
    "/question/*/suggestions/",
    "/administration",
    "/api-docs",
    "/communities/my",
    "/deleted",
    "/edit/",
    "/forgot",
    "/games",
    "/log",
    "/mail/",
    "/messages",
    "/messaging",
    "/moderation/",
    "/new/",
    "/openapi.json",
    "/queue",
    "/report",
    "/reset",
    "/search/",
    "/settings/",
    "/setup",
    "/signup",
    "/socket.io/",
    "/u/",
];

/// Returns robots.txt.
pub fn text(address: &SiteAddress) -> String {
    // Crawlers compare whole paths, which begin with that of the site.
    let prefix = address.path();
    let line = |rule: &str, path: &&str| format!("{rule}: {prefix}{path}\n");
    let allowed = CALLS.iter().map(|path| line("Allow", path));
    let forbidden = FORBIDDEN.iter().map(|path| line("Disallow", path));
    let rules: String = allowed.chain(forbidden).collect();
    let sitemap = address.to("/sitemap.xml");
    format!("User-agent: *\n{rules}\nSitemap: {sitemap}\n")
}
