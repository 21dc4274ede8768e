//! Users who do nothing wrong while others attack: they list, open and answer questions, log in,
//! open live connections, and a monitor asks whether the site is ready.
//!
//! They have a thread of their own, so that the load generators do not delay them, and each request
//! starts at its time even if earlier ones are not answered yet.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite;

use super::fixture::{BYSTANDERS, Fixture};
use crate::client::{Client, PASSWORD, RequestError};
use crate::error::{Result, failed};
use crate::harness::sign_up;
use crate::latency_probe::percentile;
use crate::report::Report;
use crate::sockets::Socket;

/// Goal for 99% of the requests, in milliseconds.
const LATENCY_LIMIT_MS: f64 = 500.0;
/// Number of requests of a kind that may always exceed the limit: of few requests, a single delay is
/// more than 1%.
const MAX_SLOW: usize = 1;

/// What the bystanders do. The users of each action differ, so that none exceeds a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Action {
    List,
    Open,
    Answer,
    LogIn,
    Connect,
    Ready,
}

impl Action {
    const ALL: [Self; 6] = [
        Self::List,
        Self::Open,
        Self::Answer,
        Self::LogIn,
        Self::Connect,
        Self::Ready,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::List => "list",
            Self::Open => "open",
            Self::Answer => "answer",
            Self::LogIn => "log_in",
            Self::Connect => "connect",
            Self::Ready => "ready",
        }
    }

    fn interval(self) -> Duration {
        Duration::from_millis(match self {
            Self::List | Self::Open => 200,
            Self::Answer => 900,
            Self::LogIn | Self::Connect | Self::Ready => 500,
        })
    }
}

/// One request of a bystander.
struct Sample {
    action: Action,
    /// Whether the attack had begun.
    is_attacked: bool,
    milliseconds: f64,
    /// Status of the response, if there was one.
    status: Option<u16>,
}

impl Sample {
    /// Returns whether the request was not served. A relaxed run has few requests, and how many of
    /// them meet a limit that everyone shares depends on the machine.
    fn has_failed(&self, is_timed: bool) -> bool {
        self.status != Some(200) && (is_timed || self.status != Some(429))
    }
}

/// Running bystanders.
pub struct Bystanders {
    state: Arc<State>,
    thread: JoinHandle<Result<Vec<Sample>>>,
}

#[derive(Default)]
struct State {
    is_attacked: AtomicBool,
    is_over: AtomicBool,
    /// Acknowledged answers: their questions and texts.
    acknowledged: Mutex<Vec<(String, String)>>,
}

impl Bystanders {
    /// Logs the users in and starts their requests.
    pub async fn start(address: SocketAddr, fixture: &Fixture) -> Result<Self> {
        let mut users = Vec::new();
        for number in 0..BYSTANDERS {
            let client = Client::forwarded_for(address, home(number as u32));
            let name = format!("bystander{number}");
            let token = log_in(&client, &name)
                .await
                .map_err(|error| failed(format_args!("{name} cannot log in: {error:?}")))?;
            users.push(User { client, token });
        }
        let state = Arc::new(State::default());
        let town = Arc::new(Town {
            address,
            users,
            questions: fixture.ordinary.clone(),
            monitor: Client::new(address),
            state: state.clone(),
        });
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()?;
            runtime.block_on(town.live())
        });
        Ok(Self { state, thread })
    }

    /// Marks the beginning of the attack.
    pub fn expect_attack(&self) {
        self.state.is_attacked.store(true, Ordering::Relaxed);
    }

    /// Ends the requests, and checks that no acknowledged answer is missing.
    pub async fn finish(
        self,
        address: SocketAddr,
        report: &mut Report,
        is_timed: bool,
    ) -> Result<()> {
        self.state.is_over.store(true, Ordering::Relaxed);
        let thread = self.thread;
        let samples = tokio::task::spawn_blocking(move || thread.join())
            .await?
            .map_err(|_| failed("the bystanders' thread panicked"))??;
        summarize(&samples, report, is_timed);
        let client = Client::forwarded_for(address, home(u32::MAX));
        let token = sign_up(&client, "verifier").await?;
        let acknowledged = std::mem::take(
            &mut *self
                .state
                .acknowledged
                .lock()
                .expect("the lock is not poisoned"),
        );
        report.count("acknowledged", acknowledged.len());
        let mut questions = BTreeMap::new();
        for (question, text) in acknowledged {
            if !questions.contains_key(&question) {
                let path = format!("/question/getQuestionById/{question}");
                let found = client.get(&path, &token).await?.to_string();
                questions.insert(question.clone(), found);
            }
            if !questions[&question].contains(&text) {
                report.violation(format!("an acknowledged answer is missing: {text}"));
            }
        }
        Ok(())
    }
}

