//! The way of registered steps from the transactions to the task that runs them.

use std::sync::OnceLock;

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::transaction::Steps;

/// Where registered steps go, in processes that run them.
#[derive(Default)]
pub(super) struct StepRegistry(OnceLock<UnboundedSender<&'static Steps>>);

impl StepRegistry {
    pub fn register(&self, steps: &'static Steps) {
        if let Some(runner) = self.0.get() {
            let _ = runner.send(steps);
        }
    }

    /// Begins to collect steps for the one task that runs them.
    pub fn receive(&self) -> UnboundedReceiver<&'static Steps> {
        let (sender, receiver) = unbounded_channel();
        let _ = self.0.set(sender);
        receiver
    }
}
