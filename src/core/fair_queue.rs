//! A bounded queue whose places and turns are shared fairly by networks and accounts.
//!
//! Networks take turns, and so do the smaller networks and the accounts within a network. Who has used
//! more than others comes after them: each job is charged what it took. A flood delays mainly itself.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::time::Duration;

use ipnet::IpNet;

use crate::core::network::networks;

/// The number of jobs that may wait in a queue of a few expensive jobs.
pub const CAPACITY: usize = 32;
/// The number of such jobs of one account that may wait, from all networks together.
const ACCOUNT_CAPACITY: usize = 8;
/// How much less than others those count as having used who have had no job for some time, so that a
/// rare job comes before those of busy accounts.
const CREDIT: Duration = Duration::from_millis(50);

/// What shares a larger share with others.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    /// Requests that begin or end sessions. They share with everything else.
    Sessions,
    Others,
    /// The site itself. It counts like one network.
    Site,
    Network(IpNet),
    /// An account in a network.
    Account(String),
}

/// The origin of a job: a network, and the account that the job is for.
#[derive(Clone, Debug)]
pub struct Requester {
    /// From the largest share to the smallest one.
    shares: Vec<Key>,
}

impl Requester {
    /// Creates the requester of a job for an account. `account` is any short text that identifies it.
    pub fn new(address: IpAddr, account: &str) -> Self {
        let networks = Self::networks(address);
        let account = Key::Account(account.to_owned());
        Self {
            shares: [Key::Others]
                .into_iter()
                .chain(networks)
                .chain([account])
                .collect(),
        }
    }

    /// Creates the requester of a job that begins or ends a session, such as a login. It waits for no job
    /// of the other kinds, unless those have used less.
    pub fn of_session(address: IpAddr) -> Self {
        Self::without_account(Key::Sessions, address)
    }

    /// Creates the requester of a job of a network, for no account.
    pub fn of_network(address: IpAddr) -> Self {
        Self::without_account(Key::Others, address)
    }

    fn without_account(kind: Key, address: IpAddr) -> Self {
        let networks = Self::networks(address);
        Self {
            shares: [kind].into_iter().chain(networks).collect(),
        }
    }

    /// Creates the requester of a job of the site itself.
    pub fn site() -> Self {
        Self {
            shares: vec![Key::Others, Key::Site],
        }
    }

    /// Returns the networks of an address, the largest first.
    fn networks(address: IpAddr) -> impl Iterator<Item = Key> {
        let networks = networks(address).into_iter().rev();
        networks.map(|(network, _)| Key::Network(network))
    }

    fn account(&self) -> Option<&Key> {
        self.shares
            .last()
            .filter(|key| matches!(key, Key::Account(_)))
    }
}

/// The waiting jobs.
pub struct FairQueue<T> {
    all: Share<T>,
    next_turn: u64,
    capacity: usize,
    account_capacity: usize,
}

/// What a network or an account has of the queue.
struct Share<T> {
    /// What it has used, on the clock of the share around it.
    used: Duration,
    /// Its place among those that have used as much; the lowest comes first.
    turn: u64,
    /// The number of waiting jobs, those of its parts included.
    waiting: usize,
    /// What each of its parts could have used by now.
    clock: Duration,
    parts: HashMap<Key, Share<T>>,
    /// In the order of arrival. Empty if there are parts.
    jobs: VecDeque<(Requester, T)>,
}

impl<T> Default for Share<T> {
    fn default() -> Self {
        Self {
            used: Duration::ZERO,
            turn: 0,
            waiting: 0,
            clock: Duration::ZERO,
            parts: HashMap::new(),
            jobs: VecDeque::new(),
        }
    }
}

impl<T> Default for FairQueue<T> {
    fn default() -> Self {
        Self::new(CAPACITY, ACCOUNT_CAPACITY)
    }
}

impl<T> FairQueue<T> {
    /// Creates an empty queue for `capacity` jobs, at most `account_capacity` of one account.
    pub fn new(capacity: usize, account_capacity: usize) -> Self {
        Self {
            all: Share::default(),
            next_turn: 0,
            capacity,
            account_capacity,
        }
    }

