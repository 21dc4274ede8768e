//! Measures of ranked results, and intervals of their means.

use std::collections::BTreeSet;

use serde::Serialize;

use stoa::app::demo::random::Random;
use stoa::core::id::Id;

/// The number of results that count.
pub const RESULTS: usize = 10;
const RESAMPLES: usize = 2_000;
const SEED: u64 = 21;

/// Measures of the results of one query, each from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scores {
    /// 1 if the first result is right.
    pub success_at_1: f64,
    /// 1 if one of the first five results is right.
    pub success_at_5: f64,
    /// 1 divided by the place of the first right result.
    pub reciprocal_rank: f64,
    /// The discounted number of right results, relative to the best possible order.
    pub ndcg: f64,
}

impl Scores {
    /// Compares the first [`RESULTS`] results with the right ones.
    pub fn new(found: &[Id], right: &BTreeSet<Id>) -> Self {
        let discount = |place: usize| 1.0 / ((place + 2) as f64).log2();
        let places: Vec<usize> = (0..found.len().min(RESULTS))
            .filter(|place| right.contains(&found[*place]))
            .collect();
        let first = places.first().copied();
        let gain: f64 = places.into_iter().map(discount).sum();
        let best: f64 = (0..right.len().min(RESULTS)).map(discount).sum();
        let within = |limit| f64::from(u8::from(first.is_some_and(|place| place < limit)));
        Self {
            success_at_1: within(1),
            success_at_5: within(5),
            reciprocal_rank: first.map_or(0.0, |place| 1.0 / (place + 1) as f64),
            ndcg: gain / best,
        }
    }
}

/// A mean with its 95 % bootstrap interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    pub mean: f64,
    pub low: f64,
    pub high: f64,
}

/// The means of the site and of the reference over the same queries.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Comparison {
    pub site: Estimate,
    pub reference: Estimate,
    /// The site minus the reference.
    pub difference: Estimate,
}

impl Comparison {
    /// Estimates the means of pairs: the measure of the site and of the reference for one query.
    pub fn new(pairs: &[(f64, f64)]) -> Self {
        let mut random = Random::new(SEED);
        let mut resamples: [Vec<f64>; 3] = Default::default();
        for _ in 0..RESAMPLES {
            let resample = pairs.iter().map(|_| pairs[random.below(pairs.len())]);
            for (means, mean) in resamples.iter_mut().zip(means(resample)) {
                means.push(mean);
            }
        }
        let [site, reference, difference] = means(pairs.iter().copied());
        let [sites, references, differences] = resamples;
        Self {
            site: Estimate::new(site, sites),
            reference: Estimate::new(reference, references),
            difference: Estimate::new(difference, differences),
        }
    }
}

impl Estimate {
    fn new(mean: f64, mut resamples: Vec<f64>) -> Self {
        resamples.sort_unstable_by(f64::total_cmp);
        let tail = RESAMPLES / 40;
        Self {
            mean,
            low: resamples[tail],
            high: resamples[RESAMPLES - 1 - tail],
        }
    }
}

/// Returns the means of both members of the pairs and of their difference. There must be a pair.
fn means(pairs: impl Iterator<Item = (f64, f64)>) -> [f64; 3] {
    let (mut site, mut reference, mut count) = (0.0, 0.0, 0.0);
    for (one, other) in pairs {
        site += one;
        reference += other;
        count += 1.0;
    }
    [site / count, reference / count, (site - reference) / count]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(found: &[i64], right: &[i64]) -> Scores {
        let found: Vec<Id> = found.iter().copied().map(Id::from_i64).collect();
        Scores::new(&found, &right.iter().copied().map(Id::from_i64).collect())
    }

    #[test]
    fn a_right_first_result_is_perfect() {
        let perfect = Scores {
            success_at_1: 1.0,
            success_at_5: 1.0,
            reciprocal_rank: 1.0,
            ndcg: 1.0,
        };
        assert_eq!(scores(&[7, 1, 2], &[7]), perfect);
    }

    #[test]
    fn later_results_count_less() {
        let third = scores(&[1, 2, 7], &[7]);
        assert_eq!((third.success_at_1, third.success_at_5), (0.0, 1.0));
        assert_eq!((third.reciprocal_rank, third.ndcg), (1.0 / 3.0, 0.5));
        let one_of_two = scores(&[7], &[7, 8]);
        assert!((one_of_two.ndcg - 1.0 / (1.0 + 1.0 / 3f64.log2())).abs() < 1e-9);
    }

    #[test]
    fn results_after_the_tenth_do_not_count() {
        let found: Vec<i64> = (1..=11).collect();
        assert_eq!(scores(&found, &[11]), scores(&[], &[11]));
        assert_eq!(scores(&found, &[11]).ndcg, 0.0);
    }

    #[test]
    fn intervals_are_reproducible_and_paired() {
        let pairs: Vec<(f64, f64)> = (0..100)
            .map(|query| (f64::from(query % 2), f64::from(query % 2) - 0.25))
            .collect();
        let comparison = Comparison::new(&pairs);
        assert_eq!(comparison, Comparison::new(&pairs));
        assert!((0.35..0.45).contains(&comparison.site.low));
        assert!((0.55..0.65).contains(&comparison.site.high));
        let difference = comparison.difference;
        assert_eq!((difference.low, difference.high), (0.25, 0.25));
    }
}
