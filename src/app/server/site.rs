//! A running site: its state, its background tasks, and the path of one request through the server.

use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, Response, header};
use axum::response::IntoResponse;
use engineioxide::service::EngineIoService;
use tower::ServiceExt;
use tracing::Instrument;

use super::api_document::ApiDocument;
use super::assets::{Assets, wants_page};
use super::connections::Connections;
use super::documents::{DocumentRequest, Documents};
use super::health::{self, Health};
use super::listeners::Peer;
use super::metrics_endpoint::MetricsEndpoint;
use super::replies::{EndConnection, Replies};
use super::request_log::RequestTrace;
use super::routes::routes;
use super::security::{self, OperatorWarnings, Sharing};
use super::timeouts::BodyDeadline;
use super::uploads::Uploads;
use super::{cors, documents, embedding, redirects, socket, subpath};
use crate::core::clock::Clock;
use crate::core::config::{Config, SecondFactor};
use crate::core::error::{Result, Sentence};
use crate::core::metrics::Metrics;
use crate::features::account_data;
use crate::features::account_data::bulk_removal;
use crate::features::auth::password::Passwords;
use crate::features::chats::presence;
use crate::features::flags::visitors;
use crate::features::games;
use crate::features::notifications;
use crate::features::pictures::{self, Pictures};
use crate::features::push;
use crate::features::questions::views::Views;
use crate::features::sanctions;
use crate::features::signup::{self, SignupGuard};
use crate::features::users::{Setup, second_factor, session};
use crate::operations::backup;
use crate::platform::db::{Db, SearchSetting, Steps};
use crate::platform::realtime::Hub;
use crate::platform::settings::{LiveSettings, SettingKey};
use crate::platform::web::{App, KnownSessions, Limiter, LogThrottle, ReadQueue, Route};

/// Time in which the body of any request must arrive, even if no handler reads it.
const BODY_TIMEOUT: Duration = Duration::from_secs(15);
/// The same for a picture, which may be much larger.
const PICTURE_TIMEOUT: Duration = Duration::from_secs(60);

/// All work in steps, which continues at the start.
const STEPS: [&Steps; 5] = [
    &notifications::STEPS,
    &crate::features::search::STEPS,
    &sanctions::STEPS,
    &account_data::STEPS,
    &bulk_removal::STEPS,
];

/// A running site. It answers requests of any listener.
pub struct Site {
    pub app: Arc<App>,
    /// All routes, in the order of their registration.
    pub table: Arc<[Route]>,
    pub health: Health,
    /// Creates the first administrator.
    pub setup: Setup,
    /// Counts sign-ups.
    pub signup_guard: SignupGuard,
    pub(super) connections: Connections,
    pub(super) metrics_endpoint: MetricsEndpoint,
    views: Views,
    pub(super) uploads: Uploads,
    pictures: Uploads,
    replies: Replies,
    sockets: Arc<socket::Sockets>,
    warnings: OperatorWarnings,
    /// Answers like an address that no route has.
    absent: axum::Router,
    service: EngineIoService<socket::Sockets, axum::Router>,
}

