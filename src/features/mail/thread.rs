//! The thread that sends what is due, one mail after the other.

use std::sync::{Arc, Weak};
use std::thread;
use std::time::{Duration, Instant};

use super::sender::{Sender, Step};
use super::smtp::{MailServer, Timeouts};
use crate::core::config::Config;
use crate::core::error::{Error, Result};
use crate::platform::outbox::{Channel, store};
use crate::platform::settings::SiteMail;
use crate::platform::web::App;

/// The time between two looks for due deliveries.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// The time between two looks for what is collected, while more are due.
const LOOK_INTERVAL: Duration = Duration::from_millis(100);
/// The shortest and the longest time without attempts while the mail server takes no mail.
const FIRST_PAUSE: Duration = Duration::from_secs(10);
const LONGEST_PAUSE: Duration = Duration::from_secs(300);

/// How fast mails are sent.
pub struct Pace {
    /// The time between two mails.
    interval: Duration,
    /// The next pause for a mail server that takes no mail.
    pause: Duration,
}

impl Pace {
    /// Creates a pace of at most this number of mails in a minute.
    pub fn new(per_minute: u32) -> Self {
        Self {
            // Rounded up: the mails of a minute must not be one too many.
            interval: Duration::from_secs(60) / per_minute + Duration::from_nanos(1),
            pause: FIRST_PAUSE,
        }
    }

    /// Changes the number of mails in a minute.
    pub fn set_limit(&mut self, per_minute: u32) {
        *self = Self {
            pause: self.pause,
            ..Self::new(per_minute)
        };
    }

    /// Returns the time between a step and the next one.
    pub fn after(&mut self, step: Step) -> Duration {
        match step {
            Step::Idle => POLL_INTERVAL,
            Step::Sent | Step::Refused => {
                self.pause = FIRST_PAUSE;
                self.interval
            }
            Step::Dropped | Step::Postponed => Duration::ZERO,
            Step::Looked => LOOK_INTERVAL,
            Step::Unavailable => {
                let now = self.pause;
                self.pause = (2 * now).min(LONGEST_PAUSE);
                now
            }
        }
    }
}

/// Starts the thread that sends the site's mails for as long as `app` lives, while the site sends any.
pub fn start(app: &Arc<App>) -> Result<()> {
    let server = MailServer::new(&app.config, Timeouts::default());
    let pace = Pace::new(app.settings().config.mail.per_minute);
    let app = Arc::downgrade(app);
    thread::Builder::new()
        .name("mail".to_owned())
        .spawn(move || run(Sender::new(server), &app, pace))
        .map(drop)
        .map_err(Error::internal)
}

fn run(mut sender: Sender, app: &Weak<App>, mut pace: Pace) {
    // The process that claimed them may have ended before it could mark what it had sent.
    let release = |app: &Arc<App>| {
        app.db.write_blocking(|tx| {
            tx.without_event("the outbox is private");
            store::release_all(tx, Channel::Mail).map(drop)
        })
    };
    let mut is_released = false;
    while let Some(running) = app.upgrade() {
        let settings = running.settings();
        let has_mail = settings.config.has_mail();
        let step = if is_released || !has_mail {
            sender.step(&running)
        } else {
            release(&running).map(|()| Step::Idle)
        };
        drop(running);
        // After an error a claim may be left over too.
        is_released = has_mail && step.is_ok();
        pace.set_limit(settings.config.mail.per_minute);
        match step {
            Ok(Step::Unavailable) => {
                if is_changed_within(pace.after(Step::Unavailable), app, &settings.config) {
                    pace = Pace::new(settings.config.mail.per_minute);
                }
            }
            Ok(step) => thread::sleep(pace.after(step)),
            Err(error) => {
                tracing::warn!(%error, "cannot send mail");
                thread::sleep(FIRST_PAUSE);
            }
        }
    }
}

/// Waits until the site has another mail server, or for this time. Returns whether it has another one.
fn is_changed_within(pause: Duration, app: &Weak<App>, used: &Config) -> bool {
    let end = Instant::now() + pause;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return false;
        }
        thread::sleep(left.min(POLL_INTERVAL));
        let is_other = |app: Arc<App>| {
            let now = &app.settings().config;
            SiteMail::of(now) != SiteMail::of(used) || now.mail.password != used.mail.password
        };
        if app.upgrade().is_none_or(is_other) {
            return true;
        }
    }
}
