//! What a mail says, before it has an address.

use super::message::{Block, Mail};
use crate::core::config::Config;
use crate::features::users::store::mail_addresses::Recipient;
use crate::platform::outbox::Delivery;

/// A mail, and what its recipient has been told once it is sent.
pub struct Letter {
    pub mail: Mail,
    /// For what is collected: up to where.
    pub told_up_to: Option<i64>,
}

/// What a mail says.
pub struct Content {
    /// The name of the site.
    pub site: String,
    pub subject: String,
    /// What the mail is about: the heading of its text.
    pub title: String,
    pub blocks: Vec<Block>,
    pub thread: Option<String>,
    pub unsubscribe: Option<String>,
    /// For what is collected: up to where.
    pub told_up_to: Option<i64>,
}

impl Content {
    /// Returns the mail of a delivery to an address, if it is one.
    pub fn to(self, delivery: &Delivery, address: &str) -> Option<Letter> {
        let (kind, object, user) = (delivery.kind.name(), delivery.object, delivery.recipient);
        let mail = Mail {
            to: address.parse().ok()?,
            site: self.site,
            subject: self.subject,
            title: self.title,
            blocks: self.blocks,
            id: format!("{kind}.{object}.{user}"),
            thread: self.thread,
            unsubscribe: self.unsubscribe,
        };
        Some(Letter {
            mail,
            told_up_to: self.told_up_to,
        })
    }

    /// Creates a mail about the account of its recipient.
    pub fn about_account(
        config: &Config,
        subject: String,
        to: &Recipient,
        blocks: Vec<Block>,
    ) -> Self {
        let hello = Block::Text(format!("Hello {},", to.account.username()));
        Self {
            site: config.site.title.clone(),
            title: subject.clone(),
            subject,
            blocks: std::iter::once(hello).chain(blocks).collect(),
            thread: None,
            unsubscribe: None,
            told_up_to: None,
        }
    }
}

/// Returns the address of a page of this site.
pub fn link(config: &Config, path: &str) -> String {
    format!("{}{path}", &*config.server.base_url)
}
