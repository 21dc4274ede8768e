//! Writers: each is two users who do a random mix of what users do, and note in the ledger what was acknowledged.

use std::net::SocketAddr;
use std::sync::Arc;

use crate::Result;
use crate::ledger::Ledger;

/// So many writers. They keep their users from one server to the next.
pub struct Load;

impl Load {
    /// Makes the writers' users, and what they write about, on a running server.
    pub async fn new(_address: SocketAddr, _ledger: Arc<Ledger>, _writers: usize) -> Result<Self> {
        Ok(Self)
    }

    /// All writers write at once until `until` is over or the server is gone. Returns what `until` does, and how many
    /// requests were acknowledged, refused, and not answered.
    pub async fn run<T>(&mut self, _address: SocketAddr, until: impl Future<Output = T>) -> Result<(T, Counts)> {
        Ok((until.await, Counts::default()))
    }
}

/// How the requests of a run went.
#[derive(Clone, Copy, Debug, Default, serde::Serialize)]
pub struct Counts {
    pub acknowledged: usize,
    pub refused: usize,
    pub unanswered: usize,
}
