//! A push service or a receiver of webhooks with faults, and the network that leads to it.

use std::collections::{HashMap, VecDeque};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::net::TcpStream;
use tokio_rustls::rustls::{RootCertStore, ServerConnection, StreamOwned};

use crate::core::http_client::{Client, Network};
use crate::tests::certificate::Certificate;

/// A public address, which every name has unless a test says otherwise.
const PUBLIC: IpAddr = IpAddr::V4(Ipv4Addr::new(93, 184, 215, 14));

/// How the service answers one request.
#[derive(Clone, Debug)]
pub enum Fault {
    /// With this status.
    Status(u16),
    /// With this status, and with a wait in seconds.
    RetryAfter(u16, &'static str),
    /// With a redirect to this address.
    Redirect(String),
    /// With 201 and a body of this length.
    BigBody(usize),
    /// With a head that does not end.
    EndlessHead,
    /// With a head, a byte at a time.
    SlowBytes,
    /// Not at all.
    Silence,
}

/// A request that the service has got.
#[derive(Debug)]
pub struct Received {
    pub path: String,
    pub headers: HashMap<String, String>,
    pub body: Vec<u8>,
}

/// The service. It stops with the test.
pub struct ServiceDouble {
    faults: Arc<Mutex<VecDeque<Fault>>>,
    received: Arc<Mutex<Vec<Received>>>,
    pub network: TestNetwork,
}

impl ServiceDouble {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let faults = Arc::<Mutex<VecDeque<Fault>>>::default();
        let received = Arc::<Mutex<Vec<Received>>>::default();
        let (next, got) = (faults.clone(), received.clone());
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (next, got) = (next.clone(), got.clone());
                std::thread::spawn(move || {
                    let tls = CERTIFICATE.server.clone();
                    let connection = ServerConnection::new(tls).expect("a connection");
                    // A client that gives up ends the conversation.
                    let _ = serve(StreamOwned::new(connection, stream), &next, &got);
                });
            }
        });
        Self {
            faults,
            received,
            network: TestNetwork::new(port),
        }
    }

    /// Lets the next requests fail in this order.
    pub fn fail(&self, faults: impl IntoIterator<Item = Fault>) {
        self.faults.lock().expect("faults").extend(faults);
    }

    /// Returns the requests that it has got.
    pub fn all(&self) -> Vec<Received> {
        std::mem::take(&mut self.received.lock().expect("requests"))
    }

    /// Returns a client that trusts the service.
    pub fn client(&self, timeout: Duration) -> Client {
        let mut roots = RootCertStore::empty();
        roots.add(CERTIFICATE.root.clone()).expect("a certificate");
        Client::on(Box::new(self.network.clone()), roots, timeout)
    }

    /// Returns a client that trusts nobody.
    pub fn distrustful_client(&self, timeout: Duration) -> Client {
        let network = Box::new(self.network.clone());
        Client::on(network, RootCertStore::empty(), timeout)
    }
}

/// A network in which all addresses lead to the service.
#[derive(Clone)]
pub struct TestNetwork {
    port: u16,
    state: Arc<Mutex<NetworkState>>,
}

#[derive(Default)]
struct NetworkState {
    /// What the next look-ups return, before all others return [`PUBLIC`].
    answers: VecDeque<Vec<IpAddr>>,
    resolved: Vec<String>,
    connected: Vec<SocketAddr>,
    /// The addresses that refuse connections.
    closed: Vec<IpAddr>,
}

impl TestNetwork {
    fn new(port: u16) -> Self {
        Self {
            port,
            state: Arc::default(),
        }
    }

    /// Lets the next look-up return these addresses.
    pub fn answer(&self, addresses: &[&str]) {
        let addresses = addresses
            .iter()
            .map(|text| text.parse().expect("an address"));
        let mut state = self.state.lock().expect("the state");
        state.answers.push_back(addresses.collect());
    }

    /// Lets an address refuse connections.
    pub fn close(&self, address: &str) {
        let address = address.parse().expect("an address");
        self.state.lock().expect("the state").closed.push(address);
    }

