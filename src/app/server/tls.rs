//! TLS of the server itself, with a certificate that can be reloaded while it runs.

use std::io;
use std::net::{IpAddr, TcpStream};
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};

use rustls_pki_types::pem::PemObject;
use rustls_pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::client::danger::{
    HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier,
};
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::{
    ClientConfig, ClientConnection, DigitallySignedStruct, Error as TlsError, ServerConfig,
    SignatureScheme, StreamOwned,
};

use crate::core::config::{Config, ConfigError};

/// The certificate and key in use, and their files.
pub struct Tls {
    cert: PathBuf,
    key: PathBuf,
    current: RwLock<Arc<ServerConfig>>,
}

impl Tls {
    /// Reads the configured certificate and key. Returns `None` without `tls.cert`.
    pub fn load(config: &Config) -> Result<Option<Arc<Self>>, ConfigError> {
        if !config.has_tls() {
            return Ok(None);
        }
        let (cert, key) = (config.tls.cert.clone(), config.tls.key.clone());
        let current = RwLock::new(read(&cert, &key)?);
        Ok(Some(Arc::new(Self { cert, key, current })))
    }

    /// Reads the files again, for new connections. On an error the current certificate stays in
    /// use.
    pub fn reload(&self) -> Result<(), ConfigError> {
        let new = read(&self.cert, &self.key)?;
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = new;
        Ok(())
    }

    pub(super) fn acceptor(&self) -> TlsAcceptor {
        self.current
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
            .into()
    }
}

fn read(cert: &PathBuf, key: &PathBuf) -> Result<Arc<ServerConfig>, ConfigError> {
    let failed = |name: &str, path: &PathBuf, error: &dyn std::fmt::Display| {
        ConfigError(format!("{name} {}: {error}", path.display()))
    };
    let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_file_iter(cert)
        .and_then(Iterator::collect)
        .map_err(|error| failed("tls.cert", cert, &error))?;
    if chain.is_empty() {
        return Err(failed(
            "tls.cert",
            cert,
            &"the file contains no certificate",
        ));
    }
    let private_key =
        PrivateKeyDer::from_pem_file(key).map_err(|error| failed("tls.key", key, &error))?;
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| failed("tls.cert", cert, &error))?
        .with_no_client_auth()
        .with_single_cert(chain, private_key)
        .map_err(|error| {
            failed(
                "tls.key",
                key,
                &format_args!("{error} (is it the key of {}?)", cert.display()),
            )
        })?;
    Ok(Arc::new(config))
}

/// Opens a TLS connection as a client, for health checks of this server.
///
/// It accepts every certificate: the server's is for its public name, not for the address that is
/// checked, and the check sends no secrets.
pub fn connect_without_verification(
    stream: TcpStream,
    address: IpAddr,
) -> io::Result<StreamOwned<ClientConnection, TcpStream>> {
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(AcceptAnyCertificate))
        .with_no_client_auth();
    let connection = ClientConnection::new(Arc::new(config), ServerName::from(address))
        .map_err(io::Error::other)?;
    Ok(StreamOwned::new(connection, stream))
}

/// Accepts every certificate.
#[derive(Debug)]
struct AcceptAnyCertificate;

impl ServerCertVerifier for AcceptAnyCertificate {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, TlsError> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, TlsError> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn verify_tls13_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, TlsError> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        ring::default_provider()
            .signature_verification_algorithms
            .supported_schemes()
    }
}
