//! Push messages: what a delivery says on a device, and how it reaches the push service of its browser.
//!
//! A browser subscribes at the push service of its maker, and passes the address and its keys to the
//! site. The site sends encrypted messages there. The service learns that and when a device is told
//! something, but not what. A device belongs to a session, and ends with it.

pub mod invariants;

mod content;
mod encryption;
mod digest_checks;
mod model;
pub mod routes;
mod sender;
pub mod store;
mod vapid;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;

use crate::core::error::{Error, Result, Sentence};
use crate::core::http_client::{HostList, Target};
use crate::core::id::Id;
use crate::features::users::Me;
use crate::platform::db::{Read, Write};
use crate::platform::outbox::{self, Channel, DeliveryChoice, DeliveryKind, choices};
use crate::platform::web::App;

#[cfg(test)]
pub use encryption::{DeviceKeys, MAX_TEXT, encrypt};
#[cfg(not(test))]
use encryption::{DeviceKeys, encrypt};
pub use model::{NewDevice, PushDevice, PushSettings};
pub use sender::{Sender, start};
pub use vapid::SiteKey;

/// Makes the key pair of a site that uses push, before its first request.
pub fn prepare(app: &App) {
    if app.config.push.enabled {
        app.db.write_later(|tx| SiteKey::find_or_make(tx).map(drop));
    }
}

/// Returns what the caller has chosen about push.
fn settings(read: &Read<'_>, me: &Me) -> Result<PushSettings> {
    let key = SiteKey::find(read)?;
    let key = key.ok_or_else(|| Error::internal("the site has no key for push yet"))?;
    Ok(PushSettings {
        public_key: key.public(),
        devices: store::of(read, me, Some(me.session()))?,
        kinds: kinds(read, me)?,
    })
}

/// Returns the kinds of news that the caller wants by push.
fn kinds(read: &Read<'_>, me: &Me) -> Result<Vec<DeliveryKind>> {
    let chosen = outbox::store::choices::of(read, me.id())?.into_iter();
    let by_push = chosen.filter(|choice| choice.channel == Channel::Push);
    Ok(by_push.map(|choice| choice.kind).collect())
}

/// Makes the browser of the caller's session a device. It replaces the former device of the session, one
/// with the same address, and the oldest device beyond the limit. With their first device, the caller
/// is told of what concerns them. Rejects an address at an unknown push service, and invalid keys, with
/// 400.
fn add_device(tx: &mut Write<'_>, me: &Me, new: &NewDevice, hosts: &HostList) -> Result<()> {
    if Target::parse(&new.endpoint, hosts).is_none() {
        return Err(Sentence::PushServiceUnknown.into());
    }
    let keys = keys_of(new).ok_or(Sentence::PushKeysInvalid)?;
    tx.without_event("devices are private");
    let is_first = store::of(tx, me, None)?.is_empty();
    if is_first && kinds(tx, me)?.is_empty() {
        for kind in DeliveryKind::PUSHED_AT_FIRST {
            let channel = Channel::Push;
            choices::choose(tx, me.id(), DeliveryChoice { channel, kind }, true)?;
        }
    }
    store::replace(tx, me, &new.endpoint, &keys, new.hides_text)
}

/// Returns the keys of a new device if they are valid.
fn keys_of(new: &NewDevice) -> Option<DeviceKeys> {
    let decode = |text: &str| BASE64_URL_SAFE_NO_PAD.decode(text).ok();
    let keys = DeviceKeys {
        public: decode(&new.keys.p256dh)?.try_into().ok()?,
        secret: decode(&new.keys.auth)?.try_into().ok()?,
    };
    // A public key that is not a point of the curve encrypts nothing.
    encrypt(&keys, b"", &SystemRandom::new()).ok()?;
    Some(keys)
}

/// Notes whether a device of the caller is notified of a kind of news, if they want that kind by push. Rejects
/// what cannot be chosen with 400, and any other id with 404.
fn choose(
    tx: &mut Write<'_>,
    me: &Me,
    device: Id,
    kind: DeliveryKind,
    is_wanted: bool,
) -> Result<()> {
    if kind.is_digest() {
        return Err(Sentence::DigestByMailOnly.into());
    }
    if !kind.is_chosen() {
        return Err(Sentence::MailAlwaysSent.into());
    }
    tx.without_event("devices are private");
    if store::set_silent(tx, me, device, kind, !is_wanted)? {
        Ok(())
    } else {
        Err(Sentence::PushDeviceNotFound.into())
    }
}

/// Removes a device of the caller. Rejects any other id with 404.
fn remove_device(tx: &mut Write<'_>, me: &Me, device: Id) -> Result<()> {
    tx.without_event("devices are private");
    if store::remove(tx, me, device)? {
        Ok(())
    } else {
        Err(Sentence::PushDeviceNotFound.into())
    }
}
