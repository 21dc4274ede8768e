#![no_main]

libfuzzer_sys::fuzz_target!(
    init: stoa::fuzzing::plant("search", concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/search")),
    |bytes: &[u8]| stoa::fuzzing::run("search", bytes)
);
