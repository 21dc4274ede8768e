//! Harness for scenarios that repeat a workload on one server and check that it recovers and
//! releases its resources.

use std::iter;
use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{Client, PASSWORD, RequestError, Response};
use crate::error::{Result, failed};
use crate::json::text;
use crate::latency_probe::{LatencyProbe, ProbeSamples, READ_LATENCY_LIMIT_MS};
use crate::report::Report;
use crate::resource_usage::{ResourceUsage, megabytes};
use crate::server::Server;
use crate::site::{Site, doctor};

/// Maximum time until the server recovers from a workload. Longer than the server keeps a silent
/// connection open.
const RECOVERY_TIMEOUT: Duration = Duration::from_secs(15);
/// Number of additional open descriptors that are not a leak: other connections that are being
/// closed.
pub const DESCRIPTOR_SLACK: usize = 12;
/// Memory growth, in bytes, between the two halves of the rounds that is not a leak: memory that
/// the allocator retains.
const MEMORY_SLACK: u64 = 16 << 20;

pub struct Harness<'d> {
    pub report: &'d mut Report,
    pub site: &'d mut Site,
    /// `None` only during a restart.
    server: Option<Server>,
    /// Session token of the test user.
    pub token: String,
    baseline: ResourceUsage,
}

/// Runs `body` on a new server, then checks the server's exit, its log and `stoa doctor`.
/// `limits` are shell commands that run before the server starts, such as `ulimit`.
pub async fn run_scenario(
    scenario: &'static str,
    stoa: &Path,
    limits: &str,
    body: impl for<'s, 'd> AsyncFnOnce(&'s mut Harness<'d>) -> Result<()>,
) -> Result<bool> {
    let (mut report, mut site) = (Report::new(scenario), Site::new(stoa)?);
    let run = async {
        let mut harness = Harness::start(&mut report, &mut site, limits).await?;
        body(&mut harness).await?;
        harness.finish().await
    };
    let result = run.await;
    Ok(report.finish(result, site.dir))
}

impl<'d> Harness<'d> {
    async fn start(report: &'d mut Report, site: &'d mut Site, limits: &str) -> Result<Self> {
        if !limits.is_empty() {
            site.limit(limits)?;
        }
        let server = site.start().await?;
        let token = sign_up(&Client::new(server.address()), "ann").await?;
        // The baseline includes everything that the server initializes only once.
        write(&Client::new(server.address()), &token).await?;
        let baseline = ResourceUsage::of(server.pid(), &site.instance.data_dir)?;
        Ok(Self {
            report,
            site,
            server: Some(server),
            token,
            baseline,
        })
    }

    pub fn server(&self) -> &Server {
        self.server.as_ref().expect("the server is running")
    }

    pub fn address(&self) -> SocketAddr {
        self.server().address()
    }

    pub fn usage(&self) -> Result<ResourceUsage> {
        ResourceUsage::of(self.server().pid(), &self.site.instance.data_dir)
    }

    /// Verifies the whole ledger and runs `stoa doctor`.
    pub async fn verify(&mut self) -> Result<()> {
        let server = self.server.as_ref().expect("the server is running");
        self.site.verify(server, true, self.report).await
    }

    /// Kills or stops the server and starts it again.
    pub async fn restart(&mut self, crash: bool) -> Result<()> {
        let old = self.server.take().expect("the server is running");
        if crash {
            old.kill().await?
        } else {
            old.stop(RECOVERY_TIMEOUT).await?
        };
        self.server = Some(self.site.start().await?);
        Ok(())
    }

    /// Runs a workload several times while a probe measures the latency of reads. The server must
    /// recover after each round, and its memory must not grow from round to round.
    pub async fn repeat(
        &mut self,
        times: usize,
        workload: impl AsyncFn(&Self) -> Result<()>,
    ) -> Result<()> {
        let (mut samples, mut after) = (ProbeSamples::default(), Vec::new());
        for _ in 0..times {
            let probe = LatencyProbe::start(self.address(), &self.token);
            let result = workload(self).await;
            let mut new_samples = probe.stop().await?;
            result?;
            samples.times.append(&mut new_samples.times);
            samples.failures.append(&mut new_samples.failures);
            self.recover().await?;
            after.push(self.usage()?.memory);
        }
        samples.times.sort_by(f64::total_cmp);
        samples.report_to(self.report, READ_LATENCY_LIMIT_MS);
        let memory: Vec<_> = iter::once(self.baseline.memory)
            .chain(after.iter().copied())
            .map(megabytes)
            .collect();
        self.report.metric("memory_mb", memory);
        if let Some(more) = median_growth(&after).filter(|more| *more > MEMORY_SLACK) {
            self.report.violation(format!(
                "memory grew by {} MB between the first and the second half of the rounds",
                megabytes(more)
            ));
        }
        Ok(())
    }

