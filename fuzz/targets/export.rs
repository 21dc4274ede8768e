#![no_main]

libfuzzer_sys::fuzz_target!(
    init: stoa::fuzzing::write_seeds("export", concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/export")),
    |bytes: &[u8]| stoa::fuzzing::run("export", bytes)
);
