//! What the mail of a delivery says: the table of all texts.

use super::message::{Block, Mail};
use super::unsubscribe;
use crate::config::Config;
use crate::db::Write;
use crate::deliveries::{Channel, Delivery, DeliveryKind, store as deliveries};
use crate::error::Result;
use crate::notifications::{self, Notification, UpdateType};
use crate::users::mail_addresses::{MailLinkKind, new_link};
use crate::users::password_links;
use crate::users::store::mail_addresses::{Recipient, recipient};

/// Returns the mail of a claimed delivery, or `None` if it is not to be sent any more: the recipient
/// is gone or disabled, may not read what it is about, has read it, or does not want it. Creates the link
/// that the mail contains.
pub fn compose(tx: &Write<'_>, config: &Config, delivery: &Delivery) -> Result<Option<Mail>> {
    let Some(to) = recipient(tx, delivery.recipient)? else {
        return Ok(None);
    };
    let current = to.addresses.address.clone();
    let Some(address) = delivery.destination.clone().or(current) else {
        return Ok(None);
    };
    let content = match delivery.kind {
        DeliveryKind::VerifyAddress if to.addresses.pending.as_ref() != Some(&address) => None,
        DeliveryKind::VerifyAddress => {
            let token = new_link(tx, delivery.recipient, MailLinkKind::Verify, &address)?;
            Some(verify_address(config, &to, &token))
        }
        DeliveryKind::ResetPassword => {
            let token = new_link(tx, delivery.recipient, MailLinkKind::Reset, &address)?;
            Some(reset_password(config, &to, &token))
        }
        DeliveryKind::AddressChanged => Some(address_changed(config, &to)),
        DeliveryKind::PasswordChanged => Some(password_changed(config, &to)),
        DeliveryKind::SignInReset => Some(sign_in_reset(config, &to)),
        DeliveryKind::Answer | DeliveryKind::Comment => response(tx, config, delivery)?,
        // There is no mail about it.
        DeliveryKind::Mention => None,
    };
    let (Some(content), Ok(to)) = (content, address.parse()) else {
        return Ok(None);
    };
    let (kind, object, user) = (delivery.kind.name(), delivery.object, delivery.recipient);
    Ok(Some(Mail {
        to,
        subject: content.subject,
        blocks: content.blocks,
        id: format!("{kind}.{object}.{user}"),
        thread: content.thread,
        unsubscribe: content.unsubscribe,
    }))
}

/// What a mail says.
struct Content {
    subject: String,
    blocks: Vec<Block>,
    thread: Option<String>,
    unsubscribe: Option<String>,
}

impl Content {
    fn about_account(subject: String, to: &Recipient, blocks: Vec<Block>) -> Self {
        let hello = Block::Text(format!("Hello {},", to.username));
        Self {
            subject,
            blocks: std::iter::once(hello).chain(blocks).collect(),
            thread: None,
            unsubscribe: None,
        }
    }
}

fn link(config: &Config, path: &str) -> String {
    format!("{}{path}", &*config.server.base_url)
}

fn verify_address(config: &Config, to: &Recipient, token: &str) -> Content {
    let site = &config.site.title;
    let blocks = vec![
        Block::Text(format!(
            "Is this your address? Confirm it within an hour, and {site} sends its mails here."
        )),
        Block::Link(
            "Confirm the address",
            link(config, &format!("/mail/verify#token={token}")),
        ),
        Block::Small("If you did not ask for this, do nothing: then nothing changes.".to_owned()),
    ];
    Content::about_account(format!("Confirm your address for {site}"), to, blocks)
}

fn reset_password(config: &Config, to: &Recipient, token: &str) -> Content {
    let site = &config.site.title;
    let blocks = vec![
        Block::Text(
            "Choose another password within an hour. It ends all sessions of your account."
                .to_owned(),
        ),
        Block::Link(
            "Choose a password",
            link(config, &password_links::path(token)),
        ),
        Block::Small(
            "If you did not ask for this, do nothing: your password stays as it is.".to_owned(),
        ),
    ];
    Content::about_account(format!("Choose another password for {site}"), to, blocks)
}

const NOT_YOU: &str =
    "If it was not you, choose another password now, or ask an administrator of the site for help.";

fn address_changed(config: &Config, to: &Recipient) -> Content {
    let site = &config.site.title;
    let blocks = vec![
        Block::Text(format!(
            "Your account on {site} does not use this address any more."
        )),
        Block::Text(NOT_YOU.to_owned()),
        Block::Link("The site", link(config, "/login")),
    ];
    Content::about_account(format!("Your address on {site} was changed"), to, blocks)
}

fn password_changed(config: &Config, to: &Recipient) -> Content {
    let site = &config.site.title;
    let blocks = vec![
        Block::Text(format!(
            "Your account on {site} has another password. All other sessions have ended."
        )),
        Block::Text(NOT_YOU.to_owned()),
        Block::Link("The site", link(config, "/login")),
    ];
    Content::about_account(format!("Your password on {site} was changed"), to, blocks)
}

fn sign_in_reset(config: &Config, to: &Recipient) -> Content {
    let site = &config.site.title;
    let blocks = vec![
        Block::Text(format!(
            "An administrator or the operator of {site} reset your sign-in: your former password no longer works, and your sessions have ended."
        )),
        Block::Text("They can give you a link to choose another password.".to_owned()),
        Block::Text(
            "This address was removed from your account. You can enter it again when you have logged in."
                .to_owned(),
        ),
        Block::Link("The site", link(config, "/login")),
    ];
    Content::about_account(format!("Your sign-in on {site} was reset"), to, blocks)
}

/// Returns the mail about an answer or a comment that the recipient may read, has not read, and wants
/// to be told.
fn response(tx: &Write<'_>, config: &Config, delivery: &Delivery) -> Result<Option<Content>> {
    let wanted = deliveries::choices(tx, delivery.recipient, Channel::Mail)?;
    let found = notifications::store::one(tx, delivery.recipient, delivery.object)?;
    let Some(found) = found.filter(|found| wanted.contains(&delivery.kind) && !found.viewed) else {
        return Ok(None);
    };
    let Notification {
        question_id,
        question_title,
        answer_id,
        update_by,
        update_text,
        ..
    } = found;
    let (did, kind) = match (found.update_type, &answer_id) {
        (UpdateType::Answer, _) => ("answered your question", "answers to your questions"),
        (UpdateType::Comment, Some(_)) => ("commented on your answer to", "comments on your posts"),
        (UpdateType::Comment, None) => ("commented on your question", "comments on your posts"),
    };
    let anchor = answer_id.map_or(String::new(), |answer| format!("#{answer}"));
    let token = unsubscribe::token(tx, delivery.recipient, delivery.kind)?;
    let unsubscribe = link(config, &unsubscribe::path(&token));
    let blocks = vec![
        Block::Text(format!("{update_by} {did} “{question_title}”:")),
        Block::Quote(update_text),
        Block::Link(
            "Read it",
            link(config, &format!("/question/{question_id}{anchor}")),
        ),
        Block::Small(format!(
            "You get this because you chose mails about {kind}. No more of them: {unsubscribe}"
        )),
    ];
    Ok(Some(Content {
        subject: format!("[{}] {question_title}", config.site.title),
        blocks,
        thread: Some(format!("question.{question_id}")),
        unsubscribe: Some(unsubscribe),
    }))
}
