//! What the mail of a delivery says. Here are the texts about accounts; [`news`](super::news) has those
//! that users choose.

use super::content::{Content, Letter, link};
use super::message::Block;
use super::news::Composer;
use crate::core::clock::Timestamp;
use crate::core::config::{Config, Signup};
use crate::core::error::Result;
use crate::features::flags::model::Decision;
use crate::features::flags::visitors;
use crate::features::users::invitations;
use crate::features::users::mail_addresses::{MailLinkKind, new_link};
use crate::features::users::password_links;
use crate::features::users::store::mail_addresses::{Recipient, recipient};
use crate::features::users::store::notices;
use crate::platform::db::{Read, Write};
use crate::platform::outbox::store::{MAX_REFUSALS, choices};
use crate::platform::outbox::{Channel, Delivery, DeliveryKind};

/// Returns the mail of a claimed delivery that concerns an account, or `None` if it is not to be sent any
/// more. Creates the link that the mail contains.
pub fn about_account(
    tx: &Write<'_>,
    config: &Config,
    delivery: &Delivery,
) -> Result<Option<Letter>> {
    if delivery.kind == DeliveryKind::ReportDecided {
        return to_visitor(tx, config, delivery);
    }
    if delivery.kind == DeliveryKind::Invitation {
        return to_invited(tx, config, delivery);
    }
    let Some((to, address)) = addressee(tx, delivery)? else {
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
        DeliveryKind::SecondFactorReset => Some(second_factor_reset(config, &to)),
        DeliveryKind::NewDevice => notices::device(tx, delivery.object)?
            .map(|(device, at)| new_device(config, &to, &device, at)),
        _ => None,
    };
    Ok(content.and_then(|content| content.to(delivery, &address)))
}

/// Returns the mail of a claimed delivery that its recipient has chosen, or `None` if it is not to be sent
/// any more: they are gone, disabled or suspended, do not want it, may not read what it is about, or have seen it.
pub fn about_news(read: &Read<'_>, config: &Config, delivery: &Delivery) -> Result<Option<Letter>> {
    let Some((to, address)) = addressee(read, delivery)? else {
        return Ok(None);
    };
    let (user, kind) = (delivery.recipient, delivery.kind);
    if to.is_suspended
        || to.addresses.refusals >= MAX_REFUSALS
        || !choices::exists(read, user, Channel::Mail, kind)?
    {
        return Ok(None);
    }
    let composer = Composer {
        read,
        config,
        to: &to.account,
        kind,
    };
    let content = match kind {
        DeliveryKind::Answer | DeliveryKind::Comment => composer.response(delivery.object)?,
        DeliveryKind::Mention => composer.mention(delivery.object)?,
        DeliveryKind::Watched => composer.watched(delivery.object)?,
        DeliveryKind::Reminder => composer.reminders(delivery.object)?,
        DeliveryKind::DailyDigest | DeliveryKind::WeeklyDigest => {
            composer.digest(delivery.object)?
        }
        _ => None,
    };
    Ok(content.and_then(|content| content.to(delivery, &address)))
}

/// Returns the recipient of a delivery, if they may get mails, and the address that it goes to.
fn addressee(read: &Read<'_>, delivery: &Delivery) -> Result<Option<(Recipient, String)>> {
    let Some(to) = recipient(read, delivery.recipient)? else {
        return Ok(None);
    };
    let current = to.addresses.address.clone();
    let address = delivery.destination.clone().or(current);
    Ok(address.map(|address| (to, address)))
}

/// Returns the mail about the decision of a visitor's report, or `None` if the decision was undone.
fn to_visitor(read: &Read<'_>, config: &Config, delivery: &Delivery) -> Result<Option<Letter>> {
    let Some(report) = visitors::told(read, delivery.object)? else {
        return Ok(None);
    };
    let site = &config.site.title;
    let outcome = if report.decision == Decision::Uphold {
        "A moderator has found your report to be right."
    } else {
        "A moderator has decided that the content may stay."
    };
    let title = format!("Your report to {site}");
    let content = Content {
        site: site.clone(),
        subject: title.clone(),
        title,
        blocks: vec![
            Block::Text(outcome.to_owned()),
            Block::Text(format!("The reason: {}", report.reason)),
            Block::Link("See what you reported", link(config, &report.path)),
            Block::small("Your name and your address are erased 30 days later."),
        ],
        thread: None,
        unsubscribe: None,
        told_up_to: None,
    };
    let address = delivery.destination.as_deref().unwrap_or_default();
    Ok(content.to(delivery, address))
}

