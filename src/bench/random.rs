//! Random numbers that are the same on every run: SplitMix64 (Steele, Lea and Flood, 2014).

/// A stream of numbers that its seed determines.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// In [0, 1).
    pub fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// In 0..bound, all alike.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.fraction() * bound as f64) as usize
    }

    /// In 0..bound, by Zipf's law: the number k about 1/(k+1) as often as 0.
    pub fn zipf(&mut self, bound: usize) -> usize {
        // The inverse of the distribution function ln(k) / ln(bound + 1).
        ((bound as f64 + 1.0).powf(self.fraction()) as usize - 1).min(bound - 1)
    }

    /// In least..most, each power of ten alike.
    pub fn magnitude(&mut self, least: f64, most: f64) -> i64 {
        (least * (most / least).powf(self.fraction())) as i64
    }

    /// A length around `mean`: many are short, few are very long (exponential, cut at both ends).
    pub fn length(&mut self, mean: usize) -> usize {
        let factor = -(1.0 - self.fraction()).ln();
        (mean as f64 * factor.clamp(0.1, 5.0)) as usize
    }
}
