//! Passwords: the rules for new ones, and argon2id on its own threads.
//!
//! One hash costs 19 MiB and tens of milliseconds. A few threads compute the hashes one after another
//! and reuse their memory. Networks and accounts share the queue fairly ([`crate::core::fair_queue`]).
//! Requests beyond the queue are rejected with 503, and the hash of a disconnected client is skipped.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use argon2::{Algorithm, Argon2, Block, Params, Version};
use base64::Engine;
use base64::prelude::BASE64_STANDARD_NO_PAD;
use crossbeam_channel::Sender;
use subtle::ConstantTimeEq;
use tokio::sync::oneshot;
use unicode_normalization::UnicodeNormalization;

use super::login_throttle::RunningAttempts;
use crate::core::config::{CommonPasswords, Config};
use crate::core::error::{Error, Result, Sentence};
use crate::core::fair_queue::{CAPACITY, FairQueue, Requester};
use crate::core::text::{fold, limits};

// OWASP's minimum for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane.
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;
const HASH_LENGTH: usize = 32;
/// The highest accepted memory cost of an imported hash. A login must not use up the memory or block a
/// thread for hours.
pub const MOST_MEMORY_KIB: u32 = 256 * 1024;
/// The highest accepted number of passes of an imported hash.
pub const MOST_PASSES: u32 = 16;

const TIMEOUT: Duration = Duration::from_secs(2);

/// The most common passwords, sorted, from zxcvbn 4.4.2's frequency list of leaked passwords (MIT).
static COMMON: &str = include_str!("common_passwords.txt");

/// Returns a password as it is hashed, so that every keyboard types the same one: letters composed with
/// their accents, and plain spaces. These are the rules of the profile OpaqueString (RFC 8265, section
/// 4.2) without its list of characters, which would refuse passwords that users have.
fn prepared(password: &str) -> String {
    let is_space =
        |c: char| c.is_whitespace() && !c.is_control() && !matches!(c, '\u{2028}' | '\u{2029}');
    let spaced = password.chars().map(|c| if is_space(c) { ' ' } else { c });
    spaced.nfc().collect()
}

/// Rejects with 400 a `password` that `username` may not choose.
pub fn check(config: &Config, username: &str, password: &str) -> Result<()> {
    let password = &prepared(password);
    let length = password.chars().count();
    let least = config.auth.min_password_length;
    if length < least as usize {
        return Err(Error::with(Sentence::PasswordTooShort, least));
    }
    if length > limits::PASSWORD {
        return Err(Sentence::PasswordTooLong.into());
    }
    let folded = fold(password);
    let is_name = folded == fold(username) || folded == fold(&config.site.title);
    if config.auth.common_passwords == CommonPasswords::Refuse && (is_name || is_common(&folded)) {
        return Err(Sentence::PasswordTooCommon.into());
    }
    Ok(())
}

fn is_common(folded: &str) -> bool {
    COMMON.lines().any(|common| common == folded)
}

/// Returns the PHC string of a password. Blocks the thread.
pub fn hash(password: &str) -> Result<String> {
    compute(&prepared(password), None, &mut Vec::new())
}

/// Returns the PHC string that a release before [`prepared`] made.
#[cfg(test)]
pub fn hash_unprepared(password: &str) -> String {
    compute(password, None, &mut Vec::new()).expect("a hash")
}

/// Returns whether a PHC string is supported.
pub fn is_hash(phc: &str) -> bool {
    parse(phc).is_ok_and(|Stored { params, salt, hash }| {
        let is_bearable = params.m_cost() <= MOST_MEMORY_KIB && params.t_cost() <= MOST_PASSES;
        is_bearable && salt.len() >= argon2::MIN_SALT_LEN && hash.len() == HASH_LENGTH
    })
}

/// Returns a random password of 20 letters and digits that are easy to tell apart, or of the
/// configured minimum length.
pub fn generate(config: &Config) -> String {
    const LETTERS: &[u8] = b"abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    (0..config.auth.min_password_length.max(20))
        .map(|_| char::from(LETTERS[rand::random_range(0..LETTERS.len())]))
        .collect()
}

