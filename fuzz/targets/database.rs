#![no_main]

libfuzzer_sys::fuzz_target!(
    init: stoa::fuzzing::write_seeds("database", concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/database")),
    |bytes: &[u8]| stoa::fuzzing::run("database", bytes)
);
