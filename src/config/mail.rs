//! The rules of `[mail]`.

use std::net::IpAddr;

use lettre::message::Mailbox;

use super::table::Config;
use super::values::MailTls;

/// Rejects a text that is neither empty nor a host.
pub(super) fn check_host(host: &String) -> Result<(), &'static str> {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
    if host.bytes().all(is_name) || host.parse::<IpAddr>().is_ok() {
        Ok(())
    } else {
        Err("a host such as smtp.example.org, without a scheme and a port")
    }
}

/// Rejects what is not a port.
pub(super) fn check_port(port: &u32) -> Result<(), &'static str> {
    u16::try_from(*port)
        .map(drop)
        .map_err(|_| "a whole number of at most 65535")
}

/// Rejects a text that is neither empty nor a sender.
pub(super) fn check_from(from: &String) -> Result<(), &'static str> {
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
pub(super) fn check_per_minute(limit: &u32) -> Result<(), &'static str> {
    if (1..=6_000).contains(limit) {
        Ok(())
    } else {
        Err("a whole number from 1 to 6000")
    }
}

impl Config {
    /// Whether the site sends mail.
    pub fn has_mail(&self) -> bool {
        !self.mail.host.is_empty()
    }

    /// Returns the sender of the mails. Without `mail.from`, there is none.
    pub fn mail_sender(&self) -> Option<Mailbox> {
        self.mail.from.parse().ok()
    }

    /// Returns the port of the mail server.
    pub fn mail_port(&self) -> u16 {
        match (u16::try_from(self.mail.port).unwrap_or(0), self.mail.tls) {
            (0, MailTls::Implicit) => 465,
            (0, MailTls::StartTls) => 587,
            (0, MailTls::None) => 25,
            (port, _) => port,
        }
    }

    /// Returns what is missing or unsafe in `[mail]`, with the key that it concerns.
    pub(super) fn mail_problem(&self) -> Option<(&'static str, &'static str)> {
        let mail = &self.mail;
        let is_local = mail.host == "localhost"
            || mail
                .host
                .parse::<IpAddr>()
                .is_ok_and(|address| address.is_loopback());
        if !self.has_mail() {
            None
        } else if mail.from.is_empty() {
            Some((
                "mail.host",
                "mail.host is set, but mail.from is not; set it to the sender of the mails",
            ))
        } else if self.server.base_url.is_empty() {
            Some((
                "mail.host",
                "mail.host is set, but server.base_url is not; the links in mails need it",
            ))
        } else if mail.tls == MailTls::None && !is_local {
            Some((
                "mail.tls",
                "mail.tls is \"none\", which is only for a mail server on this machine; use \"implicit\" or \"starttls\"",
            ))
        } else if mail.username.is_empty() != mail.password.expose().is_empty() {
            Some((
                "mail.username",
                "only one of mail.username and mail.password is set; set both or neither",
            ))
        } else {
            None
        }
    }
}
