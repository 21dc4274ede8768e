#![no_main]

libfuzzer_sys::fuzz_target!(
    init: stoa::fuzzing::write_seeds("packet", concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/packet")),
    |bytes: &[u8]| stoa::fuzzing::run("packet", bytes)
);
