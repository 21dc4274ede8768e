//! Where the server listens: TCP addresses, unix sockets, and sockets that systemd hands over.

use std::fs::Permissions;
use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use listenfd::ListenFd;
use tokio::net::{TcpListener, TcpStream, UnixListener, UnixStream};

use super::tls::Tls;
use crate::config::{Address, Addresses, Config, Mode};

/// Connections that may wait to be accepted; the system may allow fewer. With the standard library's 128, many that come back at
/// once, after a restart for instance, find no place: they try again after seconds, and a proxy before a unix socket not at all.
const BACKLOG: i32 = 4_096;

/// Who is at the other end of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peer {
    /// Whoever has this address.
    Address(IpAddr),
    /// A process on this machine, by a unix socket.
    Local,
}

impl Peer {
    /// Its address; this machine's for a unix socket.
    pub fn address(self) -> IpAddr {
        match self {
            Self::Address(address) => address,
            Self::Local => Ipv4Addr::LOCALHOST.into(),
        }
    }

    /// Whether it is a proxy that is believed.
    pub fn is_trusted(self, config: &Config) -> bool {
        let proxies = &config.server.trusted_proxies;
        match self {
            Self::Address(address) => proxies.contains(address),
            Self::Local => proxies.has_local(),
        }
    }
}

impl From<SocketAddr> for Peer {
    fn from(address: SocketAddr) -> Self {
        Self::Address(address.ip().to_canonical())
    }
}

/// What is served to whoever connects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    Site,
    /// `/metrics` alone.
    Metrics,
}

/// An open place to connect to.
pub struct Listener {
    socket: Socket,
    pub(super) content: Content,
    /// Nothing: what goes over it is not encrypted by us.
    pub(super) tls: Option<Arc<Tls>>,
}

enum Socket {
    Tcp(TcpListener),
    Unix(UnixListener, Option<SocketFile>),
}

/// A connection that was accepted.
pub(super) enum Stream {
    Tcp(TcpStream),
    Unix(UnixStream),
}

/// Why it is not possible to listen somewhere.
#[derive(Debug)]
pub struct Unavailable {
    /// Whether somebody else is listening there.
    pub in_use: bool,
    pub message: String,
}

/// The sockets that systemd has handed over, if any. To be asked before other threads are started.
pub struct HandedOver(ListenFd);

impl HandedOver {
    /// Looks at `LISTEN_FDS`, which counts only if `LISTEN_PID` is this process.
    pub fn take() -> Self {
        Self(ListenFd::from_env())
    }

    pub fn is_empty(&self) -> bool {
        self.0.len() == 0
    }

    fn listeners(&mut self, tls: Option<&Arc<Tls>>) -> io::Result<Vec<Listener>> {
        let mut listeners = Vec::new();
        for index in 0..self.0.len() {
            if let Ok(Some(socket)) = self.0.take_unix_listener(index) {
                socket.set_nonblocking(true)?;
                listeners.push(Listener::new(Socket::Unix(UnixListener::from_std(socket)?, None), tls));
            } else if let Some(socket) = self.0.take_tcp_listener(index)? {
                socket.set_nonblocking(true)?;
                listeners.push(Listener::new(Socket::Tcp(TcpListener::from_std(socket)?), tls));
            }
        }
        Ok(listeners)
    }
}

/// Listens at the addresses. Needs a tokio runtime.
pub async fn listen(
    addresses: &Addresses,
    mode: Mode,
    tls: Option<&Arc<Tls>>,
    handed_over: &mut HandedOver,
) -> Result<Vec<Listener>, Unavailable> {
    let mut listeners = Vec::new();
    for address in addresses.iter() {
        let failed = |error: io::Error| Unavailable {
            in_use: error.kind() == ErrorKind::AddrInUse,
            message: format!("cannot listen on {address}: {error}"),
        };
        match address {
            Address::Tcp(address) => {
                let socket = TcpListener::bind(address).await.map_err(failed)?;
                rustix::net::listen(&socket, BACKLOG).map_err(|error| failed(error.into()))?;
                listeners.push(Listener::new(Socket::Tcp(socket), tls));
            }
            Address::Unix(path) => {
                let (socket, file) = bind_unix(path, mode).map_err(failed)?;
                listeners.push(Listener::new(Socket::Unix(socket, Some(file)), tls));
            }
            Address::Systemd if handed_over.is_empty() => {
                let none = "systemd has handed over no socket: start the .socket unit, not the service";
                return Err(failed(io::Error::new(ErrorKind::NotFound, none)));
            }
            Address::Systemd => listeners.extend(handed_over.listeners(tls).map_err(failed)?),
        }
    }
    Ok(listeners)
}

impl Listener {
    fn new(socket: Socket, tls: Option<&Arc<Tls>>) -> Self {
        // What comes by a unix socket does not leave the machine.
        let tls = tls.filter(|_| matches!(socket, Socket::Tcp(_))).cloned();
        Self { socket, content: Content::Site, tls }
    }