/// Whether a password is the one of a stored hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Wrong,
    Right,
    /// It is, but the hash was made before passwords were prepared: another one should replace it.
    RightUnprepared,
}

struct Job {
    password: String,
    /// The PHC string to compare with; without one the job computes a new hash.
    against: Option<String>,
    answer: oneshot::Sender<Result<String>>,
}

/// The hash threads. They end when the last handle is dropped.
#[derive(Clone)]
pub struct Passwords {
    queue: Arc<Mutex<FairQueue<Job>>>,
    /// Wakes a thread for each job; also for those that have left the queue meanwhile.
    arrivals: Sender<()>,
    /// The logins whose passwords are compared.
    pub attempts: RunningAttempts,
}

impl Passwords {
    /// Starts one thread per two cores.
    pub fn start() -> Result<Self> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self::with_threads((cores / 2).max(1), |_| {})
    }

    /// Starts one thread that records each job: the costs of its hash (see [`phc`]), or that it
    /// computes a new one.
    #[cfg(test)]
    pub fn recording(notes: Arc<Mutex<Vec<String>>>) -> Self {
        let record = move |job: &Job| {
            let against = job.against.as_deref();
            let costs = against.map_or("new", |phc| phc.split('$').nth(3).expect("costs"));
            notes.lock().expect("notes").push(costs.to_owned());
        };
        Self::with_threads(1, record).expect("a thread")
    }

    /// Starts threads that call `observe` before each job.
    fn with_threads(count: usize, observe: impl Fn(&Job) + Clone + Send + 'static) -> Result<Self> {
        // With so many arrivals, there is one for each job that waits.
        let (arrivals, arrived) = crossbeam_channel::bounded(CAPACITY);
        let passwords = Self {
            queue: Arc::default(),
            arrivals,
            attempts: RunningAttempts::default(),
        };
        for _ in 0..count {
            let (arrived, queue, observe) =
                (arrived.clone(), passwords.queue.clone(), observe.clone());
            let work = move || {
                let mut memory = Vec::new();
                for () in arrived {
                    let job = lock(&queue).pop();
                    if let Some((by, job)) = job.filter(|(_, job)| !job.answer.is_closed()) {
                        observe(&job);
                        let began = Instant::now();
                        let computed = compute(&job.password, job.against.as_deref(), &mut memory);
                        lock(&queue).charge(&by, began.elapsed());
                        let _ = job.answer.send(computed);
                    }
                }
            };
            std::thread::Builder::new()
                .name("passwords".to_owned())
                .spawn(work)
                .map_err(Error::internal)?;
        }
        Ok(passwords)
    }

    /// Returns the PHC string of a password.
    pub async fn hash(&self, by: Requester, password: String) -> Result<String> {
        self.run(by, prepared(&password), None).await
    }

    /// Compares a password with a stored hash. Without one (an unknown user, or one who cannot log in)
    /// it does the same work, so that the response time reveals nothing. That is one hash, or two if
    /// the password differs from its prepared form.
    pub async fn verify(
        &self,
        by: Requester,
        password: String,
        stored: Option<String>,
    ) -> Result<Verdict> {
        let dummy = || phc(&[0; 16], &[0; HASH_LENGTH]);
        let against = stored.unwrap_or_else(dummy);
        let prepared = prepared(&password);
        let is_prepared = prepared == password;
        if self
            .run(by.clone(), prepared, Some(against.clone()))
            .await?
            == against
        {
            return Ok(Verdict::Right);
        }
        if !is_prepared && self.run(by, password, Some(against.clone())).await? == against {
            return Ok(Verdict::RightUnprepared);
        }
        Ok(Verdict::Wrong)
    }

    async fn run(
        &self,
        by: Requester,
        password: String,
        against: Option<String>,
    ) -> Result<String> {
        let (answer, answered) = oneshot::channel();
        let job = Job {
            password,
            against,
            answer,
        };
        match self.enqueue(by, job) {
            Some(refused) => drop(refused.answer.send(Err(Sentence::Busy.into()))),
            None => drop(self.arrivals.try_send(())),
        }
        let done = tokio::time::timeout(TIMEOUT, answered)
            .await
            .map_err(|_| Sentence::Busy)?;
        done.map_err(|_| Error::internal("a hash thread stopped"))?
    }

    /// Adds a job to the queue and returns the one that gets no place, if any.
    fn enqueue(&self, by: Requester, job: Job) -> Option<Job> {
        let mut queue = lock(&self.queue);
        queue.retain(|job| !job.answer.is_closed());
        queue.push(by, job)
    }
}

