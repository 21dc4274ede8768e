#![no_main]

libfuzzer_sys::fuzz_target!(
    init: stoa::fuzzing::write_seeds("passkey", concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/passkey")),
    |bytes: &[u8]| stoa::fuzzing::run("passkey", bytes)
);
