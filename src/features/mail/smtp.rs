//! One mail to the mail server: connect, encrypt, log in, send.
//!
//! `lettre` speaks the protocol and blocks, so every mail has a thread. Its timeouts are for single
//! reads; a server that sends a byte now and then would hold a thread for ever. [`MailServer::send`]
//! therefore also limits the whole conversation, and starts no other one while one hangs.

use std::error::Error as StdError;
use std::fmt::Display;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use lettre::address::Envelope;
use lettre::transport::smtp::Error as SmtpError;
use lettre::transport::smtp::authentication::Mechanism;
use lettre::transport::smtp::client::SmtpConnection;
use lettre::transport::smtp::commands::{Data, Mail as MailFrom, Rcpt};
use lettre::transport::smtp::response::Response;

use super::network::{MailNetwork, SystemNetwork};
use super::server_settings::Settings;
use crate::core::config::{Config, MailTls};
use crate::core::http_client::is_public;

/// The largest number of IP addresses that a conversation tries.
const TRIED_ADDRESSES: usize = 3;
/// How long the end of a connection waits for the server's answer.
const GOODBYE: Duration = Duration::from_secs(1);

/// The time limits of a conversation.
#[derive(Clone, Copy)]
pub struct Timeouts {
    /// For the connection, and for each part of an answer.
    pub step: Duration,
    /// For the whole conversation.
    pub all: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            step: Duration::from_secs(20),
            all: Duration::from_secs(90),
        }
    }
}

/// Why a mail was not sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SendError {
    /// The server takes no mail from this site at the moment: other mails would fail too.
    Server(String),
    /// This mail may be accepted later.
    Later(String),
    /// This mail will never be accepted.
    Never(String),
    /// No mail to this recipient will be accepted.
    Recipient(String),
}

impl SendError {
    /// Returns the cause in plain words.
    pub fn cause(&self) -> &str {
        match self {
            Self::Server(cause)
            | Self::Later(cause)
            | Self::Never(cause)
            | Self::Recipient(cause) => cause,
        }
    }

    /// Changes the cause.
    fn map(self, change: impl FnOnce(&str) -> String) -> Self {
        match self {
            Self::Server(cause) => Self::Server(change(&cause)),
            Self::Later(cause) => Self::Later(change(&cause)),
            Self::Never(cause) => Self::Never(change(&cause)),
            Self::Recipient(cause) => Self::Recipient(change(&cause)),
        }
    }
}

/// The mail server of a site.
pub struct MailServer {
    network: Arc<dyn MailNetwork>,
    settings: Settings,
    timeouts: Timeouts,
    /// The last conversation, which may still be ending, or hang.
    last: Option<Receiver<Report>>,
}

impl MailServer {
    /// Creates the server of a configuration. Does not connect.
    pub fn new(config: &Config, timeouts: Timeouts) -> Self {
        Self::on(Arc::new(SystemNetwork), config, timeouts)
    }

    /// Creates the server of a configuration in a network.
    pub fn on(network: Arc<dyn MailNetwork>, config: &Config, timeouts: Timeouts) -> Self {
        Self {
            network,
            settings: Settings::of(config, timeouts.step),
            timeouts,
            last: None,
        }
    }

    /// Applies another configuration to the mails that follow.
    pub fn update(&mut self, config: &Config) {
        self.settings = Settings::of(config, self.timeouts.step);
    }