    /// Waits until reads and writes succeed and the additional descriptors are released.
    pub async fn recover(&mut self) -> Result<()> {
        let (began, mut last_problem) = (Instant::now(), "no request completed".to_owned());
        // The timeout covers all attempts, including one that is still running.
        let recovered = tokio::time::timeout(RECOVERY_TIMEOUT, async {
            loop {
                let client = Client::new(self.address());
                last_problem = match write_and_read(&client, &self.token).await {
                    Err(error) => error.to_string(),
                    Ok(()) => {
                        let held = self.usage()?.descriptors;
                        if held <= self.baseline.descriptors + DESCRIPTOR_SLACK {
                            return Result::<()>::Ok(());
                        }
                        format!(
                            "{held} descriptors are open, {} before the workload",
                            self.baseline.descriptors
                        )
                    }
                };
                last_problem = format!("after {:.1?} {last_problem}", began.elapsed());
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        });
        match recovered.await {
            Ok(result) => result?,
            Err(_) => self.report.violation(format!(
                "no recovery within {RECOVERY_TIMEOUT:?}: {last_problem}"
            )),
        }
        self.report.max_metric(
            "recovered_after_s",
            (began.elapsed().as_secs_f64() * 10.0).round() / 10.0,
        );
        Ok(())
    }

    async fn finish(mut self) -> Result<()> {
        let usage = self.usage()?;
        self.report.metric("peak_mb", megabytes(usage.peak));
        self.report.metric(
            "descriptors",
            [self.baseline.descriptors, usage.descriptors],
        );
        let status = self
            .server
            .take()
            .expect("the server is running")
            .stop(RECOVERY_TIMEOUT + RECOVERY_TIMEOUT)
            .await?;
        if !status.success() {
            self.report
                .violation(format!("the server exited with {status}"));
        }
        let log = std::fs::read_to_string(self.site.instance.log()).unwrap_or_default();
        for line in log
            .lines()
            .filter(|line| line.contains("panicked") || line.contains("internal error"))
        {
            self.report
                .violation(format!("in the server's log: {line}"));
        }
        doctor(&self.site.instance, self.report).await
    }
}

/// Returns the growth of the median from the first to the second half of the rounds. Medians are
/// used because an allocator returns memory late and irregularly. A leak per round grows with the
/// number of rounds.
fn median_growth(after: &[u64]) -> Option<u64> {
    let (first, second) = after.split_at(after.len() / 2);
    let median = |half: &[u64]| {
        let mut half = half.to_vec();
        half.sort_unstable();
        half.get(half.len() / 2).copied()
    };
    median(second)?.checked_sub(median(first)?)
}

/// Returns the id of what a request created, or `None` if there is no reply.
pub fn created(reply: Result<Response, RequestError>) -> Result<Option<String>> {
    match reply {
        Ok(Response {
            status: 200, body, ..
        }) => Ok(Some(text(&body, "_id").to_owned())),
        Ok(other) => Err(failed(format_args!("a post was rejected: {other:?}"))),
        Err(_) => Ok(None),
    }
}

/// Signs up a user, or logs in if the username exists. Returns the session token.
pub async fn sign_up(client: &Client, name: &str) -> Result<String> {
    let body = json!({"username": name, "password": PASSWORD});
    for path in ["/user/signup", "/user/login"] {
        if let Ok(Response {
            status: 200,
            token: Some(token),
            ..
        }) = client.call("POST", path, None, Some(&body)).await
        {
            return Ok(token);
        }
    }
    Err(failed(format_args!(
        "{name} can neither sign up nor log in"
    )))
}

/// Sends a write that is not recorded in a ledger.
pub async fn write(client: &Client, token: &str) -> Result<()> {
    require_success(
        client
            .call(
                "PATCH",
                "/user/updateBiography",
                Some(token),
                Some(&json!({"biography": "A biography"})),
            )
            .await,
    )
}

async fn write_and_read(client: &Client, token: &str) -> Result<()> {
    write(client, token).await?;
    client
        .get("/question/getQuestion?view=card&limit=10", token)
        .await
        .map(drop)
}

/// Asks a question with a text of `length` bytes.
pub async fn ask(client: &Client, token: &str, length: usize) -> Result<()> {
    let body = json!({"title": "Does this reach everyone?", "text": "x".repeat(length), "tags": [{"name": "fault"}]});
    require_success(
        client
            .call("POST", "/question/addQuestion", Some(token), Some(&body))
            .await,
    )
}

fn require_success(response: Result<Response, RequestError>) -> Result<()> {
    match response {
        Ok(Response { status: 200, .. }) => Ok(()),
        Ok(response) => Err(failed(format_args!(
            "a write was rejected: {} {}",
            response.status, response.body
        ))),
        Err(error) => Err(failed(format_args!("a write got no response: {error:?}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::median_growth;

    #[test]
    fn memory_kept_per_round_grows_and_fluctuation_does_not() {
        assert_eq!(median_growth(&[76, 98]), Some(22));
        assert_eq!(median_growth(&[10, 20, 30, 40, 50, 60]), Some(30));
        assert_eq!(median_growth(&[71, 92, 90, 93, 88, 70]), None);
        assert_eq!(median_growth(&[90]), None);
    }
}
