//! The shell around the features: all routes on one screen, the accept loop, and what every response has in common.

mod accept;
mod assets;
pub mod events;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
pub mod health;
mod listeners;
mod patience;
mod received;
mod requests;
mod scrape;
mod security;
mod seldom;
mod socket;
mod store;
mod subpath;
mod tls;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, Response, header};
use axum::response::IntoResponse;
use engineioxide::service::EngineIoService;
use tower::ServiceExt;

pub use accept::serve;
pub use listeners::{HandedOver, Listener, Peer, Unavailable, listen};
use patience::Timely;
pub use tls::{Tls, encrypted};

use crate::backup;
use crate::clock::Clock;
use crate::config::Config;
use crate::db::Db;
use crate::error::{Result, Sentence};
use crate::live::Hub;
use crate::metrics::Metrics;
use crate::questions::views::Views;
use crate::users::Setup;
use crate::users::password::Passwords;
use crate::web::{App, Limiter, Route, Routes};
use crate::{accounts, administration, chats, communities, contributions, games, messages, notifications, questions, stars, users};

/// How long a request's body may take to arrive, also one that no call reads.
const BODY_TIME: Duration = Duration::from_secs(15);

/// Every call of the site.
fn routes(app: Arc<App>, setup: &Setup, turn: backup::Turn, views: &Views) -> Result<Routes> {
    let mut routes = Routes::new(app);
    let passwords = Passwords::start()?;
    users::routes::routes(&mut routes, &passwords, setup);
    communities::routes::routes(&mut routes);
    notifications::routes::routes(&mut routes);
    questions::routes::routes(&mut routes, views);
    stars::routes::routes(&mut routes);
    contributions::routes::routes(&mut routes);
    if routes.app.config.features.chat {
        messages::routes::routes(&mut routes);
        chats::routes::routes(&mut routes);
    }
    if routes.app.config.features.games {
        games::routes::routes(&mut routes);
    }
    accounts::routes::routes(&mut routes);
    administration::routes::routes(&mut routes, &passwords, turn);
    Ok(routes)
}

/// A running site: answers requests, wherever they come from.
pub struct Site {
    pub app: Arc<App>,
    pub table: Vec<Route>,
    pub health: health::Health,
    views: Views,
    connections: accept::Connections,
    hints: security::Hints,
    data_dir: PathBuf,
    /// Held while the metrics' files are looked at.
    looking: Arc<tokio::sync::Mutex<()>>,
    /// How the first administrator is made.
    pub setup: Setup,
    service: EngineIoService<socket::Sockets, axum::Router>,
}

impl Site {
    /// Opens the data directory (which must exist) and starts the site's threads and tasks. Needs a tokio runtime.
    pub fn open(mut config: Config, clock: Clock, data_dir: &Path) -> Result<Self> {
        // Wherever that is, it is from here on where the configuration says.
        config.data.dir = data_dir.to_owned();
        let hub = Hub::default();
        let db = Db::open(data_dir, clock.clone(), hub.clone())?;
        let turn = backup::Turn::default();
        backup::schedule::start(&config, data_dir, clock.clone(), turn.clone());
        let limiter = Limiter::new(config.limits.enabled);
        let metrics = Metrics::new(config.has_metrics());
        db.watch(config.log.slow_query_ms, metrics.clone());
        let app = Arc::new(App { config, clock, hub, db, limiter, metrics });
        let setup = Setup::default();
        let views = Views::start(&app);
        let (table, router) = routes(app.clone(), &setup, turn, &views)?.finish();
        let document = crate::web::document(&app.config.site.title, app.config.server.base_url.path(), &table);
        // Shared: half a megabyte for each who reads it slowly would add up.
        let document = axum::body::Bytes::from(document.to_json().unwrap_or_default());
        let document = axum::routing::get(move || async move { ([(header::CONTENT_TYPE, "application/json")], document) });
        let assets = Arc::new(assets::Assets::new(&app.config));
        let for_pages = assets.clone();
        let router = router
            .route("/openapi.json", document)
            .fallback(move |request: axum::extract::Request| async move { for_pages.serve(&request, Sentence::NotFound) })
            .method_not_allowed_fallback(move |request: axum::extract::Request| async move {
                assets.serve(&request, Sentence::MethodNotAllowed)
            });
        let sockets = Arc::new(socket::Sockets::new(&app));
        let service = EngineIoService::with_config_inner(router, sockets, socket::config());
        let (health, data_dir) = (health::Health::new(data_dir.to_owned()), data_dir.to_owned());
        let (connections, hints, looking) = Default::default();
        Ok(Self { app, table, setup, health, views, connections, hints, data_dir, looking, service })
    }

    /// Writes what would be written a little later. Before the end, when nobody asks for anything any more.
    pub async fn finish(&self) {
        self.views.store(&self.app.db).await;
    }

    /// Answers one request of `peer`.
    pub async fn respond(&self, peer: impl Into<Peer>, mut request: Request<Body>) -> Response<Body> {
        let (peer, config) = (peer.into(), &self.app.config);
        let prefix = config.server.base_url.path();
        subpath::strip(prefix, &mut request);
        // Whatever watches over the server knows it by no name, and is not one of its visitors.
        match request.uri().path() {
            "/healthz" => return health::alive(),
            "/readyz" => return self.health.ready(&self.app.db, peer, request.headers()).await,
            "/metrics" if !config.metrics.token.expose().is_empty() => return self.show_metrics_to_holder(request).await,
            _ => {}
        }
        let client = security::client_address(config, peer, request.headers());
        self.hints.look_at(config, peer, request.headers());
        let underway = requests::Underway::begin(config, &self.app.metrics, peer, client, &request);
        let mut response = match security::admit(config, &self.hints, peer, client, &mut request) {
            Err(error) => error.into_response(),
            Ok(new_visitor) => {
                let request = request.map(|body| Timely::limit(body, BODY_TIME));
                let Ok(response) = self.service.clone().oneshot(request).await;
                let mut response = response.map(Body::new);
                if let Some(cookie) = new_visitor {
                    response.headers_mut().append(header::SET_COOKIE, cookie);
                }
                response
            }
        };
        subpath::add(prefix, &mut response);
        security::harden(config, &mut response);
        underway.end(&self.hints.slow_requests, &mut response);
        response
    }
}
