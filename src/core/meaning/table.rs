//! The table of word vectors: `words.bin`, which `scripts/word-vectors/distil.py` makes from the sentence model
//! all-MiniLM-L6-v2 (Apache-2.0).
//!
//! It begins with the numbers of dimensions and of stems (32 bits each, little-endian). Then follow for all stems, in the
//! order of their hashes: the hashes (FNV-1a, 32 bits), the weights (a byte each, 255 for words that are in few texts), and
//! the vectors (a signed byte for each dimension).

use crate::core::tokenizer::stem;

/// The number of dimensions of a vector.
pub const DIMENSIONS: usize = 64;

static TABLE: &[u8] = include_bytes!("words.bin");

const HEADER: usize = 8;
const HASH: usize = 4;

/// Returns the weight of a stem, from 0 to 1, and its vector.
pub fn row(stem: &str) -> Option<(f32, &'static [u8])> {
    let count = number(HASH) as usize;
    let wanted = hash(stem);
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = usize::midpoint(low, high);
        if number(HEADER + middle * HASH) < wanted {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if low == count || number(HEADER + low * HASH) != wanted {
        return None;
    }
    let weights = HEADER + count * HASH;
    let rows = weights + count;
    let row = rows + low * DIMENSIONS..rows + (low + 1) * DIMENSIONS;
    Some((f32::from(TABLE[weights + low]) / 255.0, &TABLE[row]))
}

/// Returns whether the table knows a folded word: it is English, and spelled correctly.
pub fn is_known(word: &str) -> bool {
    row(&stem(word)).is_some()
}

/// Returns the number at a byte of the table.
fn number(at: usize) -> u32 {
    TABLE[at..at + 4]
        .iter()
        .rev()
        .fold(0, |number, byte| number << 8 | u32::from(*byte))
}

fn hash(stem: &str) -> u32 {
    stem.bytes().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_whole_sorted_and_small() {
        let count = number(HASH) as usize;
        assert_eq!(number(0) as usize, DIMENSIONS);
        assert_eq!(TABLE.len(), HEADER + count * (HASH + 1 + DIMENSIONS));
        assert!(TABLE.len() <= 2_500_000 && count > 30_000);
        let hashes = (0..count).map(|place| number(HEADER + place * HASH));
        assert!(hashes.is_sorted_by(|a, b| a < b));
    }
}
