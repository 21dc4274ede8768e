//! `stoa healthcheck`

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::os::unix::net::UnixStream;
use std::time::Duration;

use clap::Args;

use super::{Failure, Settings};
use crate::config::{Address, BaseUrl, Config};
use crate::server;

/// Bytes that an answer may have.
const LONGEST: u64 = 64 * 1024;

#[derive(Args)]
#[command(after_help = "The server is asked where the configuration says that it listens. The exit code is 0 or 1, and nothing else.

Examples:
  stoa healthcheck
  stoa healthcheck --url http://127.0.0.1:8080/forum --timeout 1s")]
pub struct Options {
    /// The site's address instead
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// How long the answer may take
    #[arg(long, value_name = "TIME", default_value = "3s", value_parser = seconds)]
    timeout: Duration,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.strip_suffix('s').unwrap_or(text).parse().ok().filter(|seconds| (0.01..=3_600.0).contains(seconds));
    number.map(Duration::from_secs_f64).ok_or_else(|| "seconds, such as 3s or 0.5s".to_owned())
}

pub(super) fn run(settings: &Settings, options: Options) -> Result<(), Failure> {
    let asked = settings.read().and_then(|loaded| {
        let target = match &options.url {
            Some(url) => Target::of_url(url)?,
            None => Target::of_config(&loaded.config)?,
        };
        target.ask(options.timeout)
    });
    // Docker keeps every other code for itself.
    asked.map_err(Failure::new)
}

/// Where a server is asked.
struct Target {
    address: Address,
    is_encrypted: bool,
    path: String,
}

impl Target {
    fn of_url(url: &str) -> Result<Self, Failure> {
        let wrong = || Failure::new(format_args!("{url} is no address; give one such as http://127.0.0.1:8080"));
        let url = BaseUrl::parse(url).filter(|url| !url.is_empty()).ok_or_else(wrong)?;
        let (scheme, authority) = url.origin().split_once("://").ok_or_else(wrong)?;
        let is_encrypted = scheme == "https";
        let has_port = authority.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        let port = if is_encrypted { 443 } else { 80 };
        let address = if has_port { authority.to_owned() } else { format!("{authority}:{port}") };
        Ok(Self { address: Address::Tcp(address), is_encrypted, path: url.path().to_owned() })
    }

    fn of_config(config: &Config) -> Result<Self, Failure> {
        let unknown = |what: &str| Failure::new(format_args!("server.listen is {what}, which does not say where to ask: use --url"));
        let address = config.server.listen.first().cloned().ok_or_else(|| unknown("empty"))?;
        match &address {
            Address::Systemd => return Err(unknown("\"systemd\"")),
            Address::Tcp(text) if text.ends_with(":0") => return Err(unknown(text)),
            Address::Tcp(_) | Address::Unix(_) => {}
        }
        let is_encrypted = config.has_tls() && matches!(address, Address::Tcp(_));
        Ok(Self { address, is_encrypted, path: String::new() })
    }

    fn ask(&self, timeout: Duration) -> Result<(), Failure> {
        let failed = |error: io::Error| {
            Failure::new(format_args!("{} does not answer: {error}; is the server running, and listening there?", self.address))
        };
        let (status, body) = self.answer(timeout).map_err(failed)?;
        super::print(format!("{body}\n"))?;
        if status == 200 { Ok(()) } else { Err(Failure::new(format_args!("the server is not ready: it answered {status}"))) }
    }

    /// The status and the body that the server answers with.
    fn answer(&self, timeout: Duration) -> io::Result<(u16, String)> {
        let mut stream: Box<dyn Both> = match &self.address {
            Address::Unix(path) => {
                let stream = UnixStream::connect(path)?;
                stream.set_read_timeout(Some(timeout))?;
                stream.set_write_timeout(Some(timeout))?;
                Box::new(stream)
            }
            address => {
                // What listens everywhere answers here.
                let address = address.to_string().replacen("0.0.0.0:", "127.0.0.1:", 1).replacen("[::]:", "[::1]:", 1);
                let place = address.to_socket_addrs()?.next().ok_or(io::ErrorKind::AddrNotAvailable)?;
                let stream = TcpStream::connect_timeout(&place, timeout)?;
                stream.set_read_timeout(Some(timeout))?;
                stream.set_write_timeout(Some(timeout))?;
                if self.is_encrypted { Box::new(server::encrypted(stream, place.ip())?) } else { Box::new(stream) }
            }
        };
        write!(stream, "GET {}/readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", self.path)?;
        stream.flush()?;
        let mut answer = Vec::new();
        // Whoever ends an encrypted connection may do so without a word.
        match stream.take(LONGEST).read_to_end(&mut answer) {
            Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => return Err(error),
            _ => {}
        }
        let answer = String::from_utf8_lossy(&answer);
        let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or(io::ErrorKind::InvalidData)?;
        Ok((status, answer.split_once("\r\n\r\n").map_or(String::new(), |(_, body)| body.to_owned())))
    }
}

trait Both: Read + Write {}

impl<S: Read + Write> Both for S {}
