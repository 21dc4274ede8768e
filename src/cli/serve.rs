//! `stoa serve`

use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use sd_notify::NotifyState;
use tokio::signal::unix::{SignalKind, signal};

use super::log::Log;
use super::setup::make_configured;
use super::{DataDir, Failure, Settings, link, print, told_to_stop};
use crate::clock::Clock;
use crate::config::{Address, Source};
use crate::db::{Ballast, Db};
use crate::live::Hub;
use crate::server::{self, HandedOver, Site, Tls, Unavailable, listen};

#[derive(Args)]
#[command(after_help = "SIGTERM and Ctrl-C let requests under way end, a second Ctrl-C does not. SIGHUP reads the log level and the
certificate again.

Examples:
  stoa serve
  stoa serve --listen 0.0.0.0:8080 --data-dir /var/lib/stoa
  stoa serve --listen 127.0.0.1:8080 --listen unix:/run/stoa/stoa.sock")]
pub struct Options {
    /// Address and port (port 0 takes a free one), unix:/path, or systemd; may be repeated
    #[arg(long, value_name = "ADDRESS")]
    listen: Vec<String>,
}

pub(super) fn run(settings: &Settings, options: Options) -> Result<(), Failure> {
    let mut loaded = settings.read()?;
    if !options.listen.is_empty() {
        loaded.set("server.listen", &options.listen.join(","), Source::Flag("--listen"))?;
    }
    let mut handed_over = HandedOver::take();
    if !handed_over.is_empty() && loaded.source("server.listen") == Source::Default {
        loaded.set("server.listen", "systemd", Source::Variable("LISTEN_FDS".to_owned()))?;
    }
    let config = loaded.config;
    let log = Log::start(&config, settings.is_colored())?;
    let listens = [&config.server.listen, &config.metrics.listen];
    if !handed_over.is_empty() && !listens.iter().any(|addresses| addresses.contains(&Address::Systemd)) {
        tracing::warn!(
            "nobody answers on the sockets that systemd has handed over: server.listen has addresses without \"systemd\" among them"
        );
    }
    let tls = Tls::load(&config)?;
    let data = DataDir::lock(&config)?;
    let ballast = Ballast::lay(&data.path);
    let data = data.migrated(&config, settings)?;
    if !config.admin.username.is_empty()
        && let Some(name) = make_configured(&config, &Db::open(&data.path, Clock::system(), Hub::default())?)?
    {
        settings.say(format_args!("made administrator {name}, whom the configuration names"));
    }
    let runtime = tokio::runtime::Runtime::new().map_err(Failure::new)?;
    runtime.block_on(async {
        let (server, metrics) = (config.server.clone(), config.metrics.clone());
        let site = Arc::new(Site::open(config, Clock::system(), &data.path)?);
        site.app.db.keep(ballast);
        let mut listeners = listen(&server.listen, server.unix_mode, tls.as_ref(), &mut handed_over).await?;
        let urls: Vec<String> = listeners.iter().map(|listener| listener.url(server.base_url.path())).collect();
        let for_metrics = listen(&metrics.listen, server.unix_mode, None, &mut handed_over).await?;
        for listener in for_metrics {
            tracing::info!("metrics are at {}", listener.url("/metrics"));
            listeners.push(listener.for_metrics());
        }
        if let Some(token) = site.setup.invite(&site.app).await? {
            let link = link(&server.base_url, urls.iter().cloned(), &format!("/setup#token={token}"));
            let kind = if link.starts_with('/') { "this path on the site" } else { "this link" };
            eprintln!("There is no administrator yet. Within an hour {kind} makes one: {link}");
        }
        let stop = told_to_stop()?;
        let reloading = tokio::spawn(reload_at_hangup(settings.clone(), log, tls)?);
        // A reader that has gone is no reason not to serve.
        let _ = print(format!("Stoa is ready at {} with its data in {}\n", urls.join(" and "), data.path.display()));
        tell_systemd(&[NotifyState::Ready, NotifyState::Status(&format!("Serving at {}", urls.join(" and ")))]);
        let watching = tokio::spawn(satisfy_watchdog(site.clone()));
        server::serve(listeners, site, async {
            stop.await;
            tell_systemd(&[NotifyState::Stopping, NotifyState::Status("Requests under way may end")]);
            tokio::spawn(end_at_interrupt());
        })
        .await;
        watching.abort();
        reloading.abort();
        Ok(())
    })
}

impl From<Unavailable> for Failure {
    fn from(error: Unavailable) -> Self {
        let message = format!("{}; choose another address with --listen or server.listen", error.message);
        if error.in_use { Self::conflict(message) } else { Self::new(message) }
    }
}

/// Says something to systemd, if it has started this process and wants to hear it.
fn tell_systemd(states: &[NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(states) {
        tracing::warn!(%error, "systemd could not be told");
    }
}

/// Tells systemd's watchdog, if there is one, that the site is alive for as long as its database answers. One answer that
/// is late is not the end: there is time for several.
async fn satisfy_watchdog(site: Arc<Site>) {
    let Some(limit) = sd_notify::watchdog_enabled() else { return };
    loop {
        let is_alive = site.health.examine(&site.app.db).await.is_alive;
        if is_alive {
            tell_systemd(&[NotifyState::Watchdog]);
        }
        tokio::time::sleep(if is_alive { limit / 4 } else { Duration::from_secs(1) }).await;
    }
}

/// Reads the log level and the certificate again at each SIGHUP; what is wrong with them is said and changes nothing.
fn reload_at_hangup(settings: Settings, log: Log, tls: Option<Arc<Tls>>) -> Result<impl Future<Output = ()>, Failure> {
    let mut hangup = signal(SignalKind::hangup()).map_err(Failure::new)?;
    Ok(async move {
        while hangup.recv().await.is_some() {
            let level = settings.read().and_then(|loaded| {
                log.change_level(&loaded.config)?;
                Ok(loaded.config.log.level)
            });
            let certificate = tls.as_ref().map_or(Ok(()), |tls| tls.reload());
            match (level, certificate) {
                (Ok(level), Ok(())) => tracing::info!(level, "reloaded the log level and the certificate"),
                (level, certificate) => {
                    let problems = [level.err().map(|failure| failure.to_string()), certificate.err().map(|error| error.0)];
                    let problems: Vec<String> = problems.into_iter().flatten().collect();
                    tracing::error!("not reloaded, and nothing changed there: {}", problems.join("; "));
                }
            }
        }
    })
}

/// Who interrupts a second time does not want to wait.
async fn end_at_interrupt() {
    if tokio::signal::ctrl_c().await.is_ok() {
        std::process::exit(130);
    }
}