fn lock(queue: &Mutex<FairQueue<Job>>) -> MutexGuard<'_, FairQueue<Job>> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Computes the PHC string of a password. For a comparison, returns the stored string if they match.
fn compute(password: &str, against: Option<&str>, memory: &mut Vec<Block>) -> Result<String> {
    let stored = against.map(parse).transpose()?;
    let salt = stored.as_ref().map_or_else(
        || rand::random::<[u8; 16]>().to_vec(),
        |stored| stored.salt.clone(),
    );
    let params = match &stored {
        Some(stored) => stored.params.clone(),
        None => {
            Params::new(MEMORY_KIB, PASSES, LANES, Some(HASH_LENGTH)).map_err(Error::internal)?
        }
    };
    memory.resize(params.block_count(), Block::default());
    let mut hash = [0; HASH_LENGTH];
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    argon2
        .hash_password_into_with_memory(password.as_bytes(), &salt, &mut hash, &mut memory[..])
        .map_err(Error::internal)?;
    match (against, stored) {
        (Some(against), Some(stored)) if bool::from(stored.hash.ct_eq(&hash)) => {
            Ok(against.to_owned())
        }
        (Some(_), _) => Ok(String::new()),
        (None, _) => Ok(phc(&salt, &hash)),
    }
}

/// The PHC string format (github.com/P-H-C/phc-string-format).
fn phc(salt: &[u8], hash: &[u8]) -> String {
    let base64 = |bytes| BASE64_STANDARD_NO_PAD.encode(bytes);
    format!(
        "$argon2id$v=19$m={MEMORY_KIB},t={PASSES},p={LANES}${}${}",
        base64(salt),
        base64(hash)
    )
}

struct Stored {
    params: Params,
    salt: Vec<u8>,
    hash: Vec<u8>,
}

