//! `stoa healthcheck`

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::os::unix::net::UnixStream;
use std::time::Duration;

use clap::Args;

use super::error::Failure;
use super::output::print;
use super::settings::Settings;
use crate::app::server;
use crate::core::config::{Address, BaseUrl, Config};

/// Bytes of the response that are read at most.
const MAX_RESPONSE_BYTES: u64 = 64 * 1024;

#[derive(Args)]
#[command(
    after_help = "healthcheck requests /readyz at the first address in server.listen.

Exit codes:
  0  the server is ready
  1  it is not ready, does not answer, or the check cannot run

Examples:
  stoa healthcheck
  stoa healthcheck --url http://127.0.0.1:8080/forum --timeout 1s"
)]
pub struct Options {
    /// Check the site at this address instead of server.listen
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// How long to wait for the response
    #[arg(long, value_name = "DURATION", default_value = "3s", value_parser = seconds)]
    timeout: Duration,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number = text
        .strip_suffix('s')
        .unwrap_or(text)
        .parse()
        .ok()
        .filter(|seconds| (0.01..=3_600.0).contains(seconds));
    number
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "use seconds from 0.01s to 3600s, such as 3s or 0.5s".to_owned())
}

pub(super) fn run(settings: &Settings, options: Options) -> Result<(), Failure> {
    let result = settings.read().and_then(|loaded| {
        let target = match &options.url {
            Some(url) => Target::of_url(url)?,
            None => Target::of_config(&loaded.config)?,
        };
        target.check(options.timeout)
    });
    // Docker reserves all exit codes other than 0 and 1.
    result.map_err(Failure::new)
}

/// The address to check.
struct Target {
    address: Address,
    is_encrypted: bool,
    path: String,
}

impl Target {
    fn of_url(url: &str) -> Result<Self, Failure> {
        let wrong = || {
            Failure::new(format_args!(
                "{url} is not a valid address; use one such as http://127.0.0.1:8080"
            ))
        };
        let url = BaseUrl::parse(url)
            .filter(|url| !url.is_empty())
            .ok_or_else(wrong)?;
        let (scheme, authority) = url.origin().split_once("://").ok_or_else(wrong)?;
        let is_encrypted = scheme == "https";
        let has_port = authority
            .rsplit_once(':')
            .is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        let port = if is_encrypted { 443 } else { 80 };
        let address = if has_port {
            authority.to_owned()
        } else {
            format!("{authority}:{port}")
        };
        Ok(Self {
            address: Address::Tcp(address),
            is_encrypted,
            path: url.path().to_owned(),
        })
    }

    fn of_config(config: &Config) -> Result<Self, Failure> {
        let unknown = |value: &str| {
            Failure::new(format_args!(
                "server.listen is {value}, which is not an address to check; use --url"
            ))
        };
        let address = config
            .server
            .listen
            .first()
            .cloned()
            .ok_or_else(|| unknown("empty"))?;
        match &address {
            Address::Systemd => return Err(unknown("\"systemd\"")),
            Address::Tcp(text) if text.ends_with(":0") => return Err(unknown(text)),
            Address::Tcp(_) | Address::Unix(_) => {}
        }
        let is_encrypted = config.has_tls() && matches!(address, Address::Tcp(_));
        Ok(Self {
            address,
            is_encrypted,
            path: String::new(),
        })
    }

    fn check(&self, timeout: Duration) -> Result<(), Failure> {
        let failed = |error: io::Error| {
            Failure::new(format_args!(
                "{} does not answer: {error}; is the server running and listening there?",
                self.address
            ))
        };
        let (status, body) = self.request_readiness(timeout).map_err(failed)?;
        print(format!("{body}\n"))?;
        if status == 200 {
            Ok(())
        } else {
            Err(Failure::new(format_args!(
                "the server is not ready: it responded with status {status}"
            )))
        }
    }

    /// Returns the status and the body of the response to `GET /readyz`.
    fn request_readiness(&self, timeout: Duration) -> io::Result<(u16, String)> {
        let mut stream: Box<dyn ReadWrite> = match &self.address {
            Address::Unix(path) => {
                let stream = UnixStream::connect(path)?;
                stream.set_read_timeout(Some(timeout))?;
                stream.set_write_timeout(Some(timeout))?;
                Box::new(stream)
            }
            address => {
                let socket = address
                    .local()
                    .to_socket_addrs()?
                    .next()
                    .ok_or(io::ErrorKind::AddrNotAvailable)?;
                let stream = TcpStream::connect_timeout(&socket, timeout)?;
                stream.set_read_timeout(Some(timeout))?;
                stream.set_write_timeout(Some(timeout))?;
                if self.is_encrypted {
                    Box::new(server::connect_without_verification(stream, socket.ip())?)
                } else {
                    Box::new(stream)
                }
            }
        };
        write!(
            stream,
            "GET {}/readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
            self.path
        )?;
        stream.flush()?;
        let mut response = Vec::new();
        // The server may close an encrypted connection without a close_notify alert.
        match stream.take(MAX_RESPONSE_BYTES).read_to_end(&mut response) {
            Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => return Err(error),
            _ => {}
        }
        let response = String::from_utf8_lossy(&response);
        let status = response
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok())
            .ok_or(io::ErrorKind::InvalidData)?;
        Ok((
            status,
            response
                .split_once("\r\n\r\n")
                .map_or(String::new(), |(_, body)| body.to_owned()),
        ))
    }
}

trait ReadWrite: Read + Write {}

impl<S: Read + Write> ReadWrite for S {}
