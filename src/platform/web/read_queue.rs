//! The read queue: who may use the reader threads, and whose turn it is.
//!
//! - A party, which is an account or a network, runs at most [`ReadQueue::SHARE`] reads at once. Its
//!   further reads wait; those of other parties do not.
//! - At most [`ReadQueue::SLOW_PLACES`] slow reads run at once, so that they never hold the last
//!   readers, and at most one of each party. Parties take turns, so that a party with many slow reads
//!   delays only itself.
//! - Short reads of a party run before its slow ones.
//! - All strangers, who read without a session while everyone may, share one reader.
//!
//! A read whose client goes away leaves the queue.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ipnet::IpNet;
use tokio::sync::oneshot;

use super::stranger_queue::StrangerQueue;
use crate::core::error::{Error, Result};
use crate::core::id::Id;
use crate::core::network;
use crate::core::paging::Paging;
use crate::platform::db::READERS;

/// Who shares places: an account, or without a session the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Party {
    Account(Id),
    Network(IpNet),
}

impl Party {
    /// Returns the party of a request. All of an IPv6 /48 is one party.
    pub fn of(user: Option<Id>, address: IpAddr) -> Self {
        let widest = || {
            network::networks(address)
                .last()
                .map_or(address.into(), |(net, _)| *net)
        };
        user.map_or_else(|| Self::Network(widest()), Self::Account)
    }
}

/// How much work a read is, which is known before it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Takes few milliseconds.
    Short,
    /// May take long, so it waits for one of the slow places.
    Slow,
    /// Is slow, and is counted as a search.
    Search,
}

impl Pace {
    /// The number of skipped items from which on a page of a list is slow.
    pub const DEEP: i64 = 1_000;

    /// Returns the pace of a list whose cursor counts the items before the page.
    pub fn of_page(paging: &Paging) -> Self {
        match paging.skipped() {
            Ok(skipped) if skipped > Self::DEEP => Self::Slow,
            _ => Self::Short,
        }
    }
}

/// The reads that run or wait. Clones share them.
#[derive(Clone)]
pub struct ReadQueue {
    state: Arc<Mutex<State>>,
    is_limited: bool,
    /// The reads of strangers.
    pub strangers: StrangerQueue,
}

#[derive(Default)]
struct State {
    parties: HashMap<Party, Reads>,
    running_slow: usize,
    waiting_slow: usize,
    /// The parties whose slow reads wait only for a place, those first that have waited longest.
    turns: VecDeque<Party>,
    last_ticket: u64,
}

/// The reads of one party.
#[derive(Default)]
struct Reads {
    running: usize,
    is_slow_running: bool,
    has_turn: bool,
    short: VecDeque<Waiting>,
    slow: VecDeque<Waiting>,
}

struct Waiting {
    ticket: u64,
    admitted: oneshot::Sender<()>,
}

/// The queue has no room for another slow read.
pub struct QueueFull;

impl ReadQueue {
    /// The largest number of reads that a party runs at once.
    pub const SHARE: usize = READERS.div_ceil(2);
    /// The largest number of slow reads that run at once.
    pub const SLOW_PLACES: usize = if READERS > 3 { READERS - 2 } else { 1 };
    /// The largest number of slow reads of a party that wait.
    pub const WAITING_PER_PARTY: usize = 32;
    /// The largest number of all slow reads that wait.
    pub const WAITING: usize = 1_024;

    /// Creates an empty queue. If `is_limited` is false, a party may use all readers, and any number
    /// of reads may wait.
    pub fn new(is_limited: bool) -> Self {
        Self {
            state: Arc::default(),
            is_limited,
            strangers: StrangerQueue::default(),
        }
    }

    /// Adds a short read.
    pub fn enter(&self, party: Party) -> Turn {
        self.state().add(self, party, false)
    }

    /// Adds a slow read. Fails if too many wait.
    pub fn enter_slow(&self, party: Party) -> Result<Turn, QueueFull> {
        let mut state = self.state();
        let of_party = state
            .parties
            .get(&party)
            .map_or(0, |reads| reads.slow.len());
        let is_full = of_party >= Self::WAITING_PER_PARTY || state.waiting_slow >= Self::WAITING;
        if self.is_limited && is_full {
            return Err(QueueFull);
        }
        Ok(state.add(self, party, true))
    }

