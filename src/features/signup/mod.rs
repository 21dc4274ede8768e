//! Sign-up: who may, approval by moderators, proof of work, and the guard against waves.
//!
//! An account that waits for approval is not a user yet, but a row of its own: no list, count, completion
//! or event has it, and its owner has no session. Its name is reserved. A moderator of the site approves or
//! rejects it in the queue.

pub mod admission;
pub mod invariants;
mod model;
pub mod proof;
pub mod routes;
pub mod wave;

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ipnet::IpNet;

use crate::core::clock::Timestamp;
use crate::core::error::{Error, Result, Sentence};
use crate::core::id::Id;
use crate::features::cases::{self, Ask, CaseKind, NewCase};
use crate::features::users::admin_log::{self, AdminAction, AdminTarget, AdminTargetKind};
use crate::features::users::store::waiting_accounts;
use crate::features::users::{self, AdminAuthority, SiteModerator, User, UserChange, UserUpdate};
use crate::platform::db::{Read, Write};
use crate::platform::realtime::Audience;
use crate::platform::settings::SettingKey;
use crate::platform::web::App;

pub use model::{SignedUp, Signups, WaitingReply};
use proof::Proofs;
use wave::{BASELINE_DAYS, HOUR, SignupWave, Waves};

/// The largest number of accounts that wait for approval.
pub const MAX_WAITING: u32 = 2_000;
/// How often the usual number of sign-ups is computed, and expired accounts are deleted.
const REFRESH: Duration = Duration::from_secs(10 * 60);
const DAY: Duration = Duration::from_secs(24 * 3600);

/// What the server remembers about sign-ups. A restart forgets it, except what it counts again in the
/// database.
#[derive(Clone, Default)]
pub struct SignupGuard(Arc<Inner>);

#[derive(Default)]
struct Inner {
    proofs: Proofs,
    guard: Mutex<Guard>,
}

#[derive(Default)]
struct Guard {
    waves: Waves,
    refreshed_at: Option<Timestamp>,
}

impl SignupGuard {
    fn guard(&self) -> MutexGuard<'_, Guard> {
        self.0.guard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the challenges.
    pub fn proofs(&self) -> &Proofs {
        &self.0.proofs
    }

    /// Returns the wave that lasts.
    pub fn wave(&self, now: Timestamp) -> Option<SignupWave> {
        self.guard().waves.current(now).cloned()
    }

    /// Computes the usual number of sign-ups again, every [`REFRESH`].
    pub fn refresh(&self, read: &Read<'_>) -> Result<()> {
        let now = read.now;
        let is_due = |at: Timestamp| now.since(at) >= REFRESH;
        if !self.guard().refreshed_at.is_none_or(is_due) {
            return Ok(());
        }
        let (yesterday, begin) = (now.minus(DAY), now.minus(DAY * BASELINE_DAYS));
        let usual = waiting_accounts::signups_between(read, begin, yesterday)?;
        let last_hour = waiting_accounts::signups_between(read, now.minus(HOUR), now)?;
        let mut guard = self.guard();
        guard.refreshed_at = Some(now);
        guard.waves.set_limit(wave::limit(usual), last_hour, now);
        Ok(())
    }

    /// Counts a sign-up, and records in the log that a wave begins.
    pub fn count(&self, tx: &mut Write<'_>, address: IpAddr) -> Result<()> {
        let begun = self.guard().waves.count(address, tx.now);
        match begun {
            Some(wave) => log_wave(tx, AdminAction::BeginWave, &wave),
            None => Ok(()),
        }
    }

    /// Counts an attempt that was refused, which makes a wave last.
    fn count_refused(&self, address: IpAddr, now: Timestamp) {
        let mut guard = self.guard();
        if guard.waves.current(now).is_some() {
            guard.waves.count(address, now);
        }
    }
}

