//! Reproducible random numbers for generated content: equal seeds give equal numbers.
//!
//! The generator is Xoshiro256++, whose algorithm is fixed. `StdRng` may change with a release of
//! `rand`. The log-uniform distribution is here because `rand_distr` does not have it.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, RngExt, SeedableRng};
use rand_distr::{Distribution, Exp1, Zipf};

/// A sequence of random numbers determined by its seed.
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a number in [0, 1).
    pub fn fraction(&mut self) -> f64 {
        self.0.random()
    }

    /// Returns a uniformly distributed number in 0..bound. `bound` must be positive.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0.random_range(0..bound)
    }

    /// Returns a number in 0..bound by Zipf's law: k is drawn 1/(k+1) as often as 0. `bound` must
    /// be positive.
    pub fn zipf(&mut self, bound: usize) -> usize {
        let rank = Zipf::new(bound as f64, 1.0)
            .map_or(1.0, |distribution| distribution.sample(&mut self.0));
        rank as usize - 1
    }

    /// Returns a number in min..max, log-uniformly distributed: each power of ten is equally likely.
    pub fn log_uniform(&mut self, min: f64, max: f64) -> i64 {
        (min * (max / min).powf(self.fraction())) as i64
    }

    /// Returns a text length around `mean`, exponentially distributed and clamped to 0.1–5 times
    /// `mean`: many texts are short, few are very long.
    pub fn text_length(&mut self, mean: usize) -> usize {
        let factor: f64 = Exp1.sample(&mut self.0);
        (mean as f64 * factor.clamp(0.1, 5.0)) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_seeds_give_equal_numbers() {
        let numbers = |seed| {
            let mut random = Random::new(seed);
            [(); 20].map(|()| (random.next_u64(), random.zipf(100), random.text_length(900)))
        };
        assert_eq!(numbers(1), numbers(1));
        assert_ne!(numbers(1), numbers(2));
    }

    #[test]
    fn numbers_stay_within_their_bounds() {
        let mut random = Random::new(3);
        for _ in 0..2_000 {
            assert!(random.below(3) < 3);
            assert!(random.zipf(1) == 0 && random.zipf(5) < 5);
            assert!((10..1_000).contains(&random.log_uniform(10.0, 1_000.0)));
            assert!((10..=500).contains(&random.text_length(100)));
        }
    }
}
