#![no_main]

libfuzzer_sys::fuzz_target!(
    init: stoa::fuzzing::write_seeds("dump", concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/dump")),
    |bytes: &[u8]| stoa::fuzzing::run("dump", bytes)
);
