//! Load generator: many concurrent writers on one server.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::task::JoinSet;

use crate::client::Client;
use crate::error::{Result, failed};
use crate::ledger::Ledger;
use crate::request_counts::RequestCounts;
use crate::writer::Writer;

/// Number of communities that the writers join, leave and post in.
const COMMUNITIES: usize = 4;

/// Set of writers. Their users persist across restarts of the server.
pub struct Load {
    writers: Vec<Writer>,
}

impl Load {
    /// Creates the writers' users, the communities and the first questions on a running server.
    pub async fn new(address: SocketAddr, ledger: &Arc<Ledger>, writers: usize) -> Result<Self> {
        let client = Arc::new(Client::new(address));
        // Sign up sequentially: the server limits the number of waiting password hashes.
        let mut created = Vec::new();
        for number in 0..writers {
            created.push(Writer::new(number, client.clone(), ledger.clone()).await?);
        }
        let first = created
            .first_mut()
            .ok_or_else(|| failed("the load needs at least one writer"))?;
        let mut communities = Vec::new();
        for number in 0..COMMUNITIES {
            communities.push(first.create_community(number).await?);
        }
        for writer in &mut created {
            writer.communities.clone_from(&communities);
            writer
                .ask()
                .await
                .map_err(|_| failed("cannot ask the first questions"))?;
        }
        Ok(Self { writers: created })
    }

    /// Runs all writers concurrently until `until` completes. Returns its output and the counts of
    /// all requests. A writer also stops when a request gets no response or an invalid one.
    pub async fn run<T>(
        &mut self,
        address: SocketAddr,
        until: impl Future<Output = T>,
    ) -> Result<(T, RequestCounts)> {
        let client = Arc::new(Client::new(address));
        let is_over = Arc::new(AtomicBool::new(false));
        let mut running = JoinSet::new();
        for mut writer in self.writers.drain(..) {
            let (client, is_over) = (client.clone(), is_over.clone());
            running.spawn(async move {
                writer.client = client;
                while !is_over.load(Ordering::Relaxed) && writer.step().await.is_ok() {}
                writer
            });
        }
        let output = until.await;
        is_over.store(true, Ordering::Relaxed);
        let mut counts = RequestCounts::default();
        while let Some(writer) = running.join_next().await {
            let mut writer = writer?;
            counts.add(std::mem::take(&mut writer.counts));
            self.writers.push(writer);
        }
        Ok((output, counts))
    }
}
