#![no_main]

libfuzzer_sys::fuzz_target!(
    init: stoa::fuzzing::write_seeds("records", concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/records")),
    |bytes: &[u8]| stoa::fuzzing::run("records", bytes)
);
