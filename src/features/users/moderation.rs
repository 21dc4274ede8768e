//! Changes by users who may moderate the site, a community, or nothing: the change finds out.

use super::Recorded;
use super::identity::Me;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::platform::db::Write;
use crate::platform::web::RequestContext;

impl RequestContext<Me> {
    /// Runs a change, which leaves a line in the server's log as the changes of administrators do. `name`: the
    /// call. `target`: what it was about.
    pub async fn moderate<T: Send + 'static>(
        &self,
        name: &str,
        target: impl FnOnce(&T) -> Id,
        change: impl FnOnce(&mut Write<'_>, &Me) -> Result<Recorded<T>> + Send + 'static,
    ) -> Result<T> {
        let change = move |tx: &mut Write<'_>, me: &Me| change(tx, me).map(Recorded::into_value);
        self.moderate_unrecorded(name, target, change).await
    }

    /// Does the same for a change that may find nothing to do, and records itself otherwise.
    pub async fn moderate_unrecorded<T: Send + 'static>(
        &self,
        name: &str,
        target: impl FnOnce(&T) -> Id,
        change: impl FnOnce(&mut Write<'_>, &Me) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let named =
            move |tx: &mut Write<'_>, me: &Me| Ok((me.username().to_owned(), change(tx, me)?));
        let (moderator, changed) = self.write(named).await?;
        let (target, address) = (target(&changed), self.caller.address);
        tracing::info!(
            "moderation user={moderator:?} call=\"{name}\" target=\"{target}\" client_ip={address}"
        );
        Ok(changed)
    }
}
