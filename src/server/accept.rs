//! The accept loop. `axum::serve` never closes a connection that is silent or sends half a request; this one does.

use std::collections::HashMap;
use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio_io_timeout::TimeoutStream;

use super::Site;

/// For the head of a request, and between two of them.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// Bytes of a request's head.
const HEAD_SIZE: usize = 16 * 1024;
/// Without a byte from the client; a socket's heartbeat comes more often.
const READ_TIME: Duration = Duration::from_secs(60);
/// Without the client taking a byte.
const WRITE_TIME: Duration = Duration::from_secs(15);
const CONNECTIONS: usize = 8_192;
/// Of one address, unless it is this machine or a trusted proxy.
const CONNECTIONS_OF_ADDRESS: usize = 128;
/// For requests under way when the server stops.
const DRAIN_TIME: Duration = Duration::from_secs(10);
/// After `accept` failed, for instance because there are no more file descriptors.
const BACK_OFF: Duration = Duration::from_millis(100);

/// Serves until `stop` is done, then lets requests under way end.
pub async fn serve(listener: TcpListener, site: Arc<Site>, stop: impl Future<Output = ()>) {
    let connections = Connections::default();
    // Connections hold its other end: they hear that the server stops, and it hears when the last one is gone.
    let (stopping, running) = watch::channel(());
    tokio::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                let address = peer.ip().to_canonical();
                let trusted = address.is_loopback() || site.app.config.server.trusted_proxies.contains(address);
                if let Some(place) = connections.take_place(address, trusted) {
                    connect(stream, peer, &site, running.clone(), place);
                }
            }
            Err(error) => {
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(BACK_OFF).await;
            }
        }
    }
    drop((listener, running));
    stopping.send_replace(());
    site.app.hub.close_all();
    if tokio::time::timeout(DRAIN_TIME, stopping.closed()).await.is_err() {
        tracing::warn!("some requests did not end in time");
    }
}

fn connect(stream: TcpStream, peer: SocketAddr, site: &Arc<Site>, mut running: watch::Receiver<()>, place: Place) {
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_read_timeout(Some(READ_TIME));
    stream.set_write_timeout(Some(WRITE_TIME));
    let site = site.clone();
    let service = service_fn(move |request: Request<Incoming>| {
        let site = site.clone();
        async move { Ok::<_, std::convert::Infallible>(site.respond(peer, request.map(Body::new)).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(HEAD_SIZE)
        .serve_connection(TokioIo::new(Box::pin(stream)), service)
        .with_upgrades();
    tokio::spawn(async move {
        let _place = place;
        let mut connection = std::pin::pin!(connection);
        let ended = tokio::select! {
            ended = connection.as_mut() => ended,
            _ = running.changed() => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = ended {
            tracing::debug!(%error, %peer, "connection ended");
        }
    });
}

/// How many connections there are, in all and of each address.
#[derive(Clone, Default)]
struct Connections(Arc<Mutex<HashMap<IpAddr, usize>>>);

impl Connections {
    /// A place for one more connection, if there is one.
    fn take_place(&self, address: IpAddr, trusted: bool) -> Option<Place> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = counts.values().sum();
        let own = counts.entry(address).or_default();
        if all >= CONNECTIONS || (!trusted && *own >= CONNECTIONS_OF_ADDRESS) {
            return None;
        }
        *own += 1;
        Some(Place { address, connections: self.clone() })
    }
}

/// A connection's place; it is given back when dropped.
struct Place {
    address: IpAddr,
    connections: Connections,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.connections.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}
