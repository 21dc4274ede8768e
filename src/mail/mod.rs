//! E-mail: the messages, and how they reach the mail server.

mod message;
mod smtp;

use lettre::Address;

use crate::clock::Clock;
use crate::config::Config;
use crate::error::{Error, Result};

pub use message::{Block, Mail};
pub use smtp::{MailServer, SendError, Timeouts};

/// Sends a test mail to an address, and passes the lines of the dialogue to `log`. Blocks. `Err` is a
/// mail that cannot be made.
pub fn send_test(
    config: &Config,
    to: Address,
    log: &mut dyn FnMut(&str),
) -> Result<std::result::Result<(), SendError>> {
    let now = Clock::system().now();
    let site = &config.site.title;
    let mail = Mail {
        to,
        subject: format!("Test mail of {site}"),
        blocks: vec![
            Block::Text(format!("This mail shows that {site} can send mail.")),
            Block::Link("The site", config.server.base_url.to_string()),
        ],
        id: format!("test.{}", now.millis()),
        thread: None,
        unsubscribe: None,
    };
    let from = config
        .mail_sender()
        .ok_or_else(|| Error::internal("mail.from is not set"))?;
    let (envelope, message) = mail.message(&from, now)?;
    Ok(MailServer::new(config, Timeouts::default()).send(envelope, message, log))
}