    fn share(&self) -> usize {
        if self.is_limited {
            Self::SHARE
        } else {
            usize::MAX
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of slow reads that run or wait.
    #[cfg(test)]
    pub fn entered_slow(&self) -> usize {
        let state = self.state();
        state.running_slow + state.waiting_slow
    }

    /// Returns the number of slow reads that run.
    #[cfg(test)]
    pub fn running_slow(&self) -> usize {
        self.state().running_slow
    }

    /// Returns the numbers of a party's reads that run and that wait.
    #[cfg(test)]
    pub fn reads_of(&self, party: Party) -> (usize, usize) {
        let state = self.state();
        state.parties.get(&party).map_or((0, 0), |reads| {
            (reads.running, reads.short.len() + reads.slow.len())
        })
    }
}

impl State {
    fn add(&mut self, queue: &ReadQueue, party: Party, is_slow: bool) -> Turn {
        self.last_ticket += 1;
        let place = Place {
            queue: queue.clone(),
            party,
            ticket: self.last_ticket,
            is_slow,
        };
        let reads = self.parties.entry(party).or_default();
        if !is_slow && reads.running < queue.share() {
            reads.running += 1;
            return Turn {
                place,
                admission: None,
            };
        }
        let (admitted, admission) = oneshot::channel();
        let waiting = Waiting {
            ticket: place.ticket,
            admitted,
        };
        if is_slow {
            self.waiting_slow += 1;
            reads.slow.push_back(waiting);
        } else {
            reads.short.push_back(waiting);
        }
        self.advance(party, queue.share());
        Turn {
            place,
            admission: Some(admission),
        }
    }

    /// Removes a read, whether it runs or waits.
    fn remove(&mut self, place: &Place, share: usize) {
        let Some(reads) = self.parties.get_mut(&place.party) else {
            return;
        };
        let waiting = if place.is_slow {
            &mut reads.slow
        } else {
            &mut reads.short
        };
        let number = waiting
            .iter()
            .position(|other| other.ticket == place.ticket);
        if let Some(number) = number {
            waiting.remove(number);
            self.waiting_slow -= usize::from(place.is_slow);
        } else {
            reads.running -= 1;
            if place.is_slow {
                reads.is_slow_running = false;
                self.running_slow -= 1;
            }
        }
        self.advance(place.party, share);
    }

    /// Admits the reads for which there is room after a change of a party's reads.
    fn advance(&mut self, party: Party, share: usize) {
        if let Some(reads) = self.parties.get_mut(&party) {
            while reads.running < share
                && let Some(next) = reads.short.pop_front()
            {
                reads.running += 1;
                next.admit();
            }
            if reads.is_ready(share) && !reads.has_turn {
                reads.has_turn = true;
                self.turns.push_back(party);
            }
        }
        while self.running_slow < ReadQueue::SLOW_PLACES
            && let Some(next) = self.turns.pop_front()
        {
            let Some(reads) = self.parties.get_mut(&next) else {
                continue;
            };
            reads.has_turn = false;
            if reads.is_ready(share)
                && let Some(first) = reads.slow.pop_front()
            {
                reads.running += 1;
                reads.is_slow_running = true;
                self.running_slow += 1;
                self.waiting_slow -= 1;
                first.admit();
            }
        }
        if self.parties.get(&party).is_some_and(Reads::is_empty)
            && let Some(reads) = self.parties.remove(&party)
            && reads.has_turn
        {
            self.turns.retain(|other| *other != party);
        }
    }
}

impl Reads {
    /// Returns whether the party has a slow read that waits only for a place.
    fn is_ready(&self, share: usize) -> bool {
        !self.slow.is_empty() && !self.is_slow_running && self.running < share
    }

    fn is_empty(&self) -> bool {
        self.running == 0 && self.short.is_empty() && self.slow.is_empty()
    }
}

impl Waiting {
    /// Lets the read run. If its client goes away now, its place is free again.
    fn admit(self) {
        let _ = self.admitted.send(());
    }
}

/// A read in the queue. It leaves on drop.
pub struct Turn {
    place: Place,
    /// Completes when the read may run. Absent: at once.
    admission: Option<oneshot::Receiver<()>>,
}

impl Turn {
    /// Returns the place, if the read may run at once.
    pub fn now(self) -> Result<Place, Self> {
        match self.admission {
            None => Ok(self.place),
            Some(_) => Err(self),
        }
    }

    /// Waits until the read may run.
    pub async fn wait(self) -> Result<Place> {
        if let Some(admission) = self.admission {
            admission.await.map_err(Error::internal)?;
        }
        Ok(self.place)
    }
}

/// The right to run a read, held until the reader is free again.
pub struct Place {
    queue: ReadQueue,
    party: Party,
    ticket: u64,
    is_slow: bool,
}

impl Drop for Place {
    fn drop(&mut self) {
        let share = self.queue.share();
        self.queue.state().remove(self, share);
    }
}
