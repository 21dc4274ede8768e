#![no_main]

libfuzzer_sys::fuzz_target!(
    init: stoa::fuzzing::write_seeds("token", concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/token")),
    |bytes: &[u8]| stoa::fuzzing::run("token", bytes)
);
