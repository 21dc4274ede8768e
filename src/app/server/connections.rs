//! Limits on the number of open connections, in total and per network.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::core::network::NetworkCounts;

/// Maximum number of connections. It includes up to 8,000 sockets, which leaves room for requests.
const CONNECTIONS: usize = 12_288;

/// Counts open connections. Clones share the counts.
#[derive(Clone)]
pub struct Connections {
    counts: Arc<Mutex<Counts>>,
    per_network: usize,
}

#[derive(Default)]
struct Counts {
    total: usize,
    networks: NetworkCounts,
}

impl Connections {
    /// `per_network` is the largest number for each [network](crate::core::network), except for this machine and
    /// trusted proxies. It includes their sockets.
    pub fn new(per_network: u32) -> Self {
        Self {
            counts: Arc::default(),
            per_network: per_network as usize,
        }
    }

    /// Returns the number of open connections.
    pub fn count(&self) -> usize {
        self.counts().total
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a permit for one more connection, or `None` if a limit is reached. The limit per
    /// network does not apply to a trusted address.
    pub fn acquire(&self, address: IpAddr, is_trusted: bool) -> Option<ConnectionPermit> {
        let mut counts = self.counts();
        let has_room = is_trusted || counts.networks.has_room(address, 1, self.per_network);
        if counts.total >= CONNECTIONS || !has_room {
            return None;
        }
        counts.total += 1;
        counts.networks.add(address, 1);
        Some(ConnectionPermit {
            address,
            connections: self.clone(),
        })
    }
}

/// Permission to hold one connection, released on drop.
pub struct ConnectionPermit {
    address: IpAddr,
    connections: Connections,
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut counts = self.connections.counts();
        counts.total -= 1;
        counts.networks.remove(self.address, 1);
    }
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, Ipv6Addr};

    use super::*;

    const PER_NETWORK: u32 = 384;
    const LOCALHOST: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    /// Returns an address in the one /64 network of a customer of a provider.
    fn in_network(number: usize) -> IpAddr {
        Ipv6Addr::from((0x2001_0db8 << 96) | number as u128).into()
    }

    fn other(number: u32) -> IpAddr {
        Ipv4Addr::from(0x0a00_0000 + number).into()
    }

    fn acquire_all(connections: &Connections) -> Vec<ConnectionPermit> {
        let acquire = |_| connections.acquire(LOCALHOST, true).expect("a permit");
        (0..CONNECTIONS).map(acquire).collect()
    }

    fn addresses(connections: &Connections) -> usize {
        connections.counts().networks.networks()
    }

    #[test]
    fn a_network_has_a_limit_unless_it_is_trusted() {
        let connections = Connections::new(PER_NETWORK);
        let _permits: Vec<ConnectionPermit> = (0..PER_NETWORK as usize)
            .map(|number| {
                connections
                    .acquire(in_network(number), false)
                    .expect("a permit")
            })
            .collect();
        let next = in_network(PER_NETWORK as usize);
        assert!(connections.acquire(next, false).is_none());
        assert!(connections.acquire(next, true).is_some());
        assert!(connections.acquire(other(0), false).is_some());
    }

    #[test]
    fn the_total_has_a_limit_for_trusted_addresses_too() {
        let connections = Connections::new(PER_NETWORK);
        let permits = acquire_all(&connections);
        assert_eq!(connections.count(), CONNECTIONS);
        assert!((0..100).all(|number| connections.acquire(other(number), true).is_none()));
        assert_eq!(
            addresses(&connections),
            1,
            "rejected addresses take no memory"
        );
        drop(permits);
    }

    #[test]
    fn a_dropped_permit_is_available_again() {
        let connections = Connections::new(PER_NETWORK);
        let mut permits = acquire_all(&connections);
        permits.pop();
        let last = connections.acquire(other(0), false);
        assert!(last.is_some());
        assert!(connections.acquire(other(1), false).is_none());
    }

    #[test]
    fn addresses_without_connections_are_forgotten() {
        let connections = Connections::new(PER_NETWORK);
        let permits: Vec<_> = (0..10)
            .map(|number| connections.acquire(other(number), false))
            .collect();
        assert_eq!(addresses(&connections), 10);
        drop(permits);
        assert_eq!(addresses(&connections), 0);
    }
}
