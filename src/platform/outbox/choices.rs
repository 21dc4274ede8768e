//! What users want to be told outside of the site, and when.

use std::time::Duration;

use super::model::{Channel, DeliveryChoice, DeliveryKind};
use super::schedule::{QuietHours, Zone};
use super::store::{cancel, choices as store};
use crate::core::clock::Timestamp;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::platform::db::{Read, Write};

/// The shortest time between two looks whether there is something new to collect.
const LOOK_INTERVAL: Duration = Duration::from_secs(15 * 60);

/// Notes whether a user wants a kind by a channel. Of the digests they get the one that they chose last;
/// the first one has all kinds of news. What they do not want is not sent any more, even if it waits.
/// Rejects with 400 what cannot be chosen.
pub fn choose(
    tx: &Write<'_>,
    user: Id,
    DeliveryChoice { channel, kind }: DeliveryChoice,
    is_wanted: bool,
) -> Result<()> {
    if !kind.is_chosen() {
        return Err(Sentence::MailAlwaysSent.into());
    }
    if channel != Channel::Mail && kind.is_digest() {
        return Err(Sentence::DigestByMailOnly.into());
    }
    if channel == Channel::FullText && !DeliveryKind::WITH_TEXT.contains(&kind) {
        return Err(Sentence::MailWithoutText.into());
    }
    if !is_wanted {
        return end(tx, user, DeliveryChoice { channel, kind }).map(drop);
    }
    store::add_settings(tx, user)?;
    let mut told_up_to = match kind {
        DeliveryKind::Reminder => tx.now.millis(),
        _ => Id::at(tx.now, 0).as_i64(),
    };
    if kind.is_digest() {
        for other in DeliveryKind::DIGESTS {
            if other != kind {
                let other = DeliveryChoice {
                    channel,
                    kind: other,
                };
                told_up_to = end(tx, user, other)?.unwrap_or(told_up_to);
            }
        }
        choose_contents(tx, user, told_up_to)?;
    }
    let next = match channel {
        Channel::Mail | Channel::Push => next_look(&store::zone(tx, user)?, kind, tx.now),
        Channel::Digest | Channel::FullText => None,
    };
    store::insert(tx, user, DeliveryChoice { channel, kind }, told_up_to, next)
}

/// Chooses all kinds of news for the digests of a user who has chosen none.
fn choose_contents(tx: &Write<'_>, user: Id, told_up_to: i64) -> Result<()> {
    let channel = Channel::Digest;
    let chosen = store::of(tx, user)?;
    if chosen.iter().any(|choice| choice.channel == channel) {
        return Ok(());
    }
    for kind in DeliveryKind::NEWS {
        store::insert(tx, user, DeliveryChoice { channel, kind }, told_up_to, None)?;
    }
    Ok(())
}

/// Ends mails of a kind, or all digests, in the name of the user whose link is used.
pub fn unsubscribe(tx: &Write<'_>, user: Id, kind: DeliveryKind) -> Result<()> {
    let digests = DeliveryKind::DIGESTS.as_slice();
    let kinds = if kind.is_digest() { digests } else { &[kind] };
    for kind in kinds {
        let channel = Channel::Mail;
        choose(
            tx,
            user,
            DeliveryChoice {
                channel,
                kind: *kind,
            },
            false,
        )?;
    }
    Ok(())
}

/// Removes a choice and what waits because of it. Returns up to where the user was told of it.
fn end(tx: &Write<'_>, user: Id, choice: DeliveryChoice) -> Result<Option<i64>> {
    let told = store::delete(tx, user, choice)?;
    cancel(tx, user, choice.channel, choice.kind)?;
    Ok(told)
}

/// Returns when to look after `now` whether there is something to collect, if the kind is collected.
pub fn next_look(zone: &Zone, kind: DeliveryKind, now: Timestamp) -> Option<Timestamp> {
    match kind {
        DeliveryKind::Watched | DeliveryKind::Reminder => Some(now.plus(LOOK_INTERVAL)),
        DeliveryKind::DailyDigest => Some(zone.next_morning(now)),
        DeliveryKind::WeeklyDigest => Some(zone.next_monday(now)),
        _ => None,
    }
}

/// Changes the time zone and the quiet hours of a user. Rejects an unknown zone with 400.
pub fn set_times(
    tx: &Write<'_>,
    user: Id,
    time_zone: &str,
    quiet: Option<QuietHours>,
) -> Result<()> {
    let zone = Zone::named(time_zone)?;
    store::add_settings(tx, user)?;
    store::set_times(tx, user, time_zone, quiet)?;
    store::end_postponements(tx, user)?;
    for kind in DeliveryKind::DIGESTS {
        if let Some(next) = next_look(&zone, kind, tx.now) {
            store::set_next_look(tx, user, kind, next)?;
        }
    }
    Ok(())
}

/// Returns the end of the quiet hours of a user, if it is one of these hours.
pub fn quiet_until(read: &Read<'_>, user: Id) -> Result<Option<Timestamp>> {
    let settings = store::settings(read, user)?;
    let Some(quiet) = settings.quiet else {
        return Ok(None);
    };
    Ok(quiet.end(&Zone::stored(&settings.time_zone), read.now))
}
