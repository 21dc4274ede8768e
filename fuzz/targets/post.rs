#![no_main]

libfuzzer_sys::fuzz_target!(
    init: stoa::fuzzing::write_seeds("post", concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/post")),
    |bytes: &[u8]| stoa::fuzzing::run("post", bytes)
);
