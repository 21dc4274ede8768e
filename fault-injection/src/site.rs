//! Site under test: a temporary directory with the data directory and the ledger.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;
use tempfile::TempDir;

use crate::client::Client;
use crate::error::{Result, failed};
use crate::json::{list, text};
use crate::ledger::Ledger;
use crate::report::Report;
use crate::server::{Instance, Server};

pub struct Site {
    pub dir: TempDir,
    pub instance: Instance,
    pub ledger: Arc<Ledger>,
}

impl Site {
    /// Creates a site in the system's temporary directory.
    pub fn new(stoa: &Path) -> Result<Self> {
        let dir = tempfile::Builder::new().prefix("stoa-fault-").tempdir()?;
        let instance = Instance::new(stoa, &dir.path().join("site"));
        let ledger = Arc::new(Ledger::create(&dir.path().join("ledger.jsonl"))?);
        Ok(Self {
            dir,
            instance,
            ledger,
        })
    }

    /// Lets all further processes of the site run under `limits`: shell commands such as `ulimit`.
    pub fn limit(&mut self, limits: &str) -> Result<()> {
        let program = self.dir.path().join("stoa");
        let stoa = std::path::absolute(&self.instance.stoa)?;
        let script = format!("#!/bin/sh -e\n{limits}\nexec '{}' \"$@\"\n", stoa.display());
        std::fs::write(&program, script)?;
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755))?;
        self.instance.stoa = program;
        Ok(())
    }

    pub async fn start(&self) -> Result<Server> {
        Server::start(self.instance.clone()).await
    }

    /// Verifies the ledger (all entries, or only new ones) and runs `stoa doctor`. There must be no
    /// other clients.
    pub async fn verify(&self, server: &Server, all: bool, report: &mut Report) -> Result<()> {
        self.verify_ledger(server, all, report).await?;
        doctor(&self.instance, report).await
    }

    /// Verifies the ledger without running `stoa doctor`.
    pub async fn verify_ledger(
        &self,
        server: &Server,
        all: bool,
        report: &mut Report,
    ) -> Result<()> {
        let client = Arc::new(Client::new(server.address()));
        let ledger = &self.ledger;
        let findings = if all {
            ledger.verify(&client).await?
        } else {
            ledger.verify_new(&client).await?
        };
        report.count("indeterminate", findings.indeterminate);
        report.count("indeterminate_applied", findings.applied);
        findings
            .violations
            .into_iter()
            .for_each(|violation| report.violation(violation));
        Ok(())
    }
}

/// Runs `stoa doctor`, which finds damage, dangling references, and counters and search indexes
/// that do not match their rows.
pub async fn doctor(options: &Instance, report: &mut Report) -> Result<()> {
    let output = options.run(["doctor", "--json"]).await?;
    let findings: Value = serde_json::from_slice(&output.stdout).map_err(|_| {
        failed(format_args!(
            "unexpected output of `stoa doctor`: {}",
            String::from_utf8_lossy(&output.stderr)
        ))
    })?;
    for finding in findings
        .as_array()
        .into_iter()
        .flatten()
        .filter(|finding| finding["status"] == "error")
    {
        report.violation(format!(
            "doctor, {}: {} {:?}",
            text(finding, "id"),
            text(finding, "message"),
            list(finding, "details")
        ));
    }
    Ok(())
}

/// Copies a directory recursively.
pub fn copy_directory(from: &Path, to: &Path) -> Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target: PathBuf = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_directory(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
