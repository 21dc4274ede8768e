//! Networks: the groups of addresses that limits count together.

use std::collections::HashMap;
use std::net::IpAddr;

use ipnet::{IpNet, Ipv4Net, Ipv6Net};

/// Prefix lengths of IPv6 networks, and the number of single quotas that each of them has. Every
/// customer of a provider has at least a /64, and many have a /56 or a /48: without the larger
/// networks, a /48 would have 65,536 quotas.
const IPV6_PREFIXES: [(u8, usize); NETWORKS] = [(64, 1), (56, 4), (48, 16)];

/// The largest number of networks of an address.
pub const NETWORKS: usize = 3;

/// Returns the number of single quotas of each network of an address, narrowest first.
pub fn quotas() -> impl Iterator<Item = usize> {
    IPV6_PREFIXES.iter().map(|&(_, quotas)| quotas)
}

/// Returns the networks of an address, narrowest first, each with its number of single quotas.
///
/// An IPv4 address counts alone: its neighbours may be a whole school.
pub fn networks(address: IpAddr) -> Vec<(IpNet, usize)> {
    match address.to_canonical() {
        address @ IpAddr::V4(_) => vec![(address.into(), 1)],
        IpAddr::V6(address) => IPV6_PREFIXES
            .iter()
            .map(|&(length, quotas)| {
                let network = Ipv6Net::new_assert(address, length).trunc();
                (network.into(), quotas)
            })
            .collect(),
    }
}

/// Returns whether two addresses have a network in common.
pub fn share_network(one: IpAddr, other: IpAddr) -> bool {
    let others = networks(other);
    networks(one).iter().any(|network| others.contains(network))
}

/// Returns the network of an address in which sign-ups are counted together: what one customer of a provider
/// may have, an IPv4 /24 or an IPv6 /48.
pub fn signup_network(address: IpAddr) -> IpNet {
    match address.to_canonical() {
        IpAddr::V4(address) => Ipv4Net::new_assert(address, 24).trunc().into(),
        IpAddr::V6(address) => Ipv6Net::new_assert(address, 48).trunc().into(),
    }
}

/// Amounts in use by each network, such as open connections.
#[derive(Default)]
pub struct NetworkCounts(HashMap<IpNet, usize>);

impl NetworkCounts {
    /// Returns whether the networks of an address may use `amount` more of `quota` each.
    pub fn has_room(&self, address: IpAddr, amount: usize, quota: usize) -> bool {
        networks(address).iter().all(|(network, quotas)| {
            self.0.get(network).copied().unwrap_or_default() + amount <= quota * quotas
        })
    }

    /// Adds `amount` to the networks of an address.
    pub fn add(&mut self, address: IpAddr, amount: usize) {
        for (network, _) in networks(address) {
            *self.0.entry(network).or_default() += amount;
        }
    }

    /// Subtracts `amount` from the networks of an address.
    pub fn remove(&mut self, address: IpAddr, amount: usize) {
        for (network, _) in networks(address) {
            if let Some(count) = self.0.get_mut(&network) {
                *count -= amount;
                if *count == 0 {
                    self.0.remove(&network);
                }
            }
        }
    }

    /// Returns the number of networks in use.
    #[cfg(test)]
    pub fn networks(&self) -> usize {
        self.0.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(address: &str) -> Vec<String> {
        let networks = networks(address.parse().expect("an address"));
        let name = |(network, quotas): (IpNet, usize)| format!("{network} x{quotas}");
        networks.into_iter().map(name).collect()
    }

    #[test]
    fn an_ipv6_address_counts_in_three_networks_and_an_ipv4_address_alone() {
        assert_eq!(
            names("2001:db8:1:2233::5"),
            [
                "2001:db8:1:2233::/64 x1",
                "2001:db8:1:2200::/56 x4",
                "2001:db8:1::/48 x16"
            ]
        );
        assert_eq!(names("192.0.2.7"), ["192.0.2.7/32 x1"]);
        assert_eq!(names("::ffff:192.0.2.7"), names("192.0.2.7"));
    }

    /// Returns an address of a /64 in a /48.
    fn in_prefix(number: u128) -> IpAddr {
        std::net::Ipv6Addr::from((0x2001_0db8 << 96) | (number << 64)).into()
    }

    #[test]
    fn a_prefix_has_sixteen_quotas_and_not_one_for_each_of_its_networks() {
        let mut counts = NetworkCounts::default();
        for number in 0..65_536 {
            if counts.has_room(in_prefix(number), 1, 2) {
                counts.add(in_prefix(number), 1);
            }
        }
        assert_eq!(counts.0[&"2001:db8::/48".parse().expect("a network")], 32);
        assert!(counts.has_room("2001:db8:1::1".parse().expect("an address"), 1, 2));
    }

    #[test]
    fn unused_networks_are_forgotten() {
        let mut counts = NetworkCounts::default();
        counts.add(in_prefix(1), 2);
        counts.add(in_prefix(2), 1);
        counts.remove(in_prefix(1), 2);
        counts.remove(in_prefix(2), 1);
        assert_eq!(counts.networks(), 0);
    }
}
