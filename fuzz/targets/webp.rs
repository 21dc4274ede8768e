#![no_main]

libfuzzer_sys::fuzz_target!(
    init: stoa::fuzzing::write_seeds("webp", concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/webp")),
    |bytes: &[u8]| stoa::fuzzing::run("webp", bytes)
);