    /// Sends a mail, and passes each line of the dialogue to `log`. Blocks until the server has accepted
    /// the mail, or until the time limit.
    pub fn send(
        &mut self,
        envelope: Envelope,
        message: Vec<u8>,
        log: &mut dyn FnMut(&str),
    ) -> Result<(), SendError> {
        self.await_last()?;
        let (report, reports) = mpsc::channel();
        let (settings, network) = (self.settings.clone(), self.network.clone());
        let conversation = move || {
            let say = |line: String| {
                drop(report.send(Report::Line(settings.without_secrets(&line))));
            };
            let conversation = Conversation {
                settings: &settings,
                network: &*network,
                say: &say,
            };
            conversation.hold(&envelope, &message, &|done| {
                let hidden =
                    done.map_err(|error| error.map(|cause| settings.without_secrets(cause)));
                let _ = report.send(Report::Done(hidden));
            });
        };
        let thread = thread::Builder::new()
            .name("smtp".to_owned())
            .spawn(conversation);
        thread.map_err(|error| SendError::Server(error.to_string()))?;
        let reports = self.last.insert(reports);
        let deadline = Instant::now() + self.timeouts.all;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match reports.recv_timeout(left) {
                Ok(Report::Line(line)) => log(&line),
                Ok(Report::Done(done)) => return done,
                Err(RecvTimeoutError::Timeout) => {
                    let seconds = self.timeouts.all.as_secs();
                    return Err(SendError::Later(format!(
                        "the mail server has not taken the mail within {seconds} seconds"
                    )));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(SendError::Later("the conversation stopped".to_owned()));
                }
            }
        }
    }

    /// Waits until the last conversation has ended.
    fn await_last(&mut self) -> Result<(), SendError> {
        let deadline = Instant::now() + self.timeouts.step;
        while let Some(reports) = &self.last {
            match reports.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(_) => {}
                Err(RecvTimeoutError::Disconnected) => self.last = None,
                Err(RecvTimeoutError::Timeout) => {
                    let problem = "an earlier conversation with the mail server has not ended yet";
                    return Err(SendError::Server(problem.to_owned()));
                }
            }
        }
        Ok(())
    }
}

enum Report {
    Line(String),
    Done(Result<(), SendError>),
}

/// A conversation with the mail server.
struct Conversation<'a> {
    settings: &'a Settings,
    network: &'a dyn MailNetwork,
    say: &'a dyn Fn(String),
}

impl Conversation<'_> {
    /// Sends the mail, and passes the result to `report` before the connection ends: a mail that was taken
    /// must not wait for a server that does not say goodbye.
    fn hold(&self, envelope: &Envelope, message: &[u8], report: &dyn Fn(Result<(), SendError>)) {
        let mut connection = match self.connect() {
            Ok(connection) => connection,
            Err(cause) => return report(Err(SendError::Server(cause))),
        };
        report(self.send(&mut connection, envelope, message));
        // It may be broken already.
        let _ = connection.set_timeout(Some(GOODBYE));
        connection.abort();
    }

    /// Connects, encrypts and logs in. A failure concerns every mail.
    fn connect(&self) -> Result<SmtpConnection, String> {
        let Settings {
            host,
            port,
            tls,
            credentials,
            hello,
            timeout,
            ..
        } = self.settings;
        let parameters = match tls {
            MailTls::None => None,
            MailTls::Implicit | MailTls::StartTls => {
                let parameters = self.network.trust(host);
                Some(parameters.map_err(|error| format!("cannot use TLS: {}", chain(&error)))?)
            }
        };
        (self.say)(format!(
            "connecting to {host}, port {port}, tls \"{}\"",
            tls.word()
        ));
        let at_once = parameters.as_ref().filter(|_| *tls == MailTls::Implicit);
        let addresses = self.addresses()?;
        let mut connection =
            SmtpConnection::connect(&addresses[..], Some(*timeout), hello, at_once, None)
                .map_err(|error| self.no_connection(&error))?;
        (self.say)(format!("EHLO {hello}: {}", connection.server_info()));
        if *tls == MailTls::StartTls
            && let Some(parameters) = &parameters
        {
            if !connection.can_starttls() {
                let cause = "the mail server offers no STARTTLS at this port; try mail.tls = \"implicit\" with port 465";
                return Err(cause.to_owned());
            }
            connection
                .starttls(parameters, hello)
                .map_err(|error| self.no_connection(&error))?;
            (self.say)("STARTTLS: the connection is encrypted".to_owned());
        }
        if let Some(credentials) = credentials {
            let mechanisms = [Mechanism::Plain, Mechanism::Login];
            let answer = connection.auth(&mechanisms, credentials).map_err(|error| {
                format!(
                    "the mail server refuses mail.username and mail.password: {}",
                    chain(&error)
                )
            })?;
            (self.say)(format!("AUTH: {}", text(&answer)));
        }
        Ok(connection)
    }

    /// Returns the addresses to connect. All those of a host that administrators have set must be public; the
    /// connection goes to one that was checked, so that a name that changes in between has no effect.
    fn addresses(&self) -> Result<Vec<SocketAddr>, String> {
        let Settings {
            host,
            port,
            is_guarded,
            ..
        } = self.settings;
        let cannot = |cause: &dyn Display| {
            format!("cannot talk to {host}, port {port}: {}", printable(&cause))
        };
        let found = self.network.resolve(host, *port);
        let found = found.map_err(|error| cannot(&error))?;
        if *is_guarded && !found.iter().all(|address| is_public(address.ip())) {
            return Err(format!(
                "{host} has an address that is not public: only the configuration of the server can name such a mail server"
            ));
        }
        if found.is_empty() {
            return Err(cannot(&"the name has no address"));
        }
        let tried = found.into_iter().take(TRIED_ADDRESSES);
        Ok(tried.map(|address| self.network.route(address)).collect())
    }

    /// Returns why there is no connection, with what the operator can do.
    fn no_connection(&self, error: &SmtpError) -> String {
        let Settings {
            host,
            port,
            tls,
            timeout,
            ..
        } = self.settings;
        let cause = chain(error);
        let advice = if cause.contains("InvalidContentType") || cause.contains("corrupt message") {
            "; this port is not encrypted from the first byte: try mail.tls = \"starttls\""
        } else if cause.contains("invalid peer certificate") {
            "; the certificate must be valid for mail.host and known to the system (ca-certificates, or the variable SSL_CERT_FILE)"
        } else if is_timeout(error) && *tls == MailTls::StartTls {
            "; if this port is encrypted from the first byte, use mail.tls = \"implicit\""
        } else {
            ""
        };
        if is_timeout(error) {
            let seconds = timeout.as_secs();
            return format!("{host}, port {port}, did not answer within {seconds} seconds{advice}");
        }
        format!("cannot talk to {host}, port {port}: {cause}{advice}")
    }

    fn send(
        &self,
        connection: &mut SmtpConnection,
        envelope: &Envelope,
        message: &[u8],
    ) -> Result<(), SendError> {
        // What is wrong with the sender is wrong with every mail.
        let mail = MailFrom::new(envelope.from().cloned(), Vec::new());
        let answer = connection.command(mail).map_err(|error| {
            SendError::Server(format!(
                "the mail server refuses the sender: {}",
                chain(&error)
            ))
        })?;
        (self.say)(format!("MAIL FROM: {}", text(&answer)));
        for recipient in envelope.to() {
            let answer = connection
                .command(Rcpt::new(recipient.clone(), Vec::new()))
                .map_err(|error| match refusal("the recipient", &error) {
                    SendError::Never(cause) => SendError::Recipient(cause),
                    other => other,
                })?;
            (self.say)(format!("RCPT TO: {}", text(&answer)));
        }
        let answer = connection
            .command(Data)
            .map_err(|error| refusal("the mail", &error))?;
        (self.say)(format!("DATA: {}", text(&answer)));
        let answer = connection
            .message(message)
            .map_err(|error| refusal("the mail", &error))?;
        (self.say)(format!("the mail: {}", text(&answer)));
        Ok(())
    }
}