    /// Adds a job. Returns the job that gets no place, if any: the newest one of the share with the
    /// most jobs, or `job` itself if its own shares have as many.
    pub fn push(&mut self, by: Requester, job: T) -> Option<T> {
        let account = by.account().filter(|account| {
            self.account_capacity < self.capacity
                && self.all.waiting_of(Some(account)) >= self.account_capacity
        });
        let displaced = if account.is_some() || self.all.waiting >= self.capacity {
            let Some(path) = self.displaceable(&by, account) else {
                return Some(job);
            };
            self.all.remove_newest(&path)
        } else {
            None
        };
        if self.all.waiting == 0 {
            // What others have used before does not matter to those who wait.
            self.all = Share::default();
        }
        let mut share = &mut self.all;
        share.waiting += 1;
        for key in &by.shares {
            let start = share.start();
            let part = share.parts.entry(key.clone()).or_default();
            if part.waiting == 0 {
                part.used = part.used.max(start);
                part.turn = self.next_turn;
                self.next_turn += 1;
            }
            part.waiting += 1;
            share = part;
        }
        share.jobs.push_back((by, job));
        displaced
    }

    /// Removes the next job, which is the oldest one of the share whose turn it is. Returns also who is
    /// [charged](FairQueue::charge) for it.
    pub fn pop(&mut self) -> Option<(Requester, T)> {
        self.all.pop(&mut self.next_turn)
    }

    /// Charges a job that has run. Those who have used less come before its requester from now on.
    pub fn charge(&mut self, by: &Requester, cost: Duration) {
        let mut share = &mut self.all;
        for key in &by.shares {
            let parts = share.parts.iter();
            let others = parts.filter(|(other, part)| *other != key && part.waiting > 0);
            let sharing = others.count() + 1;
            let used = share.start();
            share.clock += cost / u32::try_from(sharing).unwrap_or(u32::MAX);
            let part = share.parts.entry(key.clone()).or_insert_with(|| Share {
                used,
                ..Share::default()
            });
            part.used += cost;
            share = part;
        }
    }

    /// Returns the number of waiting jobs.
    pub fn waiting(&self) -> usize {
        self.all.waiting
    }

    /// Removes all jobs that are not to be kept.
    pub fn retain(&mut self, keep: impl Fn(&T) -> bool) {
        self.all.retain(&keep);
    }

    /// Returns the share of the job that gives its place to a new one, if any. Without `account` any job
    /// may be the one, otherwise one of this account.
    fn displaceable(&self, by: &Requester, account: Option<&Key>) -> Option<Vec<Key>> {
        let (mut share, mut path, mut is_own) = (&self.all, Vec::new(), true);
        while let Some((largest, most)) = share.largest_part(account) {
            let mut next = largest;
            if is_own {
                let own = by.shares.get(path.len())?;
                let waiting = |part: &Share<T>| part.waiting_in(own, account);
                is_own = share.parts.get(own).map_or(0, waiting) + 1 >= most;
                if is_own {
                    next = own;
                }
            }
            path.push(next.clone());
            share = share.parts.get(next)?;
        }
        (!is_own).then_some(path)
    }
}

impl<T> Share<T> {
    /// Returns the number of waiting jobs, of an account if there is one.
    fn waiting_of(&self, account: Option<&Key>) -> usize {
        if account.is_none() {
            return self.waiting;
        }
        let parts = self.parts.iter();
        parts.map(|(key, part)| part.waiting_in(key, account)).sum()
    }

    /// Returns the same of the share with this key.
    fn waiting_in(&self, key: &Key, account: Option<&Key>) -> usize {
        if account == Some(key) {
            self.waiting
        } else {
            self.waiting_of(account)
        }
    }

    /// Returns the part with the most waiting jobs (of an account if there is one), and their number.
    fn largest_part(&self, account: Option<&Key>) -> Option<(&Key, usize)> {
        self.parts
            .iter()
            .map(|(key, part)| (key, part.waiting_in(key, account), part.turn))
            .filter(|(_, waiting, _)| *waiting > 0)
            .max_by_key(|(_, waiting, turn)| (*waiting, *turn))
            .map(|(key, waiting, _)| (key, waiting))
    }

    fn pop(&mut self, next_turn: &mut u64) -> Option<(Requester, T)> {
        let waiting = self.parts.values_mut().filter(|part| part.waiting > 0);
        let job = match waiting.min_by_key(|part| (part.used, part.turn)) {
            None => self.jobs.pop_front()?,
            Some(part) => {
                self.clock = self.clock.max(part.used);
                part.turn = *next_turn;
                *next_turn += 1;
                part.pop(next_turn)?
            }
        };
        self.waiting -= 1;
        self.forget_parts();
        Some(job)
    }

    fn remove_newest(&mut self, path: &[Key]) -> Option<T> {
        let removed = match path {
            [] => self.jobs.pop_back().map(|(_, job)| job),
            [key, rest @ ..] => self.parts.get_mut(key)?.remove_newest(rest),
        };
        self.waiting -= usize::from(removed.is_some());
        self.forget_parts();
        removed
    }

