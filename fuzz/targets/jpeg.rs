#![no_main]

libfuzzer_sys::fuzz_target!(
    init: stoa::fuzzing::write_seeds("jpeg", concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/jpeg")),
    |bytes: &[u8]| stoa::fuzzing::run("jpeg", bytes)
);