impl Site {
    /// Opens the data directory, which must exist, and starts the threads and tasks of the site.
    ///
    /// # Panics
    ///
    /// Panics outside of a tokio runtime.
    pub fn open(mut config: Config, clock: Clock, data_dir: &Path) -> Result<Self> {
        // `--data-dir` may differ from the configured directory.
        config.data.dir = data_dir.to_owned();
        let hub = Hub::with_sockets_per_network(config.limits.sockets_per_network);
        let connections = Connections::new(config.limits.connections_per_network);
        let db = Db::open(data_dir, clock.clone(), hub.clone())?;
        let backup_lock = backup::BackupLock::default();
        let metrics = Metrics::new(config.has_metrics());
        backup::schedule::start(
            &config,
            data_dir,
            clock.clone(),
            backup_lock.clone(),
            metrics.clone(),
        );
        let limiter = Limiter::new(&config);
        db.observe(config.log.slow_query_ms, metrics.clone());
        db.search_as(SearchSetting {
            meaning: config.search.meaning,
            language: config.search.language,
        });
        let settings = LiveSettings::load(&config, &db)?;
        hub.serve_strangers(settings.get().everyone_reads());
        let read_queue = ReadQueue::new(config.limits.enabled);
        let app = Arc::new(App {
            config,
            clock,
            hub,
            db,
            settings,
            limiter,
            read_queue,
            known_sessions: KnownSessions::default(),
            metrics,
            refused_logins: LogThrottle::default(),
        });
        let setup = Setup::default();
        let signup_guard = SignupGuard::default();
        let views = Views::start(&app);
        let passwords = Passwords::start()?;
        let pictures = Pictures::start(data_dir)?;
        let staff_needs_one = app.config.auth.second_factor == SecondFactor::Staff;
        app.db
            .write_later(move |tx| second_factor::note_staff_policy(tx, staff_needs_one));
        app.run_steps();
        for steps in STEPS {
            app.db.continue_with(steps);
        }
        account_data::erase_when_due(&app);
        presence::start(&app);
        session::expire_loop(&app);
        session::watch_external_writes(&app);
        signup::start(&app, &signup_guard);
        visitors::start_erasing(&app);
        pictures::start_sweep(&app, pictures.clone());
        if app.can_have(SettingKey::Games) {
            games::start_expiry(&app);
        }
        push::prepare(&app);
        let routes = routes(
            app.clone(),
            &setup,
            &signup_guard,
            backup_lock,
            &views,
            &passwords,
            &pictures,
        );
        let (table, router) = routes.finish();
        let table: Arc<[Route]> = table.into();
        let document = Arc::new(ApiDocument::new(&app, table.clone()));
        let document = axum::routing::get(move || async move {
            (
                [(header::CONTENT_TYPE, "application/json")],
                document.text(),
            )
        });
        let assets = Arc::new(Assets::new(&app));
        let documents = Arc::new(Documents::new(&app, &assets, router.clone()));
        let (assets_or_404, absent) = (assets.clone(), assets.clone());
        let addresses = redirects::Addresses::new(&app, &router);
        let addresses_of_calls = addresses.clone();
        let cards = embedding::Cards::new(&app, &router);
        let absent =
            axum::Router::new().fallback(move |request: axum::extract::Request| async move {
                absent.serve(&request, Sentence::NotFound)
            });
        let router = router
            .route("/openapi.json", document)
            .fallback(move |request: axum::extract::Request| async move {
                if let Some(card) = cards.serve(&request).await {
                    return card;
                }
                let for_document = DocumentRequest::of(&request);
                if let Some(kept) = for_document.as_ref().and_then(|it| documents.kept(it)) {
                    return kept;
                }
                let found = match addresses.find(&request).await {
                    Ok(found) => found,
                    Err(redirect) => return redirect,
                };
                let document = match for_document {
                    Some(for_document) => documents.answer(for_document).await,
                    None => None,
                };
                found.mark(
                    document.unwrap_or_else(|| assets_or_404.serve(&request, Sentence::NotFound)),
                )
            })
            .method_not_allowed_fallback(move |request: axum::extract::Request| async move {
                // An old address can be that of a call: `/u/NAME` of Discourse.
                match addresses_of_calls.find(&request).await {
                    Ok(_) => assets.serve(&request, Sentence::MethodNotAllowed),
                    Err(redirect) => redirect,
                }
            });
        let sockets = Arc::new(socket::Sockets::new(&app));
        let service = EngineIoService::with_config_inner(router, sockets.clone(), socket::config());
        Ok(Self {
            app,
            table,
            setup,
            signup_guard,
            health: Health::new(data_dir.to_owned()),
            connections,
            metrics_endpoint: MetricsEndpoint::new(data_dir.to_owned()),
            views,
            uploads: Uploads::default(),
            pictures: Uploads::of_pictures(),
            replies: Replies::default(),
            sockets,
            warnings: OperatorWarnings::default(),
            absent,
            service,
        })
    }

    /// Writes buffered data to the database. To be called after the last request.
    pub async fn flush(&self) {
        self.views.flush(&self.app.db).await;
    }

