//! The state of a running site that every handler may use.

use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::time::Instant;

use super::known_sessions::KnownSessions;
use super::limits::Limiter;
use super::log_throttle::LogThrottle;
use super::read_queue::ReadQueue;
use crate::core::clock::Clock;
use crate::core::config::Config;
use crate::core::error::Result;
use crate::core::metrics::Metrics;
use crate::platform::db::{Db, Steps};
use crate::platform::realtime::Hub;
use crate::platform::settings::{LiveSettings, SettingKey, SiteSettings};

/// The shared state of a site.
pub struct App {
    pub config: Config,
    pub clock: Clock,
    pub hub: Hub,
    pub db: Db,
    pub settings: LiveSettings,
    pub limiter: Limiter,
    pub read_queue: ReadQueue,
    pub known_sessions: KnownSessions,
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
        self.settings
            .reload(&self.config, &self.db, &self.hub)
            .await
    }

    /// Starts to run the steps that transactions register with
    /// [`continue_with`](crate::platform::db::Write::continue_with), one after the other, beside other writes and for as
    /// long as the site lives.
    pub fn run_steps(self: &Arc<Self>) {
        let mut registered = self.db.registered_steps();
        let app: Weak<Self> = Arc::downgrade(self);
        tokio::spawn(async move {
            let mut work = PendingSteps::default();
            loop {
                let steps = tokio::select! {
                    registered = registered.recv() => match registered {
                        Some(steps) => {
                            work.register(steps);
                            continue;
                        }
                        None => break,
                    },
                    steps = work.next() => steps,
                };
                let Some(app) = app.upgrade() else { break };
                match app.db.write(steps.step).await {
                    Ok(true) => work.repeat(steps, PAUSE),
                    Ok(false) => {}
                    Err(error) => {
                        tracing::warn!(%error, work = steps.work, "a step failed");
                        work.repeat(steps, RETRY);
                    }
                }
            }
        });
    }
}

/// The steps that have something left to do, each with the time of the next one.
#[derive(Default)]
struct PendingSteps(Vec<(Instant, &'static Steps)>);

impl PendingSteps {
    /// Adds steps. If they are pending, waits no longer than a pause for the next one.
    fn register(&mut self, steps: &'static Steps) {
        let now = Instant::now();
        match self
            .0
            .iter_mut()
            .find(|(_, other)| std::ptr::eq(*other, steps))
        {
            Some((time, _)) => *time = (*time).min(now + PAUSE),
            None => self.0.push((now, steps)),
        }
    }

    /// Adds steps that have just run.
    fn repeat(&mut self, steps: &'static Steps, pause: Duration) {
        self.0.push((Instant::now() + pause, steps));
    }

    /// Waits for the time of the next step and takes it. Loses nothing when it is dropped.
    async fn next(&mut self) -> &'static Steps {
        let times = self.0.iter().enumerate();
        let Some((index, (time, _))) = times.min_by_key(|(_, (time, _))| *time) else {
            return std::future::pending().await;
        };
        tokio::time::sleep_until(*time).await;
        self.0.remove(index).1
    }
}
