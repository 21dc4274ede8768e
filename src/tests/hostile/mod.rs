//! Hostile and malformed input: it is rejected, and other users are served as before.

mod fields;
mod parsers;
mod sockets;

use crate::app::demo::random::Random;

/// Fragments that are difficult for parsers.
const PIECES: &[&str] = &[
    "\0",
    "\u{feff}",
    "\u{202e}",
    "\u{301}",
    "\u{1f40e}",
    "\u{ffff}",
    "\r\n",
    "\n\n",
    "\t",
    " ",
    "\"",
    "'",
    "\\",
    "\\u0000",
    "\\ud800",
    "`",
    "```",
    "$",
    "$$",
    "[",
    "](",
    "![",
    ")",
    "(",
    "<",
    ">",
    "</",
    "<!--",
    "-->",
    "<![CDATA[",
    "&",
    "&#",
    "&#x0;",
    "&amp;",
    "{",
    "}",
    "[[[[[[[[",
    "{\"a\":",
    "null",
    "-0",
    "1e999",
    "18446744073709551616",
    "-9223372036854775809",
    ",",
    ":",
    ";",
    "=",
    "%",
    "%00",
    "%ff",
    "*",
    "**",
    "_",
    "~~",
    "|",
    "|-|",
    "#",
    "> ",
    "- ",
    "1. ",
    "    ",
    "javascript:",
    "https://",
    "//",
    "/",
    "?",
    "@",
    "AND",
    "OR",
    "NOT",
    "NEAR(",
    "^",
    "+",
    "-",
];

/// Mutates a text in ways that matter to parsers: inserts, repeats and removes fragments, swaps in
/// parts of another text, and changes single bytes.
fn mutated(seed: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=random.below(6) {
        let at = random.below(bytes.len() + 1);
        let end = at + random.below((bytes.len() - at).min(20) + 1);
        match random.below(7) {
            0 => drop(bytes.splice(at..at, PIECES[random.below(PIECES.len())].bytes())),
            1 => drop(bytes.splice(at..end, PIECES[random.below(PIECES.len())].bytes())),
            2 => drop(bytes.drain(at..end)),
            3 => {
                let part = bytes[at..end].repeat(1 + random.below(8));
                bytes.splice(at..at, part);
            }
            4 => {
                let from = random.below(other.len());
                bytes.splice(
                    at..end,
                    other.iter().copied().skip(from).take(random.below(30)),
                );
            }
            5 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            _ => bytes.insert(at, random.next_u64() as u8),
        }
    }
    bytes
}