/// Returns the address of a bystander, each in a network of its own.
fn home(number: u32) -> IpAddr {
    Ipv4Addr::from_bits(Ipv4Addr::new(198, 18, 0, 0).to_bits() + number % (1 << 17)).into()
}

/// Logs a user in, and returns the session token or the status of the refusal.
pub async fn log_in(client: &Client, name: &str) -> Result<String, Option<u16>> {
    let body = json!({"username": name, "password": PASSWORD});
    match client.call("POST", "/user/login", None, Some(&body)).await {
        Ok(response) => response.token.ok_or(Some(response.status)),
        Err(_) => Err(None),
    }
}

struct User {
    client: Client,
    token: String,
}

/// The bystanders and what they know.
struct Town {
    address: SocketAddr,
    users: Vec<User>,
    questions: Vec<String>,
    monitor: Client,
    state: Arc<State>,
}

impl Town {
    async fn live(self: Arc<Self>) -> Result<Vec<Sample>> {
        let mut actions = JoinSet::new();
        for action in Action::ALL {
            actions.spawn(self.clone().repeat(action));
        }
        Ok(actions.join_all().await.into_iter().flatten().collect())
    }

    async fn repeat(self: Arc<Self>, action: Action) -> Vec<Sample> {
        let mut requests = JoinSet::new();
        let mut ticks = tokio::time::interval(action.interval());
        for number in 0.. {
            ticks.tick().await;
            if self.state.is_over.load(Ordering::Relaxed) {
                break;
            }
            let town = self.clone();
            requests.spawn(async move {
                let is_attacked = town.state.is_attacked.load(Ordering::Relaxed);
                let began = Instant::now();
                let status = town.act(action, number).await;
                Sample {
                    action,
                    is_attacked,
                    milliseconds: began.elapsed().as_secs_f64() * 1e3,
                    status,
                }
            });
        }
        requests.join_all().await
    }

    async fn act(&self, action: Action, number: usize) -> Option<u16> {
        let [lister, opener, answerers @ .., logging_in] = &self.users[..] else {
            return None;
        };
        let status = match action {
            Action::List => {
                let path = "/question/getQuestion?view=card&limit=10";
                get(lister, path).await
            }
            Action::Open => {
                let question = &self.questions[number % self.questions.len()];
                get(opener, &format!("/question/getQuestionById/{question}")).await
            }
            Action::Answer => {
                let answerer = number % answerers.len();
                self.answer(&answerers[answerer], &self.questions[answerer], number)
                    .await
            }
            Action::LogIn => {
                // Each time from another home.
                let address = home((BYSTANDERS + number) as u32);
                let client = Client::forwarded_for(self.address, address);
                let name = format!("bystander{}", BYSTANDERS - 1);
                return log_in(&client, &name)
                    .await
                    .map_or_else(|status| status, |_| Some(200));
            }
            Action::Connect => {
                let address = home((BYSTANDERS + number) as u32);
                let token = &logging_in.token;
                return match Socket::open_for(self.address, token, None, Some(address)).await {
                    Ok(_) => Some(200),
                    Err(error) => match error.downcast_ref() {
                        Some(tungstenite::Error::Http(response)) => {
                            Some(response.status().as_u16())
                        }
                        _ => None,
                    },
                };
            }
            Action::Ready => self.monitor.status("GET", "/readyz", None, None).await,
        };
        status.ok()
    }

