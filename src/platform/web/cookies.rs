//! The names of cookies, and how they are read and set.
//!
//! Over https the names have the prefix `__Host-`. Browsers accept such a cookie only from this host
//! and over https, and send it only over https.

use std::borrow::Cow;

use axum::http::{HeaderMap, header};
use cookie::{Cookie, CookieBuilder, SameSite};

pub const SESSION: &str = "stoa_session";
/// The tokens of known devices (`users::known_devices`).
pub const DEVICE: &str = "stoa_device";
pub const VISITOR: &str = "stoa_visitor";
/// What a login through a provider, which has begun, needs at its end (`features::providers`).
pub const FLOW: &str = "stoa_flow";
/// The cookie that pages return in the header `X-XSRF-TOKEN`. Clients expect this name, so it has no
/// prefix.
pub const XSRF: &str = "XSRF-TOKEN";
/// Browsers set cookies whose names begin with it only over https, for one host.
const PREFIX: &str = "__Host-";

/// Returns the name of a cookie that pages cannot read.
pub fn hidden_name(name: &'static str, is_https: bool) -> Cow<'static, str> {
    if is_https {
        format!("{PREFIX}{name}").into()
    } else {
        name.into()
    }
}

/// Creates a cookie that pages cannot read.
pub fn hidden(name: &'static str, value: String, is_https: bool) -> CookieBuilder<'static> {
    let name = hidden_name(name, is_https);
    build(name, value, is_https).http_only(true)
}

/// Creates a cookie.
pub fn build(
    name: impl Into<Cow<'static, str>>,
    value: String,
    is_https: bool,
) -> CookieBuilder<'static> {
    Cookie::build((name, value))
        .path("/")
        .same_site(SameSite::Strict)
        .secure(is_https)
}

/// The cookies of a request that are ours, by their names.
pub struct Cookies<'r>(Vec<Cookie<'r>>);

impl<'r> Cookies<'r> {
    /// Parses the cookies of a request.
    pub fn of(headers: &'r HeaderMap) -> Self {
        let texts = headers
            .get_all(header::COOKIE)
            .iter()
            .filter_map(|value| value.to_str().ok());
        let cookies = texts
            .flat_map(Cookie::split_parse)
            .filter_map(Result::ok)
            .filter(|cookie| {
                let name = cookie.name();
                let name = name.strip_prefix(PREFIX).unwrap_or(name);
                [SESSION, DEVICE, VISITOR, FLOW, XSRF].contains(&name) && !cookie.value().is_empty()
            });
        Self(cookies.collect())
    }

    /// Returns the values of a cookie that pages cannot read; those that others can hardly have planted
    /// come first. Other applications on the same host can set cookies for longer paths than ours,
    /// which browsers send before ours.
    ///
    /// A name with prefix always counts: the browser uses https, even if the server is not told so.
    /// Without prefix it counts over http only, because anyone on the network could have set it there.
    pub fn hidden_values(&self, name: &str, is_https: bool) -> Vec<String> {
        let mut found = if is_https {
            Vec::new()
        } else {
            self.values(name)
        };
        found.extend(self.find(|other| other.strip_prefix(PREFIX) == Some(name)));
        found.reverse();
        found
    }

    /// Returns the values of the cookies with a name in the order of the request, without empty ones.
    pub fn values(&self, name: &str) -> Vec<String> {
        self.find(|other| other == name).collect()
    }

    fn find(&self, is_name: impl Fn(&str) -> bool) -> impl Iterator<Item = String> {
        self.0
            .iter()
            .filter(move |cookie| is_name(cookie.name()))
            .map(|cookie| cookie.value().to_owned())
    }
}
