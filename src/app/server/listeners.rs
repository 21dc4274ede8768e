//! Listening sockets: TCP addresses, unix sockets, and sockets passed by systemd.

use std::fs::Permissions;
use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use listenfd::ListenFd;
use tokio::net::{TcpListener, TcpStream, UnixListener, UnixStream};

use super::tls::Tls;
use crate::core::config::{Address, Addresses, Config, Mode};

/// Length of the queue of connections to accept; the system may limit it further. The standard
/// library's 128 are too few when all clients reconnect at once, for instance after a restart: TCP
/// clients retry after seconds, and a proxy in front of a unix socket does not retry.
const BACKLOG: i32 = 4_096;

/// The other end of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peer {
    /// The peer of a TCP connection, with an IPv4-mapped address as IPv4.
    Address(IpAddr),
    /// A process on this machine, over a unix socket.
    Local,
}

impl Peer {
    /// Returns the address; the loopback address for a unix socket.
    pub fn address(self) -> IpAddr {
        match self {
            Self::Address(address) => address,
            Self::Local => Ipv4Addr::LOCALHOST.into(),
        }
    }

    /// Returns whether the peer is a configured proxy, whose `X-Forwarded-*` headers count.
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

/// The content that a listener serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    Site,
    /// `/metrics` alone.
    Metrics,
}

/// A listening socket with the content it serves.
pub struct Listener {
    socket: Socket,
    pub(super) content: Content,
    /// `None`: the server does not encrypt these connections itself.
    pub(super) tls: Option<Arc<Tls>>,
}

enum Socket {
    Tcp(TcpListener),
    Unix(UnixListener, Option<SocketFile>),
}

/// An accepted connection.
pub(super) enum Stream {
    Tcp(TcpStream),
    Unix(UnixStream),
}

/// A failure to listen at an address.
#[derive(Debug)]
pub struct BindError {
    /// Whether another process listens at the address.
    pub in_use: bool,
    /// Whether this user may not use the port.
    pub is_refused: bool,
    pub message: String,
}

/// The sockets passed by systemd, if any.
pub struct SystemdSockets(ListenFd);

impl SystemdSockets {
    /// Takes the sockets of `LISTEN_FDS` if `LISTEN_PID` is this process. Must run before other
    /// threads start, because it changes the environment.
    pub fn take() -> Self {
        Self(ListenFd::from_env())
    }

    /// Returns whether systemd has passed no socket.
    pub fn is_empty(&self) -> bool {
        self.0.len() == 0
    }

    fn listeners(&mut self, tls: Option<&Arc<Tls>>) -> io::Result<Vec<Listener>> {
        let mut listeners = Vec::new();
        for index in 0..self.0.len() {
            if let Ok(Some(socket)) = self.0.take_unix_listener(index) {
                socket.set_nonblocking(true)?;
                listeners.push(Listener::new(
                    Socket::Unix(UnixListener::from_std(socket)?, None),
                    tls,
                ));
            } else if let Some(socket) = self.0.take_tcp_listener(index)? {
                socket.set_nonblocking(true)?;
                listeners.push(Listener::new(
                    Socket::Tcp(TcpListener::from_std(socket)?),
                    tls,
                ));
            }
        }
        Ok(listeners)
    }
}

/// Listens at all addresses. `mode` is that of the files of unix sockets; `tls` applies to TCP
/// only.
///
/// # Panics
///
/// Panics outside of a tokio runtime.
pub async fn listen(
    addresses: &Addresses,
    mode: Mode,
    tls: Option<&Arc<Tls>>,
    systemd: &mut SystemdSockets,
) -> Result<Vec<Listener>, BindError> {
    let mut listeners = Vec::new();
    for address in addresses.iter() {
        let failed = |error: io::Error| BindError {
            in_use: error.kind() == ErrorKind::AddrInUse,
            is_refused: matches!(address, Address::Tcp(_))
                && error.kind() == ErrorKind::PermissionDenied,
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
            Address::Systemd if systemd.is_empty() => {
                let none =
                    "systemd has handed over no socket: start the .socket unit, not the service";
                return Err(failed(io::Error::new(ErrorKind::NotFound, none)));
            }
            Address::Systemd => listeners.extend(systemd.listeners(tls).map_err(failed)?),
        }
    }
    Ok(listeners)
}