fn log_wave(tx: &mut Write<'_>, action: AdminAction, wave: &SignupWave) -> Result<()> {
    let SignupWave {
        most,
        limit,
        network,
        ..
    } = wave;
    let place = match network {
        Some(network) => format!(" from {network}"),
        None => String::new(),
    };
    let detail = format!("{most} sign-ups in an hour{place}, limit {limit}");
    tracing::warn!(action = action.word(), "sign-up wave: {detail}");
    tx.without_event("the administration page shows it");
    let by = AdminAuthority::of_named_operator("wave guard".to_owned());
    let target = AdminTarget::new(AdminTargetKind::Setting, None, SettingKey::WaveGuard.word());
    admin_log::record(tx, &by, action, &target, &detail).map(drop)
}

/// Adds an account that waits for approval. Rejects one more than [`MAX_WAITING`] with 429.
pub fn wait(
    tx: &mut Write<'_>,
    username: &str,
    password_hash: Option<&str>,
    network: &IpNet,
) -> Result<Id> {
    if users::store::has_lookalike(tx, username)? {
        return Err(Sentence::UsernameTaken.into());
    }
    if waiting_accounts::count(tx, MAX_WAITING)? >= MAX_WAITING {
        return Err(Error::RetryAfter(Sentence::SignupsWaiting, HOUR));
    }
    let id = waiting_accounts::insert(tx, username, password_hash, network)?;
    ask(tx, id)?;
    Ok(id)
}

/// Opens the case of an account that waits for approval.
pub fn ask(tx: &mut Write<'_>, account: Id) -> Result<()> {
    let case = NewCase {
        kind: CaseKind::Signup,
        object: account,
        ask: Some(Ask::Signup),
        author: None,
        community: None,
    };
    cases::open(tx, &case).map(drop)
}

/// Lets an account in that waits for approval. Rejects a name with 409 that an imported user has got meanwhile.
/// Emits `userUpdate`.
pub fn approve(tx: &mut Write<'_>, _: &SiteModerator, id: Id) -> Result<User> {
    let waiting = waiting_accounts::find(tx, id)?.ok_or(Sentence::UserNotFound)?;
    // An import does not look at names that wait.
    if users::store::id_of_name(tx, &waiting.username)?.is_some() {
        return Err(Sentence::UsernameTaken.into());
    }
    waiting_accounts::admit(tx, id)?;
    let user = users::store::by_id(tx, id)?.ok_or(Sentence::UserNotFound)?;
    emit_created(tx, &user);
    Ok(user)
}

/// Emits the `userUpdate` of a new user.
pub fn emit_created(tx: &mut Write<'_>, user: &User) {
    tx.emit(
        UserUpdate {
            user: user.clone(),
            change: UserChange::Created,
            former_username: None,
        },
        Audience::SignedIn,
    );
}

/// Rejects an account that waits for approval, or lets a rejected one wait again within 30 days.
pub fn set_rejected(
    tx: &mut Write<'_>,
    _: &SiteModerator,
    id: Id,
    is_rejected: bool,
) -> Result<()> {
    tx.without_event("the queue tells its readers");
    waiting_accounts::set_rejected(tx, id, is_rejected)
}

/// Ends waves that are over and deletes expired accounts, every minute for as long as `app` lives.
pub fn start(app: &Arc<App>, signup_guard: &SignupGuard) {
    const INTERVAL: Duration = Duration::from_secs(60);
    let (app, signup_guard) = (Arc::downgrade(app), signup_guard.clone());
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(INTERVAL).await;
            let Some(app) = app.upgrade() else { break };
            let signup_guard = signup_guard.clone();
            if let Err(error) = app.db.write(move |tx| clean(tx, &signup_guard)).await {
                tracing::warn!(%error, "cannot clean up after sign-ups");
            }
        }
    });
}

/// Records the end of a wave, and deletes expired accounts with their cases.
pub fn clean(tx: &mut Write<'_>, signup_guard: &SignupGuard) -> Result<()> {
    tx.without_event("most often nothing has expired");
    let ended = signup_guard.guard().waves.take_ended(tx.now);
    if let Some(wave) = ended {
        log_wave(tx, AdminAction::EndWave, &wave)?;
    }
    let mut expired = waiting_accounts::delete_expired(tx)?.into_iter();
    expired.try_for_each(|account| cases::withdraw(tx, account))
}
