//! The events of the last minute. They tell whether a client that read its data before it was connected has missed any.

use std::collections::VecDeque;
use std::time::Instant;

use engineioxide::Str;

use super::outgoing::Audience;
use crate::core::id::Id;

/// Age of a page from which on its data is fetched again in any case.
const MAX_AGE: Moment = 60_000_000;
/// Maximum number of events.
const EVENTS: usize = 1_000;
/// Maximum number of ids in the audiences of all events.
const IDS: usize = 100_000;
/// Maximum size of the packets of all events, in bytes.
const BYTES: usize = 1024 * 1024;

/// A point in time of this process, in microseconds. Those of another process are far in the past or in the future.
pub type Moment = u64;

struct RecentEvent {
    at: Moment,
    audience: Audience,
    is_public: bool,
    /// The packet that a client gets that has missed it. Without one it fetches everything again.
    packet: Option<Str>,
}

/// The last events, oldest first.
pub(super) struct RecentEvents {
    /// The moment at which the process started.
    start: (Moment, Instant),
    events: VecDeque<RecentEvent>,
    /// All events from this moment on are kept.
    complete_from: Moment,
    ids: usize,
    bytes: usize,
}

impl Default for RecentEvents {
    fn default() -> Self {
        // Random, so that a moment does not tell how long the process has been running.
        Self::start_at(rand::random::<Moment>() >> 1)
    }
}

impl RecentEvents {
    fn start_at(start: Moment) -> Self {
        Self {
            start: (start, Instant::now()),
            events: VecDeque::new(),
            complete_from: start,
            ids: 0,
            bytes: 0,
        }
    }

    /// Returns the current moment. It never goes back.
    pub fn now(&self) -> Moment {
        let (start, at) = self.start;
        start + Moment::try_from(at.elapsed().as_micros()).unwrap_or(Moment::MAX >> 1)
    }

    /// Forgets all events: every client that read before now fetches everything again.
    pub fn clear(&mut self) {
        *self = Self {
            complete_from: self.now() + 1,
            start: self.start,
            ..Self::start_at(0)
        };
    }

    /// Keeps an event that was published at a moment. When there is no room, the oldest ones go.
    pub fn add(&mut self, at: Moment, audience: Audience, is_public: bool, packet: Option<Str>) {
        self.ids += audience.len();
        self.bytes += packet.as_ref().map_or(0, |packet| packet.len());
        self.events.push_back(RecentEvent {
            at,
            audience,
            is_public,
            packet,
        });
        while self.events.len() > EVENTS || self.ids > IDS || self.bytes > BYTES {
            let Some(oldest) = self.events.pop_front() else {
                return;
            };
            self.ids -= oldest.audience.len();
            self.bytes -= oldest.packet.map_or(0, |packet| packet.len());
            self.complete_from = oldest.at + 1;
        }
    }

    /// Returns the packets that a viewer needs who read everything after `since`: a user, or a stranger while everyone
    /// may read. Returns `None` if the viewer must fetch everything again.
    pub fn missed(&self, since: Moment, now: Moment, viewer: Option<Id>) -> Option<Vec<Str>> {
        let oldest = now.saturating_sub(MAX_AGE);
        if since < self.complete_from.max(oldest) || since > now {
            return None;
        }
        let events = self.events.iter().rev();
        let mut missed = events
            .take_while(|event| event.at >= since)
            .filter(|event| match viewer {
                Some(user) => event.audience.includes(user),
                None => event.is_public && event.audience.has_strangers(),
            })
            .map(|event| event.packet.clone())
            .collect::<Option<Vec<Str>>>()?;
        missed.reverse();
        Some(missed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANN: Id = Id::from_i64(1);
    const BEN: Id = Id::from_i64(2);

    /// Returns the events of these audiences, one a moment, which clients that missed one must fetch again.
    fn events(audiences: impl IntoIterator<Item = Audience>) -> RecentEvents {
        let mut events = RecentEvents::start_at(100);
        for (at, audience) in (100..).zip(audiences) {
            events.add(at, audience, true, None);
        }
        events
    }

    #[test]
    fn an_event_counts_for_its_audience() {
        let users = |ids: &[Id]| Audience::Users(ids.to_vec());
        let except = |ids: &[Id]| Audience::SignedInExcept(ids.to_vec());
        for (audience, by_ann, by_stranger) in [
            (Audience::SignedIn, true, true),
            (except(&[BEN]), true, true),
            (except(&[ANN]), false, true),
            (users(&[ANN]), true, false),
            (users(&[BEN]), false, false),
        ] {
            let events = events([audience]);
            assert_eq!(events.missed(100, 101, Some(ANN)).is_none(), by_ann);
            assert_eq!(events.missed(100, 101, None).is_none(), by_stranger);
            assert!(events.missed(101, 101, Some(ANN)).is_some());
        }
    }

    #[test]
    fn an_event_that_is_not_public_does_not_count_for_strangers() {
        let mut events = RecentEvents::start_at(100);
        events.add(100, Audience::SignedIn, false, None);
        assert!(events.missed(100, 101, None).is_some());
        assert!(events.missed(100, 101, Some(ANN)).is_none());
    }

    #[test]
    fn packets_are_sent_again_in_their_order() {
        let mut events = RecentEvents::start_at(100);
        for (at, to, packet) in [
            (100, ANN, "1"),
            (101, BEN, "2"),
            (102, ANN, "3"),
            (103, ANN, "4"),
        ] {
            events.add(at, Audience::Users(vec![to]), false, Some(packet.into()));
        }
        let missed = events.missed(101, 104, Some(ANN));
        assert_eq!(missed, Some(vec!["3".into(), "4".into()]));
    }

    #[test]
    fn a_moment_before_the_oldest_event_or_of_another_process_says_nothing() {
        let events = events([]);
        for (since, now, is_known) in [
            (100, 100, true),
            (99, 100, false),
            (101, 100, false),
            (1_000, MAX_AGE + 1_000, true),
            (999, MAX_AGE + 1_000, false),
            (0, 100, false),
            (Moment::MAX, 100, false),
        ] {
            assert_eq!(
                events.missed(since, now, Some(ANN)).is_some(),
                is_known,
                "{since}"
            );
        }
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let many = |ids: usize| Audience::Users(vec![BEN; ids]);
        let large = |bytes: usize| Some(Str::from("x".repeat(bytes)));
        for (ids, packet, count) in [
            (0, None, EVENTS),
            (IDS / 10, None, 10),
            (0, large(BYTES / 10), 10),
            (IDS + 1, None, 0),
        ] {
            let mut events = RecentEvents::start_at(100);
            for at in 100..=100 + count as Moment {
                assert!(events.missed(100, at, Some(ANN)).is_some());
                events.add(at, many(ids), false, packet.clone());
            }
            let now = 101 + count as Moment;
            assert_eq!(events.events.len(), count);
            assert!(events.missed(100, now, Some(ANN)).is_none());
            assert!(events.missed(101, now, Some(ANN)).is_some());
        }
    }
}
