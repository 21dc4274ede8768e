#![no_main]

libfuzzer_sys::fuzz_target!(
    init: stoa::fuzzing::write_seeds("mysqldump", concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/mysqldump")),
    |bytes: &[u8]| stoa::fuzzing::run("mysqldump", bytes)
);
