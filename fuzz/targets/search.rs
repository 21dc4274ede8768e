#![no_main]

libfuzzer_sys::fuzz_target!(
    init: stoa::fuzzing::write_seeds("search", concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/search")),
    |bytes: &[u8]| stoa::fuzzing::run("search", bytes)
);