/// Returns the mail with an invitation, or `None` if it is not open any more, or the sender may not invite.
fn to_invited(tx: &Write<'_>, config: &Config, delivery: &Delivery) -> Result<Option<Letter>> {
    if config.auth.signup == Signup::Closed || recipient(tx, delivery.recipient)?.is_none() {
        return Ok(None);
    }
    let Some((token, end)) = invitations::renew(tx, delivery.object)? else {
        return Ok(None);
    };
    let site = &config.site.title;
    let day = end.to_string();
    let day = day.split('T').next().unwrap_or_default();
    let title = format!("You are invited to {site}");
    let content = Content {
        site: site.clone(),
        subject: title.clone(),
        title,
        blocks: vec![
            Block::Text(format!(
                "An administrator of {site} invites you. One person can sign up with this link, until {day}."
            )),
            Block::Link("Sign up", link(config, &invitations::path(&token))),
            Block::small(
                "If you do not want to, do nothing. Your address is used for this mail only, and is deleted within two weeks.",
            ),
        ],
        thread: None,
        unsubscribe: None,
        told_up_to: None,
    };
    let address = delivery.destination.as_deref().unwrap_or_default();
    Ok(content.to(delivery, address))
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
        Block::small("If you did not ask for this, do nothing: then nothing changes."),
    ];
    Content::about_account(
        config,
        format!("Confirm your address for {site}"),
        to,
        blocks,
    )
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
        Block::small("If you did not ask for this, do nothing: your password stays as it is."),
    ];
    Content::about_account(
        config,
        format!("Choose another password for {site}"),
        to,
        blocks,
    )
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
        Block::Link("Go to the login", link(config, "/login")),
    ];
    Content::about_account(
        config,
        format!("Your address on {site} was changed"),
        to,
        blocks,
    )
}

fn password_changed(config: &Config, to: &Recipient) -> Content {
    let site = &config.site.title;
    let blocks = vec![
        Block::Text(format!(
            "Your account on {site} has another password. All other sessions have ended."
        )),
        Block::Text(NOT_YOU.to_owned()),
        Block::Link("Go to the login", link(config, "/login")),
    ];
    Content::about_account(
        config,
        format!("Your password on {site} was changed"),
        to,
        blocks,
    )
}

fn sign_in_reset(config: &Config, to: &Recipient) -> Content {
    let site = &config.site.title;
    let blocks = vec![
        Block::Text(format!(
            "An administrator or the operator of {site} reset your login: your former password no longer works, and your sessions have ended."
        )),
        Block::Text("They can give you a link to choose another password.".to_owned()),
        Block::Text(
            "This address was removed from your account. You can enter it again when you have logged in."
                .to_owned(),
        ),
        Block::Link("Go to the login", link(config, "/login")),
    ];
    Content::about_account(
        config,
        format!("Your login on {site} was reset"),
        to,
        blocks,
    )
}

fn second_factor_reset(config: &Config, to: &Recipient) -> Content {
    let site = &config.site.title;
    let blocks = vec![
        Block::Text(format!(
            "An administrator or the operator of {site} turned off the second factor of your account: a login with your password needs no code any more."
        )),
        Block::Text("You can turn it on again in your settings.".to_owned()),
        Block::Text(NOT_YOU.to_owned()),
        Block::Link("Go to the settings", link(config, "/settings/account")),
    ];
    Content::about_account(
        config,
        format!("Your second factor on {site} was turned off"),
        to,
        blocks,
    )
}

fn new_device(config: &Config, to: &Recipient, device: &str, at: Timestamp) -> Content {
    let site = &config.site.title;
    let blocks = vec![
        Block::Text(format!(
            "A browser logged in to your account on {site} that has not done so before: {device}, on {}.",
            at.to_minute()
        )),
        Block::Text(
            "If it was you, you need not do anything. If it was not, end its session in your settings and choose another password."
                .to_owned(),
        ),
        Block::Link("See where you are logged in", link(config, "/settings/account")),
    ];
    Content::about_account(config, format!("New login on {site}"), to, blocks)
}
