#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| stoa::fuzzing::run("hyperlinks", bytes));
