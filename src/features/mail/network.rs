//! The network below a conversation with the mail server.

use std::io;
use std::net::{SocketAddr, ToSocketAddrs};

use lettre::transport::smtp::Error as SmtpError;
use lettre::transport::smtp::client::TlsParameters;

/// Where the names of mail servers lead to, and whom the site trusts. Tests replace it; no setting does.
pub trait MailNetwork: Send + Sync {
    /// Returns the addresses of a host. Blocks.
    fn resolve(&self, host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        Ok((host, port).to_socket_addrs()?.collect())
    }

    /// Returns where the connection to an address goes that has passed the guard.
    fn route(&self, address: SocketAddr) -> SocketAddr {
        address
    }

    /// Returns how to check the certificate of a host.
    fn trust(&self, host: &str) -> Result<TlsParameters, SmtpError> {
        TlsParameters::new(host.to_owned())
    }
}

/// The network of this machine, and the authorities that its system trusts.
pub struct SystemNetwork;

impl MailNetwork for SystemNetwork {}