    fn retain(&mut self, keep: &impl Fn(&T) -> bool) {
        self.jobs.retain(|(_, job)| keep(job));
        self.parts.values_mut().for_each(|part| part.retain(keep));
        let of_parts: usize = self.parts.values().map(|part| part.waiting).sum();
        self.waiting = self.jobs.len() + of_parts;
        self.forget_parts();
    }

    /// Returns what a part that comes now counts as having used.
    fn start(&self) -> Duration {
        self.clock.saturating_sub(CREDIT)
    }

    /// Forgets the parts without a job that have used no more than a part that comes now.
    fn forget_parts(&mut self) {
        let start = self.start();
        self.parts
            .retain(|_, part| part.waiting > 0 || part.used > start);
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
        let jobs = (0..count).map_while(|_| queue.pop());
        jobs.map(|(_, job)| job).collect()
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
        assert!(queue.all.parts.is_empty());
    }

    /// Takes jobs, and charges each with its cost in milliseconds before the next one is taken.
    /// Returns the first letters of their names.
    fn run(queue: &mut FairQueue<String>, count: usize, cost: impl Fn(&str) -> u64) -> String {
        let mut order = String::new();
        for _ in 0..count {
            let (by, name) = queue.pop().expect("a job");
            queue.charge(&by, Duration::from_millis(cost(&name)));
            order.push_str(&name[..1]);
        }
        order
    }

    #[test]
    fn who_has_used_more_waits_until_others_have_used_as_much() {
        let mut queue = FairQueue::default();
        for name in names("heavy", 4) {
            queue.push(by("192.0.2.1", "heavy"), name);
        }
        for name in names("light", 8) {
            queue.push(by("192.0.2.1", "light"), name);
        }
        let cost = |name: &str| if name.starts_with('h') { 50 } else { 10 };
        assert_eq!(run(&mut queue, 9, cost), "hlllllhll");
    }

    #[test]
    fn who_comes_beside_many_heavy_accounts_of_one_address_is_next() {
        let mut queue = FairQueue::default();
        for round in 0..3 {
            for account in 0..10 {
                let heavy = by("192.0.2.1", &format!("heavy{account}"));
                queue.push(heavy, format!("heavy{round}"));
            }
        }
        assert_eq!(run(&mut queue, 15, |_| 20), "h".repeat(15));
        push(&mut queue, "192.0.2.1", "same address");
        push(&mut queue, "192.0.2.2", "other address");
        let order = run(&mut queue, 3, |_| 20);
        assert!(order.contains('s') && order.contains('o'), "{order}");
    }

    #[test]
    fn what_a_job_has_used_counts_when_it_ends_after_others_have_come() {
        let mut queue = FairQueue::default();
        push(&mut queue, "192.0.2.1", "heavy");
        let (heavy, _) = queue.pop().expect("a job");
        push(&mut queue, "192.0.2.1", "heavy");
        push(&mut queue, "192.0.2.1", "light");
        queue.charge(&heavy, Duration::from_millis(20));
        assert_eq!(take(&mut queue, 2), ["light", "heavy"]);
    }

    #[test]
    fn a_login_waits_for_no_other_job_of_its_address() {
        let mut queue = FairQueue::default();
        fill(&mut queue, "192.0.2.1", "post", 20);
        run(&mut queue, 2, |_| 20);
        queue.push(
            Requester::of_session("192.0.2.1".parse().expect("an address")),
            "login".to_owned(),
        );
        assert_eq!(take(&mut queue, 1), ["login"]);
    }

    #[test]
    fn the_site_has_the_share_of_a_network() {
        let mut queue = FairQueue::default();
        fill(&mut queue, "192.0.2.1", "a", 9);
        queue.push(Requester::site(), "site".to_owned());
        assert_eq!(run(&mut queue, 3, |_| 20), "asa");
    }

    #[test]
    fn accounts_that_have_used_no_more_than_others_are_forgotten() {
        let mut queue = FairQueue::default();
        queue.push(by("192.0.2.1", "regular"), "regular".to_owned());
        for number in 0..1_000 {
            push(&mut queue, "192.0.2.1", &number.to_string());
            queue.push(by("192.0.2.1", "regular"), "regular".to_owned());
            run(&mut queue, 2, |_| 1);
        }
        let network = Requester::networks("192.0.2.1".parse().expect("an address")).next();
        let accounts = &queue.all.parts[&Key::Others].parts[&network.expect("a network")].parts;
        assert!(accounts.len() < 200, "{}", accounts.len());
    }
}
