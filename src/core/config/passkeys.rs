//! Whether a site can have passkeys.

use std::net::Ipv4Addr;

use super::table::Config;

impl Config {
    /// Returns the host for which authenticators make passkeys, or why there are none, as a sentence for members.
    pub fn passkey_host(&self) -> Result<&str, &'static str> {
        let Some((scheme, authority)) = self.server.base_url.origin().split_once("://") else {
            return Err("Passkeys need the address of the site, which its operator has not set.");
        };
        let host = match authority.rsplit_once(':') {
            Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
            _ => authority,
        };
        let is_local = host == "localhost" || host.ends_with(".localhost");
        if host.starts_with('[') || host.parse::<Ipv4Addr>().is_ok() {
            Err("Passkeys need a site with a name: browsers refuse them for a numeric address.")
        } else if scheme != "https" && !is_local {
            Err("Passkeys need an encrypted connection (https), which this site does not have.")
        } else {
            Ok(host)
        }
    }
}
