#![no_main]

libfuzzer_sys::fuzz_target!(
    init: stoa::fuzzing::write_seeds("hyperlinks", concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/hyperlinks")),
    |bytes: &[u8]| stoa::fuzzing::run("hyperlinks", bytes)
);