    async fn answer(
        &self,
        user: &User,
        question: &str,
        number: usize,
    ) -> Result<u16, RequestError> {
        let text = format!("This is answer {number} of a bystander.");
        let body = json!({"qid": question, "ans": {"text": text}});
        let status = user
            .client
            .status("POST", "/answer/addAnswer", Some(&user.token), Some(&body))
            .await?;
        if status == 200 {
            let mut acknowledged = self
                .state
                .acknowledged
                .lock()
                .expect("the lock is not poisoned");
            acknowledged.push((question.to_owned(), text));
        }
        Ok(status)
    }
}

async fn get(user: &User, path: &str) -> Result<u16, RequestError> {
    user.client
        .status("GET", path, Some(&user.token), None)
        .await
}

/// Adds the latencies during the attack to the report, and violations for requests that failed and,
/// if the run is timed, for slow ones.
fn summarize(samples: &[Sample], report: &mut Report, is_timed: bool) {
    let mut metrics = BTreeMap::new();
    for action in Action::ALL {
        let name = action.name();
        let of_action = || samples.iter().filter(move |sample| sample.action == action);
        let sorted = |is_attacked| {
            let mut times: Vec<f64> = of_action()
                .filter(|sample| sample.is_attacked == is_attacked)
                .map(|sample| sample.milliseconds)
                .collect();
            times.sort_by(f64::total_cmp);
            times
        };
        let (before, during) = (sorted(false), sorted(true));
        metrics.insert(
            name,
            json!({
                "n": during.len(),
                "quiet_p50_ms": percentile(&before, 0.5),
                "p50_ms": percentile(&during, 0.5),
                "p99_ms": percentile(&during, 0.99),
                "longest_ms": percentile(&during, 1.0),
            }),
        );
        if during.is_empty() {
            report.violation(format!("no bystander's request during the attack: {name}"));
        }
        let slow = during
            .iter()
            .filter(|time| **time > LATENCY_LIMIT_MS)
            .count();
        if is_timed && slow > (during.len() / 100).max(MAX_SLOW) {
            report.violation(format!(
                "{name}: {slow} of {} took more than {LATENCY_LIMIT_MS} ms",
                during.len()
            ));
        }
        let mut failures = BTreeMap::new();
        for sample in of_action().filter(|sample| sample.has_failed(is_timed)) {
            *failures.entry(sample.status).or_insert(0) += 1;
        }
        for (status, count) in failures {
            let answer = status.map_or("no response".to_owned(), |status| status.to_string());
            report.violation(format!("{name}: {count} bystanders got {answer}"));
        }
    }
    report.metric("bystanders", metrics);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(
        action: Action,
        milliseconds: f64,
        status: Option<u16>,
    ) -> impl Iterator<Item = Sample> {
        (0..100).map(move |_| Sample {
            action,
            is_attacked: true,
            milliseconds,
            status,
        })
    }

    fn violations(changed: impl Iterator<Item = Sample>, is_timed: bool) -> Vec<String> {
        let mut all: Vec<Sample> = Action::ALL
            .into_iter()
            .flat_map(|action| samples(action, 5.0, Some(200)))
            .collect();
        all.extend(changed);
        let mut report = Report::new("test");
        summarize(&all, &mut report, is_timed);
        report.into_violations()
    }

    #[test]
    fn a_bystander_who_is_served_is_no_violation() {
        assert_eq!(violations(std::iter::empty(), true), [""; 0]);
    }

    #[test]
    fn every_failed_request_of_a_bystander_is_a_violation() {
        let failed = [Some(503), Some(429), None];
        let changed = failed.map(|status| samples(Action::LogIn, 5.0, status).next());
        assert_eq!(
            violations(changed.into_iter().flatten(), true),
            [
                "log_in: 1 bystanders got no response",
                "log_in: 1 bystanders got 429",
                "log_in: 1 bystanders got 503"
            ]
        );
    }

    #[test]
    fn slow_requests_are_violations_only_of_timed_runs() {
        let slow = || samples(Action::Open, 600.0, Some(200)).take(3);
        assert_eq!(
            violations(slow(), true),
            ["open: 3 of 103 took more than 500 ms"]
        );
        assert_eq!(violations(slow(), false), [""; 0]);
        assert_eq!(violations(slow().take(1), true), [""; 0]);
    }

    #[test]
    fn bystanders_live_in_networks_of_their_own() {
        assert_eq!(home(0).to_string(), "198.18.0.0");
        assert_ne!(home(1), home(2));
    }
}
