//! The mail server that administrators set on the administration page.

use std::fmt;
use std::net::IpAddr;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::core::config::{
    Config, MailProblem, MailTls, Secret, Source, check_mail_from, check_mail_host, check_mail_port,
};
use crate::core::error::{Error, Result, Sentence};
use crate::core::http_client::is_public;
use crate::core::text::{self, limits};

/// A mail server, without its password.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteMail {
    /// The name of the server.
    pub host: String,
    /// The port; 0 stands for the usual one.
    #[serde(default)]
    pub port: u32,
    /// `implicit` or `starttls`; of the configuration also `none`.
    pub tls: String,
    /// The sender of all mails, such as `Stoa <stoa@example.org>`.
    pub from: String,
    /// The username at the mail server; empty if it asks for none.
    #[serde(default)]
    pub username: String,
    /// Whether there is a password. It is never told.
    #[serde(default)]
    pub has_password: bool,
}

impl SiteMail {
    /// Returns the mail server of a configuration, if it has one.
    pub fn of(config: &Config) -> Option<Self> {
        let mail = &config.mail;
        config.has_mail().then(|| Self {
            host: mail.host.clone(),
            port: mail.port,
            tls: mail.tls.word().to_owned(),
            from: mail.from.clone(),
            username: mail.username.clone(),
            has_password: !mail.password.is_empty(),
        })
    }

    /// Returns the server with trimmed texts, and with what the password says. Rejects texts that are too long
    /// with 400.
    pub fn checked(&self, password: &Secret) -> Result<Self> {
        Ok(Self {
            host: text::site_line(&self.host, limits::MAIL_HOST)?,
            from: text::site_line(&self.from, limits::MAIL_FROM)?,
            username: text::site_line(&self.username, limits::MAIL_LOGIN)?,
            has_password: !password.is_empty(),
            ..self.clone()
        })
    }

    /// Returns whether the password of another state of the server also goes to this one. It does not go to
    /// another server or account, whose owner would learn it.
    pub fn shares_password_with(&self, other: &Self) -> bool {
        self.host.eq_ignore_ascii_case(&other.host) && self.username == other.username
    }

    /// Puts the server into a configuration, instead of all that it says of one. Rejects what is missing or
    /// unsafe with 400.
    pub fn apply(&self, password: Secret, config: &mut Config) -> Result<()> {
        if self.host.is_empty() || check_mail_host(&self.host).is_err() {
            return Err(Sentence::MailHostInvalid.into());
        }
        if is_special(&self.host) {
            return Err(Sentence::MailHostNotPublic.into());
        }
        check_mail_port(&self.port).map_err(|_| Sentence::MailPortInvalid)?;
        check_mail_from(&self.from).map_err(|_| Sentence::MailFromInvalid)?;
        let tls = MailTls::from_word(&self.tls).ok_or(Sentence::SettingInvalid)?;
        let mut changed = config.clone();
        let mail = &mut changed.mail;
        mail.host.clone_from(&self.host);
        mail.port = self.port;
        mail.tls = tls;
        mail.from.clone_from(&self.from);
        mail.username.clone_from(&self.username);
        mail.password = password;
        let source = Source::AdministrationPage;
        changed.sources.insert("mail.host", source);
        if let Some(problem) = changed.mail_problem() {
            return Err(Error::from(match problem {
                MailProblem::NoSender => Sentence::MailFromInvalid,
                MailProblem::NoBaseUrl => Sentence::MailNeedsBaseUrl,
                MailProblem::NotEncrypted => Sentence::MailNeedsTls,
                MailProblem::HalfCredentials => Sentence::MailHalfCredentials,
            }));
        }
        *config = changed;
        Ok(())
    }
}

impl fmt::Display for SiteMail {
    /// Writes what the log of administration has.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            host,
            port,
            tls,
            from,
            username,
            ..
        } = self;
        f.write_str(host)?;
        if *port > 0 {
            write!(f, ", port {port}")?;
        }
        write!(f, ", {tls}, from {from}")?;
        if !username.is_empty() {
            write!(f, ", username {username}")?;
        }
        Ok(())
    }
}

/// Returns whether a host is known to be this machine, or to have no public address. Where other names lead
/// to is known when the server is connected.
fn is_special(host: &str) -> bool {
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    host == "localhost"
        || host.ends_with(".localhost")
        || host
            .parse::<IpAddr>()
            .is_ok_and(|address| !is_public(address))
}
