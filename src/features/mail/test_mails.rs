//! Mails that show whether the settings are right.

use std::sync::{Mutex, TryLockError};
use std::time::Duration;

use lettre::Address;

use super::message::{Block, Mail};
use super::smtp::{MailServer, SendError, Timeouts};
use crate::core::clock::Clock;
use crate::core::config::Config;
use crate::core::error::{Error, Result, Sentence};

/// The time limits of a test mail that an administrator waits for on the page.
const TIMEOUTS: Timeouts = Timeouts {
    step: Duration::from_secs(8),
    all: Duration::from_secs(20),
};

/// Sends test mails for the administration page, one at a time.
pub struct TestMails(Mutex<MailServer>);

impl Default for TestMails {
    fn default() -> Self {
        Self(Mutex::new(MailServer::new(&Config::default(), TIMEOUTS)))
    }
}

impl TestMails {
    /// Sends a test mail to an address. Blocks. The outer error is that of a mail that cannot be made, or of
    /// another one that is being sent.
    pub fn send(&self, config: &Config, to: Address) -> Result<Result<(), SendError>> {
        let mut server = match self.0.try_lock() {
            Ok(server) => server,
            Err(TryLockError::WouldBlock) => return Err(Sentence::TestMailRunning.into()),
            Err(TryLockError::Poisoned(_)) => return Err(Error::internal("a test mail panicked")),
        };
        server.update(config);
        send(&mut server, config, to, &mut |_| {})
    }
}

/// Sends a test mail to an address, and passes the lines of the dialogue to `log`. Blocks. The outer
/// error is that of a mail that cannot be made.
pub fn send_test(
    config: &Config,
    to: Address,
    log: &mut dyn FnMut(&str),
) -> Result<Result<(), SendError>> {
    let mut server = MailServer::new(config, Timeouts::default());
    send(&mut server, config, to, log)
}

fn send(
    server: &mut MailServer,
    config: &Config,
    to: Address,
    log: &mut dyn FnMut(&str),
) -> Result<Result<(), SendError>> {
    let now = Clock::system().now();
    let site = &config.site.title;
    let mail = Mail {
        to,
        site: site.clone(),
        subject: format!("Test mail of {site}"),
        title: format!("Test mail of {site}"),
        blocks: vec![
            Block::Text(format!("This mail shows that {site} can send mail.")),
            Block::Link("Go to the site", config.server.base_url.to_string()),
        ],
        id: format!("test.{}", now.millis()),
        thread: None,
        unsubscribe: None,
    };
    let (envelope, message) = mail.message(&super::sender(config)?, now)?;
    Ok(server.send(envelope, message, log))
}
