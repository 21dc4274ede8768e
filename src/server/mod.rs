//! The shell around the features: all routes on one screen, the accept loop, and what every response has in common.

mod accept;
mod assets;
pub mod events;
mod received;
mod security;
mod socket;

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use axum::body::Body;
use axum::http::{Request, Response, header};
use axum::response::IntoResponse;
use engineioxide::service::EngineIoService;
use tower::ServiceExt;

pub use accept::serve;

use crate::clock::Clock;
use crate::config::Config;
use crate::db::Db;
use crate::error::{Result, Sentence};
use crate::live::Hub;
use crate::users::Setup;
use crate::users::password::Passwords;
use crate::web::{App, Limiter, Route, Routes};
use crate::{accounts, chats, communities, contributions, games, messages, notifications, questions, stars, users};

/// Every call of the site.
fn routes(app: Arc<App>, setup: &Setup) -> Result<Routes> {
    let mut routes = Routes::new(app);
    let passwords = Passwords::start()?;
    users::routes::routes(&mut routes, &passwords, setup);
    communities::routes::routes(&mut routes);
    notifications::routes::routes(&mut routes);
    questions::routes::routes(&mut routes);
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
    Ok(routes)
}

/// A running site: answers requests, wherever they come from.
pub struct Site {
    pub app: Arc<App>,
    pub table: Vec<Route>,
    /// How the first administrator is made.
    pub setup: Setup,
    service: EngineIoService<socket::Sockets, axum::Router>,
}

impl Site {
    /// Opens the data directory (which must exist) and starts the site's threads and tasks. Needs a tokio runtime.
    pub fn open(config: Config, clock: Clock, data_dir: &Path) -> Result<Self> {
        let hub = Hub::default();
        let db = Db::open(data_dir, clock.clone(), hub.clone())?;
        let limiter = Limiter::new(config.limits.enabled);
        let app = Arc::new(App { config, clock, hub, db, limiter });
        let setup = Setup::default();
        let (table, router) = routes(app.clone(), &setup)?.finish();
        let document = crate::web::document(&app.config.site.title, &table).to_json().unwrap_or_default();
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
        Ok(Self { app, table, setup, service })
    }

    /// Answers one request of the peer at `peer`.
    pub async fn respond(&self, peer: SocketAddr, mut request: Request<Body>) -> Response<Body> {
        let mut response = match security::admit(&self.app.config, peer, &mut request) {
            Err(error) => error.into_response(),
            Ok(new_visitor) => {
                let Ok(response) = self.service.clone().oneshot(request).await;
                let mut response = response.map(Body::new);
                if let Some(cookie) = new_visitor {
                    response.headers_mut().append(header::SET_COOKIE, cookie);
                }
                response
            }
        };
        security::harden(&self.app.config, &mut response);
        response
    }
}
