//! The logins of the last seconds. A login closes the open sockets of its browser, which return with
//! the new session: what they miss in between is kept for them.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use engineioxide::Str;

use super::connection::{TokenHash, Visitor};
use super::outgoing::Audience;
use crate::core::id::Id;

/// Time in which the sockets of a browser return after its login.
const WINDOW: Duration = Duration::from_secs(10);
/// Packets kept for the sockets of one browser. They fit into the queue of a socket.
const PACKETS: usize = 128;
/// Bytes kept for the sockets of one browser.
const BYTES: usize = 512 * 1024;

/// The browsers that have logged in within [`WINDOW`].
#[derive(Default)]
pub(super) struct RecentLogins(HashMap<Visitor, Login>);

struct Login {
    at: Instant,
    user: Id,
    session: TokenHash,
    /// The number of sockets that have not returned.
    absent: usize,
    /// The packets for the user since the login. `None` if there were too many: the client fetches
    /// again after it has reconnected, as after every reconnect.
    missed: Option<Vec<Str>>,
}

impl Login {
    fn awaits(&self, audience: &Audience) -> bool {
        self.absent > 0 && self.missed.is_some() && audience.includes(self.user)
    }
}

impl RecentLogins {
    /// Adds the login of a browser. The server has closed `absent` sockets of it.
    pub fn add(&mut self, visitor: Visitor, user: Id, session: TokenHash, absent: usize) {
        self.forget_old();
        let login = Login {
            at: Instant::now(),
            user,
            session,
            absent,
            missed: Some(Vec::new()),
        };
        self.0.insert(visitor, login);
    }

    /// Forgets the login of a browser that has logged out.
    pub fn remove(&mut self, visitor: &Visitor) {
        self.0.remove(visitor);
    }

    /// Forgets what was kept for sessions that have ended.
    pub fn end(&mut self, sessions: &[TokenHash]) {
        for login in self.0.values_mut() {
            if sessions.contains(&login.session) {
                login.missed = None;
            }
        }
    }

    /// Returns whether a handshake without a session is late: it was sent before its browser logged
    /// in and arrived after it. Its socket is then one of those that return.
    pub fn is_late(&mut self, visitor: Option<&Visitor>) -> bool {
        self.forget_old();
        let login = visitor.and_then(|visitor| self.0.get_mut(visitor));
        login.map(|login| login.absent += 1).is_some()
    }

    /// Returns whether a socket that has not returned should receive the events of an audience.
    pub fn await_events_for(&self, audience: &Audience) -> bool {
        self.0.values().any(|login| login.awaits(audience))
    }

    /// Keeps a packet for the sockets that have not returned.
    pub fn keep(&mut self, packet: &Str, audience: &Audience) {
        self.forget_old();
        let logins = self.0.values_mut().filter(|login| login.awaits(audience));
        for login in logins {
            login.missed = login.missed.take().and_then(|mut missed| {
                missed.push(packet.clone());
                let bytes: usize = missed.iter().map(|packet| packet.len()).sum();
                (missed.len() <= PACKETS && bytes <= BYTES).then_some(missed)
            });
        }
    }

    /// Returns what a socket of `session` that returns has missed. Other sockets have missed nothing.
    pub fn missed_by(&mut self, session: &TokenHash) -> Vec<Str> {
        self.forget_old();
        let mut logins = self.0.values_mut();
        let Some(login) = logins.find(|login| login.absent > 0 && login.session == *session) else {
            return Vec::new();
        };
        login.absent -= 1;
        if login.absent > 0 {
            login.missed.clone().unwrap_or_default()
        } else {
            login.missed.take().unwrap_or_default()
        }
    }

    fn forget_old(&mut self) {
        self.0.retain(|_, login| login.at.elapsed() < WINDOW);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SESSION: TokenHash = [7; 32];

    fn logged_in(absent: usize) -> (RecentLogins, Id) {
        let (mut logins, user) = (RecentLogins::default(), Id::from_i64(7));
        logins.add("browser".to_owned(), user, SESSION, absent);
        (logins, user)
    }

    #[test]
    fn each_socket_that_returns_gets_what_it_has_missed() {
        let (mut logins, user) = logged_in(1);
        logins.keep(&Str::from("1"), &Audience::SignedIn);
        assert!(logins.is_late(Some(&"browser".to_owned())));
        logins.keep(&Str::from("2"), &Audience::Users(vec![user]));
        logins.keep(&Str::from("3"), &Audience::SignedInExcept(vec![user]));
        assert!(logins.missed_by(&[8; 32]).is_empty());
        assert_eq!(logins.missed_by(&SESSION), ["1", "2"]);
        assert_eq!(logins.missed_by(&SESSION), ["1", "2"]);
        assert!(logins.missed_by(&SESSION).is_empty());
        assert!(!logins.await_events_for(&Audience::SignedIn));
    }

    #[test]
    fn what_is_kept_is_bounded() {
        for (size, count) in [(1, PACKETS), (BYTES / 4, 4)] {
            let (mut logins, _) = logged_in(2);
            let packet = Str::from("x".repeat(size));
            for _ in 0..count {
                logins.keep(&packet, &Audience::SignedIn);
            }
            assert_eq!(logins.missed_by(&SESSION).len(), count);
            logins.keep(&packet, &Audience::SignedIn);
            assert!(logins.missed_by(&SESSION).is_empty());
        }
    }

    #[test]
    fn nothing_is_kept_for_a_session_that_has_ended() {
        let (mut logins, _) = logged_in(1);
        logins.keep(&Str::from("1"), &Audience::SignedIn);
        logins.end(&[SESSION]);
        assert!(logins.missed_by(&SESSION).is_empty());
    }
}
