#![no_main]

libfuzzer_sys::fuzz_target!(
    init: stoa::fuzzing::write_seeds("head", concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/head")),
    |bytes: &[u8]| stoa::fuzzing::run("head", bytes)
);