fn parse(phc: &str) -> Result<Stored> {
    let broken = || Error::internal("a stored password hash is not an argon2id PHC string");
    let parts: Vec<&str> = phc.split('$').collect();
    let ["", "argon2id", "v=19", costs, salt, hash] = parts[..] else {
        return Err(broken());
    };
    let cost = |name: &str| {
        costs
            .split(',')
            .find_map(|cost| cost.strip_prefix(name)?.strip_prefix('=')?.parse().ok())
            .ok_or_else(broken)
    };
    let decode = |text: &str| BASE64_STANDARD_NO_PAD.decode(text).map_err(|_| broken());
    let params = Params::new(cost("m")?, cost("t")?, cost("p")?, Some(HASH_LENGTH))
        .map_err(Error::internal)?;
    Ok(Stored {
        params,
        salt: decode(salt)?,
        hash: decode(hash)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ann() -> Requester {
        Requester::new([192, 0, 2, 7].into(), "ann")
    }

    #[tokio::test]
    async fn a_hash_matches_only_its_password() {
        let passwords = Passwords::start().unwrap();
        let hash = passwords
            .hash(ann(), " correct horse \u{1f40e}".to_owned())
            .await
            .unwrap();
        assert!(
            hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
            "{hash}"
        );
        let verify = |password: &str, stored: Option<&String>| {
            let stored = stored.cloned();
            let (passwords, password) = (passwords.clone(), password.to_owned());
            async move { passwords.verify(ann(), password, stored).await.unwrap() }
        };
        for (password, stored, verdict) in [
            (" correct horse \u{1f40e}", Some(&hash), Verdict::Right),
            (
                "\u{a0}correct\u{3000}horse \u{1f40e}",
                Some(&hash),
                Verdict::Right,
            ),
            ("correct horse \u{1f40e}", Some(&hash), Verdict::Wrong),
            ("", None, Verdict::Wrong),
        ] {
            assert_eq!(verify(password, stored).await, verdict, "{password}");
        }
        let unprepared = hash_unprepared("pa\u{308}ssword");
        assert_eq!(
            verify("pa\u{308}ssword", Some(&unprepared)).await,
            Verdict::RightUnprepared
        );
        assert_eq!(
            verify("p\u{e4}ssword", Some(&unprepared)).await,
            Verdict::Wrong
        );
        let prepared = super::hash("pa\u{308}ssword").unwrap();
        assert_eq!(
            verify("p\u{e4}ssword", Some(&prepared)).await,
            Verdict::Right
        );
    }

    #[tokio::test]
    async fn a_displaced_job_is_rejected_at_once() {
        let (started, mut has_started) = tokio::sync::mpsc::unbounded_channel();
        let (go_on, held) = std::sync::mpsc::channel::<()>();
        let held = Arc::new(Mutex::new(held));
        let wait = move |_: &Job| {
            let _ = started.send(());
            let _ = held.lock().expect("a lock").recv();
        };
        let passwords = Passwords::with_threads(1, wait).unwrap();
        let request = |network: u8, account: usize| {
            let by = Requester::new([192, 0, 2, network].into(), &account.to_string());
            let passwords = passwords.clone();
            tokio::spawn(async move { passwords.hash(by, account.to_string()).await })
        };
        let running = request(1, 0);
        has_started.recv().await;
        let flood: Vec<_> = (1..=CAPACITY).map(|account| request(1, account)).collect();
        let other = request(2, 0);
        let (displaced, _, _) = futures_util::future::select_all(flood).await;
        let error = displaced.unwrap().expect_err("it has no place");
        assert_eq!(error.sentence(), Sentence::Busy);
        drop(go_on);
        assert!(running.await.unwrap().is_ok() && other.await.unwrap().is_ok());
    }

    #[test]
    fn an_imported_hash_is_accepted_up_to_a_maximal_cost() {
        let ours = hash("colonnade at noon").unwrap();
        let theirs = |from: &str, to: &str| is_hash(&ours.replace(from, to));
        assert!(is_hash(&ours) && theirs("m=19456,t=2,p=1", "m=65536,t=3,p=4"));
        for (from, to) in [
            ("m=19456", "m=4294967295"),
            ("t=2", "t=4294967295"),
            ("argon2id", "argon2i"),
            ("p=1", "p=1$c2hvcnQ"),
        ] {
            assert!(!theirs(from, to), "{from} {to}");
        }
        assert!(
            !is_hash("foo")
                && !is_hash(&ours[..ours.len() - 2])
                && !is_hash("$argon2id$v=19$m=19456,t=2,p=1$$")
        );
    }

    #[test]
    fn common_and_short_passwords_are_rejected_unless_allowed() {
        let mut config = Config::default();
        let check = |config: &Config, password: &str| {
            check(config, "petronella", password)
                .err()
                .map(|error| error.text())
        };
        assert_eq!(
            check(&config, "seven77").as_deref(),
            Some("Password must be at least 8 characters long")
        );
        assert_eq!(
            check(&config, "Password1").as_deref(),
            Some("This password is too common")
        );
        assert_eq!(
            check(&config, "Petronella").as_deref(),
            Some("This password is too common")
        );
        assert_eq!(
            check(&config, &"x".repeat(257)).as_deref(),
            Some("Password cannot be more than 256 characters")
        );
        assert_eq!(check(&config, "colonnade at noon"), None);
        config.auth.common_passwords = CommonPasswords::Allow;
        assert_eq!(check(&config, "Password1"), None);
        assert!(COMMON.lines().count() >= 3_000);
    }

    #[test]
    fn a_generated_password_has_the_required_length() {
        let mut config = Config::default();
        assert_eq!(generate(&config).len(), 20);
        config.auth.min_password_length = 256;
        assert!(check(&config, "ann", &generate(&config)).is_ok());
    }
}
