#![no_main]

libfuzzer_sys::fuzz_target!(
    init: stoa::fuzzing::write_seeds("markdown", concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/markdown")),
    |bytes: &[u8]| stoa::fuzzing::run("markdown", bytes)
);
