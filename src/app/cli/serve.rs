//! `stoa serve`

use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use rustix::process::{Resource, getrlimit, setrlimit};
use sd_notify::NotifyState;
use tokio::signal::unix::{SignalKind, signal};

use super::configured_admin;
use super::data_dir::{DataDir, NewSite};
use super::error::Failure;
use super::log::Log;
use super::page_link::page_link;
use super::settings::Settings;
use super::shutdown::shutdown_signal;
use crate::app::server::{self, BindError, Site, SystemdSockets, Tls, listen};
use crate::core::clock::Clock;
use crate::core::config::{Address, Loaded, LogFormat, Source};
use crate::core::error::Error;
use crate::features::following;
use crate::features::mail;
use crate::features::push;
use crate::features::webhooks;
use crate::operations::backup;
use crate::operations::doctor::ownership;
use crate::platform::db::{self, Db, DiskReserve, schema};
use crate::platform::realtime::Hub;

/// Fewer open files than this are worth a warning.
const ENOUGH_FILES: u64 = 1_024;

#[derive(Args)]
#[command(
    after_help = "SIGTERM and Ctrl-C stop the server after the requests in progress; a second Ctrl-C stops it at once. SIGHUP reloads the log level and the TLS certificate. SIGUSR1 makes a backup.

Examples:
  stoa serve
  stoa serve --listen 0.0.0.0:8080 --data-dir /var/lib/stoa
  stoa serve --listen 127.0.0.1:8080 --listen unix:/run/stoa/stoa.sock"
)]
pub struct Options {
    /// Listen on HOST:PORT (port 0 selects a free one), unix:/path or systemd; repeatable
    #[arg(long, value_name = "ADDRESS")]
    listen: Vec<String>,
    #[command(flatten)]
    new: NewSite,
}

pub(super) fn run(settings: &Settings, options: Options) -> Result<(), Failure> {
    let mut loaded = settings.read_from(None);
    if !options.listen.is_empty() {
        loaded.apply(
            "server.listen",
            &options.listen.join(","),
            Source::Flag("--listen"),
        );
    }
    if loaded.config.log.format != LogFormat::Json {
        return serve(settings, loaded, options.new);
    }
    // What follows, failures included, is read by a program.
    serve(&settings.with_messages_in_log(), loaded, options.new).map_err(Failure::in_log)
}

fn serve(settings: &Settings, loaded: Loaded, new: NewSite) -> Result<(), Failure> {
    let log = Log::start(&loaded.config, settings.is_colored())?;
    let mut loaded = loaded.valid()?;
    let mut systemd_sockets = SystemdSockets::take();
    if !systemd_sockets.is_empty() && loaded.source("server.listen") == Source::Default {
        loaded.apply(
            "server.listen",
            "systemd",
            Source::Variable("LISTEN_FDS".to_owned()),
        );
    }
    let config = loaded.config;
    let listens = [&config.server.listen, &config.metrics.listen];
    if !systemd_sockets.is_empty()
        && !listens
            .iter()
            .any(|addresses| addresses.contains(&Address::Systemd))
    {
        tracing::warn!(
            "the sockets from systemd are not used: server.listen has addresses, but \"systemd\" is not among them"
        );
    }
    let tls = Tls::load(&config)?;
    raise_file_limit();
    if let Err(error) = backup::usable_directory(&config) {
        // A site without backups is better than none.
        let advice = ownership::hint(&config.backup.dir);
        tracing::error!("no backup will succeed: {error}; {advice}, or mount its disk");
    }
    let data = DataDir::lock_to_create(&config, settings, new)?;
    // Rejects a database that cannot be migrated before writing anything next to it. On a full disk it
    // can be read only after the reserve is released.
    if let Err(error @ (Error::NewerData(_) | Error::UnreleasedData(_))) =
        schema::version(&data.path.join(db::FILE))
    {
        return Err(error.into());
    }
    // A new site gets its database first: a reserve without one is a trace of a lost site.
    let (data, reserve) = if db::files::size(&data.path.join(db::FILE)) == 0 {
        let data = data.migrated(&config, settings)?;
        let reserve = DiskReserve::reserve(&data.path);
        (data, reserve)
    } else {
        let reserve = DiskReserve::reserve(&data.path);
        (data.migrated(&config, settings)?, reserve)
    };
    if !config.admin.username.is_empty()
        && let Some(name) = configured_admin::create(
            &config,
            &Db::open(&data.path, Clock::system(), Hub::default())?,
        )?
    {
        settings.say(format_args!(
            "created administrator {name} (admin.username)"
        ));
    }
    let runtime = tokio::runtime::Runtime::new().map_err(Failure::new)?;
    runtime.block_on(async {
        let (server, metrics) = (config.server.clone(), config.metrics.clone());
        let site = Arc::new(Site::open(config, Clock::system(), &data.path)?);
        site.app.db.use_reserve(reserve);
        mail::start(&site.app)?;
        push::start(&site.app);
        webhooks::start(&site.app);
        following::searches::checks::start(&site.app);
        let mut listeners = listen(
            &server.listen,
            server.unix_mode,
            tls.as_ref(),
            &mut systemd_sockets,
        )
        .await
        .map_err(|error| cannot_listen(&error, "--listen or server.listen"))?;
        let urls: Vec<String> = listeners
            .iter()
            .flat_map(|listener| listener.urls(server.base_url.path()))
            .collect();
        let metrics_listeners = listen(
            &metrics.listen,
            server.unix_mode,
            None,
            &mut systemd_sockets,
        )
        .await
        .map_err(|error| cannot_listen(&error, "metrics.listen"))?;
        for listener in metrics_listeners {
            tracing::info!("metrics are at {}", listener.urls("/metrics").join(" and "));
            listeners.push(listener.for_metrics());
        }
        let setup = site.setup.renew(&site.app).await?;
        let stop = shutdown_signal()?;
        let reload = tokio::spawn(reload_at_sighup(settings.clone(), log, tls)?);
        settings.announce(&format!(
            "Stoa is ready at {} with its data in {}",
            urls.join(" and "),
            data.path.display()
        ));
        if let Some(token) = setup {
            let link = page_link(
                &server.base_url,
                urls.iter().cloned(),
                &format!("/setup#token={token}"),
            );
            let kind = if link.starts_with('/') {
                "path of the site"
            } else {
                "link"
            };
            settings.tell(format_args!(
                "There is no administrator yet. Create one within an hour with this {kind}: {link}"
            ));
        }
        notify_systemd(&[
            NotifyState::Ready,
            NotifyState::Status(&format!("Serving at {}", urls.join(" and "))),
        ]);
        let watchdog = tokio::spawn(ping_watchdog(site.clone()));
        server::serve(listeners, site, async {
            stop.await;
            notify_systemd(&[
                NotifyState::Stopping,
                NotifyState::Status("Finishing requests in progress"),
            ]);
            tokio::spawn(exit_at_interrupt());
        })
        .await;
        watchdog.abort();
        reload.abort();
        Ok(())
    })
}

