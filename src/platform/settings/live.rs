//! The copy of the settings in memory.

use std::sync::{Arc, PoisonError, RwLock};

use tokio::sync::Mutex;

use super::model::SiteUpdate;
use super::site_settings::SiteSettings;
use super::store::{self, Stored};
use crate::core::config::Config;
use crate::core::error::{Error, Result};
use crate::platform::db::{Db, Write};
use crate::platform::realtime::{Audience, Hub, Outgoing};

/// The settings that apply now.
pub struct LiveSettings {
    current: RwLock<Arc<SiteSettings>>,
    /// What the settings were made of. Held from the snapshot to the replacement: an older snapshot never replaces a newer
    /// one.
    stored: Mutex<Stored>,
}

impl LiveSettings {
    /// Reads the settings.
    pub fn load(config: &Config, db: &Db) -> Result<Self> {
        // A thread of its own: those of the runtime may not wait for a reader.
        let stored = std::thread::scope(|scope| {
            let reader = scope.spawn(|| db.read_blocking(store::stored));
            reader
                .join()
                .map_err(|_| Error::internal("cannot read the settings"))
        })??;
        let settings = SiteSettings::new(config, stored.clone());
        // The configuration may have changed it.
        let everyone_reads = settings.everyone_reads();
        db.write_later(move |tx| note_reading(tx, everyone_reads));
        Ok(Self {
            current: RwLock::new(Arc::new(settings)),
            stored: Mutex::new(stored),
        })
    }

    /// Returns the settings. They stay as they are while the caller uses them.
    pub fn get(&self) -> Arc<SiteSettings> {
        self.current
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Reads the settings again, and tells all members if what they see has changed. The copy in memory stays if they have
    /// not changed: what was made for it does too.
    pub async fn reload(&self, config: &Config, db: &Db, hub: &Hub) -> Result<()> {
        let mut known = self.stored.lock().await;
        let stored = db.read(store::stored).await?;
        if *known == stored {
            return Ok(());
        }
        known.clone_from(&stored);
        let settings = SiteSettings::new(config, stored);
        let (old, site) = (self.get().public(), settings.public());
        hub.serve_strangers(site.public_reading);
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(settings);
        let everyone_reads = site.public_reading;
        let is_as_noted = old.public_reading == everyone_reads;
        if old != site {
            db.publish(Outgoing::event(SiteUpdate { site }, Audience::SignedIn));
        }
        match is_as_noted {
            true => Ok(()),
            false => db.write(move |tx| note_reading(tx, everyone_reads)).await,
        }
    }
}

/// Notes whether everyone may read the site.
fn note_reading(tx: &mut Write<'_>, everyone_reads: bool) -> Result<()> {
    tx.without_event("the settings have an event of their own");
    store::note_reading(tx, everyone_reads)
}