impl Listener {
    fn new(socket: Socket, tls: Option<&Arc<Tls>>) -> Self {
        // The data of a unix socket does not leave the machine.
        let tls = tls.filter(|_| matches!(socket, Socket::Tcp(_))).cloned();
        Self {
            socket,
            content: Content::Site,
            tls,
        }
    }

    /// Returns a listener that serves only `/metrics`.
    pub fn for_metrics(self) -> Self {
        Self {
            content: Content::Metrics,
            ..self
        }
    }

    pub(super) async fn accept(&self) -> io::Result<(Stream, Peer)> {
        match &self.socket {
            Socket::Tcp(socket) => socket
                .accept()
                .await
                .map(|(stream, address)| (Stream::Tcp(stream), address.into())),
            Socket::Unix(socket, _) => socket
                .accept()
                .await
                .map(|(stream, _)| (Stream::Unix(stream), Peer::Local)),
        }
    }

    /// Returns the URLs for a browser, with `path` appended to a TCP address. A listener on all
    /// addresses has one for this machine and, if it has a network, one for others.
    pub fn urls(&self, path: &str) -> Vec<String> {
        match &self.socket {
            Socket::Tcp(socket) => {
                let scheme = if self.tls.is_some() { "https" } else { "http" };
                match socket.local_addr() {
                    Err(error) => vec![error.to_string()],
                    Ok(address) => browsable(address)
                        .into_iter()
                        .map(|address| format!("{scheme}://{address}{path}"))
                        .collect(),
                }
            }
            Socket::Unix(_, Some(SocketFile(path))) => vec![format!("unix:{}", path.display())],
            Socket::Unix(_, None) => vec!["a unix socket of systemd".to_owned()],
        }
    }
}

impl From<TcpListener> for Listener {
    fn from(socket: TcpListener) -> Self {
        Self::new(Socket::Tcp(socket), None)
    }
}

/// Returns the addresses at which a browser reaches a listener: for a wildcard, the loopback address
/// and that of the machine in its network.
fn browsable(address: SocketAddr) -> Vec<SocketAddr> {
    if !address.ip().is_unspecified() {
        return vec![address];
    }
    let loopback: IpAddr = match address {
        SocketAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
        SocketAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
    };
    let in_network = outward_address(address.ip()).or_else(|| {
        // A listener on all IPv6 addresses also has the IPv4 ones.
        address
            .is_ipv6()
            .then(|| outward_address(Ipv4Addr::UNSPECIFIED.into()))?
    });
    [Some(loopback), in_network]
        .into_iter()
        .flatten()
        .map(|ip| SocketAddr::new(ip, address.port()))
        .collect()
}

/// Returns the address from which this machine would send to an address reserved for documentation.
/// Connecting a datagram socket sends nothing.
fn outward_address(any: IpAddr) -> Option<IpAddr> {
    let elsewhere: IpAddr = match any {
        IpAddr::V4(_) => Ipv4Addr::new(192, 0, 2, 1).into(),
        IpAddr::V6(_) => Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1).into(),
    };
    let socket = UdpSocket::bind((any, 0)).ok()?;
    socket.connect((elsewhere, 9)).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_unspecified() && !address.is_loopback()).then_some(address)
}

/// The file of a unix socket that this process has created. Removed on drop.
struct SocketFile(PathBuf);