/// Returns a failure to listen at an address that one of these settings names.
fn cannot_listen(error: &BindError, settings: &str) -> Failure {
    if error.in_use {
        return Failure::conflict(&error.message).hint(format_args!(
            "stop the other process, or choose another address with {settings}"
        ));
    }
    let reason = if error.is_refused {
        "only root may use ports below 1024: use a proxy (docs/reverse-proxy.md), or let systemd listen (stoa.socket); or "
    } else {
        ""
    };
    Failure::new(&error.message).hint(format_args!(
        "{reason}choose another address with {settings}"
    ))
}

/// Lets the process open as many files as the system allows: each connection needs one. Warns if
/// these are few.
fn raise_file_limit() {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    let _ = setrlimit(Resource::Nofile, limit);
    if let Some(files) = limit.maximum.filter(|files| *files < ENOUGH_FILES) {
        tracing::warn!(
            "this process may open only {files} files, and each connection needs one: raise the limit (ulimit -n {ENOUGH_FILES}, LimitNOFILE= in a unit)"
        );
    }
}

/// Notifies systemd of the state of the service. Does nothing outside a service with `Type=notify`.
fn notify_systemd(states: &[NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(states) {
        tracing::warn!(%error, "cannot notify systemd");
    }
}

/// Pings systemd's watchdog, if it is enabled, while the database answers. Pings at a quarter of
/// the limit, so that one late answer does not stop the service.
async fn ping_watchdog(site: Arc<Site>) {
    let Some(limit) = sd_notify::watchdog_enabled() else {
        return;
    };
    loop {
        let is_alive = site.health.check(&site.app.db).await.is_alive;
        if is_alive {
            notify_systemd(&[NotifyState::Watchdog]);
        }
        tokio::time::sleep(if is_alive {
            limit / 4
        } else {
            Duration::from_secs(1)
        })
        .await;
    }
}

/// Reloads the log level and the certificate at each SIGHUP. An error is logged and keeps the old
/// value.
fn reload_at_sighup(
    settings: Settings,
    log: Log,
    tls: Option<Arc<Tls>>,
) -> Result<impl Future<Output = ()>, Failure> {
    let mut hangup = signal(SignalKind::hangup()).map_err(Failure::new)?;
    Ok(async move {
        while hangup.recv().await.is_some() {
            let level = settings.read().and_then(|loaded| {
                log.change_level(&loaded.config)?;
                Ok(loaded.config.log.level)
            });
            let certificate = tls.as_ref().map_or(Ok(()), |tls| tls.reload());
            match (level, certificate) {
                (Ok(level), Ok(())) => {
                    tracing::info!(
                        log_level = level,
                        "reloaded the log level and the certificate"
                    );
                }
                (level, certificate) => {
                    let problems = [
                        level.err().map(|failure| failure.to_string()),
                        certificate.err().map(|error| error.0),
                    ];
                    let problems: Vec<String> = problems.into_iter().flatten().collect();
                    tracing::error!("not reloaded, the old values stay: {}", problems.join("; "));
                }
            }
        }
    })
}

/// Exits at Ctrl-C: the second one, during a shutdown.
async fn exit_at_interrupt() {
    if tokio::signal::ctrl_c().await.is_ok() {
        std::process::exit(130);
    }
}
