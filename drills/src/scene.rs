//! A server to which something is done several times, so that what it keeps of it is seen; and how it is afterwards.

use std::iter;
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{Client, NoReply, Reply};
use crate::probe::{Looks, OTHERS, Probe};
use crate::process::{Usage, megabytes};
use crate::report::Report;
use crate::server::Server;
use crate::site::{Site, doctor};
use crate::verify::PASSWORD;
use crate::{Result, failed};

/// Within which all is as before, once it is over. Longer than a connection that was accepted late and says nothing is left open.
const RECOVERY: Duration = Duration::from_secs(15);
/// Descriptors more than before that are no leak: other connections on their way out.
pub const FEW: usize = 12;
/// Bytes more in the second half of the times than in the first that are no leak: what the allocator keeps for the next time.
const SLACK: u64 = 16 << 20;

pub struct Scene<'d> {
    pub report: &'d mut Report,
    pub site: &'d mut Site,
    /// None only while it is restarted.
    server: Option<Server>,
    /// Somebody's session.
    pub token: String,
    before: Usage,
}

/// Plays on a server that runs within what `limits` (lines of shell) allow, and looks at what it leaves.
pub async fn play(
    drill: &'static str,
    stoa: &Path,
    limits: &str,
    on: impl for<'s, 'd> AsyncFnOnce(&'s mut Scene<'d>) -> Result<()>,
) -> Result<bool> {
    let (mut report, mut site) = (Report::new(drill), Site::new(stoa)?);
    let played = async {
        let mut scene = Scene::begin(&mut report, &mut site, stoa, limits).await?;
        on(&mut scene).await?;
        scene.end().await
    };
    let done = played.await;
    Ok(report.end(done, site.place))
}

impl<'d> Scene<'d> {
    async fn begin(report: &'d mut Report, site: &'d mut Site, stoa: &Path, limits: &str) -> Result<Self> {
        if !limits.is_empty() {
            let program = site.place.path().join("stoa");
            let stoa = std::path::absolute(stoa)?;
            std::fs::write(&program, format!("#!/bin/sh -e\n{limits}\nexec '{}' \"$@\"\n", stoa.display()))?;
            std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755))?;
            site.options.stoa = program;
        }
        let server = site.start().await?;
        let token = sign_up(&Client::new(server.address()), "ann").await?;
        // Everything that it needs once is there.
        write(&Client::new(server.address()), &token).await?;
        let before = Usage::of(server.pid(), &site.options.data_dir)?;
        Ok(Self { report, site, server: Some(server), token, before })
    }

    pub fn server(&self) -> &Server {
        self.server.as_ref().expect("it is restarted at once")
    }

    pub fn address(&self) -> SocketAddr {
        self.server().address()
    }

    pub fn usage(&self) -> Result<Usage> {
        Usage::of(self.server().pid(), &self.site.options.data_dir)
    }

    /// Looks for everything that the ledger has.
    pub async fn look(&mut self) -> Result<()> {
        let server = self.server.as_ref().expect("it is restarted at once");
        self.site.look(server, true, self.report).await
    }

    /// Ends the server, by a crash or by a stop, and starts it again.
    pub async fn restart(&mut self, by_crash: bool) -> Result<()> {
        let old = self.server.take().expect("it is restarted at once");
        if by_crash {
            old.kill().await?
        } else {
            old.stop(RECOVERY).await?
        };
        self.server = Some(self.site.start().await?);
        Ok(())
    }

    /// Watches somebody else's reads while `done` is done so many times; in between and afterwards the server must recover.
    pub async fn repeat(&mut self, times: usize, done: impl AsyncFn(&Self) -> Result<()>) -> Result<()> {
        let (mut looks, mut after) = (Looks::default(), Vec::new());
        for _ in 0..times {
            let probe = Probe::start(self.address(), &self.token);
            let result = done(self).await;
            let mut seen = probe.stop().await?;
            result?;
            looks.times.append(&mut seen.times);
            looks.failures.append(&mut seen.failures);
            self.recover().await?;
            after.push(self.usage()?.memory);
        }
        looks.times.sort_by(f64::total_cmp);
        looks.note(self.report, OTHERS);
        let memory: Vec<_> = iter::once(self.before.memory).chain(after.iter().copied()).map(megabytes).collect();
        self.report.figure("memory_mb", memory);
        if let Some(more) = growth(&after).filter(|more| *more > SLACK) {
            self.report.violation(format!("{} MB more are kept later on", megabytes(more)));
        }
        Ok(())
    }

    /// Waits until reads and writes are done and nothing is held that was not before.
    pub async fn recover(&mut self) -> Result<()> {
        let (began, mut still) = (Instant::now(), "nothing was written or read".to_owned());
        // One time for all attempts: one that begins within it may not end after it.
        let recovered = tokio::time::timeout(RECOVERY, async {
            loop {
                let client = Client::new(self.address());
                still = match write_and_read(&client, &self.token).await {
                    Err(error) => error.to_string(),
                    Ok(()) => {
                        let held = self.usage()?.descriptors;
                        if held <= self.before.descriptors + FEW {
                            return Result::<()>::Ok(());
                        }
                        format!("{held} descriptors were held, {} before", self.before.descriptors)
                    }
                };
                still = format!("after {:.1?} {still}", began.elapsed());
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        });
        match recovered.await {
            Ok(done) => done?,
            Err(_) => self.report.violation(format!("not as before within {RECOVERY:?}: {still}")),
        }
        self.report.largest("recovered_after_s", (began.elapsed().as_secs_f64() * 10.0).round() / 10.0);
        Ok(())
    }

    async fn end(mut self) -> Result<()> {
        let usage = self.usage()?;
        self.report.figure("peak_mb", megabytes(usage.peak));
        self.report.figure("descriptors", [self.before.descriptors, usage.descriptors]);
        let status = self.server.take().expect("it is there").stop(RECOVERY + RECOVERY).await?;
        if !status.success() {
            self.report.violation(format!("the server ended with {status}"));
        }
        let log = std::fs::read_to_string(self.site.options.log()).unwrap_or_default();
        for line in log.lines().filter(|line| line.contains("panicked") || line.contains("internal error")) {
            self.report.violation(format!("the server's log: {line}"));
        }
        doctor(&self.site.options, self.report).await
    }
}

