//! `stoa serve`

use std::sync::Arc;

use clap::Args;
use tokio::net::TcpListener;

use super::setup::make_configured;
use super::{DataDir, Failure, Settings, told_to_stop};
use crate::clock::Clock;
use crate::db::Db;
use crate::live::Hub;
use crate::server::{self, Site};

#[derive(Args)]
pub struct Options {
    /// Address and port; port 0 takes a free one
    #[arg(long, value_name = "ADDR:PORT")]
    listen: Option<String>,
}

pub(super) fn run(settings: &Settings, options: Options) -> Result<(), Failure> {
    let mut config = settings.load()?;
    if let Some(listen) = options.listen {
        config.server.listen = listen;
    }
    let data = DataDir::lock(&config)?;
    if !config.admin.username.is_empty()
        && let Some(name) = make_configured(&config, &Db::open(&data.path, Clock::system(), Hub::default())?)?
    {
        eprintln!("made administrator {name}, whom the configuration names");
    }
    let runtime = tokio::runtime::Runtime::new().map_err(Failure::new)?;
    runtime.block_on(async {
        let address = config.server.listen.clone();
        let site = Arc::new(Site::open(config, Clock::system(), &data.path)?);
        let listener = TcpListener::bind(&address)
            .await
            .map_err(|error| Failure::new(format_args!("cannot listen on {address}: {error}; choose another address with --listen")))?;
        let local = listener.local_addr().map_err(Failure::new)?;
        if let Some(token) = site.setup.invite(&site.app).await? {
            let base = Some(site.app.config.server.base_url.trim_end_matches('/')).filter(|base| !base.is_empty());
            let base = base.map_or_else(|| format!("http://{local}"), str::to_owned);
            eprintln!("There is no administrator yet. Within an hour this link makes one: {base}/setup?token={token}");
        }
        let stop = told_to_stop()?;
        println!("Stoa is ready at http://{local} with its data in {}", data.path.display());
        server::serve(listener, site, stop).await;
        Ok(())
    })
}
