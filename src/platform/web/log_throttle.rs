//! A rate limit for log lines that unauthenticated clients can cause.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU64, Ordering};

use governor::clock::{Clock, DefaultClock};
use governor::middleware::NoOpMiddleware;
use governor::state::{InMemoryState, NotKeyed};
use governor::{Quota, RateLimiter};

/// Lines per minute, and the burst: enough to find a problem, and too few to fill a disk.
const LINES: NonZeroU32 = NonZeroU32::new(10).unwrap();

/// Limits how often one kind of log line is written.
pub struct LogThrottle<C: Clock = DefaultClock> {
    limiter: RateLimiter<NotKeyed, InMemoryState, C, NoOpMiddleware<C::Instant>>,
    left_out: AtomicU64,
}

impl Default for LogThrottle {
    fn default() -> Self {
        Self::new(DefaultClock::default())
    }
}

impl<C: Clock> LogThrottle<C> {
    fn new(clock: C) -> Self {
        Self {
            limiter: RateLimiter::direct_with_clock(Quota::per_minute(LINES), clock),
            left_out: AtomicU64::new(0),
        }
    }

    /// Returns the number of lines left out since the last one if the line may be written now, or
    /// `None` if it must be left out.
    pub fn check(&self) -> Option<u64> {
        if self.limiter.check().is_ok() {
            Some(self.left_out.swap(0, Ordering::Relaxed))
        } else {
            self.left_out.fetch_add(1, Ordering::Relaxed);
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use governor::clock::FakeRelativeClock;

    use super::*;

    /// Returns the results of `count` checks.
    fn check<C: Clock>(throttle: &LogThrottle<C>, count: u32) -> Vec<Option<u64>> {
        (0..count).map(|_| throttle.check()).collect()
    }

    #[test]
    fn lines_are_limited_and_the_next_line_has_the_number_left_out() {
        let clock = FakeRelativeClock::default();
        let throttle = LogThrottle::new(clock.clone());
        let lines = LINES.get();
        let burst = vec![Some(0); lines as usize];
        assert_eq!(check(&throttle, lines), burst);
        clock.advance(Duration::from_secs(5));
        assert_eq!(check(&throttle, 1_000), [None; 1_000]);
        clock.advance(Duration::from_secs(1));
        assert_eq!(check(&throttle, 2), [Some(1_000), None]);
        clock.advance(Duration::from_secs(60));
        let expected = [vec![Some(1)], burst[1..].to_vec(), vec![None]].concat();
        assert_eq!(check(&throttle, lines + 1), expected);
    }
}