/// By how much what is held is more in the second half of the times than in the first: the medians, because an allocator gives
/// back late, and not the same each time. What is kept each time shows the more of it the more times there are.
fn growth(after: &[u64]) -> Option<u64> {
    let (first, second) = after.split_at(after.len() / 2);
    let median = |half: &[u64]| {
        let mut half = half.to_vec();
        half.sort_unstable();
        half.get(half.len() / 2).copied()
    };
    median(second)?.checked_sub(median(first)?)
}

/// Signs somebody up, or in again, and returns his session.
pub async fn sign_up(client: &Client, name: &str) -> Result<String> {
    let body = json!({"username": name, "password": PASSWORD});
    for call in ["/user/signup", "/user/login"] {
        if let Ok(Reply { status: 200, token: Some(token), .. }) = client.call("POST", call, None, Some(&body)).await {
            return Ok(token);
        }
    }
    Err(failed(format_args!("{name} could neither sign up nor log in")))
}

/// Writes what no ledger knows of.
pub async fn write(client: &Client, token: &str) -> Result<()> {
    done(client.call("PATCH", "/user/updateBiography", Some(token), Some(&json!({"biography": "I am here"}))).await)
}

async fn write_and_read(client: &Client, token: &str) -> Result<()> {
    write(client, token).await?;
    client.get("/question/getQuestion?view=card&limit=10", token).await.map(drop)
}

/// Asks a question with a text of this length.
pub async fn ask(client: &Client, token: &str, length: usize) -> Result<()> {
    let body = json!({"title": "Is anybody there?", "text": "x".repeat(length), "tags": [{"name": "drill"}]});
    done(client.call("POST", "/question/addQuestion", Some(token), Some(&body)).await)
}

fn done(reply: Result<Reply, NoReply>) -> Result<()> {
    match reply {
        Ok(Reply { status: 200, .. }) => Ok(()),
        Ok(reply) => Err(failed(format_args!("a write was refused: {} {}", reply.status, reply.body))),
        Err(error) => Err(failed(format_args!("a write got no answer: {error:?}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::growth;

    #[test]
    fn what_is_kept_each_time_grows_and_what_comes_and_goes_does_not() {
        assert_eq!(growth(&[76, 98]), Some(22));
        assert_eq!(growth(&[10, 20, 30, 40, 50, 60]), Some(30));
        assert_eq!(growth(&[71, 92, 90, 93, 88, 70]), None);
        assert_eq!(growth(&[90]), None);
    }
}
