//! E-mail: what a delivery says, and how it reaches the mail server.

mod compose;
mod content;
mod digest;
mod digest_checks;
mod message;
mod network;
mod news;
pub mod routes;
mod sender;
mod server_settings;
mod smtp;
mod test_mails;
mod thread;
mod unsubscribe;

use crate::core::config::Config;
use crate::core::error::{Error, Result};

#[cfg(test)]
pub use message::{Block, Mail};
#[cfg(test)]
pub use network::MailNetwork;
pub use sender::{Sender, Step};
pub use smtp::{MailServer, SendError, Timeouts};
pub use test_mails::{TestMails, send_test};
#[cfg(test)]
pub use thread::Pace;
pub use thread::start;
pub use unsubscribe::PATH as UNSUBSCRIBE_PATH;
#[cfg(test)]
pub use unsubscribe::token as unsubscribe_token;

/// Returns the sender of the mails. A sender without a name has that of the site.
fn sender(config: &Config) -> Result<lettre::message::Mailbox> {
    let mut sender = config
        .mail_sender()
        .ok_or_else(|| Error::internal("mail.from is not set"))?;
    sender.name.get_or_insert_with(|| config.site.title.clone());
    Ok(sender)
}
