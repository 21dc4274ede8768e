//! Waves of sign-ups: many more than usual in an hour, or many from one network.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::time::Duration;

use ipnet::IpNet;
use serde::Serialize;
use utoipa::ToSchema;

use crate::core::clock::Timestamp;
use crate::core::network::signup_network;

/// The time in which sign-ups are counted, and for which a wave lasts after it.
pub const HOUR: Duration = Duration::from_secs(3600);
/// More sign-ups than this in an hour begin a wave, also where none are usual.
pub const MIN_SIGNUPS: u32 = 20;
/// More sign-ups in an hour than this many times the usual number begin a wave.
pub const FACTOR: u32 = 5;
/// More sign-ups in an hour than this from one network (IPv4 /24, IPv6 /48) begin a wave.
pub const PER_NETWORK: u32 = 10;
/// The usual number is that of the accounts that are older than a day and not older than this.
pub const BASELINE_DAYS: u32 = 28;
/// The largest number of sign-ups that are remembered: far above what begins a wave.
const MAX_RECENT: usize = 20_000;

/// Returns the number of sign-ups in an hour that is not yet a wave, where `accounts` signed up in the
/// 27 days before the last one.
pub fn limit(accounts: u32) -> u32 {
    let hours = (BASELINE_DAYS - 1) * 24;
    (accounts.saturating_mul(FACTOR) / hours).max(MIN_SIGNUPS)
}

/// A wave of sign-ups that lasts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignupWave {
    pub began_at: Timestamp,
    /// When it ends, unless there are more sign-ups than usual again.
    pub ends_at: Timestamp,
    /// The largest number of sign-ups in an hour.
    pub most: u32,
    /// The number that was too many: of the whole site, or of one network.
    pub limit: u32,
    /// The network, such as `203.0.113.0/24`, if one network had too many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network: Option<String>,
}

/// Counts the sign-ups of the last hour.
#[derive(Default)]
pub struct Waves {
    /// Oldest first. Those before the start of the server have no network.
    recent: VecDeque<(Timestamp, Option<IpNet>)>,
    networks: HashMap<IpNet, u32>,
    limit: u32,
    wave: Option<SignupWave>,
}

impl Waves {
    /// Sets the number of sign-ups in an hour that is not yet a wave, and at the first call the number of
    /// those in the hour before the server's start.
    pub fn set_limit(&mut self, limit: u32, last_hour: u32, now: Timestamp) {
        let is_first = std::mem::replace(&mut self.limit, limit) == 0;
        if is_first {
            let before = (last_hour as usize).min(MAX_RECENT);
            self.recent.extend(vec![(now, None); before]);
        }
    }

    /// Counts a sign-up. Returns the wave that it begins, if it does.
    pub fn count(&mut self, address: IpAddr, now: Timestamp) -> Option<SignupWave> {
        self.forget_old(now);
        if self.recent.len() < MAX_RECENT {
            let network = signup_network(address);
            self.recent.push_back((now, Some(network)));
            *self.networks.entry(network).or_default() += 1;
        }
        let (all, network) = (self.recent.len() as u32, signup_network(address));
        let of_network = self.networks.get(&network).copied().unwrap_or_default();
        let (most, limit, network) = if all > self.limit.max(MIN_SIGNUPS) {
            (all, self.limit.max(MIN_SIGNUPS), None)
        } else if of_network > PER_NETWORK {
            (of_network, PER_NETWORK, Some(network.to_string()))
        } else {
            return None;
        };
        let ends_at = now.plus(HOUR);
        if let Some(wave) = self.wave.as_mut().filter(|wave| wave.ends_at > now) {
            wave.ends_at = ends_at;
            if wave.limit == limit {
                wave.most = wave.most.max(most);
            }
            return None;
        }
        let wave = SignupWave {
            began_at: now,
            ends_at,
            most,
            limit,
            network,
        };
        self.wave = Some(wave.clone());
        Some(wave)
    }

    /// Returns the wave that lasts.
    pub fn current(&self, now: Timestamp) -> Option<&SignupWave> {
        self.wave.as_ref().filter(|wave| wave.ends_at > now)
    }

    /// Returns a wave that is over, once.
    pub fn take_ended(&mut self, now: Timestamp) -> Option<SignupWave> {
        self.wave.take_if(|wave| wave.ends_at <= now)
    }

    fn forget_old(&mut self, now: Timestamp) {
        let oldest = now.minus(HOUR);
        while let Some((_, network)) = self.recent.pop_front_if(|(time, _)| *time <= oldest) {
            let Some(network) = network else { continue };
            if let Some(count) = self.networks.get_mut(&network) {
                *count -= 1;
                if *count == 0 {
                    self.networks.remove(&network);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_millis(1_795_219_200_000);

    fn address(number: u32) -> IpAddr {
        std::net::Ipv4Addr::from(number << 8).into()
    }

    #[test]
    fn more_sign_ups_than_usual_begin_a_wave_that_ends_after_a_calm_hour() {
        let mut waves = Waves::default();
        waves.set_limit(30, 0, NOW);
        for number in 0..30 {
            assert_eq!(waves.count(address(number), NOW), None);
        }
        let wave = waves.count(address(30), NOW).expect("a wave");
        assert_eq!((wave.most, wave.limit, wave.network), (31, 30, None));
        let later = NOW.plus(HOUR / 2);
        assert_eq!(waves.count(address(31), later), None, "the same wave");
        assert!(waves.current(NOW.plus(HOUR)).is_some());
        let end = later.plus(HOUR);
        assert!(waves.current(end).is_none());
        assert_eq!(waves.take_ended(end).map(|wave| wave.most), Some(32));
        assert_eq!(waves.take_ended(end), None);
    }

    #[test]
    fn many_sign_ups_from_one_network_begin_a_wave() {
        let mut waves = Waves::default();
        waves.set_limit(1_000, 0, NOW);
        for number in 0..PER_NETWORK {
            assert_eq!(waves.count(address(7 + number), NOW), None);
            let neighbour = std::net::Ipv4Addr::from((200 << 8) + number).into();
            assert_eq!(waves.count(neighbour, NOW), None);
        }
        let wave = waves.count(address(200), NOW).expect("a wave");
        assert_eq!(wave.network.as_deref(), Some("0.0.200.0/24"));
    }

    #[test]
    fn sign_ups_of_the_last_hour_count_after_a_restart_too() {
        let mut waves = Waves::default();
        waves.set_limit(MIN_SIGNUPS, MIN_SIGNUPS, NOW);
        waves.set_limit(MIN_SIGNUPS, MIN_SIGNUPS, NOW);
        assert!(waves.count(address(1), NOW).is_some());
    }

    #[test]
    fn old_sign_ups_are_forgotten() {
        let mut waves = Waves::default();
        for number in 0..10_000 {
            waves.count(address(number), NOW.plus(HOUR * number));
        }
        assert_eq!((waves.recent.len(), waves.networks.len()), (1, 1));
        assert!(waves.wave.is_none());
    }

    #[test]
    fn the_limit_is_five_times_the_usual_number_and_at_least_twenty() {
        assert_eq!(limit(0), 20);
        assert_eq!(limit(27 * 24 * 4), 20);
        assert_eq!(limit(27 * 24 * 10), 50);
    }
}
