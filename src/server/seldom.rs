//! Lines of the log that strangers can cause at will.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often such a line is written in [`WINDOW`]: enough to see what is wrong, and not enough to fill a disk.
const LINES: u32 = 10;
const WINDOW: Duration = Duration::from_secs(60);

/// One kind of line, written only so often, whoever causes it.
#[derive(Default)]
pub struct Seldom(Mutex<Told>);

#[derive(Default)]
struct Told {
    /// When the window began.
    since: Option<Instant>,
    lines: u32,
    left_out: u64,
}

impl Seldom {
    /// Whether the line may be written now; if so, how many were left out since the last one.
    pub fn turn(&self) -> Option<u64> {
        self.turn_at(Instant::now())
    }

    fn turn_at(&self, now: Instant) -> Option<u64> {
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if told.since.is_none_or(|since| now.duration_since(since) >= WINDOW) {
            (told.since, told.lines) = (Some(now), 0);
        }
        if told.lines == LINES {
            told.left_out += 1;
            return None;
        }
        told.lines += 1;
        Some(std::mem::take(&mut told.left_out))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_so_many_lines_are_written_and_the_next_one_says_how_many_were_not() {
        let (seldom, begin) = (Seldom::default(), Instant::now());
        let turns = |seconds: u64, count: u32| -> Vec<Option<u64>> {
            (0..count).map(|_| seldom.turn_at(begin + Duration::from_secs(seconds))).collect()
        };
        assert_eq!(turns(0, LINES), vec![Some(0); LINES as usize]);
        assert_eq!(turns(59, 1_000), [None; 1_000]);
        assert_eq!(turns(60, LINES + 1), [vec![Some(1_000)], vec![Some(0); LINES as usize - 1], vec![None]].concat());
        assert_eq!(turns(600, 1), [Some(1)]);
    }
}
