//! What the table asks of values beyond their types. Each check describes valid values if it fails; that completes
//! "must be …".

use std::net::IpAddr;

use lettre::message::Mailbox;

use super::values::{BaseUrl, Schedule};
use crate::core::text::limits;

/// Rejects a title that is blank or has several lines.
pub fn check_site_title(title: &str) -> Result<(), &'static str> {
    if title.trim().is_empty() || title.contains(char::is_control) {
        Err("a non-empty text in one line")
    } else {
        Ok(())
    }
}

/// Rejects entries that are not origins.
pub fn check_origins(origins: &[String]) -> Result<(), &'static str> {
    let is_origin = |text: &String| {
        BaseUrl::parse(text).is_some_and(|url| !url.is_empty() && url.path().is_empty())
    };
    if origins.iter().all(is_origin) {
        Ok(())
    } else {
        Err("a list of origins such as \"https://example.org:8443\", without paths")
    }
}

/// Rejects entries that are not origins, unless the only one is `*`.
pub fn check_embedding(origins: &[String]) -> Result<(), &'static str> {
    if origins == ["*"] || check_origins(origins).is_ok() {
        Ok(())
    } else {
        Err("a list of origins such as \"https://example.org\", without paths, or [\"*\"]")
    }
}

/// Rejects a minimum above the maximum length of a password.
pub fn check_password_length(minimum: &u32) -> Result<(), &'static str> {
    if *minimum as usize <= limits::PASSWORD {
        Ok(())
    } else {
        Err("a whole number of at most 256")
    }
}

/// Rejects a text that is neither empty nor a [`Schedule`].
pub fn check_schedule(text: &str) -> Result<(), &'static str> {
    if text.is_empty() || Schedule::parse(text).is_some() {
        Ok(())
    } else {
        Err("a time of day in UTC such as \"03:30\", an interval such as \"6h\", or empty")
    }
}

/// Rejects a text that is neither empty nor a host.
pub fn check_mail_host(host: &str) -> Result<(), &'static str> {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
    if host.bytes().all(is_name) || host.parse::<IpAddr>().is_ok() {
        Ok(())
    } else {
        Err("a host such as smtp.example.org, without a scheme and a port")
    }
}

/// Rejects a limit that would let nobody in, or that is none.
pub fn check_network_limit(limit: &u32) -> Result<(), &'static str> {
    if (1..=10_000).contains(limit) {
        Ok(())
    } else {
        Err("a whole number from 1 to 10000")
    }
}

/// Rejects what is not a port.
pub fn check_mail_port(port: &u32) -> Result<(), &'static str> {
    u16::try_from(*port)
        .map(drop)
        .map_err(|_| "a whole number of at most 65535")
}

/// Rejects a text that is neither empty nor a sender.
pub fn check_mail_from(from: &str) -> Result<(), &'static str> {
    if from.is_empty()
        || from
            .parse::<Mailbox>()
            .is_ok_and(|from| from.email.domain().is_ascii())
    {
        Ok(())
    } else {
        Err("a sender such as \"Stoa <stoa@example.org>\"")
    }
}

/// Rejects a limit of zero, and one that no mail server would bear.
pub fn check_mails_per_minute(limit: &u32) -> Result<(), &'static str> {
    if (1..=6_000).contains(limit) {
        Ok(())
    } else {
        Err("a whole number from 1 to 6000")
    }
}

/// Rejects entries that are neither names nor patterns.
pub fn check_push_hosts(hosts: &[String]) -> Result<(), &'static str> {
    let is_name = |name: &str| {
        let is_part = |part: &str| {
            let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
            !part.is_empty() && part.bytes().all(is_letter)
        };
        name.split('.').all(is_part)
    };
    let is_pattern =
        |host: &String| host == "*" || is_name(host.strip_prefix("*.").unwrap_or(host));
    if hosts.iter().all(is_pattern) {
        Ok(())
    } else {
        Err("a list of hosts such as \"push.example.org\" or \"*.example.org\"")
    }
}

/// Rejects a text that is not a filter of `tracing_subscriber`. Because that crate accepts any word
/// as the name of a module, a single word must be a level.
pub fn check_log_filter(text: &str) -> Result<(), &'static str> {
    let is_known = text.split(',').map(str::trim).all(|part| {
        part.contains(['=', '['])
            || ["off", "error", "warn", "info", "debug", "trace"]
                .iter()
                .any(|level| part.eq_ignore_ascii_case(level))
    });
    if is_known && tracing_subscriber::EnvFilter::try_new(text).is_ok() {
        Ok(())
    } else {
        Err(
            "\"error\", \"warn\", \"info\", \"debug\", \"trace\", or a filter such as \"stoa=debug,info\"",
        )
    }
}
