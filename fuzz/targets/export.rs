#![no_main]

libfuzzer_sys::fuzz_target!(
    init: stoa::fuzzing::plant("export", concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/export")),
    |bytes: &[u8]| stoa::fuzzing::run("export", bytes)
);
