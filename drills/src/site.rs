//! A site to drill: a directory that is thrown away, the program's data in it, and the ledger beside them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;
use tempfile::TempDir;

use crate::book::{list, text};
use crate::client::Client;
use crate::ledger::Ledger;
use crate::report::Report;
use crate::server::{Options, Server};
use crate::{Result, failed};

pub struct Site {
    pub place: TempDir,
    pub options: Options,
    pub ledger: Arc<Ledger>,
}

impl Site {
    /// A new one in the system's temporary directory.
    pub fn new(stoa: &Path) -> Result<Self> {
        let place = tempfile::Builder::new().prefix("stoa-drill-").tempdir()?;
        let options = Options::new(stoa, &place.path().join("site"));
        let ledger = Arc::new(Ledger::create(&place.path().join("ledger.jsonl"))?);
        Ok(Self { place, options, ledger })
    }

    pub async fn start(&self) -> Result<Server> {
        Server::start(self.options.clone()).await
    }

    /// Looks for everything that was acknowledged (all of it, or what has new lines), on a server that nobody writes to.
    pub async fn look(&self, server: &Server, everything: bool, report: &mut Report) -> Result<()> {
        self.compare(server, everything, report).await?;
        doctor(&self.options, report).await
    }

    /// The same without `stoa doctor`.
    pub async fn compare(&self, server: &Server, everything: bool, report: &mut Report) -> Result<()> {
        let client = Arc::new(Client::new(server.address()));
        let ledger = &self.ledger;
        let findings = if everything { ledger.verify(&client).await? } else { ledger.verify_changed(&client).await? };
        report.count("unknown", findings.unknown);
        report.count("unknown_done", findings.done);
        findings.violations.into_iter().for_each(|violation| report.violation(violation));
        Ok(())
    }
}

/// What `stoa doctor` finds wrong: damage, rows that refer to nothing, counters and search indexes that have drifted.
pub async fn doctor(options: &Options, report: &mut Report) -> Result<()> {
    let output = options.run(["doctor", "--json"]).await?;
    let findings: Value = serde_json::from_slice(&output.stdout)
        .map_err(|_| failed(format_args!("stoa doctor said: {}", String::from_utf8_lossy(&output.stderr))))?;
    for finding in findings.as_array().into_iter().flatten().filter(|finding| finding["status"] == "error") {
        report.violation(format!("doctor, {}: {} {:?}", text(finding, "id"), text(finding, "message"), list(finding, "details")));
    }
    Ok(())
}

/// Copies a directory and all that is in it.
pub fn copy_all(from: &Path, to: &Path) -> Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target: PathBuf = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_all(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
