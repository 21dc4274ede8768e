//! The rules of `[mail]`.

use std::net::IpAddr;

use lettre::message::Mailbox;

use super::source::Source;
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

    /// Whether administrators have set the mail server, who may name none in the network of this machine.
    pub fn is_mail_of_page(&self) -> bool {
        self.sources.get("mail.host") == Some(&Source::AdministrationPage)
    }

    /// Returns what is missing or unsafe in `[mail]`.
    pub fn mail_problem(&self) -> Option<MailProblem> {
        let mail = &self.mail;
        let is_local = mail.host == "localhost"
            || mail
                .host
                .parse::<IpAddr>()
                .is_ok_and(|address| address.is_loopback());
        if !self.has_mail() {
            None
        } else if mail.from.is_empty() {
            Some(MailProblem::NoSender)
        } else if self.server.base_url.is_empty() {
            Some(MailProblem::NoBaseUrl)
        } else if mail.tls == MailTls::None && !is_local {
            Some(MailProblem::NotEncrypted)
        } else if mail.username.is_empty() != mail.password.is_empty() {
            Some(MailProblem::HalfCredentials)
        } else {
            None
        }
    }
}

/// What can be missing or unsafe in `[mail]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MailProblem {
    NoSender,
    NoBaseUrl,
    NotEncrypted,
    HalfCredentials,
}

impl MailProblem {
    /// Returns the key that the problem concerns.
    pub(super) fn key(self) -> &'static str {
        match self {
            Self::NoSender | Self::NoBaseUrl => "mail.host",
            Self::NotEncrypted => "mail.tls",
            Self::HalfCredentials => "mail.username",
        }
    }

    /// Returns what the operator reads.
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::NoSender => {
                "mail.host is set, but mail.from is not; set it to the sender of the mails"
            }
            Self::NoBaseUrl => {
                "mail.host is set, but server.base_url is not; the links in mails need it"
            }
            Self::NotEncrypted => {
                "mail.tls is \"none\", which is only for a mail server on this machine; use \"implicit\" or \"starttls\""
            }
            Self::HalfCredentials => {
                "only one of mail.username and mail.password is set; set both or neither"
            }
        }
    }
}
