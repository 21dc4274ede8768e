//! One look for what is due, and its mail.

use std::sync::Arc;

use lettre::message::Mailbox;

use super::compose::{about_account, about_news};
use super::content::Letter;
use super::digest_checks;
use super::smtp::{MailServer, SendError};
use crate::core::config::Config;
use crate::core::error::Result;
use crate::features::users::store::mail_addresses;
use crate::platform::db::Write;
use crate::platform::outbox::choices::quiet_until;
use crate::platform::outbox::store::choices;
use crate::platform::outbox::{Channel, Delivery, store};
use crate::platform::web::App;

/// What became of one look for a due delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// None was due.
    Idle,
    Sent,
    /// It is not to be sent any more.
    Dropped,
    /// It waits for the end of its recipient's quiet hours.
    Postponed,
    /// Members were looked at for whom something is collected.
    Looked,
    /// The mail server did not take it. It waits, or has failed.
    Refused,
    /// The mail server takes no mail at the moment. It waits, and the attempt does not count.
    Unavailable,
}

/// Sends due deliveries, each with the settings that apply when it begins.
pub struct Sender {
    server: MailServer,
}

impl Sender {
    /// Creates a sender that uses this server.
    pub fn new(server: MailServer) -> Self {
        Self { server }
    }

    /// Claims the delivery that is due first, sends it and marks it. If none is due, looks for what is
    /// collected. Does nothing if the site sends no mail. Blocks.
    pub fn step(&mut self, app: &Arc<App>) -> Result<Step> {
        let settings = app.settings();
        if !settings.config.has_mail() {
            return Ok(Step::Idle);
        }
        if !app
            .db
            .read_blocking(|read| store::is_due(read, Channel::Mail))?
        {
            let has_looked = digest_checks::step(app)?;
            return Ok(if has_looked { Step::Looked } else { Step::Idle });
        }
        let from = super::sender(&settings.config)?;
        self.server.update(&settings.config);
        let used = settings.clone();
        let claimed = app.db.write_blocking(move |tx| {
            tx.without_event("the outbox is private");
            claim(tx, &used.config)
        })?;
        let (delivery, letter) = match claimed {
            Claimed::Nothing => return Ok(Step::Idle),
            Claimed::Postponed => return Ok(Step::Postponed),
            Claimed::Account(delivery, letter) => (delivery, letter.map(|letter| *letter)),
            Claimed::News(delivery) => {
                let news = delivery.clone();
                let letter = app
                    .db
                    .read_blocking(move |read| about_news(read, &settings.config, &news))?;
                (delivery, letter)
            }
        };
        let (step, result) = match letter {
            Some(letter) => self.send(app, &from, &delivery, &letter)?,
            None => {
                app.db.write_blocking(move |tx| {
                    tx.without_event("the outbox is private");
                    store::drop_delivery(tx, delivery.id)
                })?;
                (Step::Dropped, "dropped")
            }
        };
        app.metrics.count("stoa_mails_total", &[("result", result)]);
        Ok(step)
    }

    fn send(
        &mut self,
        app: &Arc<App>,
        from: &Mailbox,
        delivery: &Delivery,
        letter: &Letter,
    ) -> Result<(Step, &'static str)> {
        let mail = &letter.mail;
        let sent = match mail.message(from, app.clock.now()) {
            Ok((envelope, message)) => self.server.send(envelope, message, &mut |line| {
                tracing::debug!(delivery = %delivery.id, "mail: {line}");
            }),
            Err(error) => Err(SendError::Never(error.to_string())),
        };
        let (id, kind) = (delivery.id, delivery.kind.name());
        let now = app.clock.now();
        let problem = sent.as_ref().err().map_or_else(String::new, |error| {
            without_address(error.cause(), mail.to.as_ref())
        });
        let (done, next) = match &sent {
            Ok(()) => ((Step::Sent, "sent"), None),
            Err(SendError::Server(_)) => {
                tracing::warn!("the mail server takes no mail: {problem}");
                ((Step::Unavailable, "unavailable"), None)
            }
            Err(error) => {
                let pause = delivery
                    .pause()
                    .filter(|_| matches!(error, SendError::Later(_)));
                let result = if pause.is_some() { "later" } else { "failed" };
                tracing::warn!(delivery = %id, kind, result, "a mail was not sent: {problem}");
                ((Step::Refused, result), pause.map(|pause| now.plus(pause)))
            }
        };
        let (user, kind, address) = (delivery.recipient, delivery.kind, mail.to.to_string());
        let told_up_to = letter.told_up_to.filter(|_| next.is_none());
        app.db.write_blocking(move |tx| {
            tx.without_event("the outbox is private");
            if let Err(SendError::Server(_)) = sent {
                return store::release(tx, id, &problem);
            }
            match sent {
                Ok(()) => {
                    store::mark_sent(tx, id)?;
                    mail_addresses::note_success(tx, user, &address)?;
                }
                Err(error) => {
                    store::mark_attempt(tx, id, &problem, next)?;
                    if matches!(error, SendError::Recipient(_)) {
                        mail_addresses::note_refusal(tx, user, &address)?;
                    }
                }
            }
            // Also of a mail that has failed: the next one goes on after it.
            told_up_to.map_or(Ok(()), |up_to| {
                choices::set_told(tx, user, Channel::Mail, kind, up_to)
            })
        })?;
        Ok(done)
    }
}

/// Returns a cause without the recipient's address, which mail servers like to repeat: neither the log nor
/// an administrator is shown it.
fn without_address(cause: &str, address: &str) -> String {
    let (lower, address) = (cause.to_ascii_lowercase(), address.to_ascii_lowercase());
    let mut shown = String::new();
    let mut rest = 0;
    for (at, _) in lower.match_indices(&address) {
        shown += &cause[rest..at];
        shown += "(the address)";
        rest = at + address.len();
    }
    shown + &cause[rest..]
}

/// A delivery that has been claimed, with its mail if it is to be sent.
enum Claimed {
    Nothing,
    Postponed,
    Account(Delivery, Option<Box<Letter>>),
    /// Its mail is still to be written.
    News(Delivery),
}

/// Claims the delivery that is due first, and writes its mail if it concerns an account. Another one
/// waits if its recipient has quiet hours.
fn claim(tx: &Write<'_>, config: &Config) -> Result<Claimed> {
    let Some(delivery) = store::claim(tx, Channel::Mail)? else {
        return Ok(Claimed::Nothing);
    };
    if !delivery.kind.is_chosen() {
        let letter = about_account(tx, config, &delivery)?;
        return Ok(Claimed::Account(delivery, letter.map(Box::new)));
    }
    match quiet_until(tx, delivery.recipient)? {
        Some(end) => {
            store::postpone(tx, delivery.id, end)?;
            Ok(Claimed::Postponed)
        }
        None => Ok(Claimed::News(delivery)),
    }
}
