//! What a conversation with the mail server needs to know of the configuration.

use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::extension::ClientId;

use crate::core::config::{Config, MailTls};

/// The settings of one conversation.
#[derive(Clone)]
pub(super) struct Settings {
    pub host: String,
    pub port: u16,
    pub tls: MailTls,
    pub credentials: Option<Credentials>,
    /// The forms of the password in which a server could repeat it.
    secrets: Vec<String>,
    /// Whether all addresses of the host must be public.
    pub is_guarded: bool,
    pub hello: ClientId,
    pub timeout: Duration,
}

impl Settings {
    /// Returns the settings of a configuration. `timeout` is that of the connection and of each part of an answer.
    pub fn of(config: &Config, timeout: Duration) -> Self {
        let mail = &config.mail;
        let (username, password) = (&mail.username, mail.password.expose());
        let credentials =
            (!username.is_empty()).then(|| Credentials::new(username.clone(), password.to_owned()));
        let plain = format!("\0{username}\0{password}");
        let secrets = match password {
            "" => Vec::new(),
            _ => vec![
                // First the one that can contain the others.
                BASE64_STANDARD.encode(plain),
                BASE64_STANDARD.encode(password),
                password.to_owned(),
            ],
        };
        let origin = config.server.base_url.origin();
        let authority = origin
            .split_once("://")
            .map_or("", |(_, authority)| authority);
        let host = authority.split(':').next().unwrap_or_default();
        let hello = if host.is_empty() || host.starts_with('[') {
            ClientId::default()
        } else {
            ClientId::Domain(host.to_owned())
        };
        Self {
            host: mail.host.clone(),
            port: config.mail_port(),
            tls: mail.tls,
            credentials,
            secrets,
            is_guarded: config.is_mail_of_page(),
            hello,
            timeout,
        }
    }

    /// Returns what the server says without the password.
    pub fn without_secrets(&self, text: &str) -> String {
        let hide = |text: String, secret: &String| text.replace(secret, "(the password)");
        self.secrets.iter().fold(text.to_owned(), hide)
    }
}