impl Drop for SocketFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn bind_unix(path: &Path, mode: Mode) -> io::Result<(UnixListener, SocketFile)> {
    if let Ok(existing) = std::fs::symlink_metadata(path) {
        if !existing.file_type().is_socket() {
            return Err(io::Error::new(
                ErrorKind::AlreadyExists,
                "a file with this name exists, and is not a socket",
            ));
        }
        match std::os::unix::net::UnixStream::connect(path) {
            // Left behind by a server that was killed.
            Err(error) if error.kind() == ErrorKind::ConnectionRefused => {
                std::fs::remove_file(path)?;
            }
            Err(error) => return Err(error),
            Ok(_) => {
                return Err(io::Error::new(
                    ErrorKind::AddrInUse,
                    "another server listens there",
                ));
            }
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

    #[test]
    fn a_wildcard_address_is_shown_as_addresses_that_a_browser_can_open() {
        for (listens, loopback) in [("0.0.0.0:8080", "127.0.0.1:8080"), ("[::]:80", "[::1]:80")] {
            let shown = browsable(listens.parse().expect("an address"));
            assert_eq!(shown[0].to_string(), loopback);
            assert!(
                shown.iter().all(|shown| !shown.ip().is_unspecified()),
                "{shown:?}"
            );
        }
        let one = "192.0.2.7:80".parse().expect("an address");
        assert_eq!(browsable(one), [one]);
    }

    #[tokio::test]
    async fn only_the_socket_file_of_a_dead_server_is_replaced() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("stoa.sock");
        // Dropping a listener leaves its file behind, as a killed server does.
        drop(std::os::unix::net::UnixListener::bind(&path).unwrap());
        let addresses = Addresses(vec![Address::Unix(path.clone())]);
        let listen = async || {
            listen(
                &addresses,
                Mode(0o600),
                None,
                &mut SystemdSockets(ListenFd::empty()),
            )
            .await
        };
        let first = listen()
            .await
            .expect("the socket of a dead server is replaced");
        assert_eq!(
            std::fs::metadata(&path).unwrap().permissions().mode() & 0o777,
            0o600
        );
        assert!(
            listen()
                .await
                .err()
                .expect("a live socket is not replaced")
                .in_use
        );
        drop(first);
        assert!(!path.exists());
        std::fs::write(&path, "content").unwrap();
        assert!(
            !listen()
                .await
                .err()
                .expect("another file is not replaced")
                .in_use
        );
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "content");
    }

    #[tokio::test]
    async fn many_simultaneous_connections_are_queued() {
        const CONNECTIONS: usize = 200;
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("stoa.sock");
        let addresses = Addresses(vec![
            Address::Tcp("127.0.0.1:0".to_owned()),
            Address::Unix(path.clone()),
        ]);
        let listeners = listen(
            &addresses,
            Mode(0o600),
            None,
            &mut SystemdSockets(ListenFd::empty()),
        )
        .await
        .expect("free addresses");
        let Socket::Tcp(tcp) = &listeners[0].socket else {
            panic!("the first is TCP")
        };
        let address = tcp.local_addr().unwrap();
        // No connection is accepted. With a full queue TCP does not answer, and a unix socket
        // refuses.
        let mut connecting: JoinSet<io::Result<Stream>> = JoinSet::new();
        for _ in 0..CONNECTIONS {
            connecting.spawn(async move { TcpStream::connect(address).await.map(Stream::Tcp) });
            let path = path.clone();
            connecting.spawn(async move { UnixStream::connect(path).await.map(Stream::Unix) });
        }
        let connected = tokio::time::timeout(Duration::from_secs(30), connecting.join_all()).await;
        let connected = connected.expect("the TCP queue is long enough");
        assert!(
            connected.iter().all(Result::is_ok),
            "the unix socket's queue is too short"
        );
    }

    #[tokio::test]
    async fn listening_on_systemd_fails_without_a_passed_socket() {
        let none = listen(
            &Addresses(vec![Address::Systemd]),
            Mode(0o600),
            None,
            &mut SystemdSockets(ListenFd::empty()),
        )
        .await;
        assert!(
            none.err()
                .expect("nothing to listen on")
                .message
                .contains("start the .socket unit")
        );
    }
}
