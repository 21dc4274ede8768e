//! The accept loop. Unlike `axum::serve` it closes silent connections and unfinished requests.

use std::convert::Infallible;
use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::http::{HeaderValue, Request, StatusCode, header};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio_io_timeout::TimeoutWriter;

use super::connections::ConnectionPermit;
use super::heads::{self, BoundedHeads, Head};
use super::listeners::{Content, Listener, Peer, Stream};
use super::metrics_endpoint;
use super::replies::EndConnection;
use super::site::Site;
use super::timeouts::{FailFast, IdleTimeout, InFlight, TrackedBody};
use crate::platform::web::LogThrottle;

/// Timeout of a TLS handshake, of the head of a request, and between two requests.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// Timeout without a byte in either direction while no request is in flight (a backup may take
/// long). It is longer than the silence of a live connection, which is pinged every 25 seconds.
const IDLE_TIMEOUT: Duration = Duration::from_secs(40);
/// Timeout of a write while the client accepts no byte.
const WRITE_TIMEOUT: Duration = Duration::from_secs(15);
/// Time for requests in flight when the server stops.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(10);
/// Pause after a failed `accept`, for instance because all file descriptors are in use.
const ACCEPT_RETRY: Duration = Duration::from_millis(100);

/// Serves until `stop` completes, then waits for the requests in flight.
pub async fn serve(listeners: Vec<Listener>, site: Arc<Site>, stop: impl Future<Output = ()>) {
    // Each connection holds a receiver: a change tells it to stop, and the sender sees the last one
    // go.
    let (stopping, running) = watch::channel(());
    let mut tasks = JoinSet::new();
    if site.app.metrics.is_on() {
        tasks.spawn(metrics_endpoint::run_upkeep(site.app.metrics.clone()));
    }
    for listener in listeners {
        tasks.spawn(accept(listener, site.clone(), running.clone()));
    }
    stop.await;
    site.health.stop();
    drop(running);
    tasks.shutdown().await;
    stopping.send_replace(());
    site.app.hub.close_all();
    if tokio::time::timeout(DRAIN_TIMEOUT, stopping.closed())
        .await
        .is_err()
    {
        tracing::warn!("some requests did not end in time");
    }
    site.flush().await;
}

async fn accept(listener: Listener, site: Arc<Site>, running: watch::Receiver<()>) {
    let errors = LogThrottle::default();
    loop {
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                if let Some(left_out) = errors.check() {
                    tracing::warn!(%error, left_out, "cannot accept a connection; if too many files are open, raise the limit (ulimit -n, LimitNOFILE= in a unit)");
                }
                tokio::time::sleep(ACCEPT_RETRY).await;
                continue;
            }
        };
        let is_trusted = peer.address().is_loopback() || peer.is_trusted(&site.app.config);
        let Some(permit) = site.connections.acquire(peer.address(), is_trusted) else {
            continue;
        };
        let task = ConnectionTask {
            peer,
            site: site.clone(),
            content: listener.content,
            permit,
        };
        let running = running.clone();
        match (stream, &listener.tls) {
            (Stream::Unix(stream), _) => drop(tokio::spawn(task.serve(stream, running))),
            (Stream::Tcp(stream), tls) => {
                let _ = stream.set_nodelay(true);
                match tls {
                    None => drop(tokio::spawn(task.serve(stream, running))),
                    Some(tls) => {
                        let handshake = tls.acceptor().accept(stream);
                        tokio::spawn(async move {
                            match tokio::time::timeout(HEAD_TIMEOUT, handshake).await {
                                Ok(Ok(stream)) => task.serve(stream, running).await,
                                Ok(Err(error)) => {
                                    tracing::debug!(%error, ?peer, "the TLS handshake failed");
                                }
                                Err(_) => tracing::debug!(?peer, "the TLS handshake timed out"),
                            }
                        });
                    }
                }
            }
        }
    }
}

/// One connection and the content it serves.
struct ConnectionTask {
    peer: Peer,
    site: Arc<Site>,
    content: Content,
    permit: ConnectionPermit,
}

impl ConnectionTask {
    /// Answers requests until the connection ends.
    async fn serve(
        self,
        stream: impl AsyncRead + AsyncWrite + Send + 'static,
        mut running: watch::Receiver<()>,
    ) {
        let in_flight = InFlight::default();
        let (site, peer, content) = (self.site.clone(), self.peer, self.content);
        let head = Head::default();
        let stream = BoundedHeads::new(
            Box::pin(stream),
            head.clone(),
            in_flight.clone(),
            peer.address(),
            site.uploads.clone(),
        );
        let mut stream =
            TimeoutWriter::new(IdleTimeout::new(stream, in_flight.clone(), IDLE_TIMEOUT));
        stream.set_timeout(Some(WRITE_TIMEOUT));
        let end = EndConnection::default();
        let end_of_requests = end.clone();
        let service = service_fn(move |request: Request<Incoming>| {
            let (site, guard) = (site.clone(), in_flight.begin());
            let (head, is_head_large) = (head.clone(), head.end());
            let (mut parts, body) = request.into_parts();
            parts.extensions.insert(end_of_requests.clone());
            let (body, is_body_read) = TrackedBody::wrap(body);
            let request = Request::from_parts(parts, body);
            async move {
                let _guard = guard;
                let mut response = match content {
                    Content::Site => site.respond(peer, request).await,
                    Content::Metrics => site.respond_with_metrics(request).await,
                };
                if response.status() == StatusCode::SWITCHING_PROTOCOLS {
                    head.stop();
                }
                // hyper closes the connection if the body is not read completely. The client should
                // know that before it sends its next request.
                else if is_head_large || !is_body_read.load(Ordering::Relaxed) {
                    response
                        .headers_mut()
                        .insert(header::CONNECTION, HeaderValue::from_static("close"));
                }
                Ok::<_, Infallible>(response)
            }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD_TIMEOUT)
            // `BoundedHeads` refuses larger heads first.
            .max_buf_size(2 * heads::SIZE)
            .serve_connection(
                TokioIo::new(FailFast::new(Box::pin(stream), self.permit)),
                service,
            )
            .with_upgrades();
        let mut connection = std::pin::pin!(connection);
        let result = tokio::select! {
            result = connection.as_mut() => result,
            () = end.requested() => {
                tracing::debug!(?peer, "a client read its reply too slowly");
                return;
            }
            _ = running.changed() => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = result {
            tracing::debug!(%error, ?peer, "a connection failed");
        }
    }
}
