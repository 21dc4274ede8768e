//! E-mail: what a delivery says, and how it reaches the mail server.

mod compose;
mod content;
mod digest;
mod looks;
mod message;
mod news;
pub mod routes;
mod sender;
mod smtp;
mod unsubscribe;

use lettre::Address;

use crate::clock::Clock;
use crate::config::Config;
use crate::error::{Error, Result};

pub use message::{Block, Mail};
#[cfg(test)]
pub use sender::Pace;
pub use sender::{Sender, Step, start};
pub use smtp::{MailServer, SendError, Timeouts};
pub use unsubscribe::PATH as UNSUBSCRIBE_PATH;
#[cfg(test)]
pub use unsubscribe::token as unsubscribe_token;

/// Sends a test mail to an address, and passes the lines of the dialogue to `log`. Blocks. The outer
/// error is that of a mail that cannot be made.
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
    let (envelope, message) = mail.message(&sender(config)?, now)?;
    Ok(MailServer::new(config, Timeouts::default()).send(envelope, message, log))
}

/// Returns the sender of the mails.
fn sender(config: &Config) -> Result<lettre::message::Mailbox> {
    config
        .mail_sender()
        .ok_or_else(|| Error::internal("mail.from is not set"))
}