    /// Returns the addresses of all connections, with those that were refused.
    pub fn connected(&self) -> Vec<SocketAddr> {
        self.state.lock().expect("the state").connected.clone()
    }

    /// Returns the names of all look-ups.
    pub fn resolved(&self) -> Vec<String> {
        self.state.lock().expect("the state").resolved.clone()
    }
}

impl Network for TestNetwork {
    fn resolve<'a>(&'a self, host: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>> {
        let mut state = self.state.lock().expect("the state");
        state.resolved.push(host.to_owned());
        let answer = state.answers.pop_front().unwrap_or_else(|| vec![PUBLIC]);
        Box::pin(async move { Ok(answer) })
    }

    fn connect(&self, address: SocketAddr) -> BoxFuture<'_, io::Result<TcpStream>> {
        let mut state = self.state.lock().expect("the state");
        state.connected.push(address);
        let is_closed = state.closed.contains(&address.ip());
        Box::pin(async move {
            if is_closed {
                return Err(io::ErrorKind::ConnectionRefused.into());
            }
            TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).await
        })
    }
}

/// The certificate of the service, for names of real ones.
static CERTIFICATE: LazyLock<Certificate> = LazyLock::new(|| {
    Certificate::new("DNS:*.push.services.mozilla.com,DNS:fcm.googleapis.com,DNS:*.hook.test")
});

fn serve(
    stream: impl Read + Write,
    faults: &Mutex<VecDeque<Fault>>,
    received: &Mutex<Vec<Received>>,
) -> io::Result<()> {
    let mut stream = BufReader::new(stream);
    let request = read_request(&mut stream)?;
    let fault = faults.lock().expect("faults").pop_front();
    received.lock().expect("requests").push(request);
    let mut say = |text: &[u8]| {
        stream.get_mut().write_all(text)?;
        stream.get_mut().flush()
    };
    match fault.unwrap_or(Fault::Status(201)) {
        Fault::Status(status) => {
            say(format!("HTTP/1.1 {status} Reason\r\nContent-Length: 6\r\n\r\nreason").as_bytes())
        }
        Fault::RetryAfter(status, wait) => say(format!(
            "HTTP/1.1 {status} Reason\r\nRetry-After: {wait}\r\nContent-Length: 0\r\n\r\n"
        )
        .as_bytes()),
        Fault::Redirect(to) => say(format!(
            "HTTP/1.1 307 Elsewhere\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n"
        )
        .as_bytes()),
        Fault::BigBody(length) => {
            say(format!("HTTP/1.1 201 Created\r\nContent-Length: {length}\r\n\r\n").as_bytes())?;
            (0..length).try_for_each(|_| say(b"x"))
        }
        Fault::EndlessHead => {
            say(b"HTTP/1.1 201 Created\r\n")?;
            loop {
                say(b"X-More: more\r\n")?;
            }
        }
        Fault::SlowBytes => {
            say(b"HTTP/1.1 201 Created\r\nX-Slow: ")?;
            loop {
                say(b"x")?;
                std::thread::sleep(Duration::from_millis(20));
            }
        }
        // Until the client closes the connection.
        Fault::Silence => stream.read(&mut [0]).map(drop),
    }
}

fn read_request(stream: &mut impl BufRead) -> io::Result<Received> {
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let line = line.trim_end().to_owned();
        if line.is_empty() {
            break;
        }
        lines.push(line);
    }
    let path = lines[0].strip_prefix("POST ").expect("a POST request");
    let path = path.strip_suffix(" HTTP/1.1").expect("HTTP/1.1").to_owned();
    let header = |line: &String| {
        let (name, value) = line.split_once(": ").expect("a header");
        (name.to_ascii_lowercase(), value.to_owned())
    };
    let headers: HashMap<String, String> = lines[1..].iter().map(header).collect();
    let length = headers["content-length"].parse().expect("a length");
    let mut body = vec![0; length];
    stream.read_exact(&mut body)?;
    Ok(Received {
        path,
        headers,
        body,
    })
}