    /// Answers one request of `peer`.
    ///
    /// Monitoring endpoints come first: they are addressed without the configured host, and are
    /// neither logged nor counted. Every other request is logged and passes `security::admit`.
    pub async fn respond(
        &self,
        peer: impl Into<Peer>,
        mut request: Request<Body>,
    ) -> Response<Body> {
        let (peer, config) = (peer.into(), &self.app.config);
        if let Err(refusal) = security::check_host_count(&request) {
            let mut response = refusal.into_response();
            security::add_headers(config, &mut response);
            return response;
        }
        let prefix = config.server.base_url.path();
        subpath::strip(prefix, &mut request);
        let mut response = match request.uri().path() {
            "/healthz" => health::alive(),
            "/readyz" => {
                let health = &self.health;
                health.ready(&self.app.db, peer, request.headers()).await
            }
            "/metrics" if !config.metrics.token.expose().is_empty() => {
                self.metrics_endpoint
                    .respond_with_token(&self.app, &self.connections, request)
                    .await
            }
            _ => return self.respond_to_user(peer, request).await,
        };
        security::add_headers(config, &mut response);
        response
    }

    /// Answers one request that comes from no monitor.
    async fn respond_to_user(&self, peer: Peer, request: Request<Body>) -> Response<Body> {
        let config = &self.app.config;
        let client = security::client_address(config, peer, request.headers());
        let trace = RequestTrace::start(config, &self.app.metrics, peer, client, &request);
        let span = trace.span();
        self.respond_traced(trace, peer, client, request)
            .instrument(span)
            .await
    }

    /// Answers one request of the site.
    async fn respond_traced(
        &self,
        trace: RequestTrace,
        peer: Peer,
        client: IpAddr,
        mut request: Request<Body>,
    ) -> Response<Body> {
        let config = &self.app.config;
        self.warnings
            .warn_of_untrusted_proxy(config, peer, request.headers());
        let allowed_origin = cors::allowed_origin(config, request.headers());
        let everyone_reads = self.app.settings().everyone_reads();
        let sharing = Sharing::of(config, everyone_reads, &request);
        let admitted = security::admit(config, &self.warnings, peer, client, sharing, &mut request);
        let mut response = match admitted {
            Err(error) => error.into_response(),
            Ok(_) if allowed_origin.is_some() && cors::is_preflight(&request) => {
                Response::default()
            }
            Ok(new_visitor_cookie) => {
                let mut response = if sharing != Sharing::Everybody
                    && security::is_public_path(request.uri().path())
                {
                    let Ok(response) = self.absent.clone().oneshot(request).await;
                    response
                } else {
                    self.answer(client, request).await
                };
                if let Some(cookie) = new_visitor_cookie
                    && !documents::is_public(&response)
                {
                    response.headers_mut().append(header::SET_COOKIE, cookie);
                }
                response
            }
        };
        subpath::add(config.server.base_url.path(), &mut response);
        security::add_headers(config, &mut response);
        sharing.add_headers(&mut response);
        if let Some(origin) = allowed_origin.filter(|_| sharing != Sharing::Everybody) {
            cors::add_headers(origin, &mut response);
        }
        trace.finish(&self.warnings.slow_requests, &mut response);
        response
    }

    /// Answers one admitted request.
    async fn answer(&self, client: IpAddr, request: Request<Body>) -> Response<Body> {
        if security::is_live(&request)
            && let Err(refusal) = self.sockets.admit(&request)
        {
            return refusal.into_response();
        }
        let (uploads, timeout) = if request.uri().path() == pictures::UPLOAD {
            (&self.pictures, PICTURE_TIMEOUT)
        } else {
            (&self.uploads, BODY_TIMEOUT)
        };
        let request = request.map(|body| BodyDeadline::limit(uploads.limit(body, client), timeout));
        let end = request.extensions().get::<EndConnection>().cloned();
        // Before anything is read.
        let moment = wants_page(&request).then(|| self.app.hub.moment());
        let Ok(mut response) = self.service.clone().oneshot(request).await;
        if let Some(moment) = moment {
            documents::add_moment(moment, response.headers_mut());
        }
        self.replies.hold(response.map(Body::new), client, end)
    }

    /// Answers one request of a listener that serves only `/metrics`.
    pub(super) async fn respond_with_metrics(&self, request: Request<Body>) -> Response<Body> {
        self.metrics_endpoint
            .respond(&self.app, &self.connections, request)
            .await
    }
}
