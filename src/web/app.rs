//! The state of a running site that every handler may use.

use std::sync::{Arc, Weak};
use std::time::Duration;

use super::limits::Limiter;
use super::log_throttle::LogThrottle;
use super::read_queue::ReadQueue;
use super::searches::Searches;
use crate::clock::Clock;
use crate::config::Config;
use crate::db::{Db, Write};
use crate::error::Result;
use crate::metrics::Metrics;
use crate::realtime::Hub;
use crate::settings::{LiveSettings, SettingKey, SiteSettings};

/// The shared state of a site.
pub struct App {
    pub config: Config,
    pub clock: Clock,
    pub hub: Hub,
    pub db: Db,
    pub settings: LiveSettings,
    pub limiter: Limiter,
    pub read_queue: ReadQueue,
    pub searches: Searches,
    pub metrics: Metrics,
    /// Limits the log lines about refused logins, which cost their clients nothing.
    pub refused_logins: LogThrottle,
}

/// The time between two steps, so that other writes do not wait.
const PAUSE: Duration = Duration::from_millis(20);
/// The time after which a failed step is tried again.
const RETRY: Duration = Duration::from_secs(60);

impl App {
    /// Returns the settings that apply now.
    pub fn settings(&self) -> Arc<SiteSettings> {
        self.settings.get()
    }

    /// Returns whether a feature is on or can be turned on: the configuration has not turned it off.
    pub fn can_have(&self, feature: SettingKey) -> bool {
        self.settings().has(feature) || SiteSettings::fixed_by(&self.config, feature).is_none()
    }

    /// Reads the settings again after a change, and tells all members if what they see has changed.
    pub async fn reload_settings(&self) -> Result<()> {
        self.settings.reload(&self.config, &self.db).await
    }

    /// Starts to run the steps of long work beside other writes, until a step returns that there are
    /// no more, and for as long as the site lives.
    pub fn run_in_steps(
        self: &Arc<Self>,
        work: &'static str,
        step: fn(&mut Write<'_>) -> Result<bool>,
    ) {
        let app: Weak<Self> = Arc::downgrade(self);
        tokio::spawn(async move {
            while let Some(app) = app.upgrade() {
                let pause = match app.db.write(step).await {
                    Ok(true) => PAUSE,
                    Ok(false) => break,
                    Err(error) => {
                        tracing::warn!(%error, work, "a step failed");
                        RETRY
                    }
                };
                drop(app);
                tokio::time::sleep(pause).await;
            }
        });
    }
}