/// Returns what a failure after the sender was accepted means. 421 ends the service for all mails.
fn refusal(what: &str, error: &SmtpError) -> SendError {
    let cause = format!("the mail server did not accept {what}: {}", chain(error));
    let code = error.status().map(u16::from);
    if code == Some(421) {
        SendError::Server(cause)
    } else if error.is_permanent() {
        SendError::Never(cause)
    } else {
        SendError::Later(cause)
    }
}

/// Returns whether an answer did not come in time. A read that times out on Linux would block.
fn is_timeout(error: &SmtpError) -> bool {
    use std::io::ErrorKind::{TimedOut, WouldBlock};
    causes(error).any(|cause| {
        cause
            .downcast_ref::<std::io::Error>()
            .is_some_and(|error| matches!(error.kind(), TimedOut | WouldBlock))
    })
}

fn causes<'e>(error: &'e SmtpError) -> impl Iterator<Item = &'e (dyn StdError + 'static)> {
    std::iter::successors(error.source(), |error| (*error).source())
}

/// Returns an error in one line with its causes.
fn chain(error: &SmtpError) -> String {
    if is_timeout(error) {
        return "no answer in time".to_owned();
    }
    let code = error
        .status()
        .map(|code| format!("{code} "))
        .unwrap_or_default();
    let innermost = causes(error)
        .last()
        .map_or_else(|| error.to_string(), ToString::to_string);
    printable(&format!("{code}{innermost}"))
}

fn text(answer: &Response) -> String {
    let lines: Vec<&str> = answer.message().collect();
    printable(&format!("{} {}", answer.code(), lines.join(" ")))
}

/// Returns a text of the mail server without control characters, cut at 300 characters.
fn printable(text: &impl Display) -> String {
    let text = text.to_string();
    let shown = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    shown.take(300).collect()
}
