#![no_main]

libfuzzer_sys::fuzz_target!(
    init: stoa::fuzzing::write_seeds("png", concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/png")),
    |bytes: &[u8]| stoa::fuzzing::run("png", bytes)
);
