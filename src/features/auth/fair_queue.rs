//! A bounded queue whose places and turns are shared fairly by networks and accounts.
//!
//! Networks take turns, and so do the smaller networks and the accounts within a network. A flood
//! delays mainly itself.

use std::collections::HashMap;
use std::net::IpAddr;

use ipnet::IpNet;

use crate::core::network::networks;

/// The number of jobs that may wait.
pub const CAPACITY: usize = 32;
/// The number of jobs of one account that may wait, from all networks together.
const ACCOUNT_CAPACITY: usize = 8;

/// All jobs of a network, or those for one account in it.
type Share = (IpNet, Option<String>);

/// The origin of a job: a network, and the account that the job is for.
pub struct Requester {
    account: String,
    /// From the largest network to the account in the smallest one.
    shares: Vec<Share>,
}

impl Requester {
    /// Creates the requester of a job for an account. `account` is any short text that identifies it.
    pub fn new(address: IpAddr, account: &str) -> Self {
        let networks = networks(address);
        let in_smallest = (networks[0].0, Some(account.to_owned()));
        let larger = networks.iter().rev().map(|(network, _)| (*network, None));
        Self {
            account: account.to_owned(),
            shares: larger.chain([in_smallest]).collect(),
        }
    }
}

/// The waiting jobs.
pub struct FairQueue<T> {
    /// In the order of arrival.
    waiting: Vec<(Requester, T)>,
    /// The turn of each share with waiting jobs; the lowest comes first.
    turns: HashMap<Share, u64>,
    next_turn: u64,
}

impl<T> Default for FairQueue<T> {
    fn default() -> Self {
        Self {
            waiting: Vec::new(),
            turns: HashMap::new(),
            next_turn: 0,
        }
    }
}

impl<T> FairQueue<T> {
    /// Adds a job. Returns the job that gets no place, if any: the newest one of the share with the
    /// most jobs, or `job` itself if its own shares have as many.
    pub fn push(&mut self, by: Requester, job: T) -> Option<T> {
        let all = 0..self.waiting.len();
        let of_account = |&index: &usize| self.waiting[index].0.account == by.account;
        let of_account: Vec<usize> = all.clone().filter(of_account).collect();
        let contested = if of_account.len() >= ACCOUNT_CAPACITY {
            Some(of_account)
        } else {
            (all.len() >= CAPACITY).then(|| all.collect())
        };
        let displaced = match contested.map(|jobs| self.displaceable(jobs, &by)) {
            None => None,
            Some(Some(index)) => Some(self.remove(index)),
            Some(None) => return Some(job),
        };
        for share in &by.shares {
            if !self.turns.contains_key(share) {
                self.turns.insert(share.clone(), self.next_turn);
                self.next_turn += 1;
            }
        }
        self.waiting.push((by, job));
        displaced
    }

    /// Removes the next job: the oldest one of the share whose turn it is.
    pub fn pop(&mut self) -> Option<T> {
        let turn = |&index: &usize| {
            let shares = self.waiting[index].0.shares.iter();
            shares.map(|share| self.turns[share]).collect::<Vec<_>>()
        };
        let index = (0..self.waiting.len()).min_by_key(turn)?;
        for share in self.waiting[index].0.shares.clone() {
            self.turns.insert(share, self.next_turn);
            self.next_turn += 1;
        }
        Some(self.remove(index))
    }

    /// Removes all jobs that are not to be kept.
    pub fn retain(&mut self, keep: impl Fn(&T) -> bool) {
        self.waiting.retain(|(_, job)| keep(job));
        self.forget_unused_turns();
    }

    fn remove(&mut self, index: usize) -> T {
        let (_, job) = self.waiting.remove(index);
        self.forget_unused_turns();
        job
    }

    fn forget_unused_turns(&mut self) {
        let waiting = &self.waiting;
        let is_used = |share: &Share| waiting.iter().any(|(by, _)| by.shares.contains(share));
        self.turns.retain(|share, _| is_used(share));
    }

