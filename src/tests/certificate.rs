//! A certificate of its own authority, for servers of tests.

use std::process::Command;
use std::sync::Arc;

use rustls_pki_types::pem::PemObject;
use rustls_pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;

pub struct Certificate {
    /// What clients that trust it know.
    pub root: CertificateDer<'static>,
    /// What a server with it needs.
    pub server: Arc<ServerConfig>,
}

impl Certificate {
    /// Makes one for names and addresses, as in `DNS:localhost,IP:127.0.0.1`.
    pub fn new(names: &str) -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let [key, cert] = ["key.pem", "cert.pem"].map(|name| directory.path().join(name));
        let made = Command::new("openssl")
            .args(["req", "-x509", "-newkey", "ec", "-pkeyopt"])
            .args(["ec_paramgen_curve:P-256", "-nodes", "-days", "2"])
            .args(["-subj", "/CN=stoa.test"])
            .args(["-addext", "basicConstraints=critical,CA:FALSE"])
            .args(["-addext", &format!("subjectAltName={names}")])
            .arg("-keyout")
            .arg(&key)
            .arg("-out")
            .arg(&cert)
            .output()
            .expect("openssl runs");
        assert!(made.status.success(), "{made:?}");
        let root = CertificateDer::from_pem_file(&cert).expect("a certificate");
        let key = PrivateKeyDer::from_pem_file(&key).expect("a key");
        let server = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_no_client_auth()
            .with_single_cert(vec![root.clone()], key)
            .expect("a certificate and its key");
        Self {
            root,
            server: Arc::new(server),
        }
    }
}
