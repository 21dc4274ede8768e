//! The types of push.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::core::clock::Timestamp;
use crate::core::id::Id;
use crate::platform::outbox::DeliveryKind;

/// A device that is told of news.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PushDevice {
    #[serde(rename = "_id")]
    pub id: Id,
    /// The browser and its system, such as `Firefox on Android`.
    pub name: String,
    pub created_at: Timestamp,
    /// Whether it is the browser of the caller's session.
    pub is_current: bool,
    /// Whether messages only say that there is something new.
    pub hides_text: bool,
    /// The kinds of news that it is told of, of those that the user wants by push.
    pub kinds: Vec<DeliveryKind>,
}

/// What a user has chosen about push.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PushSettings {
    /// The `applicationServerKey` for a subscription, in the URL-safe alphabet of Base64.
    pub public_key: String,
    /// Newest first.
    pub devices: Vec<PushDevice>,
    /// What the user wants to be told by push. A device may be told of less.
    pub kinds: Vec<DeliveryKind>,
}

/// The subscription of a browser, as its `toJSON` returns it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewDevice {
    /// The address of the browser at its push service.
    #[serde(default)]
    #[schema(required = true, max_length = 2000)]
    pub endpoint: String,
    #[serde(default)]
    #[schema(required = true)]
    pub keys: NewDeviceKeys,
    /// Whether messages only say that there is something new. Without it, as for the session's former
    /// device: a browser that subscribes again does not know it.
    pub hides_text: Option<bool>,
}

/// The keys of a browser, in the URL-safe alphabet of Base64.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct NewDeviceKeys {
    /// A public key of the curve P-256.
    #[serde(default)]
    #[schema(required = true)]
    pub p256dh: String,
    /// 16 random bytes.
    #[serde(default)]
    #[schema(required = true)]
    pub auth: String,
}

/// Names in user agents with those of their browsers. Many browsers also name those below them.
const BROWSERS: [(&[&str], &str); 6] = [
    (&["Edg/", "EdgA/", "EdgiOS/"], "Edge"),
    (&["OPR/"], "Opera"),
    (&["SamsungBrowser/"], "Samsung Internet"),
    (&["Firefox/", "FxiOS/"], "Firefox"),
    (&["Chrome/", "Chromium/", "CriOS/"], "Chrome"),
    (&["Safari/"], "Safari"),
];
/// The same for systems.
const SYSTEMS: [(&[&str], &str); 6] = [
    (&["Android"], "Android"),
    (&["iPhone", "iPad", "iPod"], "iOS"),
    (&["Windows"], "Windows"),
    (&["Mac OS X", "Macintosh"], "macOS"),
    (&["CrOS"], "ChromeOS"),
    (&["Linux"], "Linux"),
];

/// Returns the name of a device for the user agent of its session. `ui/src/lib/browserName.ts` does the
/// same for sessions.
pub(super) fn device_name(user_agent: &str) -> String {
    let find = |names: &[(&[&str], &'static str)]| {
        let found = names
            .iter()
            .find(|(parts, _)| parts.iter().any(|part| user_agent.contains(part)));
        found.map(|(_, name)| *name)
    };
    match (find(&BROWSERS), find(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(browser), None) => browser.to_owned(),
        (None, _) if user_agent.is_empty() => "Unknown browser".to_owned(),
        (None, _) => user_agent.chars().take(80).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_has_the_name_of_its_browser_and_system() {
        for (user_agent, name) in [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0",
                "Edge on Windows",
            ),
            (
                "Mozilla/5.0 (Android 16; Mobile; rv:153.0) Gecko/153.0 Firefox/153.0",
                "Firefox on Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
                "Safari on iOS",
            ),
            ("Chrome/150.0", "Chrome"),
            ("curl/9.0", "curl/9.0"),
            ("", "Unknown browser"),
        ] {
            assert_eq!(device_name(user_agent), name, "{user_agent}");
        }
        assert_eq!(device_name(&"x".repeat(200)), "x".repeat(80));
    }
}
