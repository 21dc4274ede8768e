//! MinHash: how much of two texts is the same, estimated from 64 numbers of each.
//!
//! A shingle is five words in a row. The share of equal numbers of two texts estimates the share of shingles
//! that both have. The numbers are in 16 bands of four: texts that share half of their shingles have an equal
//! band with a probability of 64 %, and those that share 70 % with one of 98 %.

/// The number of minima of a text.
pub const HASHES: usize = 64;
const ROWS: usize = 4;
pub const BANDS: usize = HASHES / ROWS;
const WORDS: usize = 5;
/// The number of words of a text that count: the first.
const MAX_WORDS: usize = 2_000;
/// The smallest number of words of a text that can be a copy: "thank you, this works" is none.
const MIN_WORDS: usize = 12;

/// The minima of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature([u32; HASHES]);

impl Signature {
    /// Returns the signature of a text, or nothing if it is too short.
    pub fn new(words: &[String]) -> Option<Self> {
        if words.len() < MIN_WORDS {
            return None;
        }
        let hashes: Vec<u64> = words
            .iter()
            .take(MAX_WORDS)
            .map(|word| hash(word))
            .collect();
        let mut minima = [u32::MAX; HASHES];
        for shingle in hashes.windows(WORDS) {
            let shingle = shingle.iter().fold(0, |all, word| mix(all ^ *word));
            let mut seed = 0u64;
            for minimum in &mut minima {
                seed = seed.wrapping_add(SEED_STEP);
                *minimum = (*minimum).min((mix(shingle ^ seed) >> 32) as u32);
            }
        }
        Some(Self(minima))
    }

    /// Returns the stored form.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0
            .iter()
            .flat_map(|number| number.to_le_bytes())
            .collect()
    }

    /// Parses the stored form.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut numbers = [0; HASHES];
        if bytes.len() != size_of_val(&numbers) {
            return None;
        }
        for (number, bytes) in numbers.iter_mut().zip(bytes.chunks_exact(4)) {
            *number = u32::from_le_bytes(bytes.try_into().ok()?);
        }
        Some(Self(numbers))
    }

    /// Returns the bands. Candidates share one with a text.
    pub fn bands(&self) -> impl Iterator<Item = i64> {
        self.0.chunks_exact(ROWS).enumerate().map(|(place, rows)| {
            let band = rows
                .iter()
                .fold(place as u64 + 1, |all, row| mix(all ^ u64::from(*row)));
            band.cast_signed()
        })
    }

    /// Estimates the share of shingles that two texts have in common, from 0 to 1.
    pub fn similarity(&self, other: &Self) -> f64 {
        let equal = self
            .0
            .iter()
            .zip(&other.0)
            .filter(|(one, other)| one == other);
        equal.count() as f64 / HASHES as f64
    }
}

const SEED_STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// Mixes the bits of a number (the finalizer of SplitMix64). Stored signatures depend on it.
fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// Returns the FNV-1a hash of a word, mixed.
fn hash(word: &str) -> u64 {
    let hash = word.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    mix(hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signature(words: impl Iterator<Item = usize>) -> Signature {
        let words: Vec<String> = words.map(|word| format!("w{word}")).collect();
        Signature::new(&words).expect("a signature")
    }

    #[test]
    fn the_same_text_has_the_same_signature_and_bands() {
        let (one, other) = (signature(0..50), signature(0..50));
        assert_eq!(one, other);
        assert!(one.bands().eq(other.bands()) && one.bands().count() == BANDS);
        assert_eq!(Signature::from_bytes(&one.to_bytes()), Some(one));
    }

    #[test]
    fn the_similarity_is_about_the_share_of_common_shingles() {
        let whole = signature(0..200);
        // 96 of 196 shingles.
        let half = whole.similarity(&signature(0..100));
        assert!((0.35..0.65).contains(&half), "{half}");
        assert!(whole.similarity(&signature(1_000..1_200)) < 0.1);
    }

    #[test]
    fn short_texts_have_no_signature() {
        let words: Vec<String> = (0..11).map(|word| word.to_string()).collect();
        assert_eq!(Signature::new(&words), None);
    }
}