    /// The same, for metrics.
    pub fn for_metrics(self) -> Self {
        Self { content: Content::Metrics, ..self }
    }

    pub(super) async fn accept(&self) -> io::Result<(Stream, Peer)> {
        match &self.socket {
            Socket::Tcp(socket) => socket.accept().await.map(|(stream, address)| (Stream::Tcp(stream), address.into())),
            Socket::Unix(socket, _) => socket.accept().await.map(|(stream, _)| (Stream::Unix(stream), Peer::Local)),
        }
    }

    /// Where it is, as one would tell a browser: `path` is added to an address.
    pub fn url(&self, path: &str) -> String {
        match &self.socket {
            Socket::Tcp(socket) => {
                let scheme = if self.tls.is_some() { "https" } else { "http" };
                socket.local_addr().map_or_else(|error| error.to_string(), |address| format!("{scheme}://{address}{path}"))
            }
            Socket::Unix(_, Some(SocketFile(path))) => format!("unix:{}", path.display()),
            Socket::Unix(_, None) => "a unix socket of systemd's".to_owned(),
        }
    }
}

impl From<TcpListener> for Listener {
    fn from(socket: TcpListener) -> Self {
        Self::new(Socket::Tcp(socket), None)
    }
}

/// The file of a unix socket of ours; it goes when this is dropped.
struct SocketFile(PathBuf);

impl Drop for SocketFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn bind_unix(path: &Path, mode: Mode) -> io::Result<(UnixListener, SocketFile)> {
    if let Ok(there) = std::fs::symlink_metadata(path) {
        if !there.file_type().is_socket() {
            return Err(io::Error::new(ErrorKind::AlreadyExists, "there is a file with this name that is no socket"));
        }
        match std::os::unix::net::UnixStream::connect(path) {
            // What an earlier server left behind when it was killed.
            Err(error) if error.kind() == ErrorKind::ConnectionRefused => std::fs::remove_file(path)?,
            Err(error) => return Err(error),
            Ok(_) => return Err(io::Error::new(ErrorKind::AddrInUse, "another server is listening there")),
        }
    }
    let socket = UnixListener::bind(path)?;
    let file = SocketFile(path.to_owned());
    rustix::net::listen(&socket, BACKLOG)?;
    std::fs::set_permissions(path, Permissions::from_mode(mode.0))?;
    Ok((socket, file))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::task::JoinSet;

    use super::*;

    #[tokio::test]
    async fn a_socket_that_nobody_answers_is_replaced_and_a_live_one_is_not() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("stoa.sock");
        // A socket's file outlives what listens there, unless somebody removes it.
        drop(std::os::unix::net::UnixListener::bind(&path).unwrap());
        let addresses = Addresses(vec![Address::Unix(path.clone())]);
        let listen = async || listen(&addresses, Mode(0o600), None, &mut HandedOver(ListenFd::empty())).await;
        let first = listen().await.expect("a stale socket is replaced");
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert!(listen().await.err().expect("a live one is not").in_use);
        drop(first);
        assert!(!path.exists());
        std::fs::write(&path, "a letter").unwrap();
        assert!(!listen().await.err().expect("a file is not").in_use);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "a letter");
    }

    #[tokio::test]
    async fn who_comes_all_at_once_waits_for_the_server_and_is_not_sent_away() {
        const CONNECTIONS: usize = 200;
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("stoa.sock");
        let addresses = Addresses(vec![Address::Tcp("127.0.0.1:0".to_owned()), Address::Unix(path.clone())]);
        let listeners = listen(&addresses, Mode(0o600), None, &mut HandedOver(ListenFd::empty())).await.expect("free addresses");
        let Socket::Tcp(tcp) = &listeners[0].socket else { panic!("the first is TCP") };
        let address = tcp.local_addr().unwrap();
        // Nobody accepts any of them: who finds the queue full is not answered over TCP, and refused by a unix socket.
        let mut waiting: JoinSet<io::Result<Stream>> = JoinSet::new();
        for _ in 0..CONNECTIONS {
            waiting.spawn(async move { TcpStream::connect(address).await.map(Stream::Tcp) });
            let path = path.clone();
            waiting.spawn(async move { UnixStream::connect(path).await.map(Stream::Unix) });
        }
        let connected = tokio::time::timeout(Duration::from_secs(30), waiting.join_all()).await;
        let connected = connected.expect("the queue for TCP is too short: not all were let in");
        assert!(connected.iter().all(Result::is_ok), "the unix socket's queue is too short: somebody was refused");
    }

    #[tokio::test]
    async fn systemd_must_have_handed_something_over() {
        let none = listen(&Addresses(vec![Address::Systemd]), Mode(0o600), None, &mut HandedOver(ListenFd::empty())).await;
        assert!(none.err().expect("nothing to listen on").message.contains("start the .socket unit"));
    }
}
