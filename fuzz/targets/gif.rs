#![no_main]

libfuzzer_sys::fuzz_target!(
    init: stoa::fuzzing::write_seeds("gif", concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/gif")),
    |bytes: &[u8]| stoa::fuzzing::run("gif", bytes)
);
