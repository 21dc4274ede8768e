//! The accept loop. `axum::serve` never closes a connection that is silent or sends half a request; this one does.

use std::collections::HashMap;
use std::convert::Infallible;
use std::future::Future;
use std::net::IpAddr;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::{HeaderValue, Request, header};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio_io_timeout::TimeoutWriter;

use super::listeners::{Content, Listener, Peer, Stream};
use super::patience::{Answering, Lively, Mortal, Watched};
use super::{Site, scrape};
use crate::web::network;

/// For a TLS handshake, for the head of a request, and between two of them.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// Bytes of a request's head.
const HEAD_SIZE: usize = 16 * 1024;
/// Without a byte in either direction, while no request is being answered (a backup may take long). Longer than a live connection
/// is ever silent: it is pinged every 25 seconds.
const IDLE_TIME: Duration = Duration::from_secs(40);
/// Without the client taking a byte.
const WRITE_TIME: Duration = Duration::from_secs(15);
/// Sockets included, of which there may be 8,000: requests find a place beside them.
const CONNECTIONS: usize = 12_288;
/// Of one address ([`network`]), unless it is this machine or a trusted proxy. Sockets included, of which it may have 256.
const CONNECTIONS_OF_ADDRESS: usize = 384;
/// For requests under way when the server stops.
const DRAIN_TIME: Duration = Duration::from_secs(10);
/// After `accept` failed, for instance because there are no more file descriptors.
const BACK_OFF: Duration = Duration::from_millis(100);

/// Serves until `stop` is done, then lets requests under way end.
pub async fn serve(listeners: Vec<Listener>, site: Arc<Site>, stop: impl Future<Output = ()>) {
    // Connections hold its other end: they hear that the server stops, and it hears when the last one is gone.
    let (stopping, running) = watch::channel(());
    let mut accepting = JoinSet::new();
    if site.app.metrics.is_on() {
        accepting.spawn(scrape::tidy(Arc::downgrade(&site)));
    }
    for listener in listeners {
        accepting.spawn(accept(listener, site.clone(), running.clone()));
    }
    stop.await;
    site.health.stop();
    drop(running);
    accepting.shutdown().await;
    stopping.send_replace(());
    site.app.hub.close_all();
    if tokio::time::timeout(DRAIN_TIME, stopping.closed()).await.is_err() {
        tracing::warn!("some requests did not end in time");
    }
    site.finish().await;
}

async fn accept(listener: Listener, site: Arc<Site>, running: watch::Receiver<()>) {
    loop {
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(BACK_OFF).await;
                continue;
            }
        };
        let is_trusted = peer.address().is_loopback() || peer.is_trusted(&site.app.config);
        let Some(place) = site.connections.take_place(peer.address(), is_trusted) else { continue };
        let (conversation, running) = (Conversation { peer, site: site.clone(), content: listener.content, place }, running.clone());
        match (stream, &listener.tls) {
            (Stream::Unix(stream), _) => drop(tokio::spawn(conversation.hold(stream, running))),
            (Stream::Tcp(stream), tls) => {
                let _ = stream.set_nodelay(true);
                match tls {
                    None => drop(tokio::spawn(conversation.hold(stream, running))),
                    Some(tls) => {
                        let handshake = tls.acceptor().accept(stream);
                        tokio::spawn(async move {
                            match tokio::time::timeout(HEAD_TIME, handshake).await {
                                Ok(Ok(stream)) => conversation.hold(stream, running).await,
                                Ok(Err(error)) => tracing::debug!(%error, ?peer, "no encrypted connection came about"),
                                Err(_) => tracing::debug!(?peer, "the handshake took too long"),
                            }
                        });
                    }
                }
            }
        }
    }
}

/// One connection, and what is served on it.
struct Conversation {
    peer: Peer,
    site: Arc<Site>,
    content: Content,
    place: Place,
}

impl Conversation {
    /// Answers requests until the connection ends.
    async fn hold(self, stream: impl AsyncRead + AsyncWrite + Send + 'static, mut running: watch::Receiver<()>) {
        let answering = Answering::default();
        let mut stream = TimeoutWriter::new(Lively::new(Box::pin(stream), answering.clone(), IDLE_TIME));
        stream.set_timeout(Some(WRITE_TIME));
        let (site, peer, content) = (self.site.clone(), self.peer, self.content);
        let service = service_fn(move |request: Request<Incoming>| {
            let (site, answer) = (site.clone(), answering.begin());
            let (parts, body) = request.into_parts();
            let (body, is_read) = Watched::watch(body);
            let request = Request::from_parts(parts, body);
            async move {
                let _answer = answer;
                let mut response = match content {
                    Content::Site => site.respond(peer, request).await,
                    Content::Metrics => site.show_metrics(request).await,
                };
                // Who was answered before all of his request was read is not heard any further: he should know.
                if !is_read.load(Ordering::Relaxed) {
                    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
                }
                Ok::<_, Infallible>(response)
            }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD_TIME)
            .max_buf_size(HEAD_SIZE)
            .serve_connection(TokioIo::new(Mortal::new(Box::pin(stream), self.place)), service)
            .with_upgrades();
        let mut connection = std::pin::pin!(connection);
        let ended = tokio::select! {
            ended = connection.as_mut() => ended,
            _ = running.changed() => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = ended {
            tracing::debug!(%error, ?peer, "connection ended");
        }
    }
}

/// How many connections there are, in all and of each address that has any.
#[derive(Clone, Default)]
pub(super) struct Connections(Arc<Mutex<HashMap<IpAddr, usize>>>);

impl Connections {
    pub(super) fn count(&self) -> usize {
        self.counts().values().sum()
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for one more connection, if there is one.
    fn take_place(&self, address: IpAddr, trusted: bool) -> Option<Place> {
        let address = network(address);
        let mut counts = self.counts();
        let all: usize = counts.values().sum();
        let own = counts.get(&address).copied().unwrap_or_default();
        if all >= CONNECTIONS || (!trusted && own >= CONNECTIONS_OF_ADDRESS) {
            return None;
        }
        counts.insert(address, own + 1);
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
        let mut counts = self.connections.counts();
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, Ipv6Addr};

    use super::*;

    #[test]
    fn places_are_given_up_to_both_limits_and_given_back() {
        let connections = Connections::default();
        let take = |address: IpAddr, trusted| connections.take_place(address, trusted);
        let known = || connections.0.lock().unwrap().len();
        // A customer of a provider has a whole network of addresses.
        let customer = |number: usize| IpAddr::from(Ipv6Addr::from((0x2001_0db8 << 96) | number as u128));
        let mut places: Vec<Place> = (0..CONNECTIONS_OF_ADDRESS).map(|number| take(customer(number), false).expect("a place")).collect();
        assert!(take(customer(CONNECTIONS_OF_ADDRESS), false).is_none(), "one network takes more than its share");
        places.extend(take(customer(CONNECTIONS_OF_ADDRESS), true));
        let proxy = IpAddr::from(Ipv4Addr::LOCALHOST);
        places.extend((places.len()..CONNECTIONS).map(|_| take(proxy, true).expect("a place")));
        let other = |number: u32| IpAddr::from(Ipv4Addr::from(0x0a00_0000 + number));
        assert!((0..100).all(|number| take(other(number), true).is_none()), "there are more connections than may be");
        assert_eq!(known(), 2, "who was refused is remembered");
        places.pop();
        let last = take(other(0), false);
        assert!(last.is_some() && take(other(1), false).is_none(), "a place that was given back is not given again");
        drop((places, last));
        assert_eq!(known(), 0, "who is gone is remembered");
    }
}
