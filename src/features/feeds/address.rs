//! The address of the site, with which every address in a feed or a sitemap begins.

use crate::core::config::BaseUrl;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::core::text::slug;
use crate::platform::web::{App, Caller, percent_encoded};

/// The address of the site, as documents for other programs name it.
#[derive(Clone)]
pub struct SiteAddress {
    base: BaseUrl,
    /// Whether the operator has configured it. If not, it is that of the request.
    pub is_configured: bool,
}

impl SiteAddress {
    /// Returns the address. Fails with 404 if none is configured and the request has no valid host.
    pub fn of(app: &App, caller: &Caller) -> Result<Self> {
        let configured = &app.config.server.base_url;
        if !configured.is_empty() {
            return Ok(Self {
                base: configured.clone(),
                is_configured: true,
            });
        }
        let scheme = if caller.is_https { "https" } else { "http" };
        let base = BaseUrl::parse(&format!("{scheme}://{}", caller.host));
        Ok(Self {
            base: base.ok_or(Sentence::NotFound)?,
            is_configured: false,
        })
    }

    /// Returns the address of the site without a slash at its end.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Returns the path of the site: empty, or with a slash at its start and none at its end.
    pub fn path(&self) -> &str {
        self.base.path()
    }

    /// Returns the address of a path.
    pub fn to(&self, path: &str) -> String {
        format!("{}{path}", &*self.base)
    }

    /// Returns the canonical address of a question's page.
    pub fn to_question(&self, question: Id, title: &str) -> String {
        let words = slug(title).map(|words| format!("/{}", percent_encoded(&words)));
        self.to(&format!(
            "/question/{question}{}",
            words.unwrap_or_default()
        ))
    }

    /// Returns the address of a question or an answer that stays the same whatever its title is.
    pub fn permanent(&self, post: Id) -> String {
        self.to(&format!("/question/{post}"))
    }

    /// Returns the address of a tag's page.
    pub fn to_tag(&self, tag: &str) -> String {
        self.to(&format!("/tagPage?tag={}", percent_encoded(tag)))
    }

    /// Returns the address of a community's page.
    pub fn to_community(&self, community: Id) -> String {
        self.to(&format!("/communities/{community}"))
    }

    /// Returns the address of a user's page.
    pub fn to_user(&self, username: &str) -> String {
        self.to(&format!("/user/{}", percent_encoded(username)))
    }
}