    /// Returns which of these jobs gives its place to a new one, if any.
    fn displaceable(&self, mut jobs: Vec<usize>, by: &Requester) -> Option<usize> {
        for (level, own) in by.shares.iter().enumerate() {
            let (largest, most) = self.largest_share(&jobs, level)?;
            let is_in = |share: &Share, index: usize| self.waiting[index].0.shares[level] == *share;
            let own_jobs = jobs.iter().filter(|&&index| is_in(own, index)).count();
            if own_jobs + 1 < most {
                jobs.retain(|&index| is_in(largest, index));
                return self.newest_of_largest_share(jobs, level + 1);
            }
            jobs.retain(|&index| is_in(own, index));
        }
        None
    }

    /// Returns the newest of these jobs in the share with the most of them, at each level from
    /// `level` on.
    fn newest_of_largest_share(&self, mut jobs: Vec<usize>, level: usize) -> Option<usize> {
        match self.largest_share(&jobs, level) {
            None => jobs.pop(),
            Some((largest, _)) => {
                jobs.retain(|&index| self.waiting[index].0.shares[level] == *largest);
                self.newest_of_largest_share(jobs, level + 1)
            }
        }
    }

    /// Returns the share with the most of these jobs at a level, and their number.
    fn largest_share(&self, jobs: &[usize], level: usize) -> Option<(&Share, usize)> {
        let share = |&index: &usize| self.waiting[index].0.shares.get(level);
        let shares: Vec<&Share> = jobs.iter().filter_map(share).collect();
        let count = |share: &Share| shares.iter().filter(|other| **other == share).count();
        let counted = shares.iter().map(|share| (*share, count(share)));
        counted.max_by_key(|(_, count)| *count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by(address: &str, account: &str) -> Requester {
        Requester::new(address.parse().expect("an address"), account)
    }

    /// Adds a job with this name for an account of its own. Returns the job without a place.
    fn push(queue: &mut FairQueue<String>, address: &str, name: &str) -> Option<String> {
        queue.push(by(address, name), name.to_owned())
    }

    fn names(prefix: &str, count: usize) -> impl Iterator<Item = String> {
        (0..count).map(move |number| format!("{prefix}{number}"))
    }

    fn take(queue: &mut FairQueue<String>, count: usize) -> Vec<String> {
        (0..count).map_while(|_| queue.pop()).collect()
    }

    fn fill(queue: &mut FairQueue<String>, address: &str, prefix: &str, count: usize) {
        for name in names(prefix, count) {
            assert_eq!(push(queue, address, &name), None, "{name}");
        }
    }

    #[test]
    fn networks_take_turns_and_the_jobs_of_a_network_keep_their_order() {
        let mut queue = FairQueue::default();
        fill(&mut queue, "192.0.2.1", "a", 4);
        fill(&mut queue, "2001:db8::1", "b", 2);
        assert_eq!(take(&mut queue, 1), ["a0"]);
        fill(&mut queue, "192.0.2.3", "c", 1);
        assert_eq!(take(&mut queue, 9), ["b0", "a1", "c0", "b1", "a2", "a3"]);
    }

    #[test]
    fn a_flood_from_a_prefix_displaces_no_other_network_and_delays_it_by_one_turn() {
        let mut queue = FairQueue::default();
        let mut refused = Vec::new();
        for number in 0..48 {
            let name = format!("flood{number}");
            refused.extend(push(
                &mut queue,
                &format!("2001:db8:0:{number:x}::1"),
                &name,
            ));
            if number % 3 == 2 {
                let name = format!("user{number}");
                refused.extend(push(&mut queue, &format!("192.0.2.{number}"), &name));
            }
        }
        refused.extend(push(&mut queue, "2001:db8:1::1", "user in another prefix"));
        let is_user = |name: &String| name.starts_with("user");
        assert!(!refused.iter().any(is_user), "{refused:?}");
        // 17 users and one turn of the prefix.
        assert_eq!(take(&mut queue, 18).into_iter().filter(is_user).count(), 17);
    }

    #[test]
    fn all_places_are_for_one_address_if_no_other_needs_them() {
        let mut queue = FairQueue::default();
        fill(&mut queue, "192.0.2.1", "a", CAPACITY);
        assert_eq!(push(&mut queue, "192.0.2.1", "b"), Some("b".to_owned()));
        assert_eq!(take(&mut queue, 99).len(), CAPACITY);
    }

    #[test]
    fn the_network_with_the_most_jobs_loses_its_newest_one() {
        let mut queue = FairQueue::default();
        fill(&mut queue, "192.0.2.1", "a", 20);
        fill(&mut queue, "192.0.2.2", "b", 12);
        assert_eq!(push(&mut queue, "192.0.2.3", "c"), Some("a19".to_owned()));
        assert_eq!(push(&mut queue, "192.0.2.2", "d"), Some("a18".to_owned()));
        assert_eq!(push(&mut queue, "192.0.2.1", "e"), Some("e".to_owned()));
    }

    #[test]
    fn a_flood_does_not_displace_its_neighbours_in_the_prefix() {
        let mut queue = FairQueue::default();
        fill(&mut queue, "2001:db8:0:100::1", "flood", CAPACITY);
        let displaced = names("flood", CAPACITY).collect::<Vec<_>>();
        for (address, name, refused) in [
            ("2001:db8:0:200::1", "neighbour", &displaced[31]),
            ("2001:db8:0:101::1", "closer neighbour", &displaced[30]),
        ] {
            assert_eq!(push(&mut queue, address, name).as_ref(), Some(refused));
        }
        assert!(take(&mut queue, 3).contains(&"neighbour".to_owned()));
    }

    #[test]
    fn accounts_behind_one_address_take_turns() {
        let mut queue = FairQueue::default();
        for number in 0..ACCOUNT_CAPACITY {
            let flood = by("192.0.2.1", "flooded");
            assert_eq!(queue.push(flood, format!("flood{number}")), None);
        }
        fill(&mut queue, "192.0.2.1", "user", 2);
        assert_eq!(take(&mut queue, 3), ["flood0", "user0", "user1"]);
    }

    #[test]
    fn a_flood_at_an_account_from_many_networks_has_the_places_of_one_account() {
        let mut queue = FairQueue::default();
        for number in 0..40 {
            let flood = by(&format!("198.51.100.{number}"), "flooded");
            let refused = queue.push(flood, "flood".to_owned());
            assert_eq!(refused.is_some(), number >= ACCOUNT_CAPACITY);
        }
        fill(&mut queue, "192.0.2.1", "user", CAPACITY - ACCOUNT_CAPACITY);
    }

    #[test]
    fn a_flood_at_an_account_from_one_network_does_not_displace_its_owner() {
        let mut queue = FairQueue::default();
        for number in 0..ACCOUNT_CAPACITY {
            queue.push(by("198.51.100.1", "ann"), format!("flood{number}"));
        }
        let displaced = queue.push(by("192.0.2.1", "ann"), "owner".to_owned());
        assert_eq!(displaced.as_deref(), Some("flood7"));
        assert_eq!(take(&mut queue, 2), ["flood0", "owner"]);
    }

    #[test]
    fn a_removed_job_leaves_its_place_and_nothing_else() {
        let mut queue = FairQueue::default();
        fill(&mut queue, "192.0.2.1", "gone", CAPACITY);
        queue.retain(|name| !name.starts_with("gone"));
        fill(&mut queue, "192.0.2.1", "user", CAPACITY);
        assert_eq!(take(&mut queue, 99).len(), CAPACITY);
        assert!(queue.turns.is_empty());
    }
}
