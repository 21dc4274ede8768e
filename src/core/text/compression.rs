//! Compresses the earlier versions of texts, which are stored for good and rarely read.

use std::io::{self, Read as _, Write as _};

/// A third of the size of English texts; higher levels save little more of texts this short.
const LEVEL: i32 = 3;
/// The largest number of bytes that a text can decompress to, so that a damaged one cannot fill the memory.
const LARGEST: u64 = 64 << 20;

/// Returns a text compressed by zstd with a checksum. An empty one stays empty.
pub fn compressed(text: &str) -> io::Result<Vec<u8>> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let mut encoder = zstd::Encoder::new(Vec::new(), LEVEL)?;
    encoder.include_checksum(true)?;
    encoder.set_pledged_src_size(Some(text.len() as u64))?;
    encoder.write_all(text.as_bytes())?;
    encoder.finish()
}

/// Returns the text that [`compressed`] has compressed. Fails if the bytes are damaged.
pub fn decompressed(bytes: &[u8]) -> io::Result<String> {
    let mut text = String::new();
    if !bytes.is_empty() {
        zstd::Decoder::new(bytes)?
            .take(LARGEST)
            .read_to_string(&mut text)?;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_become_smaller_and_stay_the_same() {
        let prose = include_str!("mod.rs");
        for text in ["", "x", "Größe 大小 \0", prose, &prose.repeat(20)] {
            let stored = compressed(text).expect("compressed");
            assert_eq!(decompressed(&stored).expect("decompressed"), text);
            assert!(stored.len() < text.len() + 20 && (text.is_empty() == stored.is_empty()));
        }
        assert!(compressed(prose).expect("compressed").len() < prose.len() / 2);
    }

    #[test]
    fn damage_is_noticed() {
        let stored = compressed("The quick brown fox jumps over the lazy dog. ").expect("bytes");
        for place in 0..stored.len() {
            let mut damaged = stored.clone();
            damaged[place] ^= 1;
            assert!(decompressed(&damaged).is_err(), "byte {place}");
            if place > 0 {
                assert!(decompressed(&stored[..place]).is_err(), "{place} bytes");
            }
        }
    }
}
