//! The rules of `[mail]`.

use std::net::IpAddr;

use lettre::message::Mailbox;

use super::table::Config;
use super::values::MailTls;

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
