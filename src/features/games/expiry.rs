//! Ends games that nobody goes on with.

use std::sync::Arc;
use std::time::Duration;

use super::{play, store};
use crate::platform::web::App;

/// The interval between two searches.
const INTERVAL: Duration = Duration::from_secs(60);

/// Restarts the absence of all players, because the server was down, and starts to end expired games, for as
/// long as `app` lives.
pub fn start(app: &Arc<App>) {
    app.db.write_later(|tx| {
        tx.without_event("presence is not public");
        store::touch_all_last_seen(tx)
    });
    let app = Arc::downgrade(app);
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(INTERVAL).await;
            let Some(app) = app.upgrade() else { break };
            if let Err(error) = app.db.write(play::end_expired).await {
                tracing::warn!(%error, "could not end expired games");
            }
        }
    });
}
