//! The signals that end a long-running command.

use tokio::signal::unix::{SignalKind, signal};

use super::error::Failure;

/// Returns a future that completes at SIGTERM or Ctrl-C. Needs a tokio runtime.
pub(super) fn shutdown_signal() -> Result<impl Future<Output = ()>, Failure> {
    let mut terminate = signal(SignalKind::terminate()).map_err(Failure::new)?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
    })
}
